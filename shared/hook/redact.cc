// SPDX-License-Identifier: Apache-2.0
#include "shared/hook/redact.h"

#include <algorithm>

#include "shared/base/text.h"
#include "shared/base/words.h"

namespace cordon::hook {
namespace {

constexpr std::string_view kGone = "[redacted]";
constexpr Words kSecretNames = {"token", "secret", "passw", "pwd", "passphrase", "passcode", "apikey", "api_key", "credential", "privatekey", "private_key",
                             "accesskey", "access_key", "sessionkey", "session_key", "signingkey", "signing_key", "encryptionkey", "encryption_key",
                             "authorization", "authkey", "auth_key", "cookie", "bearer", "connectionstring", "connection_string", "database_url", "dsn"};
// Names that only speak of secrets: where one is, how many there may be.
constexpr Words kHarmlessEnds = {"_file", "_path", "_dir", "_url_base", "tokens", "_count", "_len", "_length", "_name", "_ttl", "_socket"};
constexpr Words kPrefixes = {"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "glrt-", "gldt-", "sk-", "sk_live_", "sk_test_", "rk_live_", "pk_live_",
                             "whsec_", "xoxb-", "xoxp-", "xoxa-", "xoxs-", "xapp-", "akia", "asia", "aiza", "ya29.", "npm_", "pypi-", "hf_", "dop_v1_", "sg.", "shpat_",
                             "shpss_", "lin_api_", "hvs.", "hvb.", "s.", "age-secret-key-", "eyj", "dapi", "tskey-", "figd_", "rubygems_", "ntn_", "secret_"};
constexpr size_t kShortestToken = 16;  // bytes after which a known prefix is believed

bool is_word(unsigned char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.'; }
bool is_name(unsigned char c) { return is_word(c) && c != '.'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The end of the value that begins at `at`: a quoted text to its closing quote (which stays), else up to what ends a word.
size_t value_end(std::string_view s, size_t at, bool whole_line) {
  if (at < s.size() && (s[at] == '"' || s[at] == '\'')) {
    const char quote = s[at++];
    while (at < s.size() && s[at] != quote) at += s[at] == '\\' && quote == '"' && at + 1 < s.size() ? 2 : 1;
    return std::min(at, s.size());
  }
  constexpr std::string_view kEnds = " \t\n\r\"'`;&|<>)}],";
  constexpr std::string_view kLineEnds = "\n\r\"'`";
  const size_t end = s.find_first_of(whole_line ? kLineEnds : kEnds, at);
  return end == std::string_view::npos ? s.size() : end;
}

bool is_random(std::string_view word) {
  constexpr size_t kLong = 32;
  if (word.size() < kLong) return false;
  size_t upper = 0, lower = 0, digits = 0, hex = 0;
  for (const char c : word) {
    upper += c >= 'A' && c <= 'Z';
    lower += c >= 'a' && c <= 'z';
    digits += c >= '0' && c <= '9';
    hex += (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  }
  if (hex == word.size()) return word.size() != 40 && digits > 4;  // 40: a commit
  return digits >= 4 && lower >= 4 && upper >= 4;
}

bool has_token_shape(std::string_view word) {
  const std::string lower = text::ascii_lower(word.substr(0, 16));
  const auto starts = [&](std::string_view prefix) { return lower.starts_with(prefix); };
  if (word.size() >= kShortestToken && std::any_of(kPrefixes.begin(), kPrefixes.end(), starts)) {
    const bool has_digit = std::any_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (has_digit) return true;
  }
  return is_random(word);
}

class Redactor {
 public:
  explicit Redactor(std::string_view text) : in_(text) {}

  std::string run() {
    while (at_ < in_.size()) {
      if (private_key() || url() || name_and_value() || word()) continue;
      out_ += in_[at_++];
    }
    return std::move(out_);
  }

 private:
  bool starts(std::string_view text) const { return in_.substr(at_).starts_with(text); }
  void replace_until(size_t end) {
    // An opening quote stays, so that the text keeps its form.
    if (at_ < end && (in_[at_] == '"' || in_[at_] == '\'')) out_ += in_[at_];
    if (end > at_) out_ += kGone;
    at_ = end;
  }

  bool private_key() {
    constexpr std::string_view kBegin = "-----BEGIN ", kEnd = "-----END ";
    if (!starts(kBegin)) return false;
    const size_t line = in_.find("-----", at_ + kBegin.size());
    const std::string_view title = in_.substr(at_, line == std::string_view::npos ? std::string_view::npos : line - at_);
    if (title.find("PRIVATE") == std::string_view::npos) return false;
    const size_t last = in_.find(kEnd, at_);
    const size_t end = last == std::string_view::npos ? in_.size() : in_.find("-----", last + kEnd.size());
    replace_until(end == std::string_view::npos ? in_.size() : std::min(end + 5, in_.size()));
    return true;
  }

  // "://user:password@": everything before the last @ of the authority but ssh's plain "git".
  bool url() {
    if (!starts("://")) return false;
    const size_t begin = at_ + 3;
    const size_t end = std::min(in_.find_first_of("/ \t\n\r\"'`?#<>", begin), in_.size());
    const size_t sign = in_.substr(begin, end - begin).rfind('@');
    out_ += "://";
    at_ = begin;
    if (sign != std::string_view::npos && in_.substr(begin, sign) != "git") replace_until(begin + sign);
    return true;
  }

  bool begins_a_word() const { return at_ == 0 || !is_word(static_cast<unsigned char>(in_[at_ - 1])); }

  // NAME=value, --name=value, --name value, "name": "value", Name: value
  bool name_and_value() {
    if (!begins_a_word() || !is_name(static_cast<unsigned char>(in_[at_]))) return false;
    size_t end = at_;
    while (end < in_.size() && is_name(static_cast<unsigned char>(in_[end]))) ++end;
    const std::string_view name = in_.substr(at_, end - at_);
    if (user_option(name, end) || mysql_password(name, end)) return true;
    if (!names_a_secret(name)) return false;
    size_t value = end;
    const bool quoted = value < in_.size() && (in_[value] == '"' || in_[value] == '\'');
    if (quoted) ++value;
    while (value < in_.size() && (in_[value] == ' ' || in_[value] == '\t')) ++value;
    const char sign = value < in_.size() ? in_[value] : '\0';
    const bool option = name.starts_with("--") && value > end;
    if (sign == '=' || sign == ':') {
      ++value;
      while (value < in_.size() && (in_[value] == ' ' || in_[value] == '\t')) ++value;
    } else if (!option || sign == '-') {
      return false;
    }
    // What stands before the colon may be a token itself: `ghp_…_token: bad credentials`.
    out_ += has_token_shape(name) ? kGone : name;
    out_ += in_.substr(end, value - end);
    at_ = value;
    // A header's value may hold blanks ("Bearer x"); an assignment's does not.
    if (at_ < in_.size()) replace_until(value_end(in_, at_, sign == ':' && !quoted));
    return true;
  }

  // curl -u user:password, --user, --proxy-user; sshpass -p password.
  bool user_option(std::string_view name, size_t end) {
    const bool curl = in_.find("curl") != std::string_view::npos;  // `sort -u a:b` is something else
    const bool user = name == "--user" || name == "--proxy-user" || (curl && (name == "-u" || name == "-U"));
    const bool pass = name == "-p" && out_.ends_with("sshpass ");
    if ((!user && !pass) || end >= in_.size() || (in_[end] != ' ' && in_[end] != '=')) return false;
    const size_t value = end + 1, last = value_end(in_, value, false);
    const size_t colon = in_.substr(value, last - value).find(':');
    if (user && colon == std::string_view::npos) return false;
    size_t begin = user ? value + colon + 1 : value;
    std::string_view person = in_.substr(value, begin - value);  // may be the token: curl -u ghp_…:x-oauth-basic
    person.remove_prefix(std::min(person.find_first_not_of("\"'"), person.size()));
    if (user && has_token_shape(person.substr(0, person.find(':')))) begin = value;
    out_ += in_.substr(at_, begin - at_);
    at_ = begin;
    replace_until(last);
    return true;
  }

  // mysql -psecret
  bool mysql_password(std::string_view name, size_t end) {
    const bool client = in_.find("mysql") != std::string_view::npos || in_.find("mariadb") != std::string_view::npos;
    const bool quoted = name == "-p" && end < in_.size() && (in_[end] == '\'' || in_[end] == '"');
    if (!client || !name.starts_with("-p") || (name.size() < 3 && !quoted)) return false;
    out_ += "-p";
    at_ += 2;
    replace_until(value_end(in_, at_, false));
    return true;
  }

  bool word() {
    if (!is_word(static_cast<unsigned char>(in_[at_]))) return false;
    size_t end = at_;
    while (end < in_.size() && is_word(static_cast<unsigned char>(in_[end]))) ++end;
    const std::string_view found = in_.substr(at_, end - at_);
    if (has_token_shape(found)) {
      replace_until(end);
    } else {
      // Words are taken whole, but "a-b=c" may still be a name: that was asked before.
      out_ += found;
      at_ = end;
    }
    return true;
  }

  std::string_view in_;
  std::string out_;
  size_t at_ = 0;
};

}  // namespace

bool names_a_secret(std::string_view name) {
  std::string plain = text::ascii_lower(name);
  std::replace(plain.begin(), plain.end(), '-', '_');
  const auto ends = [&](std::string_view end) { return plain.ends_with(end); };
  if (std::any_of(kHarmlessEnds.begin(), kHarmlessEnds.end(), ends)) return false;
  const auto holds = [&](std::string_view part) { return plain.find(part) != std::string::npos; };
  return std::any_of(kSecretNames.begin(), kSecretNames.end(), holds) || plain == "auth" || plain.ends_with("_auth") || plain.ends_with("_key") || plain == "key";
}

std::string redacted(std::string_view text) { return Redactor(text).run(); }

std::string redacted_head(std::string_view text, size_t most) {
  constexpr size_t kRead = 8192;
  std::string_view head = text.substr(0, std::max(kRead, most));
  if (head.size() < text.size()) {
    while (!head.empty() && !is_blank(head.back())) head.remove_suffix(1);
  }
  std::string out = redacted(head);
  if (out.size() <= most) return head.size() < text.size() ? out + "…" : out;
  size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xc0) == 0x80) --end;
  return out.substr(0, end) + "…";
}

}  // namespace cordon::hook
