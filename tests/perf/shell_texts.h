// SPDX-License-Identifier: Apache-2.0
#pragma once
// Texts of any size for measuring: a head, a piece repeated until the size is reached, a tail.

#include <cstddef>
#include <string>
#include <string_view>

namespace cordon::perf {

struct Kind {
  std::string_view name, head, piece, tail;
};

inline constexpr Kind kKinds[] = {
    // Text that is one thing to the shell.
    {"single-quotes", "git commit -m '", "The quick brown fox jumps over the lazy dog. ", "'\n"},
    {"double-quotes", "git commit -m \"", "The quick brown fox jumps over the lazy dog. ", "\"\n"},
    {"json", "curl -d '", R"({"name": "value", "list": [1, 2, 3], "nested": {"a": null}}, )", "' localhost\n"},
    {"base64", "echo ", "SGVsbG8gd29ybGQhIFRoaXMgaXMgYmFzZTY0IHRleHQu", " | base64 -d > blob\n"},
    {"heredoc", "cat > file.txt <<'EOF'\n", "const answer = await fetch(`${url}/items`); // a line of a program\n", "EOF\n"},
    {"heredoc-open", "cat > file.txt <<EOF\n", "some text in a document without anything in it that the shell expands\n", "EOF\n"},
    {"comments", "", "# A line of comment, as people write them; not && a 'command\n", "true\n"},
    {"blank-lines", "", "\n", "true\n"},
    // Text with structure.
    {"script", "",
     "if [ -f \"$file\" ]; then\n  cp -p \"$file\" build/ && echo \"copied $file\"\nfi\nfor i in a b c; do\n  make -C \"$i\" all >log.txt 2>&1 || exit 1\ndone\n",
     "true\n"},
    {"commands", "", "git status; ls -la src; npm test -- --watch=false && echo done\n", "true\n"},
    {"short-commands", "", "a;b;", "c\n"},
    {"words", "printf '%s\\n'", " file-name.txt", "\n"},
    {"quoted-words", "printf '%s\\n'", " 'one' \"two\" three", "\n"},
    {"expansions", "echo", " \"$a/${b:-c}\" $d", "\n"},
    {"substitutions", "", "echo \"$(basename \"$1\")\" `date`\n", "true\n"},
    {"assignments", "", "name=value other=\"$name\"\n", "true\n"},
    {"pipes", "true", " | grep -v x", "\n"},
    {"and-or", "true", " && test -e y", "\n"},
    {"nested", "", "( ( ( { if a; then while b; do case c in d) (e);; esac; done; fi; } ) ) )\n", "true\n"},
    {"functions", "", "f() { local x=$1; echo \"$x\"; }\nf a\n", "true\n"},
    {"redirects", "", "echo a >file 2>&1 <in\n", "true\n"},
};

inline std::string make_text(const Kind& kind, std::size_t size) {
  std::string text(kind.head);
  const std::size_t rest = kind.tail.size() + kind.piece.size();
  while (text.size() + rest <= size) text += kind.piece;
  text += kind.tail;
  return text;
}

}  // namespace cordon::perf
