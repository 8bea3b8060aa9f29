// SPDX-License-Identifier: Apache-2.0
#include "cordon/sync/remote.h"

#include <fmt/format.h>

#include "shared/base/text.h"

namespace cordon::sync {
namespace {

constexpr int kAskSeconds = 30;

bool has_scheme(std::string_view url, std::string_view scheme) { return text::ascii_lower(url.substr(0, scheme.size())) == scheme; }

// "user@host:22/x/y" -> "host/x/y"
std::string without_user_and_port(std::string_view rest, bool keep_port) {
  const std::string_view host = rest.substr(0, rest.find('/')), path = rest.substr(host.size());
  std::string_view name = host.substr(host.rfind('@') == std::string_view::npos ? 0 : host.rfind('@') + 1);
  if (!keep_port && name.find(']') == std::string_view::npos) name = name.substr(0, name.find(':'));
  return std::string(name) + std::string(path);
}

// git's own rule: a colon before the first slash, and no scheme.
bool is_scp_like(std::string_view url) {
  const size_t colon = url.find(':');
  return colon != std::string_view::npos && colon > 0 && url.find("://") == std::string_view::npos && url.substr(0, colon).find('/') == std::string_view::npos;
}

}  // namespace

std::string anonymous_address(std::string_view url) {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (has_scheme(url, scheme)) return std::string(scheme) + without_user_and_port(url.substr(scheme.size()), true);
  }
  if (has_scheme(url, "git://")) return std::string(url);
  for (const std::string_view scheme : {"ssh://", "git+ssh://"}) {
    if (has_scheme(url, scheme)) return "https://" + without_user_and_port(url.substr(scheme.size()), false);
  }
  if (!is_scp_like(url)) return "";
  const size_t colon = url.find(':');
  std::string_view path = url.substr(colon + 1);
  while (path.starts_with('/')) path.remove_prefix(1);
  return "https://" + without_user_and_port(url.substr(0, colon), false) + "/" + std::string(path);
}

std::string refusal_of_address(std::string_view url) {
  if (url.empty() || url.starts_with('-')) return "not an address";
  if (url.find("::") != std::string_view::npos && url.find("://") == std::string_view::npos) return "an address of that kind starts a program of its own";
  for (const unsigned char c : url) {
    if (c < 0x20 || c == 0x7f) return "a control character stands in it";
  }
  const size_t start = url.find("://");
  const std::string_view host = start == std::string_view::npos ? "" : url.substr(start + 3, url.find('/', start + 3) - start - 3);
  const size_t end = host.rfind('@'), colon = host.find(':');
  if (end != std::string_view::npos && colon < end) return "a password stands in it and would be kept in the clear: leave it out, git's credential helper or an ssh key brings it";
  return "";
}

Reading exposure_of(Store& store, const std::string& url, const std::string& scratch) {
  const std::string address = anonymous_address(url);
  if (address.empty()) return {Exposure::kLocal, "a folder of this machine: whoever can read the folder can read it"};
  const command::Ran ran = store.run({"-c", "credential.helper=", "-c", "http.lowSpeedLimit=1", "-c", "http.lowSpeedTime=10", "-c", "http.followRedirects=true",
                                      "ls-remote", "--", address},
                                     "", {"HOME=" + scratch, "XDG_CONFIG_HOME=" + scratch, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=/bin/false", "SSH_ASKPASS=/bin/false"},
                                     kAskSeconds);
  const std::string shown = text::visible(address);
  if (ran.fault.empty() && ran.exit == 0) return {Exposure::kPublic, fmt::format("{} answers 'git ls-remote' without credentials", shown)};
  for (const char* sign : {"Authentication failed", "could not read Username", "terminal prompts disabled", "not found", "403", "401"}) {
    if (ran.errors.find(sign) != std::string::npos) return {Exposure::kNotPublic, fmt::format("{} does not answer 'git ls-remote' without credentials", shown)};
  }
  return {Exposure::kUnknown, fmt::format("{} could not be asked: {}", shown, text::shown(ran.fault.empty() ? text::trim(ran.errors) : std::string_view(ran.fault), 200))};
}

}  // namespace cordon::sync
