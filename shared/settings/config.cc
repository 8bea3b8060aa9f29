// SPDX-License-Identifier: Apache-2.0
#include "shared/settings/config.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>

#include "shared/base/path.h"
#include "shared/settings/layout.h"
#include "shared/settings/toml_plus_plus.h"

namespace cordon::settings {
namespace {

constexpr size_t kMaxConfigBytes = 256 * 1024;

template <class T>
struct Choice {
  std::string_view name;
  T value;
};

// Reads one file into a Config. From a project's file only what is tighter is taken; enumerations are ordered by that.
class Loader {
 public:
  Loader(Config& config, std::string file, bool from_user) : config_(config), file_(std::move(file)), from_user_(from_user) {}

  void run(World& world) {
    const FileText text = world.read_file(file_, kMaxConfigBytes);
    if (!text) {
      if (text.error().fault != ReadFault::kAbsent) report(text.error().text(), {});
      return;
    }
    read(*text);
  }

  void read(std::string_view text) {
    const toml::parse_result parsed = toml::parse(text);
    if (!parsed) return report(lower_sentence(parsed.error().description()), parsed.error().source());
    for (const auto& [key, node] : parsed.table()) section(key.str(), node);
  }

 private:
  void report(std::string message, const toml::source_region& where) {
    config_.faults.push_back({std::move(message), file_, where.begin.line, where.begin.column});
  }

  void section(std::string_view name, const toml::node& node) {
    using Member = void (Loader::*)(std::string_view, const toml::node&);
    struct Section {
      std::string_view name;
      Member member;
    };
    constexpr Section kSections[] = {{"bypass_warn", &Loader::bypass_warn}, {"git_add_guard", &Loader::git_add_guard}, {"deny_guard", &Loader::deny_guard}, {"protected_paths", &Loader::protected_paths}, {"posture_watch", &Loader::posture_watch}, {"log", &Loader::log}, {"iso", &Loader::iso}, {"statusline", &Loader::statusline}};
    const auto* found = std::find_if(std::begin(kSections), std::end(kSections), [&](const Section& s) { return s.name == name; });
    if (found == std::end(kSections)) return report("unknown key '" + std::string(name) + "'", node.source());
    const toml::table* table = node.as_table();
    if (table == nullptr) return report("expected table for '" + std::string(name) + "'", node.source());
    section_ = name;
    for (const auto& [key, value] : *table) (this->*found->member)(key.str(), value);
  }

  std::string dotted(std::string_view key) const { return section_ + "." + std::string(key); }
  void unknown(std::string_view key, const toml::node& node) { report("unknown key '" + dotted(key) + "'", node.source()); }

  void bypass_warn(std::string_view key, const toml::node& node) {
    if (key == "on_bypass") return choose(key, node, config_.on_bypass, {{"ask", OnBypass::kAsk}, {"warn", OnBypass::kWarn}, {"deny", OnBypass::kDeny}}, tighter_bypass);
    if (key == "bell") return flag(key, node, config_.bell);
    if (key == "notify") return flag(key, node, config_.notify);
    unknown(key, node);
  }

  void git_add_guard(std::string_view key, const toml::node& node) {
    if (key == "mode") return choose(key, node, config_.add_guard, {{"masks", AddGuardMode::kMasks}, {"explicit", AddGuardMode::kExplicit}, {"off", AddGuardMode::kOff}}, tighter_mode);
    if (key == "commit_all") return choose(key, node, config_.commit_all, {{"deny", CommitAll::kDeny}, {"allow", CommitAll::kAllow}}, tighter_commit);
    if (key == "worker_guard") return flag(key, node, config_.worker_guard);
    unknown(key, node);
  }

  void deny_guard(std::string_view key, const toml::node& node) {
    if (key == "mode") return choose(key, node, config_.deny_guard, {{"on", DenyGuardMode::kOn}, {"off", DenyGuardMode::kOff}}, tighter_deny_guard);
    unknown(key, node);
  }

  void protected_paths(std::string_view key, const toml::node& node) {
    if (key == "on_touch") return choose(key, node, config_.on_touch, {{"ask", OnTouch::kAsk}, {"deny", OnTouch::kDeny}}, tighter_touch);
    if (key == "outside") return choose(key, node, config_.outside, {{"allow", Outside::kAllow}, {"deny", Outside::kDeny}}, tighter_outside);
    if (key == "paths") return add_paths(key, node);
    unknown(key, node);
  }

  void posture_watch(std::string_view key, const toml::node& node) {
    if (key == "on_loosen") return choose(key, node, config_.on_loosen, {{"auto", OnLoosen::kAuto}, {"warn", OnLoosen::kWarn}, {"block", OnLoosen::kBlock}}, tighter_loosen);
    unknown(key, node);
  }

  void log(std::string_view key, const toml::node& node) {
    if (!from_user_) return loosens(key, node);
    if (key == "enabled") return flag(key, node, config_.log);
    if (key == "max_kb") return number(key, node, config_.log_kb, 16, 1048576);
    if (key == "files") return number(key, node, config_.log_files, 1, 100);
    unknown(key, node);
  }

  template <class T>
  void number(std::string_view key, const toml::node& node, T& target, int64_t least, int64_t most) {
    const auto value = node.value_exact<int64_t>();
    if (!value || *value < least || *value > most) {
      return report("expected a whole number from " + std::to_string(least) + " to " + std::to_string(most) + " for '" + dotted(key) + "'", node.source());
    }
    target = static_cast<T>(*value);
  }

  void iso(std::string_view key, const toml::node& node) {
    if (!from_user_) return loosens(key, node);
    if (key == "allow") return words(key, node, config_.iso_allow, "name of a variable", is_variable_name);
    if (key == "groups") return words(key, node, config_.iso_groups, "one of \"proxy\", \"ca\", \"editor\"", is_iso_group);
    if (key == "banner") return flag(key, node, config_.iso_banner);
    unknown(key, node);
  }

  static bool is_variable_name(std::string_view s) {
    return s.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos && !s.empty() && (s[0] < '0' || s[0] > '9');
  }
  static bool is_iso_group(std::string_view s) { return s == "proxy" || s == "ca" || s == "editor"; }

  void words(std::string_view key, const toml::node& node, std::vector<std::string>& target, std::string_view what, bool (*fits)(std::string_view)) {
    const toml::array* array = node.as_array();
    if (array == nullptr) return report("expected list of strings for '" + dotted(key) + "'", node.source());
    for (const toml::node& item : *array) {
      const auto text = item.value_exact<std::string>();
      if (text && fits(*text)) target.push_back(*text);
      else report("expected " + std::string(what) + " in '" + dotted(key) + "'", item.source());
    }
  }

  void statusline(std::string_view key, const toml::node& node) {
    if (!from_user_) return loosens(key, node);
    add_leaves(std::string(key), node, false);
  }

  void add_leaves(const std::string& key, const toml::node& node, bool in_list) {
    if (const toml::table* table = node.as_table(); table != nullptr && !in_list) {
      for (const auto& [name, value] : *table) add_leaves(key + "." + std::string(name.str()), value, false);
      return;
    }
    if (const toml::array* array = node.as_array(); array != nullptr && !in_list && !array->empty()) {
      for (const toml::node& item : *array) add_leaves(key, item, true);
      return;
    }
    Leaf leaf{.in_list = in_list, .key = key, .text = {}, .file = file_, .line = node.source().begin.line, .column = node.source().begin.column};
    if (const auto text = node.value_exact<std::string>()) {
      leaf.kind = Leaf::Kind::kText;
      leaf.text = *text;
    } else if (const auto flag = node.value_exact<bool>()) {
      leaf.kind = Leaf::Kind::kFlag;
      leaf.flag = *flag;
    } else if (node.is_number()) {
      leaf.kind = Leaf::Kind::kNumber;
      leaf.number = node.value<double>().value_or(0);
    }
    config_.statusline.push_back(std::move(leaf));
  }

  // How tight a value is; a project's file may not go down.
  static int tighter_bypass(OnBypass v) { return v == OnBypass::kDeny ? 2 : v == OnBypass::kAsk ? 1 : 0; }
  static int tighter_mode(AddGuardMode v) { return v == AddGuardMode::kExplicit ? 2 : v == AddGuardMode::kMasks ? 1 : 0; }
  static int tighter_commit(CommitAll v) { return v == CommitAll::kDeny ? 1 : 0; }
  static int tighter_deny_guard(DenyGuardMode v) { return v == DenyGuardMode::kOn ? 1 : 0; }
  static int tighter_loosen(OnLoosen v) { return v == OnLoosen::kBlock ? 2 : v == OnLoosen::kAuto ? 1 : 0; }
  static int tighter_outside(Outside v) { return v == Outside::kDeny ? 1 : 0; }
  static int tighter_touch(OnTouch v) { return v == OnTouch::kDeny ? 1 : 0; }

  template <class T>
  void choose(std::string_view key, const toml::node& node, T& target, std::initializer_list<Choice<T>> choices, int (*tightness)(T)) {
    const auto text = node.value_exact<std::string_view>();
    const auto* found = text ? std::find_if(choices.begin(), choices.end(), [&](const Choice<T>& c) { return c.name == *text; }) : choices.end();
    if (found == choices.end()) {
      std::string wanted;
      for (const Choice<T>& choice : choices) wanted += (wanted.empty() ? "\"" : ", \"") + std::string(choice.name) + "\"";
      return report("expected one of " + wanted + " for '" + dotted(key) + "'", node.source());
    }
    if (!from_user_ && tightness(found->value) < tightness(target)) return loosens(key, node);
    target = found->value;
  }

  void flag(std::string_view key, const toml::node& node, bool& target) {
    const auto value = node.value_exact<bool>();
    if (!value) return report("expected boolean for '" + dotted(key) + "'", node.source());
    if (!from_user_ && target && !*value) return loosens(key, node);
    target = *value;
  }

  void loosens(std::string_view key, const toml::node& node) {
    report("a project may only tighten: '" + dotted(key) + "' is left as it was", node.source());
  }

  void add_paths(std::string_view key, const toml::node& node) {
    const toml::array* array = node.as_array();
    if (array == nullptr) return report("expected list of strings for '" + dotted(key) + "'", node.source());
    for (const toml::node& item : *array) {
      const auto text = item.value_exact<std::string>();
      if (!text || text->empty()) {
        report("expected path for '" + dotted(key) + "'", item.source());
      } else if (!from_user_ && ((*text)[0] == '/' || (*text)[0] == '~')) {
        report("a project may only protect paths of its own: '" + *text + "' is left out", item.source());
      } else {
        config_.protected_paths.push_back({*text, file_, from_user_});
      }
    }
  }

  Config& config_;
  std::string file_;
  std::string section_;
  bool from_user_;
};

}  // namespace

Config parse_config(std::string_view text, const std::string& file) {
  Config config;
  Loader(config, file, true).read(text);
  return config;
}

Config load_config(World& world, const Query& query) {
  Config config;
  const std::string folder = config_dir(world, query.start_dir);
  const std::string user = folder.empty() ? "" : path::join(folder, "cordon.toml");
  if (!user.empty()) Loader(config, user, true).run(world);
  const std::string project = query.start_dir.empty() ? "" : path::join(query.start_dir, ".claude/cordon.toml");
  if (!project.empty() && project != user) Loader(config, project, false).run(world);
  return config;
}

}  // namespace cordon::settings
