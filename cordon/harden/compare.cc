// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cordon/harden/profile.h"
#include "cordon/install_wiring.h"
#include "shared/json/json.h"

namespace cordon::harden {
namespace {

struct Judge {
  const Profile& profile;
  const settings::Effective& effective;
  const settings::Config& config;
  const CompareOptions& options;
  std::vector<Finding> findings;

  std::string command() const { return fmt::format("cordon harden {}{} --apply", profile.name, options.dont_ask ? " --dont-ask" : ""); }
};

std::string place_of(const settings::EffectiveValue& value) {
  return value.line == 0 ? value.path : fmt::format("{}:{}:{}", value.path, value.line, value.column);
}

Json parsed(const std::string& text) { return Json::parse(text, nullptr, false); }

bool accepts(const Entry& entry, const Json& value) {
  return value == entry.values[0] || std::find(entry.accepted.begin(), entry.accepted.end(), value) != entry.accepted.end();
}

void judge_required(Judge& judge, const Entry& entry) {
  Finding finding{&entry, Finding::Kind::kMissing, entry.values[0].dump(), "", "", judge.command()};
  if (entry.of_cordon) {
    const std::string word = config_word(judge.config, entry.key);
    if (accepts(entry, word)) return;
    finding.kind = Finding::Kind::kWeaker;
    finding.value = Json(word).dump();
    finding.message = fmt::format("{} of cordon.toml is {}, not {}", entry.key, finding.value, entry.values[0].dump());
    return judge.findings.push_back(std::move(finding));
  }
  const auto value = judge.effective.find(entry.key);
  if (value && accepts(entry, parsed(value->value))) return;
  if (value) {
    finding.kind = Finding::Kind::kWeaker;
    finding.value = value->value;
    finding.place = place_of(*value);
    finding.message = fmt::format("{} is {}, not {}", entry.key, value->value, entry.values[0].dump());
    // harden writes one file; another one with a higher rank stays
    if (value->scope != settings::Scope::kUser) finding.remedy += fmt::format(", then see {}", finding.place);
  } else {
    finding.message = fmt::format("{} is not {}: no file sets it", entry.key, entry.values[0].dump());
  }
  judge.findings.push_back(std::move(finding));
}

void judge_list(Judge& judge, const Entry& entry) {
  const auto value = judge.effective.find(entry.key);
  const Json present = value ? parsed(value->value) : Json::array();
  Json missing = Json::array();
  for (const Json& wanted : entry.values) {
    const auto same = [&](const Json& item) { return same_value(item, wanted); };
    if (!present.is_array() || std::none_of(present.begin(), present.end(), same)) missing.push_back(wanted);
  }
  if (missing.empty()) return;
  const std::string more = missing.size() > 1 ? fmt::format(" (and {} more)", missing.size() - 1) : "";
  judge.findings.push_back({&entry, Finding::Kind::kMissing, missing.dump(), "", fmt::format("{} lacks {}{}", entry.key, missing[0].dump(), more), judge.command()});
}

void judge_never(Judge& judge, const Entry& entry) {
  for (const settings::EffectiveValue& statement : judge.effective.statements(entry.key)) {
    if (!statement.honoured) continue;
    const Json value = parsed(statement.value);
    for (const Json& never : entry.values) {
      const bool listed = value.is_array() && std::find(value.begin(), value.end(), never) != value.end();
      if (!listed && value != never) continue;
      const std::string place = place_of(statement);
      judge.findings.push_back({&entry, Finding::Kind::kWeaker, never.dump(), place,
                                fmt::format("{} {} {}", entry.key, listed ? "holds" : "is", never.dump()),
                                fmt::format("take it out of {} by hand: harden removes nothing of yours", place)});
    }
    if (!value.is_array()) return;  // a lower file's word does not count
  }
}

// The programs of ours that are wired in `groups`, with "onFailure":"block" where `strict`.
bool is_wired(const json::Value& groups, std::string_view program, bool strict) {
  for (const json::Value& group : groups.items) {
    const json::Value* hooks = group.find("hooks");
    if (hooks == nullptr) continue;
    for (const json::Value& hook : hooks->items) {
      const json::Value* on_failure = hook.find("onFailure");
      if (command::own_hook(hook) == program && (!strict || (on_failure != nullptr && on_failure->string == "block"))) return true;
    }
  }
  return false;
}

void judge_guards(Judge& judge, const Entry& entry) {
  const auto value = judge.effective.find(entry.key);
  auto groups = json::parse(value ? value->value : "[]");
  if (!groups) return;
  Json missing = Json::array();
  bool weaker = true;
  for (const Json& program : entry.values) {
    const auto name = program.get<std::string>();
    if (is_wired(groups->root, name, true)) continue;
    missing.push_back(program);
    weaker = weaker && is_wired(groups->root, name, false);
  }
  if (missing.empty()) return;
  const auto kind = weaker ? Finding::Kind::kWeaker : Finding::Kind::kMissing;
  const char* what = weaker ? "wired without \"onFailure\":\"block\"" : "not wired";
  judge.findings.push_back({&entry, kind, missing.dump(), value ? place_of(*value) : "", fmt::format("{} {}", missing[0].get<std::string>(), what), "cordon install --strict --yes"});
}

}  // namespace

std::string config_word(const settings::Config& config, std::string_view key) {
  using namespace settings;
  if (key == "bypass_warn.on_bypass") return config.on_bypass == OnBypass::kAsk ? "ask" : config.on_bypass == OnBypass::kWarn ? "warn" : "deny";
  if (key == "git_add_guard.mode") return config.add_guard == AddGuardMode::kMasks ? "masks" : config.add_guard == AddGuardMode::kOff ? "off" : "explicit";
  if (key == "deny_guard.mode") return config.deny_guard == DenyGuardMode::kOn ? "on" : "off";
  if (key == "protected_paths.on_touch") return config.on_touch == OnTouch::kAsk ? "ask" : "deny";
  if (key == "protected_paths.outside") return config.outside == Outside::kAllow ? "allow" : "deny";
  if (key == "posture_watch.on_loosen") return config.on_loosen == OnLoosen::kAuto ? "auto" : config.on_loosen == OnLoosen::kWarn ? "warn" : "block";
  return "";
}

std::vector<Finding> compare(const Profile& profile, const settings::Effective& effective, const settings::Config& config, const CompareOptions& options) {
  Judge judge{profile, effective, config, options, {}};
  for (const Entry& entry : profile.entries) {
    if (!applies(entry, options)) continue;
    switch (entry.need) {
      case Need::kRequire: judge_required(judge, entry); break;
      case Need::kAdd: judge_list(judge, entry); break;
      case Need::kNever: judge_never(judge, entry); break;
      case Need::kGuards: judge_guards(judge, entry); break;
      case Need::kPrefer:
      case Need::kGrant: break;
    }
  }
  return std::move(judge.findings);
}

}  // namespace cordon::harden
