// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "cordon/provision/templates.h"
#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::provision {
namespace {

constexpr size_t kLongestName = 31;  // useradd's
constexpr int kFirstUid = 1000, kLastUid = 60000;

bool all_of(std::string_view text, std::string_view more) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](unsigned char c) { return std::isalnum(c) || more.find(static_cast<char>(c)) != std::string_view::npos; });
}

Result<bool> check_path(std::string_view what, const std::string& value) {
  if (!value.starts_with('/') || value == "/") return fail(fmt::format("--{} must be an absolute path, not '{}'", what, text::visible(value)));
  if (!all_of(value, "/._-+@") || path::clean(value) != value) {
    return fail(fmt::format("--{} '{}': letters, digits and . _ - + @ only, no '..': it goes into files that root reads", what, text::visible(value)));
  }
  return true;
}

Result<bool> check(const Values& values) {
  const bool starts = !values.user.empty() && (std::islower(static_cast<unsigned char>(values.user[0])) != 0 || values.user[0] == '_');
  const bool lower = std::none_of(values.user.begin(), values.user.end(), [](unsigned char c) { return std::isupper(c); });
  if (!starts || !lower || values.user.size() > kLongestName || !all_of(values.user, "_-")) return fail(fmt::format("--user '{}' is no name useradd takes", text::visible(values.user)));
  if (values.user == "root" || values.uid < kFirstUid || values.uid > kLastUid) return fail(fmt::format("an ordinary user is meant: --user not root, --uid from {} to {}", kFirstUid, kLastUid));
  if (auto ok = check_path("home", values.home); !ok) return ok;
  if (auto ok = check_path("project", values.project); !ok) return ok;
  if (!values.command.starts_with('/') || !all_of(values.command, "/._-+@ =,:")) {
    return fail(fmt::format("--command '{}': an absolute path and plain words; a longer one belongs into a script", text::visible(values.command)));
  }
  for (const std::string_view port : text::split(values.ports, ',')) {
    const std::string_view digits = text::trim(port);
    const bool numeric = !digits.empty() && digits.size() <= 5 && std::all_of(digits.begin(), digits.end(), [](unsigned char c) { return std::isdigit(c); });
    if (!numeric || std::stoi(std::string(digits)) > 65535 || std::stoi(std::string(digits)) == 0) return fail(fmt::format("--ports '{}': numbers, with commas between them", text::visible(values.ports)));
  }
  return true;
}

}  // namespace

Result<std::string> fill(const Template& from, const Values& given) {
  Values values = given;
  if (values.home.empty()) values.home = "/home/" + values.user;
  if (auto ok = check(values); !ok) return tl::unexpected<Error>(ok.error());
  const std::pair<std::string_view, std::string> names[] = {{"user", values.user},       {"uid", std::to_string(values.uid)}, {"home", values.home},
                                                            {"project", values.project}, {"ports", values.ports},             {"command", values.command}};
  std::string out;
  std::string_view rest = from.text;
  for (size_t at = rest.find("{{"); at != std::string_view::npos; at = rest.find("{{")) {
    const size_t end = rest.find("}}", at);
    const std::string_view name = rest.substr(at + 2, end - at - 2);
    out += rest.substr(0, at);
    const auto found = std::find_if(std::begin(names), std::end(names), [&](const auto& each) { return each.first == name; });
    if (found == std::end(names)) return fail(fmt::format("the template '{}' names '{}', which there is not", from.name, name));
    out += found->second;
    rest.remove_prefix(end + 2);
  }
  return out += rest;
}

}  // namespace cordon::provision
