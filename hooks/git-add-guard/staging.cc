// SPDX-License-Identifier: Apache-2.0
#include "hooks/git-add-guard/staging.h"

#include <algorithm>

#include "hooks/git-add-guard/tables.h"

namespace cordon::git_add_guard {
namespace {

using shell::InputKind;
using shell::Invocation;
using shell::Word;

// "a\tb" in quotes, as git writes and reads it in lists of paths.
std::string unquote(std::string_view line) {
  if (line.size() < 2 || line.front() != '"' || line.back() != '"') return std::string(line);
  line = line.substr(1, line.size() - 2);
  std::string out;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\' || i + 1 >= line.size()) {
      out += line[i];
      continue;
    }
    const char c = line[++i];
    if (c >= '0' && c <= '3' && i + 2 < line.size()) {
      out += static_cast<char>((c - '0') * 64 + (line[i + 1] - '0') * 8 + (line[i + 2] - '0'));
      i += 2;
    } else {
      constexpr std::string_view kLetters = "abfnrtv", kBytes = "\a\b\f\n\r\t\v";
      const size_t at = kLetters.find(c);
      out += at == std::string_view::npos ? c : kBytes[at];
    }
  }
  return out;
}

void add_lines(Staging& out, std::string_view text, bool nul) {
  while (!text.empty()) {
    const size_t end = text.find(nul ? '\0' : '\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    if (!nul && line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) out.listed.push_back(nul ? std::string(line) : unquote(line));
  }
}

// Paths from standard input: known text, or open.
void add_input(Staging& out, const Invocation& invocation, bool nul) {
  const shell::Input& input = invocation.input;
  if (input.has_text && input.text.is_static()) return add_lines(out, input.text.text(), nul);
  if (input.kind == InputKind::kFile && !input.has_text) {
    for (const shell::Redirect& redirect : invocation.redirects) {
      if (redirect.op == shell::RedirectOp::kRead && redirect.target.is("/dev/null")) return;
    }
  }
  out.open = true;
  out.doubt = invocation.range;
}

void add_from_file(Staging& out, const Parsed& parsed, const Invocation& invocation) {
  const Given* file = parsed.last(Id::kFromFile);
  if (file == nullptr || file->negated) return;
  if (file->value.is("-")) return add_input(out, invocation, parsed.has(Id::kFileNul));
  out.open = true;
  out.doubt = invocation.range;
}

Staging common(Action action, const Parsed& parsed, const Invocation& invocation) {
  Staging out;
  out.action = action;
  out.paths = parsed.operands;
  out.unsure = parsed.unsure;
  out.doubt = parsed.unsure ? parsed.doubt : invocation.range;
  add_from_file(out, parsed, invocation);
  out.open = out.open || invocation.args_open;
  return out;
}

// Answers to questions come from a person unless something is piped in or an editor is named beforehand.
bool answers_given(const GitCommand& command, bool edits) {
  const shell::Input& input = command.invocation->input;
  if (edits && command.editor_set) return true;
  if (input.kind == InputKind::kInherited) return false;
  if (input.kind != InputKind::kFile) return true;
  for (const shell::Redirect& redirect : command.invocation->redirects) {
    if (redirect.op == shell::RedirectOp::kRead) return !redirect.target.is("/dev/null") && !redirect.target.is("/dev/tty");
  }
  return true;
}

std::optional<Staging> interactive(Action action, const GitCommand& command, const Parsed& parsed, bool edits) {
  if (!answers_given(command, edits)) return std::nullopt;
  Staging out = common(action, parsed, *command.invocation);
  out.answers_given = out.tracked_only = true;
  return out;
}

bool nothing_named(const Staging& staging) { return staging.paths.empty() && staging.listed.empty(); }

std::optional<Staging> add(const GitCommand& command) {
  const Parsed parsed = parse_options(kAddOptions, command.arguments);
  if (parsed.refused || parsed.has(Id::kDryRun) || parsed.has(Id::kRefresh)) return std::nullopt;
  const bool edits = parsed.has(Id::kEdit);
  if (edits || parsed.has(Id::kInteractive)) return interactive(Action::kAdd, command, parsed, edits);
  bool all = false;
  for (const Given& given : parsed.options) {
    if (given.id == Id::kAll) all = !given.negated;
    if (given.id == Id::kIgnoreRemoval) all = given.negated;
  }
  const bool update = parsed.has(Id::kUpdate);
  if (all && update) return std::nullopt;
  Staging out = common(Action::kAdd, parsed, *command.invocation);
  out.tracked_only = update || parsed.has(Id::kRenormalize);
  out.skips_ignored = !parsed.has(Id::kForce) && !parsed.unsure;
  // xargs runs the command once even when it reads nothing: -A counts then.
  out.whole = nothing_named(out) && (all || update) && parsed.last(Id::kFromFile) == nullptr;
  if (!out.whole && nothing_named(out) && !out.open && !out.unsure) return std::nullopt;
  return out;
}

std::optional<Staging> commit(const GitCommand& command) {
  const Parsed parsed = parse_options(kCommitOptions, command.arguments);
  if (parsed.refused || parsed.has(Id::kDryRun)) return std::nullopt;
  if (parsed.has(Id::kInteractive)) return interactive(Action::kCommit, command, parsed, false);
  Staging out = common(Action::kCommit, parsed, *command.invocation);
  out.tracked_only = true;
  out.whole = parsed.has(Id::kAll);
  if (!out.whole && nothing_named(out) && !out.open && !out.unsure) return std::nullopt;
  return out;
}

// push is understood when the first word is an option; the other sub-commands read nothing from the work tree.
std::optional<Staging> stash(const GitCommand& command) {
  std::vector<Word> arguments = command.arguments;
  bool saves = false;
  if (!arguments.empty() && !arguments[0].literal_prefix().starts_with('-')) {
    if (!arguments[0].is_static()) {
      if (!arguments[0].splits()) return std::nullopt;
    } else if (!arguments[0].is("push") && !arguments[0].is("save")) {
      return std::nullopt;
    } else {
      saves = arguments[0].is("save");
      arguments.erase(arguments.begin());
    }
  }
  const Parsed parsed = parse_options(kStashOptions, arguments);
  if (parsed.refused || parsed.has(Id::kInteractive)) return std::nullopt;
  const bool untracked = parsed.has(Id::kUntracked) || parsed.has(Id::kAll);
  if (!untracked && !parsed.unsure) return std::nullopt;
  Staging out = common(Action::kStash, parsed, *command.invocation);
  if (saves) out.paths.clear();
  out.skips_ignored = !parsed.has(Id::kAll) && !parsed.unsure;
  out.whole = untracked && nothing_named(out) && !out.open;
  return out;
}

std::optional<Staging> update_index(const GitCommand& command) {
  const Parsed parsed = parse_options(kUpdateIndexOptions, command.arguments);
  if (parsed.has(Id::kNothingElse)) return std::nullopt;
  Staging out = common(Action::kUpdateIndex, parsed, *command.invocation);
  out.tracked_only = !parsed.has(Id::kAddFiles);
  if (parsed.has(Id::kStandardInput)) add_input(out, *command.invocation, false);
  if (nothing_named(out) && !out.open && !out.unsure) return std::nullopt;
  return out;
}

struct SubCommand {
  std::string_view name;
  std::optional<Staging> (*read)(const GitCommand&);
};
constexpr SubCommand kSubCommands[] = {
    {"add", add}, {"stage", add}, {"commit", commit}, {"stash", stash}, {"update-index", update_index}};

}  // namespace

std::optional<Staging> staging_of(const GitCommand& command) {
  for (const SubCommand& known : kSubCommands) {
    if (known.name == command.subcommand) return known.read(command);
  }
  return std::nullopt;
}

}  // namespace cordon::git_add_guard
