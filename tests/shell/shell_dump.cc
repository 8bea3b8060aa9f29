// SPDX-License-Identifier: Apache-2.0
// Prints what the shell library makes of texts, for the corpus and execution tests.
//   shell-dump tree            one text on stdin -> its dump and diagnostics
//   shell-dump walk            one text on stdin -> invocations, redirections, opaque places, one a line; WALK_POWERSHELL=1, WALK_ZSH=1: of that shell
//   shell-dump predict         NUL-terminated texts on stdin -> one JSON line each: invocations, opaque reasons
//   shell-dump commands        NUL-separated file names -> per file "FILE\0…\0": the simple commands of the tree with their literal
//                              words, OFFSET RS WORD US WORD … GS, 0x1a for a word that is not literal
//   shell-dump batch           NUL-separated file names on stdin -> per file "FILE\0ok|error\0"; SHELL_EXTGLOB=1 switches extglob on
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "shared/shell/dump.h"
#include "shared/shell/parser.h"
#include "shared/shell/walk.h"
#include "tests/shell/walk_dump.h"

namespace {

using cordon::shell::Tree;

std::string read_all(std::FILE* file) {
  std::string text;
  char buffer[65536];
  std::size_t n = 0;
  while ((n = std::fread(buffer, 1, sizeof buffer, file)) > 0) text.append(buffer, n);
  return text;
}

cordon::shell::ParseOptions parse_options() {
  cordon::shell::ParseOptions options;
  options.extglob = std::getenv("SHELL_EXTGLOB") != nullptr;
  return options;
}

int tree() {
  const std::string text = read_all(stdin);
  const Tree tree = cordon::shell::parse(text, parse_options());
  std::puts(cordon::shell::dump(tree).c_str());
  for (const auto& d : tree.diagnostics) std::printf("%u:%u: %s%s\n", d.line, d.column, d.warning ? "warning: " : "", d.message.c_str());
  return tree.ok() ? 0 : 1;
}

int walk() {
  const std::string text = read_all(stdin);
  cordon::shell::WalkOptions options;
  if (const char* home = std::getenv("WALK_HOME")) options.home = home;
  if (const char* cwd = std::getenv("WALK_CWD")) options.start_dir = cwd;
  if (std::getenv("WALK_POWERSHELL") != nullptr) options.dialect = cordon::shell::Dialect::kPowerShell;
  if (std::getenv("WALK_ZSH") != nullptr) options.dialect = cordon::shell::Dialect::kZsh;
  std::fputs(cordon::shell::dump_walk(cordon::shell::walk(text, options)).c_str(), stdout);
  return 0;
}

void put_json(const std::string& text) {
  std::putchar('"');
  for (const char c : text) {
    const unsigned char u = static_cast<unsigned char>(c);
    // Bytes become the code points of Latin-1; the reader encodes them back.
    if (u < 0x20 || u >= 0x7f || c == '"' || c == '\\') {
      std::printf("\\u%04x", u);
    } else {
      std::putchar(c);
    }
  }
  std::putchar('"');
}

void put_invocation(const cordon::shell::Invocation& i) {
  std::printf("{\"certainty\":\"%s\",\"open\":%s,\"dir\":", cordon::shell::certainty_name(i.certainty), i.args_open ? "true" : "false");
  if (i.directory.known) {
    put_json(i.directory.path);
  } else {
    std::fputs("null", stdout);
  }
  std::fputs(",\"argv\":[", stdout);
  for (std::size_t w = 0; w < i.argv.size(); ++w) {
    std::fputs(w > 0 ? ",[" : "[", stdout);
    const auto& pieces = i.argv[w].pieces;
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      std::printf("%s[%d,%s,", p > 0 ? "," : "", static_cast<int>(pieces[p].kind), pieces[p].splits ? "true" : "false");
      put_json(pieces[p].text);
      std::putchar(']');
    }
    std::putchar(']');
  }
  std::fputs("],\"via\":[", stdout);
  for (std::size_t k = 0; k < i.via.size(); ++k) {
    if (k > 0) std::putchar(',');
    put_json(i.via[k]);
  }
  std::fputs("]}", stdout);
}

int predict() {
  const std::string texts = read_all(stdin);
  cordon::shell::WalkOptions options;
  if (const char* home = std::getenv("WALK_HOME")) options.home = home;
  if (const char* cwd = std::getenv("WALK_CWD")) options.start_dir = cwd;
  if (std::getenv("WALK_ZSH") != nullptr) options.dialect = cordon::shell::Dialect::kZsh;
  for (std::size_t at = 0; at < texts.size();) {
    const std::size_t end = texts.find('\0', at);
    const auto result = cordon::shell::walk(std::string_view(texts).substr(at, end - at), options);
    at = end + 1;
    std::fputs("{\"invocations\":[", stdout);
    for (std::size_t k = 0; k < result.invocations.size(); ++k) {
      if (k > 0) std::putchar(',');
      put_invocation(result.invocations[k]);
    }
    std::fputs("],\"opaque\":[", stdout);
    for (std::size_t k = 0; k < result.opaque.size(); ++k) {
      if (k > 0) std::putchar(',');
      put_json(result.opaque[k].reason);
    }
    std::fputs("]}\n", stdout);
  }
  return 0;
}

/// Walks a whole tree, printing its simple commands.
class Commands {
 public:
  std::string out;
  std::string_view text;

  void script(const cordon::shell::Script* s) {
    if (s == nullptr) return;
    for (const auto& item : s->items) {
      for (const auto& pipeline : item.pipelines) {
        for (const auto* c : pipeline.commands) command(*c);
      }
    }
  }

 private:
  void command(const cordon::shell::Command& c) {
    using cordon::shell::CommandKind;
    if (c.kind == CommandKind::kSimple && !c.words.empty()) {
      out += std::to_string(c.words[0].range.begin) + '\x1e';
      for (std::size_t i = 0; i < c.words.size; ++i) {
        if (i > 0) out += '\x1f';
        std::string text;
        out += literal(c.words[i].parts, text) ? text : "\x1a";
      }
      out += '\x1d';
    }
    for (const auto& a : c.assignments) {
      parts(a.value.parts);
      parts(a.subscript.parts);
      for (const auto& w : a.elements) parts(w.parts);
    }
    for (const auto& w : c.words) parts(w.parts);
    for (const auto& r : c.redirects) {
      if (r.doc == nullptr) parts(r.target.parts);
      if (r.doc != nullptr && !r.doc->quoted) parts(r.doc->body.parts);
    }
    for (const auto& clause : c.clauses) {
      for (const auto& w : clause.patterns) parts(w.parts);
      script(clause.body);
    }
    script(c.condition);
    script(c.body);
    script(c.otherwise);
    if (c.inner != nullptr) command(*c.inner);
  }

  void parts(const cordon::shell::Span<cordon::shell::Part>& all) {
    for (const auto& p : all) {
      // A backquote with backslashes inside is a text of its own: its commands have no place in this one.
      const std::string_view source = text.substr(p.range.begin, p.range.end - p.range.begin);
      if (p.kind != cordon::shell::PartKind::kBackquote || source.find('\\') == std::string_view::npos) script(p.script);
      parts(p.parts);
      if (p.parameter != nullptr) {
        parts(p.parameter->subscript.parts);
        parts(p.parameter->word.parts);
      }
    }
  }

  static bool literal(const cordon::shell::Span<cordon::shell::Part>& all, std::string& text) {
    using cordon::shell::PartKind;
    for (const auto& p : all) {
      if (p.kind == PartKind::kText || p.kind == PartKind::kEscape || p.kind == PartKind::kSingle) {
        text += p.text;
      } else if (p.kind != PartKind::kDouble || !literal(p.parts, text)) {
        return false;
      }
    }
    return true;
  }
};

int batch(bool commands) {
  const std::string names = read_all(stdin);
  for (std::size_t at = 0; at < names.size();) {
    const char* name = names.c_str() + at;
    at += std::string_view(name).size() + 1;
    std::FILE* file = std::fopen(name, "rb");
    if (file == nullptr) continue;
    const std::string text = read_all(file);
    std::fclose(file);
    const Tree tree = cordon::shell::parse(text, parse_options());
    if (commands) {
      Commands list;
      list.text = text;
      list.script(&tree.root);
      std::printf("%s%c", name, '\0');
      for (const char c : list.out) std::putchar(c == '\0' ? '?' : c);
      std::putchar('\0');
      continue;
    }
    std::string message = "ok";
    for (const auto& d : tree.diagnostics) {
      if (!d.warning) message = std::to_string(d.line) + ":" + std::to_string(d.column) + ": " + d.message;
    }
    std::printf("%s%c%s%c", name, '\0', message.c_str(), '\0');
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc > 1 ? argv[1] : "tree";
  if (mode == "tree") return tree();
  if (mode == "walk") return walk();
  if (mode == "predict") return predict();
  if (mode == "batch") return batch(false);
  if (mode == "commands") return batch(true);
  std::fputs("usage: shell-dump tree|walk|predict|commands|batch\n", stderr);
  return 2;
}
