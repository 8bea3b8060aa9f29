// SPDX-License-Identifier: Apache-2.0
#include "hooks/deny-guard/examine.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "hooks/deny-guard/runtime_view.h"
#include "hooks/deny-guard/spelling.h"
#include "shared/embedded/embedded.h"
#include "shared/git/config.h"
#include "shared/git/repository.h"
#include "shared/hook/runtime_shell.h"
#include "shared/shell/opaque_text.h"

namespace cordon::deny_guard {
namespace {

using payload::Verdict;
using settings::Match;
using shell::Certainty;
using shell::Invocation;
using shell::WalkResult;

constexpr int kDepth = 3;           // python in make in ssh
constexpr size_t kMaxInner = 200;   // texts inside other languages

// All of the command is one word nobody knows: $cmd, "$@". $dir/run.sh is a file.
bool is_unknown_text(const Invocation& invocation) {
  const auto names_file = [](const shell::Piece& piece) { return piece.kind == shell::PieceKind::kLiteral && piece.text.find('/') != std::string::npos; };
  if (!invocation.argv.empty() && std::any_of(invocation.argv[0].pieces.begin(), invocation.argv[0].pieces.end(), names_file)) return false;
  return invocation.argv.size() == 1 && invocation.argv[0].splits() && invocation.argv[0].literal_prefix().empty() && !invocation.argv[0].has_glob();
}

// "$cmd" push may be git push; "$editor" file is not taken for every program there is a rule for.
bool may_be_program(const Invocation& invocation, const settings::BashRule& rule) {
  return !rule.second_word().empty() && invocation.argv.size() > 1 && invocation.argv[1].is(rule.second_word());
}

// What `git -c alias.p=push p` turns into, without the settings in front: as git was told to run it, and nowhere written so.
Match match_alias(const Invocation& invocation, const settings::BashRule& rule) {
  const auto is_alias = [](const std::string& step) { return step.starts_with("git alias "); };
  if (std::none_of(invocation.via.begin(), invocation.via.end(), is_alias)) return Match::kNo;
  Invocation plain = invocation;
  while (plain.argv.size() > 3 && plain.argv[1].is("-c")) plain.argv.erase(plain.argv.begin() + 1, plain.argv.begin() + 3);
  Match best = Match::kNo;
  for (const std::string& text : texts_of(plain)) best = std::max(best, rule.match(text));
  return best;
}

Match match(const Invocation& invocation, const settings::BashRule& rule) {
  Match best = match_alias(invocation, rule);
  for (const std::string& text : texts_of(invocation)) best = std::max(best, rule.match(text));
  if (best == Match::kMaybe && !invocation.argv[0].is_static() && !invocation.argv[0].has_glob() && !may_be_program(invocation, rule)) return Match::kNo;
  return best;
}

std::string shown(const Invocation& invocation) {
  std::string out;
  for (const shell::Word& word : invocation.argv) out += (out.empty() ? "" : " ") + word.text();
  return out;
}

std::string joined(const std::vector<std::string>& via) {
  std::string out;
  for (const std::string& step : via) out += (out.empty() ? "" : ", ") + step;
  return out;
}

// A word whose text is not the one that is written may be one the runtime reads differently.
bool is_spelled_out(const Invocation& invocation, std::string_view text) {
  return std::all_of(invocation.argv.begin(), invocation.argv.end(), [&](const shell::Word& word) {
    return word.is_static() && word.range.end <= text.size() && word.is(text.substr(word.range.begin, word.range.end - word.range.begin));
  });
}

}  // namespace

Examination::Examination(std::string_view text, std::string_view cwd, World& world) : text_(text) {
  options_.dialect = hook::runtime_shell(world);
  options_.start_dir = cwd;
  options_.home = world.env_set("HOME").value_or("");
  options_.variable = [&world](std::string_view name) -> std::optional<std::string> {
    if (name != "HOME" && name != "CLAUDE_PROJECT_DIR") return std::nullopt;
    return world.env_set(name == "HOME" ? "HOME" : "CLAUDE_PROJECT_DIR");
  };
  options_.git_alias = [&world, start = std::string(cwd)](std::string_view name) {
    const auto repository = git::discover(world, start);
    return git::find_alias(world, repository ? &*repository : nullptr, name).value;
  };
  walked_ = shell::walk(text, options_);
  enter(walked_, nullptr, 0);
  hidden_ = !inner_.empty() || !walked_.opaque.empty() ||
            std::any_of(walked_.invocations.begin(), walked_.invocations.end(), [&](const Invocation& it) { return !it.via.empty() || !is_spelled_out(it, text_); });
  // Ask rules are not looked for in $(…), (…) and functions (measured).
  hidden_ = hidden_ || text_.find_first_of("(`") != std::string_view::npos;
}

bool Examination::nothing_hidden(std::string_view version) const { return !hidden_ && sees_more(version); }

void Examination::enter(const WalkResult& walked, const shell::ByteRange* range, int depth) {
  if (depth >= kDepth) return;
  for (const Invocation& invocation : walked.invocations) {
    if (invocation.certainty == Certainty::kNotCalled) continue;
    for (embedded::EmbeddedText& found : embedded::embedded_texts(invocation)) {
      if (inner_.size() >= kMaxInner) return;
      shell::WalkOptions options;
      options.dialect = shell::Dialect::kPosix;
      options.home = options_.home;
      options.git_alias = options_.git_alias;
      const shell::ByteRange holder = range != nullptr ? *range : invocation.range;
      WalkResult result = shell::walk(found.text, options);
      inner_.push_back({result, std::move(found.via), holder});
      enter(result, &holder, depth + 1);
    }
  }
}

void Examination::judge_walk(const WalkResult& walked, const Inner* inner, const std::vector<PlacedRule>& rules, std::vector<Hit>& out) const {
  for (const Invocation& invocation : walked.invocations) {
    if (invocation.certainty == Certainty::kNotCalled) continue;
    for (const PlacedRule& rule : rules) {
      const Match matched = match(invocation, rule.rule);
      if (matched == Match::kNo) continue;
      Hit hit;
      hit.verdict = matched == Match::kYes && rule.denies ? Verdict::kDeny : Verdict::kAsk;
      hit.rule = &rule;
      hit.command = shown(invocation);
      hit.via = joined(invocation.via);
      if (inner != nullptr) hit.via = inner->via + (hit.via.empty() ? "" : ", ") + hit.via;
      hit.sure = matched == Match::kYes;
      hit.range = inner != nullptr ? inner->range : invocation.range;
      out.push_back(std::move(hit));
      if (out.back().verdict == Verdict::kDeny) break;
    }
  }
}

void Examination::judge_opaque(const WalkResult& walked, const Inner* inner, const std::vector<PlacedRule>& rules, std::vector<Hit>& out) const {
  if (rules.empty()) return;
  const auto unseen = [&](std::string why, shell::ByteRange range) { out.push_back({Verdict::kAsk, nullptr, std::move(why), {}, false, inner != nullptr ? inner->range : range}); };
  for (const shell::Opaque& opaque : walked.opaque) {
    if (shell::may_hide_commands(opaque, walked)) unseen(opaque.reason, opaque.range);
  }
  for (const Invocation& invocation : walked.invocations) {
    if (invocation.certainty == Certainty::kNotCalled || !is_unknown_text(invocation)) continue;
    // eval "$x" is an opaque text already.
    if (invocation.via.empty()) unseen("what '" + invocation.argv[0].text() + "' stands for is not known", invocation.range);
  }
}

std::vector<Hit> Examination::judge(const std::vector<PlacedRule>& rules, std::string_view version) const {
  std::vector<Hit> out;
  const RuntimeView runtime(text_, walked_, version);
  std::vector<PlacedRule> open;  // those the runtime does not apply to this call itself
  std::vector<const PlacedRule*> origin;
  for (const PlacedRule& rule : rules) {
    const bool caught = runtime.catches(rule);
    if (caught && rule.denies) return {};
    if (caught) continue;
    open.push_back(rule);
    origin.push_back(&rule);
  }
  judge_walk(walked_, nullptr, open, out);
  for (const Inner& inner : inner_) judge_walk(inner.walked, &inner, open, out);
  judge_opaque(walked_, nullptr, open, out);
  for (const Inner& inner : inner_) judge_opaque(inner.walked, &inner, open, out);
  for (Hit& hit : out) {
    if (hit.rule != nullptr) hit.rule = origin[static_cast<size_t>(hit.rule - open.data())];
  }
  return out;
}

}  // namespace cordon::deny_guard
