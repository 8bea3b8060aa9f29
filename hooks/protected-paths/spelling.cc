// SPDX-License-Identifier: Apache-2.0
// Spellings that other file systems take for the same file. Wrong alarms are cheap here, misses are not.
#include <algorithm>

#include "hooks/protected-paths/target.h"
#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::protected_paths {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "x.", "x ", "x::$DATA", "x:stream" all open "x".
std::string_view bare_segment(std::string_view s) {
  if (s == "." || s == "..") return s;
  if (const size_t colon = s.find(':'); colon != s.npos && colon > 0) s = s.substr(0, colon);
  while (s.size() > 1 && (s.back() == '.' || s.back() == ' ')) s.remove_suffix(1);
  return s;
}

void strip_prefix(std::string& s) {
  for (const std::string_view prefix : {"//?/", "/?" "?/", "//./"}) {
    if (s.compare(0, prefix.size(), prefix) == 0) {
      s.erase(0, prefix.size());
      return;
    }
  }
}

// //wsl$/Ubuntu/x, //wsl.localhost/Debian/x, //?/UNC/wsl$/Ubuntu/x -> /x: Windows's way to a Linux file.
void share_to_folder(std::string& s) {
  size_t at = text::ascii_lower(s.substr(0, 4)) == "unc/" ? 4 : s.compare(0, 2, "//") == 0 ? 2 : std::string::npos;
  if (at == std::string::npos) return;
  const size_t host_end = s.find('/', at);
  if (host_end == std::string::npos) return;
  const std::string host = text::ascii_lower(s.substr(at, host_end - at));
  if (host != "wsl$" && host != "wsl.localhost") return;
  const size_t distribution_end = s.find('/', host_end + 1);
  s = distribution_end == std::string::npos ? "/" : s.substr(distribution_end);
}

// C:/x, /mnt/c/x, /cygdrive/c/x -> /c/x.
void drive_to_folder(std::string& s) {
  if (s.size() >= 2 && is_letter(s[0]) && s[1] == ':') {
    std::string rest = s.substr(2);
    if (rest.empty() || rest[0] != '/') rest.insert(0, 1, '/');
    s = "/" + text::ascii_lower(s.substr(0, 1)) + rest;
    return;
  }
  for (const std::string_view mount : {"/mnt/", "/cygdrive/"}) {
    if (s.size() > mount.size() && s.compare(0, mount.size(), mount) == 0 && is_letter(s[mount.size()]) &&
        (s.size() == mount.size() + 1 || s[mount.size() + 1] == '/')) {
      s.erase(0, mount.size() - 1);
      return;
    }
  }
}

bool may_be_other(std::string_view path) {
  if (path.find('\\') != path.npos || path.find(':') != path.npos) return true;
  if (path.compare(0, 5, "//wsl") == 0 || path.compare(0, 5, "//WSL") == 0) return true;
  if (path.compare(0, 5, "/mnt/") == 0 || path.compare(0, 10, "/cygdrive/") == 0) return true;
  // A segment that ends in a dot or a blank and is more than that; nothing is allocated for an ordinary path.
  for (size_t i = 1; i < path.size(); ++i) {
    const bool last = i + 1 == path.size() || path[i + 1] == '/';
    if (!last || (path[i] != '.' && path[i] != ' ') || path[i - 1] == '/') continue;
    if (path[i] != '.' || path[i - 1] != '.' || (i > 1 && path[i - 2] != '/')) return true;  // ".." is no name
  }
  return false;
}

// NAME~1 or NAME~1.EXT with a name of at most six characters.
bool is_short_name(std::string_view s) {
  const size_t tilde = s.find('~');
  if (tilde == s.npos || tilde == 0 || tilde > 6 || tilde + 1 >= s.size() || !is_digit(s[tilde + 1])) return false;
  const size_t dot = s.find('.');
  if (dot != s.npos && (dot < tilde || s.size() - dot > 4)) return false;
  return std::all_of(s.begin() + static_cast<ptrdiff_t>(tilde) + 1, s.begin() + static_cast<ptrdiff_t>(std::min(dot, s.size())), is_digit);
}

}  // namespace

std::string windows_form(std::string_view path) {
  if (!may_be_other(path)) return {};
  std::string s(path);
  std::replace(s.begin(), s.end(), '\\', '/');
  strip_prefix(s);
  share_to_folder(s);
  drive_to_folder(s);
  std::string out;
  const auto segments = text::split(s, '/');
  for (size_t i = 0; i < segments.size(); ++i) {
    if (i != 0) out += '/';
    out += bare_segment(segments[i]);
  }
  return out == path ? std::string() : out;
}

std::string plain_unicode(std::string_view path) {
  if (std::all_of(path.begin(), path.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return {};
  std::string out;
  for (std::string_view rest = path; !rest.empty();) {
    const text::CodePoint it = text::next_code_point(rest);
    if (!it.valid) {
      out += rest.substr(0, it.size);
    } else if (it.value == 0x212A) {  // KELVIN SIGN folds to k
      out += 'k';
    } else if (it.value == 0x17F) {  // LATIN SMALL LETTER LONG S folds to s
      out += 's';
    } else if (it.value >= 0xFF01 && it.value <= 0xFF5E) {  // full-width forms, compatibility-equal to ASCII
      out += static_cast<char>(it.value - 0xFF01 + '!');
    } else if (!text::is_hidden(it.value)) {  // HFS+ drops the invisible ones before it compares
      out += rest.substr(0, it.size);
    }
    rest.remove_prefix(it.size);
  }
  return out == path ? std::string() : out;
}

std::vector<Target> long_names(const Target& target) {
  std::vector<Target> out;
  if (!target.exact() || target.path.find('~') == std::string::npos) return out;
  const auto segments = text::split(target.path, '/');
  std::string before;
  for (size_t i = 0; i < segments.size(); ++i) {
    if (!is_short_name(segments[i])) {
      before += (i == 0 ? "" : "/") + std::string(segments[i]);
      continue;
    }
    const std::string start(segments[i].substr(0, segments[i].find('~')));
    std::string after;
    for (size_t j = i + 1; j < segments.size(); ++j) after += "/" + std::string(segments[j]);
    for (const char* dot : {".", ""}) {
      Target longer = target;
      longer.path = before.empty() ? "/" : before;
      longer.tail = {{Tail::Kind::kLiteral, dot + start}, {Tail::Kind::kPattern, "*"}, {Tail::Kind::kLiteral, after}};
      out.push_back(std::move(longer));
    }
    break;
  }
  return out;
}

}  // namespace cordon::protected_paths
