// SPDX-License-Identifier: Apache-2.0
// pinned-versions.toml: the shipped one, compiled in, and the person's own on top of it.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cordon/pins/pins.h"
#include "cordon/pins/shipped.h"
#include "shared/base/path.h"
#include "shared/settings/layout.h"
#include "shared/settings/toml_tree.h"

namespace cordon::pins {
namespace {

using settings::TomlNode;

constexpr size_t kMostBytes = 256 * 1024;

// Fills a Pin from one table; the first fault is kept.
class Reader {
 public:
  Reader(Pin& pin, const std::string& file) : pin_(pin), file_(file) {}

  std::optional<Error> read(const TomlNode& table) {
    pin_.tool = table.key;
    pin_.origin = fmt::format("{}:{}", file_, table.line);
    for (const TomlNode& node : table.members) member(node);
    if (!fault_ && !version_.empty() && !min_version_.empty()) report(table, fmt::format("'{}' has both version and min_version: give one", pin_.tool));
    if (!version_.empty()) pin_.version = version_, pin_.min_version.clear();
    if (!min_version_.empty()) pin_.min_version = min_version_, pin_.version.clear();
    if (!fault_ && pin_.wanted().empty()) report(table, fmt::format("'{}' has neither version nor min_version", pin_.tool));
    if (!fault_ && pin_.program.empty()) report(table, fmt::format("'{}' names no program", pin_.tool));
    return fault_;
  }

 private:
  void report(const TomlNode& node, std::string message) {
    if (!fault_) fault_ = Error{std::move(message), file_, node.line, node.column};
  }
  std::string dotted(const TomlNode& node) const { return pin_.tool + "." + node.key; }

  void member(const TomlNode& node) {
    struct Text {
      std::string_view key;
      std::string* target;
    };
    const Text texts[] = {{"version", &version_}, {"min_version", &min_version_}, {"released", &pin_.released}, {"purpose", &pin_.purpose}, {"program", &pin_.program}, {"apt", &pin_.apt}, {"npm", &pin_.npm}};
    for (const Text& each : texts) {
      if (each.key == node.key) return text(node, *each.target);
    }
    if (node.key == "cooldown_days") return days(node);
    if (node.key == "order") return order(node);
    if (node.key == "optional") return flag(node);
    if (node.key == "systems") return words(node, pin_.systems);
    if (node.key == "version_arguments") return words(node, pin_.version_arguments);
    if (node.key == "install") return commands(node);
    report(node, fmt::format("unknown key '{}'", dotted(node)));
  }

  void text(const TomlNode& node, std::string& target) {
    const bool date = node.key == "released";
    const bool fits = date ? node.kind == TomlNode::Kind::kDate || node.kind == TomlNode::Kind::kText : node.kind == TomlNode::Kind::kText;
    if (!fits || node.text.empty()) return report(node, fmt::format("expected {} for '{}'", date ? "a date such as 2026-11-02" : "a text", dotted(node)));
    if (node.key.ends_with("version") && !is_version(node.text)) return report(node, fmt::format("expected a version such as \"1.2.3\" for '{}'", dotted(node)));
    if (node.key == "program" && node.text.find('/') != std::string::npos) return report(node, fmt::format("expected a program's name without folder for '{}'", dotted(node)));
    target = node.text;
  }

  void days(const TomlNode& node) {
    if (node.kind != TomlNode::Kind::kInteger || node.integer < 0 || node.integer > 3650) return report(node, fmt::format("expected a number of days for '{}'", dotted(node)));
    pin_.cooldown_days = static_cast<int>(node.integer);
  }

  void order(const TomlNode& node) {
    if (node.text != "debian" && node.text != "semver") return report(node, fmt::format("expected one of \"debian\", \"semver\" for '{}'", dotted(node)));
    pin_.order = node.text == "semver" ? Order::kSemver : Order::kDebian;
  }

  void flag(const TomlNode& node) {
    if (node.kind != TomlNode::Kind::kFlag) return report(node, fmt::format("expected boolean for '{}'", dotted(node)));
    pin_.optional = node.flag;
  }

  void words(const TomlNode& node, std::vector<std::string>& target) {
    target.clear();
    for (const TomlNode& item : node.items) {
      if (item.kind == TomlNode::Kind::kText) target.push_back(item.text);
    }
    if (node.kind != TomlNode::Kind::kList || target.size() != node.items.size()) report(node, fmt::format("expected list of strings for '{}'", dotted(node)));
  }

  void commands(const TomlNode& node) {
    if (node.kind != TomlNode::Kind::kTable) return report(node, fmt::format("expected table for '{}'", dotted(node)));
    for (const TomlNode& each : node.members) {
      if (each.kind != TomlNode::Kind::kText) return report(each, fmt::format("expected a command for '{}.{}'", dotted(node), each.key));
      std::erase_if(pin_.install, [&](const auto& command) { return command.first == each.key; });
      pin_.install.emplace_back(each.key, each.text);
    }
  }

  Pin& pin_;
  const std::string& file_;
  std::string version_, min_version_;
  std::optional<Error> fault_;
};

std::string said(const Pin& pin) { return fmt::format("{} {}", pin.version.empty() ? "min_version" : "version", pin.wanted()); }

void note_change(PinList& list, const Pin& before, Pin& after) {
  if (said(before) == said(after)) return;
  after.shipped = said(before);
  const bool lower = compare_versions(after.order, after.wanted(), before.wanted()) < 0;
  list.notes.push_back(fmt::format("{} {} {} of '{}' to {}", after.origin, lower ? "lowers" : "changes", after.shipped, after.tool, said(after)));
}

std::optional<Error> lay_over(PinList& list, const TomlNode& tree) {
  for (const TomlNode& table : tree.members) {
    if (table.kind != TomlNode::Kind::kTable) return Error{fmt::format("expected table for '{}'", table.key), list.override_file, table.line, table.column};
    const auto found = std::find_if(list.pins.begin(), list.pins.end(), [&](const Pin& pin) { return pin.tool == table.key; });
    Pin pin = found == list.pins.end() ? Pin{} : *found;
    if (auto fault = Reader(pin, list.override_file).read(table)) return fault;
    if (found == list.pins.end()) {
      list.pins.push_back(std::move(pin));
    } else {
      note_change(list, *found, pin);
      *found = std::move(pin);
    }
  }
  return std::nullopt;
}

}  // namespace

Result<std::vector<Pin>> parse_pins(std::string_view toml, const std::string& file) {
  auto tree = settings::parse_toml(toml, file);
  if (!tree) return tl::unexpected<Error>(tree.error());
  PinList list;
  list.override_file = file;
  if (auto fault = lay_over(list, *tree)) return tl::unexpected<Error>(*fault);
  return std::move(list.pins);
}

Result<PinList> load_pins(World& world) {
  auto shipped = parse_pins(kShippedPins, "pinned-versions.toml");
  if (!shipped) return tl::unexpected<Error>(shipped.error());
  PinList list;
  list.pins = std::move(*shipped);
  for (Pin& pin : list.pins) pin.origin = "shipped";
  const std::string folder = settings::config_dir(world, world.current_dir());
  if (folder.empty()) return list;
  list.override_file = path::join(folder, "pinned-versions.toml");
  const FileText text = world.read_file(list.override_file, kMostBytes);
  if (!text && text.error().fault == ReadFault::kAbsent) return list;
  if (!text) return fail(text.error().text(), list.override_file);
  auto tree = settings::parse_toml(*text, list.override_file);
  if (!tree) return tl::unexpected<Error>(tree.error());
  if (auto fault = lay_over(list, *tree)) return tl::unexpected<Error>(*fault);
  return list;
}

const Pin* find_pin(const PinList& list, std::string_view tool) {
  const auto found = std::find_if(list.pins.begin(), list.pins.end(), [&](const Pin& pin) { return pin.tool == tool; });
  return found == list.pins.end() ? nullptr : &*found;
}

}  // namespace cordon::pins
