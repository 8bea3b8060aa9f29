// SPDX-License-Identifier: Apache-2.0
#include "hooks/deny-guard/runtime_view.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "hooks/deny-guard/spelling.h"
#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/base/words.h"
#include "shared/settings/rules.h"
#include "shared/shell/ast.h"
#include "shared/shell/parser.h"

namespace cordon::deny_guard {
namespace {

using Words = std::vector<std::string>;

// Wrappers it takes off, with the option shapes that were measured: `values` are options with a value of their own,
// `operands` the words before the command, `text` an option whose value it reads as a command.
struct Seen {
  Inline<12> name;
  Inline<64> flags;  // options without a value, or with one glued on: a prefix each, blank separated
  Inline<8> values;  // options whose value is the next word
  int operands = 0;
  bool assignments = false;
  Inline<4> text = {};
};
constexpr Seen kSeen[] = {
    {"timeout", "--foreground --preserve-status --signal= --kill-after=", "-s -k", 1},
    {"nice", "-0 -1 -2 -3 -4 -5 -6 -7 -8 -9", "-n"},
    {"nohup", "--", ""},
    {"env", "-i --", "-u -C", 0, true, "-S"},
    {"command", "-p", ""},
    {"exec", "", "-a"},
    {"builtin", "", ""},
    {"stdbuf", "-oL", ""},
    {"setsid", "-w", ""},
    {"ionice", "-c1 -c2 -c3", "-c"},
    {"chrt", "-i", "", 1},
    {"taskset", "", "", 1},
    {"sudo", "-n -E -i --", "-u", 0, true},
    {"doas", "", "-u"},
    {"pkexec", "", ""},
    {"xargs", "", ""},
    {"time", "-p", ""},
    {"flock", "", "", 1, false, "-c"},
    {"strace", "-f", ""},
    {"ltrace", "", ""},
    {"watch", "", "-n"},
    {"unshare", "-n", ""},
    {"nsenter", "", "-t"},
    {"script", "", "", 0, false, "-c"},
};

const Seen* find_seen(std::string_view program) {
  const std::string_view name = path::base_name(program);
  const auto* found = std::find_if(std::begin(kSeen), std::end(kSeen), [&](const Seen& s) { return s.name == name; });
  return found == std::end(kSeen) ? nullptr : found;
}

bool listed(std::string_view list, std::string_view word) {
  for (size_t begin = 0; begin < list.size();) {
    const size_t end = std::min(list.find(' ', begin), list.size());
    const std::string_view entry = list.substr(begin, end - begin);
    if (entry == word || (entry.ends_with('=') && word.starts_with(entry))) return true;
    begin = end + 1;
  }
  return false;
}

bool is_assignment(std::string_view word) {
  const size_t equals = word.find('=');
  if (equals == 0 || equals == std::string_view::npos) return false;
  return word.substr(0, equals).find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
}

// "A=1 git push" -> "git push"
std::string without_assignments(std::string_view text) {
  for (size_t blank = text.find(' '); blank != std::string_view::npos && is_assignment(text.substr(0, blank)); blank = text.find(' ')) text.remove_prefix(blank + 1);
  return std::string(text);
}

// Takes one wrapper off; false when there is none or its options are not known to be read.
bool peel(Words& words, std::vector<std::string>& texts) {
  const Seen* seen = find_seen(words[0]);
  if (seen == nullptr) return false;
  int operands = seen->operands;
  size_t i = 1;
  for (; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (!seen->text.empty() && word == seen->text) {
      if (i + 1 < words.size()) texts.push_back(without_assignments(words[i + 1]));
      return false;
    }
    if (word.starts_with('-') && word.size() > 1) {
      if (listed(seen->values, word)) {
        ++i;
      } else if (!listed(seen->flags, word)) {
        return false;
      }
    } else if (seen->assignments && is_assignment(word)) {
      continue;
    } else if (operands-- <= 0) {
      break;
    }
  }
  if (i >= words.size()) return false;
  words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(i));
  return true;
}

// Ranges in which ask rules (in older versions: all rules) are not looked for: substitutions, groups, functions and others
// (measured; a few of them it does see).
void hide(const shell::Script* script, std::vector<shell::ByteRange>& out);

void hide(shell::Span<shell::Part> parts, std::vector<shell::ByteRange>& out) {
  for (const shell::Part& part : parts) {
    if (part.script != nullptr) out.push_back(part.range);
    if (part.parameter != nullptr) out.push_back(part.range);
    hide(part.parts, out);
  }
}

void hide(const shell::Command& command, std::vector<shell::ByteRange>& out) {
  const bool loop = command.kind == shell::CommandKind::kWhile || command.kind == shell::CommandKind::kUntil || command.kind == shell::CommandKind::kFor;
  if (command.kind != shell::CommandKind::kSimple && command.kind != shell::CommandKind::kIf && !loop) out.push_back(command.range);
  for (const shell::WordNode& word : command.words) hide(word.parts, out);
  for (const shell::AssignNode& assign : command.assignments) {
    hide(assign.value.parts, out);
    if (assign.is_array) out.push_back(assign.range);
  }
  for (const shell::RedirectNode& redirect : command.redirects) {
    hide(redirect.target.parts, out);
    if (redirect.doc != nullptr) hide(redirect.doc->body.parts, out);
  }
  for (const shell::Script* part : {command.condition, command.body, command.otherwise}) hide(part, out);
  for (const shell::CaseClause& clause : command.clauses) hide(clause.body, out);
  if (command.inner != nullptr) hide(*command.inner, out);
}

void hide(const shell::Script* script, std::vector<shell::ByteRange>& out) {
  if (script == nullptr) return;
  for (const shell::AndOr& item : script->items) {
    for (const shell::Pipeline& pipeline : item.pipelines) {
      for (const shell::Command* command : pipeline.commands) hide(*command, out);
    }
  }
}

}  // namespace

// NAME=value written out in front: the runtime follows such, and no others.
std::string RuntimeView::value_of(std::string_view name) const {
  const std::string assignment = std::string(name) + "=";
  for (size_t at = text_.find(assignment); at != std::string_view::npos; at = text_.find(assignment, at + 1)) {
    if (at > 0 && std::string_view(" \t\n;&").find(text_[at - 1]) == std::string_view::npos) continue;
    const std::string_view rest = text_.substr(at + assignment.size());
    const std::string_view value = rest.substr(0, rest.find_first_of(" \t\n;&|"));
    if (!value.empty() && value.find_first_of("\"'$`\\*?[{(") == std::string_view::npos) return std::string(value);
  }
  return {};
}

// 'x' "x" \x are read, $'x' and everything with a dollar stay as they are.
std::string RuntimeView::decode(std::string_view source) const {
  std::string_view bare = source;
  if (bare.size() > 2 && bare.front() == '"' && bare.back() == '"') bare = bare.substr(1, bare.size() - 2);
  if (bare.size() > 1 && bare[0] == '$' && is_assignment(std::string(bare.substr(1)) + "=")) {
    std::string value = value_of(bare.substr(1));
    if (!value.empty()) return value;
  }
  std::string out;
  char quote = 0;
  for (size_t i = 0; i < source.size(); ++i) {
    const char c = source[i];
    if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"') && (i == 0 || source[i - 1] != '$')) {
      quote = c;
    } else if (c == '\\' && quote != '\'' && i + 1 < source.size()) {
      // A line that goes on: at the end of a word it is read, inside one it is left standing.
      if (source[i + 1] == '\n' && i + 2 == source.size()) break;
      if (source[i + 1] == '\n') out += c;
      out += source[++i];
    } else {
      out += c;
    }
  }
  return out;
}

// The source of the command, without and with the assignments in front. Nothing when it begins with words that vanished ($x).
std::vector<std::string> RuntimeView::as_written(const shell::Invocation& invocation, shell::ByteRange words) const {
  std::vector<std::string> out{std::string(text_.substr(words.begin, words.end - words.begin))};
  if (invocation.range.begin >= words.begin) return out;
  const std::string_view front = text_.substr(invocation.range.begin, words.begin - invocation.range.begin);
  if (front[0] == '$' || front[0] == '"' || front.find(" $") != std::string_view::npos || front.find(" \"$") != std::string_view::npos) return {};
  if (is_assignment(front)) out.push_back(std::string(front) + out[0]);
  return out;
}

std::vector<std::string> RuntimeView::texts_of(const shell::Invocation& invocation) const {
  const bool called = std::all_of(invocation.via.begin(), invocation.via.end(), [](const std::string& via) { return via.starts_with("function "); });
  if (!called) return {};
  Words words;
  shell::ByteRange last, whole = invocation.argv[0].range;
  for (const shell::Word& word : invocation.argv) {
    if (word.range.end <= word.range.begin || word.range.end > text_.size()) return {};
    if (!words.empty() && word.range == last) continue;  // one written word became several
    last = word.range;
    whole.end = std::max(whole.end, last.end);
    words.push_back(decode(text_.substr(last.begin, last.end - last.begin)));
  }
  std::vector<std::string> out = as_written(invocation, whole);
  if (out.empty()) return out;
  const auto add = [&] {
    for (std::string& text : deny_guard::texts_of(words)) out.push_back(std::move(text));
  };
  add();
  std::vector<std::string> inner;
  bool peeled = false;
  for (bool more = true; more && !words.empty();) {
    more = path::base_name(words[0]) != "xargs";  // what xargs starts is not looked into any further
    if (!peel(words, inner)) break;
    peeled = true;
  }
  if (peeled) add();
  std::move(inner.begin(), inner.end(), std::back_inserter(out));
  return out;
}

bool sees_more(std::string_view version) {
  const uint64_t number = settings::version_number(version);
  return number == 0 || number >= settings::version_number(kSeesMore);
}

// Written as it runs: no quotes, no path, single blanks, nothing but assignments in front.
bool RuntimeView::is_plain(const shell::Invocation& invocation) const {
  if (!invocation.via.empty() || is_inside(invocation)) return false;
  const std::string program = invocation.argv[0].text();
  if (program == "time" || program.find('/') != std::string::npos || program.ends_with(".exe")) return false;
  uint32_t end = invocation.argv[0].range.begin;
  if (invocation.range.begin < end && text_.substr(invocation.range.begin, end - invocation.range.begin).find_first_of("$`<>'\"\\") != std::string_view::npos) return false;
  if (text::trim(text_.substr(0, end)).ends_with(" -p")) return false;  // time -p
  for (size_t i = 0; i < invocation.argv.size(); ++i) {
    const shell::ByteRange range = invocation.argv[i].range;
    if (range.end > text_.size() || range.begin > range.end || range.begin != end + (i == 0 ? 0 : 1)) return false;
    if (i > 0 && text_[end] != ' ') return false;
    if (!invocation.argv[i].is_static() || !invocation.argv[i].is(text_.substr(range.begin, range.end - range.begin))) return false;
    end = range.end;
  }
  return true;
}

bool RuntimeView::is_inside(const shell::Invocation& invocation) const {
  if (!inside_) {
    inside_.emplace();
    const shell::Tree tree = shell::parse(text_);
    hide(&tree.root, *inside_);
  }
  return std::any_of(inside_->begin(), inside_->end(), [&](const shell::ByteRange& range) {
    return range.begin <= invocation.argv[0].range.begin && invocation.argv[0].range.end <= range.end;
  });
}

bool RuntimeView::hidden_from_ask(const shell::Invocation& invocation) const {
  if (!invocation.via.empty()) return true;
  for (size_t i = 1; i < invocation.argv.size(); ++i) {
    const shell::ByteRange before = invocation.argv[i - 1].range, after = invocation.argv[i].range;
    // git > out push
    if (before.end < after.begin && text_.substr(before.end, after.begin - before.end).find_first_of("<>") != std::string_view::npos) return true;
  }
  return is_inside(invocation);
}

bool RuntimeView::catches(const PlacedRule& rule) const {
  if (rule.rule.catches_everything()) return true;
  if (old_ && rule.rule.source().find(":* ") != std::string::npos) return false;  // read differently then
  for (const shell::Invocation& invocation : walked_->invocations) {
    if (old_ && !is_plain(invocation)) continue;
    const std::vector<std::string> texts = texts_of(invocation);
    const bool matched = std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
      return (text.find("  ") == std::string::npos || rule.rule.is_plain()) && rule.rule.match(text) == settings::Match::kYes;
    });
    if (matched && (rule.denies || !hidden_from_ask(invocation))) return true;
  }
  return false;
}

}  // namespace cordon::deny_guard
