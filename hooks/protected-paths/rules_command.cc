// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/rules_command.h"

#include <algorithm>
#include <unistd.h>

#include "hooks/protected-paths/check.h"
#include "hooks/protected-paths/rules.h"
#include "shared/base/io.h"
#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/git/repository.h"
#include "shared/json/json.h"
#include "shared/settings/config.h"

namespace cordon::protected_paths {
namespace {

struct Options {
  bool settings = false, absolute = false, help = false;
  std::string list;
};

Result<Options> read(const std::vector<std::string_view>& arguments) {
  Options out;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view it = arguments[i];
    if (it == "--settings") {
      out.settings = true;
    } else if (it == "--absolute") {
      out.absolute = true;
    } else if (it == "--help" || it == "-h") {
      out.help = true;
    } else if (it == "--list" && i + 1 < arguments.size() && !arguments[i + 1].empty()) {
      out.list = arguments[++i];
    } else {
      return fail((it == "--list" ? "no value for '" : "unknown option '") + text::visible(it, text::Newlines::kEscape) + "'");
    }
  }
  return out;
}

std::string safe(std::string_view s) { return text::visible(s, text::Newlines::kEscape); }

std::vector<std::string> all_of(const std::vector<Rule>& rules, std::vector<std::string> Rule::*member) {
  std::vector<std::string> out;
  for (const Rule& rule : rules) {
    for (const std::string& it : rule.*member) {
      if (std::find(out.begin(), out.end(), it) == out.end()) out.push_back(it);
    }
  }
  return out;
}

std::string array(const std::vector<std::string>& items, const std::string& indent) {
  std::string out = "[";
  for (const std::string& it : items) {
    json::Writer quoted;
    out += (out.size() > 1 ? ",\n" : "\n") + indent + "  " + quoted.item(it).text;
  }
  return out + (items.empty() ? "]" : "\n" + indent + "]");
}

std::string settings_text(const std::vector<Rule>& rules) {
  return "{\n  \"permissions\": {\n    \"deny\": " + array(all_of(rules, &Rule::edit), "    ") + "\n  },\n  \"sandbox\": {\n    \"filesystem\": {\n      \"denyWrite\": " +
         array(all_of(rules, &Rule::deny_write), "      ") + "\n    }\n  }\n}\n";
}

std::string people_text(const std::vector<Rule>& rules, const Options& options) {
  std::string out = options.absolute ? "for any settings file:\n" : "for the project's .claude/settings.json (--absolute: for any other file):\n";
  for (const Rule& rule : rules) {
    out += "\n" + safe(rule.pattern) + "   (" + safe(rule.source) + ")\n";
    for (const std::string& it : rule.edit) out += "  permissions.deny               " + safe(it) + "\n";
    for (const std::string& it : rule.deny_write) out += "  sandbox.filesystem.denyWrite   " + safe(it) + "\n";
    for (const std::string& it : rule.notes) out += "  note: " + safe(it) + "\n";
  }
  return out;
}

std::string notes_text(const std::vector<Rule>& rules) {
  std::string out;
  for (const Rule& rule : rules) {
    for (const std::string& it : rule.notes) out += "protected-paths rules: '" + safe(rule.pattern) + "': " + safe(it) + "\n";
  }
  return out;
}

struct Loaded {
  List list;
  RuleForm form;
};

Loaded load(World& world, const Options& options) {
  Loaded out;
  const settings::Query query = settings::query_for(world, {});
  out.form.root = path::clean(query.start_dir);
  if (const auto repository = git::discover(world, out.form.root); repository && !repository->work_tree.empty()) {
    out.form.root = repository->work_tree;
    if (repository->is_linked_worktree) out.form.git_dir = repository->common_dir;
  }
  out.form.root = path::resolve(world, out.form.root).path;
  out.form.home = world.env_set("HOME").value_or("");
  out.form.absolute = options.absolute;
  if (options.list.empty()) {
    const settings::Config config = settings::load_config(world, query);
    out.list = load_list(world, out.form.root, config, out.form.home);
    out.list.faults.insert(out.list.faults.end(), config.faults.begin(), config.faults.end());
    return out;
  }
  auto text = world.read_file(options.list, kMaxGatesBytes);
  if (text) {
    add_gates(out.list, std::move(*text), options.list, "", out.form.home);
  } else {
    out.list.faults.push_back({text.error().text(), options.list, 0, 0});
  }
  return out;
}

}  // namespace

int rules_main(const std::vector<std::string_view>& arguments) {
  const auto options = read(arguments);
  if (!options) {
    static_cast<void>(write_all(STDERR_FILENO, "protected-paths rules: " + options.error().message + "\n\n"));
    return print_usage();
  }
  if (options->help) return print_help();
  RealWorld world;
  const Loaded loaded = load(world, *options);
  const std::vector<Rule> rules = rules_of(loaded.list, world, loaded.form);
  std::string complaints;
  for (const Error& fault : loaded.list.faults) complaints += "protected-paths rules: " + safe(fault.text()) + "\n";
  if (rules.empty()) complaints += "protected-paths rules: the list is empty\n";
  static_cast<void>(write_all(STDERR_FILENO, complaints + (options->settings ? notes_text(rules) : std::string())));
  if (!write_all(STDOUT_FILENO, options->settings ? settings_text(rules) : people_text(rules, *options))) return kUnknown;
  return loaded.list.faults.empty() ? kUntouched : kUnknown;
}

}  // namespace cordon::protected_paths
