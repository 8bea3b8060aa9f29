// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/check_options.h"

#include "shared/base/text.h"

namespace cordon::protected_paths {
namespace {

struct OptionRow {
  std::string_view name;
  std::string CheckOptions::*value;  // takes a value
  bool CheckOptions::*flag;          // or switches something on
};
constexpr OptionRow kOptions[] = {
    {"--base", &CheckOptions::base, nullptr},
    {"--head", &CheckOptions::head, nullptr},
    {"--diff", &CheckOptions::diff, nullptr},
    {"--files-from", &CheckOptions::files_from, nullptr},
    {"--list", &CheckOptions::list, nullptr},
    {"--format", &CheckOptions::format, nullptr},
    {"--staged", nullptr, &CheckOptions::staged},
    {"-0", nullptr, &CheckOptions::nul},
    {"--complete", nullptr, &CheckOptions::complete},
    {"--help", nullptr, &CheckOptions::help},
    {"-h", nullptr, &CheckOptions::help},
};

const OptionRow* find_option(std::string_view name) {
  for (const OptionRow& row : kOptions) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

std::string quoted(std::string_view s) { return "'" + text::visible(s, text::Newlines::kEscape) + "'"; }

Result<CheckOptions> checked(CheckOptions options) {
  const int modes = (options.staged ? 1 : 0) + (options.diff.empty() ? 0 : 1) + (options.files_from.empty() ? 0 : 1);
  if (modes > 1) return fail("--staged, --diff and --files-from exclude each other");
  if (modes > 0 && !options.head.empty()) return fail("--head goes with --base alone");
  if (options.nul && options.files_from.empty()) return fail("-0 goes with --files-from");
  for (const std::string_view format : {"text", "json", "github", "sarif"}) {
    if (options.format != format) continue;
    for (const std::string* ref : {&options.base, &options.head}) {
      if (!ref->empty() && (*ref)[0] == '-') return fail(quoted(*ref) + " is not the name of a commit");
    }
    return options;
  }
  return fail("unknown format " + quoted(options.format) + " (there are: text, json, github, sarif)");
}

}  // namespace

const char kUsageText[] =
    "usage: protected-paths                     the hook: one payload on standard input\n"
    "       protected-paths check [options]     exit 0 untouched, 1 touched, 2 usage, 3 cannot tell\n"
    "       protected-paths rules [options]     the list as permission rules and sandbox entries\n"
    "\n"
    "  --base REF          compare with where HEAD left REF, read the list from REF (default: origin/HEAD)\n"
    "  --head REF          the change (default: HEAD)\n"
    "  --staged            compare the index with HEAD\n"
    "  --diff FILE         judge a unified or raw git diff; - is standard input\n"
    "  --files-from FILE   judge names, one a line, or the JSON of `gh pr view --json files`; - is standard input\n"
    "  -0                  names end in NUL\n"
    "  --complete          the list of files is whole although it has 100 entries or more\n"
    "  --list FILE         take the list from FILE instead\n"
    "  --format FORMAT     text, json, github or sarif\n"
    "\n"
    "rules:\n"
    "  --settings          as a JSON object of settings; what it does not hold goes to standard error\n"
    "  --absolute          for the user's settings or claude --settings: no path counts from the project\n"
    "  --list FILE         take the list from FILE instead\n";

Result<CheckOptions> read_options(const std::vector<std::string_view>& arguments) {
  CheckOptions out;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const size_t equals = arguments[i].substr(0, 2) == "--" ? arguments[i].find('=') : std::string_view::npos;
    const OptionRow* row = find_option(arguments[i].substr(0, equals));
    if (row == nullptr) return fail("unknown option " + quoted(arguments[i]));
    if (row->flag != nullptr) {
      if (equals != std::string_view::npos) return fail(std::string(row->name) + " takes no value");
      out.*(row->flag) = true;
      continue;
    }
    std::string_view value = equals == std::string_view::npos ? std::string_view() : arguments[i].substr(equals + 1);
    if (equals == std::string_view::npos && i + 1 < arguments.size()) value = arguments[++i];
    if (value.empty()) return fail(std::string(row->name) + " needs a value");
    if (!(out.*(row->value)).empty() && row->value != &CheckOptions::format) return fail(std::string(row->name) + " is given twice");
    out.*(row->value) = value;
  }
  return checked(std::move(out));
}

}  // namespace cordon::protected_paths
