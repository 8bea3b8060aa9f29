// SPDX-License-Identifier: Apache-2.0
#include "hooks/git-add-guard/examine.h"

#include <algorithm>

#include "hooks/git-add-guard/git_command.h"
#include "hooks/git-add-guard/opaque.h"
#include "hooks/git-add-guard/reach.h"
#include "shared/base/path.h"
#include "shared/embedded/embedded.h"
#include "shared/git/repository.h"
#include "shared/shell/opaque_text.h"

namespace cordon::git_add_guard {
namespace {

using payload::Verdict;
using shell::Certainty;
using shell::Invocation;
using shell::WalkResult;

Finding possible(Cause cause, std::string detail, shell::ByteRange range) { return {Verdict::kAsk, cause, false, Action::kAdd, std::move(detail), range}; }

// The value of a variable that the command will see as we do; of all others nothing is assumed.
std::optional<std::string> environment_value(World& world, std::string_view name) {
  if (name != "CLAUDE_PROJECT_DIR" && name != "HOME") return std::nullopt;
  return world.env_set(name == "HOME" ? "HOME" : "CLAUDE_PROJECT_DIR");
}

// Aliases of the repository the text starts in and of the user; read when the walk meets a sub-command it does not know.
std::optional<std::string> alias_value(World& world, const Session& session, std::string_view name) {
  const auto repository = git::discover(world, session.start_dir);
  return git::find_alias(world, repository ? &*repository : nullptr, name).value;
}

class Examiner {
 public:
  Examiner(const WalkResult& walked, const Scene& scene) : walked_(walked), scene_(scene) {}

  Examined run() {
    // A function nobody is seen to call may still be called through a word that is not known.
    unknown_calls_ = std::any_of(walked_.invocations.begin(), walked_.invocations.end(),
                                 [](const Invocation& it) { return it.certainty != Certainty::kNotCalled && !it.argv[0].is_static() && it.argv[0].splits(); });
    for (const Invocation& invocation : walked_.invocations) look_at(invocation);
    return std::move(out_);
  }

 private:
  void add(Finding finding, const Invocation& invocation) {
    if (invocation.certainty == Certainty::kNotCalled) {
      if (!unknown_calls_) return;
      finding.verdict = Verdict::kAsk;
    }
    out_.findings.push_back(std::move(finding));
  }

  void look_at(const Invocation& invocation) {
    const Program program = program_of(invocation);
    if (program == Program::kPerhaps) return look_at_unknown(invocation);
    if (interpreter_may_stage(invocation)) add(possible(Cause::kOpaque, "text of '" + invocation.argv[0].text() + "'", invocation.range), invocation);
    if (program != Program::kGit) return;
    const GitCommand command = read_git(invocation);
    if (!out_.findings.empty()) out_.after.push_back(invocation.range);
    if (command.unknown_word || (command.subcommand.empty() && invocation.args_open)) return look_at_unknown_subcommand(command);
    if (const auto staging = staging_of(command)) {
      if (auto found = judge(command, *staging, scene_)) add(std::move(*found), invocation);
    }
  }

  bool stages_everything(const GitCommand& command) {
    const auto staging = staging_of(command);
    if (!staging) return false;
    const auto found = judge(command, *staging, scene_);
    return found && !found->explicit_only;
  }

  // The rest of the words if the unknown part were `add`: only options and blanket paths make that likely.
  bool blanket_if_add(GitCommand command, std::vector<shell::Word> arguments) {
    command.subcommand = "add";
    command.unknown_word.reset();
    for (const shell::Word& word : arguments) {
      if (is_plain_path(word) && !word.literal_prefix().starts_with('-')) return false;
      if (word.has_unknown() && !word.splits()) return false;
    }
    command.arguments = std::move(arguments);
    return stages_everything(command);
  }

  // git $sub, git $(echo add) -A
  void look_at_unknown_subcommand(const GitCommand& command) {
    const Invocation& invocation = *command.invocation;
    const bool alone = command.arguments.empty();
    const bool splits = !command.unknown_word || command.unknown_word->splits();
    if (command.unknown_word && !may_stage(*command.unknown_word)) return;
    if (alone ? splits || invocation.args_open : blanket_if_add(command, command.arguments)) {
      add(possible(Cause::kUnknownCommand, {}, invocation.range), invocation);
    }
  }

  static bool may_stage(const shell::Word& word) {
    for (const std::string_view name : {"add", "stage", "commit", "stash", "update-index"}) {
      if (word.may_be(name)) return true;
    }
    return word.splits();
  }

  // $cmd, "$tool" add -A, git${IFS}add
  void look_at_unknown(const Invocation& invocation) {
    const shell::Word& word = invocation.argv[0];
    if (word.splits() && invocation.argv.size() == 1) {
      if (!is_text_of_opaque(invocation)) add(possible(Cause::kUnknownCommand, {}, invocation.range), invocation);
      return;
    }
    GitCommand command = read_git(invocation);
    std::vector<shell::Word> arguments(invocation.argv.begin() + 1, invocation.argv.end());
    const bool as_git = command.unknown_word ? blanket_if_add(command, command.arguments) : stages_everything(command);
    if (as_git || (word.splits() && blanket_if_add(command, std::move(arguments)))) add(possible(Cause::kUnknownCommand, {}, invocation.range), invocation);
  }

  // eval "$x" is both an opaque text and the unknown command that it holds: the former decides.
  bool is_text_of_opaque(const Invocation& invocation) const {
    return !invocation.via.empty() &&
           std::any_of(walked_.opaque.begin(), walked_.opaque.end(), [&](const shell::Opaque& opaque) { return opaque.range == invocation.range; });
  }

  const WalkResult& walked_;
  const Scene& scene_;
  bool unknown_calls_ = false;
  Examined out_;
};

// `shopt -s dotglob`, GLOBIGNORE=x
bool sets_dot_glob(const WalkResult& walked) {
  for (const Invocation& invocation : walked.invocations) {
    if (invocation.find_env("GLOBIGNORE") != nullptr) return true;
    if (!invocation.argv[0].is("shopt") || invocation.argv.size() < 3 || !invocation.argv[1].is("-s")) continue;
    if (std::any_of(invocation.argv.begin() + 2, invocation.argv.end(), [](const shell::Word& word) { return word.is("dotglob"); })) return true;
  }
  return false;
}

// Names that read, mapfile, printf -v and loops over unknown words fill.
FilledNames filled_names(const WalkResult& walked) {
  FilledNames out = walked.data_names;
  for (const Invocation& invocation : walked.invocations) {
    const auto& argv = invocation.argv;
    const bool prints = argv[0].is("printf") && argv.size() > 2 && argv[1].is("-v");
    if (prints) out.push_back(argv[2].text());
    if (!argv[0].is("read") && !argv[0].is("mapfile") && !argv[0].is("readarray")) continue;
    for (size_t i = 1; i < argv.size(); ++i) {
      if (argv[i].is_static() && !argv[i].text().starts_with('-')) out.push_back(argv[i].text());
    }
  }
  return out;
}

// Texts in other languages (python -c, vim -c '!…', ssh localhost) may run what they hold.
void find_embedded(const WalkResult& walked, const shell::WalkOptions& options, const Scene& scene, int depth, const shell::ByteRange* holder, Examined& out) {
  constexpr int kDepth = 2;
  constexpr size_t kMostFindings = 16;
  if (depth >= kDepth) return;
  for (const Invocation& invocation : walked.invocations) {
    if (invocation.certainty == Certainty::kNotCalled) continue;
    for (const embedded::EmbeddedText& text : embedded::embedded_texts(invocation)) {
      if (out.findings.size() > kMostFindings) return;
      shell::WalkOptions inner = options;
      inner.dialect = shell::Dialect::kPosix;
      const bool remote = text.via.starts_with("ssh");  // begins at home, where there is nothing to add, not here
      if (remote && text.text.find("cd ") == std::string::npos && text.text.find("-C") == std::string::npos && text.text.find("GIT_") == std::string::npos) continue;
      const WalkResult result = shell::walk(remote ? "cd\n" + text.text : text.text, inner);
      const shell::ByteRange range = holder != nullptr ? *holder : invocation.range;
      for (const Finding& found : Examiner(result, scene).run().findings) {
        Finding finding = possible(Cause::kOpaque, "text of '" + text.via + "'", range);
        finding.explicit_only = found.explicit_only;
        out.findings.push_back(std::move(finding));
      }
      find_embedded(result, options, scene, depth + 1, &range, out);
    }
  }
}

}  // namespace

Examined examine(std::string_view text, shell::Dialect dialect, const Session& session, World& world) {
  shell::WalkOptions options;
  options.dialect = dialect;
  options.start_dir = session.start_dir;
  options.loop_patterns = true;
  options.home = world.env_set("HOME").value_or("");
  options.variable = [&world](std::string_view name) { return environment_value(world, name); };
  options.git_alias = [&world, &session](std::string_view name) { return alias_value(world, session, name); };
  const WalkResult walked = shell::walk(text, options);
  const Scene scene{session, world, sets_dot_glob(walked), filled_names(walked)};
  Examined out = Examiner(walked, scene).run();
  for (const shell::Opaque& opaque : walked.opaque) {
    // PowerShell runs nothing of a text with an error; whether there is one the reader may be wrong about.
    const bool unread = opaque.reason.starts_with("not understood as PowerShell");
    if (unread ? powershell_may_stage(text) : shell::may_hide_commands(opaque, walked)) out.findings.push_back(possible(Cause::kOpaque, opaque.reason, opaque.range));
  }
  find_embedded(walked, options, scene, 0, nullptr, out);
  return out;
}

}  // namespace cordon::git_add_guard
