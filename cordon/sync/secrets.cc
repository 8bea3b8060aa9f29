// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>

#include "cordon/sync/pieces.h"
#include "shared/base/text.h"

namespace cordon::sync {
namespace {

// A token of a known issuer: its prefix and how many characters of the token's alphabet follow at least.
struct Shape {
  std::string_view prefix;
  size_t least;
  std::string_view what;
};
constexpr Shape kShapes[] = {
    {"sk-ant-", 20, "an Anthropic key"},      {"sk-proj-", 20, "an OpenAI key"},       {"ghp_", 30, "a GitHub token"},
    {"gho_", 30, "a GitHub token"},           {"ghs_", 30, "a GitHub token"},          {"ghu_", 30, "a GitHub token"},
    {"ghr_", 30, "a GitHub token"},           {"github_pat_", 30, "a GitHub token"},   {"glpat-", 18, "a GitLab token"},
    {"AKIA", 16, "an AWS access key"},        {"ASIA", 16, "an AWS access key"},       {"xoxb-", 20, "a Slack token"},
    {"xoxp-", 20, "a Slack token"},           {"xapp-", 20, "a Slack token"},          {"AIza", 30, "a Google API key"},
    {"ya29.", 20, "a Google access token"},   {"npm_", 30, "an npm token"},            {"pypi-", 40, "a PyPI token"},
    {"hf_", 30, "a Hugging Face token"},      {"sk_live_", 16, "a Stripe key"},        {"rk_live_", 16, "a Stripe key"},
    {"dop_v1_", 40, "a DigitalOcean token"},  {"AGE-SECRET-KEY-", 20, "an age key"},   {"eyJhbGciOi", 40, "a signed web token"},
};
constexpr std::string_view kSecretParts[] = {"token", "secret", "password", "passwd", "apikey", "api_key", "access_key", "private_key", "credential", "auth_key"};

bool of_token(unsigned char c) { return std::isalnum(c) || c == '_' || c == '-' || c == '.' || c == '+' || c == '/' || c == '='; }
bool of_name(unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; }

std::string_view known_token(std::string_view line) {
  for (const Shape& shape : kShapes) {
    for (size_t at = line.find(shape.prefix); at != std::string_view::npos; at = line.find(shape.prefix, at + 1)) {
      if (at > 0 && std::isalnum(static_cast<unsigned char>(line[at - 1]))) continue;
      size_t end = at + shape.prefix.size();
      while (end < line.size() && of_token(static_cast<unsigned char>(line[end]))) ++end;
      if (end - at - shape.prefix.size() >= shape.least) return shape.what;
    }
  }
  return "";
}

// "…": a variable, a command's output, a placeholder, a file's name, true, 4096: no secret itself.
bool is_literal_secret(std::string_view value) {
  constexpr size_t kShortest = 8;
  if (value.size() < kShortest) return false;
  if (value.find_first_of("$<>{}(*` \t") != std::string_view::npos) return false;
  if (value[0] == '/' || value[0] == '~' || value[0] == '.') return false;
  const std::string low = text::ascii_lower(value);
  for (const std::string_view sample : {"example", "your", "xxxx", "placeholder", "changeme", "redacted", "dummy"}) {
    if (low.find(sample) != std::string::npos) return false;
  }
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  return std::any_of(value.begin(), value.end(), is_digit) && !std::all_of(value.begin(), value.end(), is_digit);
}

bool names_a_secret(std::string_view name) {
  const std::string low = text::ascii_lower(name);
  if (low.ends_with("_file") || low.ends_with("_path") || low.ends_with("tokens") || low.ends_with("helper")) return false;
  return std::any_of(std::begin(kSecretParts), std::end(kSecretParts), [&](std::string_view part) { return low.find(part) != std::string::npos; });
}

std::string_view unquoted(std::string_view s) {
  s = text::trim(s);
  while (!s.empty() && (s.back() == ',' || s.back() == ';')) s.remove_suffix(1);
  if (s.size() >= 2 && (s.front() == '"' || s.front() == '\'')) {
    const size_t end = s.find(s.front(), 1);
    return end == std::string_view::npos ? s.substr(1) : s.substr(1, end - 1);
  }
  return s.substr(0, s.find_first_of(",} \t"));
}

// NAME=value, "NAME": "value", name = "value". Only the first of a line: several stand in minified JSON, which the known
// shapes still see.
bool assigns_a_secret(std::string_view line) {
  for (size_t at = line.find_first_of("=:"); at != std::string_view::npos; at = line.find_first_of("=:", at + 1)) {
    size_t end = at;
    while (end > 0 && (line[end - 1] == ' ' || line[end - 1] == '"' || line[end - 1] == '\'')) --end;
    size_t begin = end;
    while (begin > 0 && of_name(static_cast<unsigned char>(line[begin - 1]))) --begin;
    if (begin < end && names_a_secret(line.substr(begin, end - begin)) && is_literal_secret(unquoted(line.substr(at + 1)))) return true;
  }
  return false;
}

bool opens_a_private_key(std::string_view line) { return line.find("-----BEGIN ") != std::string_view::npos && line.find("PRIVATE KEY") != std::string_view::npos; }

// https://user:password@host
bool holds_a_password(std::string_view line) {
  for (size_t at = line.find("://"); at != std::string_view::npos; at = line.find("://", at + 3)) {
    const std::string_view rest = line.substr(at + 3, line.find_first_of("/ \t\"'", at + 3) - at - 3);
    const size_t end = rest.rfind('@'), colon = rest.find(':');
    if (end != std::string_view::npos && colon < end && rest.substr(colon + 1, end - colon - 1).find_first_of("$<{") == std::string_view::npos && end > colon + 1) return true;
  }
  return false;
}

std::string why(std::string_view line) {
  if (const std::string_view what = known_token(line); !what.empty()) return "holds what looks like " + std::string(what);
  if (opens_a_private_key(line)) return "holds a private key";
  if (holds_a_password(line)) return "holds a password in an address";
  if (assigns_a_secret(line)) return "gives a literal to a name that means a credential";
  return "";
}

}  // namespace

std::vector<Finding> secrets_in(std::string_view path, std::string_view bytes) {
  std::vector<Finding> out;
  uint32_t number = 0;
  for (const std::string_view line : text::split(bytes, '\n')) {
    ++number;
    if (std::string found = why(line); !found.empty()) out.push_back({std::string(path), number, std::move(found)});
  }
  return out;
}

}  // namespace cordon::sync
