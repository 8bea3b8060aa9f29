// SPDX-License-Identifier: Apache-2.0
// What simple commands print: echo, printf, cat of a here-document, pwd. Everything else is not known.
#include <array>

#include "shared/shell/ansi_c.h"
#include "shared/shell/walker.h"

namespace cordon::shell {
namespace {

constexpr int kDeepest = 4;
constexpr std::size_t kLongest = 1 << 20;

void append_word(Word& to, const Word& from) {
  for (const Piece& p : from.pieces) {
    if (p.kind == PieceKind::kLiteral) {
      to.append_literal(p.text, true);
    } else {
      to.append({PieceKind::kUnknown, true, false, p.text});
    }
  }
}

std::string unescape(std::string_view text, EscapeStyle style, bool& stop) {
  std::string out;
  for (std::size_t at = 0; at < text.size() && !stop;) {
    if (text[at] != '\\') {
      out += text[at++];
      continue;
    }
    at = decode_escape(text, at, style, out, stop);
  }
  return out;
}

/// dash and zsh take escapes without being asked.
Word echo(const Fields& argv, bool posix, bool zsh) {
  std::size_t i = 1;
  bool newline = true, escapes = posix || zsh, stop = false;
  for (; i < argv.size() && argv[i].is_static(); ++i) {
    const std::string option = argv[i].text();
    const std::string_view letters = posix ? "n" : "neE";
    if (option.size() < 2 || option[0] != '-' || option.find_first_not_of(letters, 1) != std::string::npos) break;
    for (const char c : std::string_view(option).substr(1)) {
      if (c == 'n') newline = false;
      if (c == 'e') escapes = true;
      if (c == 'E') escapes = false;
    }
  }
  Word out = Word::literal("");
  for (const std::size_t first = i; i < argv.size() && !stop; ++i) {
    if (i > first) out.append_literal(" ", true);
    if (escapes && argv[i].is_static()) {
      out.append_literal(unescape(argv[i].text(), EscapeStyle::kEcho, stop), true);
    } else {
      append_word(out, argv[i]);
    }
  }
  if (newline && !stop) out.append_literal("\n", true);
  return out;
}

/// printf FORMAT ARG…; %s %b %d %i %c %% only, the format repeated while arguments remain.
std::optional<Word> print_format(const Fields& argv, std::size_t first) {
  if (first >= argv.size() || !argv[first].is_static()) return std::nullopt;
  const std::string format = argv[first].text();
  std::size_t next = first + 1;
  Word out = Word::literal("");
  std::size_t length = 0;
  for (bool again = true; again;) {
    const std::size_t before = next;
    for (std::size_t at = 0; at < format.size();) {
      if (format[at] == '\\') {
        std::string decoded;
        bool stop = false;
        at = decode_escape(format, at, EscapeStyle::kPrintfFormat, decoded, stop);
        out.append_literal(decoded, true);
        continue;
      }
      if (format[at] != '%') {
        out.append_literal(std::string_view(format).substr(at++, 1), true);
        continue;
      }
      const char kind = at + 1 < format.size() ? format[at + 1] : '\0';
      const bool precision_zero = format.compare(at, 4, "%.0s") == 0;
      if (precision_zero) {
        ++next;
        at += 4;
        continue;
      }
      if (kind == '%') {
        out.append_literal("%", true);
      } else if (kind == 's' || kind == 'd' || kind == 'i' || kind == 'b') {
        if (next < argv.size()) {
          bool stop = false;
          if (kind == 'b' && argv[next].is_static()) {
            out.append_literal(unescape(argv[next].text(), EscapeStyle::kEcho, stop), true);
          } else {
            append_word(out, argv[next]);
            length += argv[next].is_static() ? argv[next].text().size() : 0;
          }
        } else if (kind != 's' && kind != 'b') {
          out.append_literal("0", true);
        }
        ++next;
      } else {
        return std::nullopt;
      }
      at += 2;
    }
    length += format.size();
    again = next > before && next < argv.size() && length < kLongest;
  }
  return out;
}

constexpr std::array<std::int8_t, 256> make_base64_values() {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  const std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < digits.size(); ++i) values[static_cast<unsigned char>(digits[i])] = static_cast<std::int8_t>(i);
  return values;
}
constexpr std::array<std::int8_t, 256> kBase64Values = make_base64_values();

std::optional<Word> decode_base64(const std::string& text) {
  std::string out;
  out.reserve(text.size() / 4 * 3 + 3);
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '\n' || c == '=') continue;
    const int v = kBase64Values[static_cast<unsigned char>(c)];
    if (v < 0) return std::nullopt;
    bits = bits << 6 | static_cast<unsigned>(v);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(static_cast<unsigned char>(bits >> count & 0xff));
  }
  return Word::literal(out);
}

}  // namespace

/// What a whole argv prints on standard output; nullopt = not known.
std::optional<Word> Walker::output_of(const Fields& argv, const Word* input) const {
  if (argv.empty() || !argv[0].is_static()) return std::nullopt;
  for (const Word& word : argv) {
    if (word.splits() || word.has_glob()) return std::nullopt;
  }
  const std::string path = argv[0].text();
  if (scope_.find("f:" + path) != nullptr) return std::nullopt;
  const std::string_view name = base_name(path);
  if (name == "echo") return echo(argv, scope_.shell.posix, scope_.shell.zsh);
  if (name == "printf") return print_format(argv, argv.size() > 1 && argv[1].is("--") ? 2 : 1);
  if (name == "true" || name == ":") return Word::literal("");
  if (name == "command" || name == "builtin") return output_of(Fields(argv.begin() + 1, argv.end()), input);
  const bool asks_git = name == "git" && argv.size() == 3 && argv[1].is("rev-parse");
  const bool top_level = asks_git && argv[2].is("--show-toplevel") && options_.git_top_level;
  const bool git_dir = asks_git && (argv[2].is("--git-dir") || argv[2].is("--absolute-git-dir") || argv[2].is("--git-common-dir")) && options_.git_dir;
  if ((name == "pwd" && argv.size() == 1) || top_level || git_dir) {
    const Directory& directory = scope_.shell.directory;
    if (!directory.known) return std::nullopt;
    const bool absolute = !directory.path.empty() && directory.path[0] == '/';
    if (!absolute && options_.start_dir.empty()) return std::nullopt;
    const std::string folder = absolute ? directory.path : join_path(options_.start_dir, directory.path);
    const std::optional<std::string> printed = top_level ? options_.git_top_level(folder) : git_dir ? options_.git_dir(folder, argv[2].text()) : folder;
    return printed ? std::optional(Word::literal(*printed + "\n")) : std::nullopt;
  }
  if (name == "cat" && argv.size() == 2 && !argv[1].is("-")) {
    const Word* text = file_text(argv[1]);
    if (text != nullptr) return *text;
    return std::nullopt;
  }
  const bool passes = (name == "cat" && (argv.size() == 1 || (argv.size() == 2 && argv[1].is("-")))) || name == "tee";
  if (passes && input != nullptr) return *input;
  if (name == "base64" && argv.size() == 2 && input != nullptr && input->is_static() &&
      (argv[1].is("-d") || argv[1].is("--decode") || argv[1].is("-D"))) {
    return decode_base64(input->text());
  }
  return std::nullopt;
}

std::optional<Word> Walker::output_of(const Command& command, const Word* input, int depth) {
  if (depth > kDeepest) return std::nullopt;
  const bool group = command.kind == CommandKind::kGroup || command.kind == CommandKind::kSubshell;
  if (group && command.redirects.empty() && command.body != nullptr) return output_of(*command.body, input, depth + 1);
  if (command.kind != CommandKind::kSimple || command.words.empty() || !command.assignments.empty()) return std::nullopt;
  Word own_input;
  for (const RedirectNode& r : command.redirects) {
    if (r.fd == 2 && (r.kind == RedirectKind::kWrite || r.kind == RedirectKind::kAppend)) continue;
    if (r.kind == RedirectKind::kHereDoc && r.fd <= 0) {
      own_input = expand_body(*r.doc);
    } else if (r.kind == RedirectKind::kHereString && r.fd <= 0) {
      own_input = expand_joined(r.target, true);
      own_input.append_literal("\n", true);
    } else {
      return std::nullopt;
    }
    input = &own_input;
  }
  return output_of(expand_words(command.words), input);
}

std::optional<Word> Walker::output_of(const Script& script, const Word* input, int depth) {
  if (script.items.size > 8 || depth > kDeepest) return std::nullopt;
  Word all = Word::literal("");
  for (const AndOr& item : script.items) {
    if (item.background) return std::nullopt;
    for (const Pipeline& pipeline : item.pipelines) {
      if (pipeline.connector == Connector::kOr || pipeline.negated || pipeline.timed || pipeline.commands.empty()) return std::nullopt;
      std::optional<Word> text;
      const Word* from = input;
      Word previous;
      for (const Command* command : pipeline.commands) {
        text = output_of(*command, from, depth + 1);
        if (!text) return std::nullopt;
        previous = *text;
        from = &previous;
      }
      append_word(all, *text);
    }
  }
  return all;
}

}  // namespace cordon::shell
