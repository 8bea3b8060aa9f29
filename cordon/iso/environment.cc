// SPDX-License-Identifier: Apache-2.0
#include "cordon/iso/environment.h"

#include <algorithm>

#include "shared/base/text.h"

namespace cordon::iso {
namespace {

// A star at the end stands for any rest of a name.
constexpr std::string_view kPassThrough =
    "HOME PATH SHELL TERM COLORTERM LANG LC_* TZ USER LOGNAME PWD TMPDIR XDG_* DISPLAY WAYLAND_DISPLAY SSH_AUTH_SOCK";

constexpr Group kGroups[] = {
    {"proxy", "HTTP_PROXY HTTPS_PROXY ALL_PROXY FTP_PROXY NO_PROXY http_proxy https_proxy all_proxy ftp_proxy no_proxy", "how the network is reached (a proxy's address may hold a password)"},
    {"ca", "SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS CURL_CA_BUNDLE REQUESTS_CA_BUNDLE GIT_SSL_CAINFO GIT_SSL_CAPATH AWS_CA_BUNDLE CARGO_HTTP_CAINFO PIP_CERT", "certificates of your own authorities (paths)"},
    {"editor", "EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR", "the editor programs start"},
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_listed(std::string_view list, std::string_view name) {
  for (const std::string_view each : text::split(list, ' ')) {
    if (each == name || (each.ends_with('*') && name.size() >= each.size() && name.starts_with(each.substr(0, each.size() - 1)))) return true;
  }
  return false;
}

bool is_allowed(const Allowed& allowed, std::string_view name) {
  if (is_listed(kPassThrough, name)) return true;
  if (std::any_of(allowed.groups.begin(), allowed.groups.end(), [&](const Group* group) { return is_listed(group->names, name); })) return true;
  return std::find(allowed.names.begin(), allowed.names.end(), name) != allowed.names.end();
}

}  // namespace

std::span<const Group> groups() { return kGroups; }
std::string_view pass_through() { return kPassThrough; }

const Group* find_group(std::string_view name) {
  const auto* found = std::find_if(std::begin(kGroups), std::end(kGroups), [&](const Group& group) { return group.name == name; });
  return found == std::end(kGroups) ? nullptr : found;
}

bool is_name(std::string_view text) {
  return !text.empty() && !is_digit(text[0]) && std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

void allow(Allowed& allowed, std::string_view words) {
  std::string spaced(words);
  std::replace_if(spaced.begin(), spaced.end(), [](char c) { return c == '\t' || c == '\n'; }, ' ');
  for (const std::string_view word : text::split(spaced, ' ')) {
    if (word.empty()) continue;
    if (word[0] == '@') {
      const Group* group = find_group(word.substr(1));
      if (group != nullptr) allowed.groups.push_back(group);
      else allowed.faults.push_back("'" + std::string(word) + "' is no group: there are @proxy, @ca and @editor");
    } else if (is_name(word)) {
      allowed.names.emplace_back(word);
    } else {
      const size_t equals = word.find('=');
      allowed.faults.push_back("'" + std::string(word.substr(0, equals)) + (equals == std::string_view::npos ? "' is no name of a variable" : "=…': give the name alone, values come from the environment"));
    }
  }
}

Environment clean(std::span<const std::string_view> variables, const Allowed& allowed) {
  Environment out;
  for (const std::string_view entry : variables) {
    const size_t equals = entry.find('=');
    const std::string name(entry.substr(0, equals));
    if (equals != std::string_view::npos && is_name(name) && is_allowed(allowed, name)) {
      if (std::find(out.kept.begin(), out.kept.end(), name) != out.kept.end()) continue;
      out.kept.push_back(name);
      out.entries.emplace_back(entry);
    } else {
      // Without '=' the whole text might be a value of sorts: it is not repeated.
      out.dropped.push_back(equals == std::string_view::npos ? "(an entry without '=')" : name);
    }
  }
  std::sort(out.kept.begin(), out.kept.end());
  std::sort(out.dropped.begin(), out.dropped.end());
  out.dropped.erase(std::unique(out.dropped.begin(), out.dropped.end()), out.dropped.end());
  return out;
}

}  // namespace cordon::iso
