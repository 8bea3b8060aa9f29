// SPDX-License-Identifier: Apache-2.0
#include "cordon/sync/pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::sync {
namespace {

constexpr Place kPlaces[] = {
    {"settings.json", "the user's settings"},
    {"cordon.toml", "the guards' policy"},
    {"pinned-versions.toml", "own pins"},
    {"CLAUDE.md", "the user's instructions"},
    {"keybindings.json", "keys"},
    {"agents/", "sub-agents"},
    {"commands/", "slash commands"},
    {"skills/", "skills"},
    {"output-styles/", "output styles"},
    {"hooks/", "own hook scripts"},
};
constexpr int kDeepest = 8;

bool has_part(std::string_view path, std::string_view wanted) {
  const auto parts = text::split(path, '/');
  return std::find(parts.begin(), parts.end(), wanted) != parts.end();
}

// Names that hold credentials, session state or what belongs to one machine, wherever they lie.
std::string refusal_of_name(std::string_view name) {
  const std::string low = text::ascii_lower(name);
  const std::string_view s = low;
  const auto ends = [&](std::initializer_list<std::string_view> list) {
    return std::any_of(list.begin(), list.end(), [&](std::string_view end) { return s.ends_with(end); });
  };
  if (s == ".credentials.json" || s.starts_with("credentials") || s == ".netrc" || s == ".npmrc" || s == ".pypirc" || s == ".git-credentials" ||
      s.starts_with("id_rsa") || s.starts_with("id_ed25519") || s.starts_with("id_ecdsa") || ends({".pem", ".key", ".p12", ".pfx", ".keystore"})) {
    return "a credential file";
  }
  if (s == ".env" || s.starts_with(".env.") || s == ".envrc") return "an environment file, which usually holds credentials";
  if (ends({".local.json", ".local.md", ".local.toml"})) return "machine-local";
  if (ends({".jsonl", ".log", ".sock", ".pid", ".lock", ".cordon-new"}) || s.find(".bak-") != std::string_view::npos) return "session state";
  return "";
}

struct Walk {
  World& world;
  std::string config;
  Scan out;
  std::optional<Error> error;

  void file(const std::string& path, const FileInfo& info) {
    const std::string why = refusal_of_path(path);
    if (!why.empty()) return void(out.left_out.push_back({path, 0, why}));
    if (info.size > kMaxPiece) return void(out.left_out.push_back({path, 0, fmt::format("larger than {} KiB", kMaxPiece >> 10)}));
    auto bytes = world.read_file(path::join(config, path), kMaxPiece);
    if (!bytes) {
      error = Error{fmt::format("cannot read '{}': {}", path::join(config, path), bytes.error().text()), "", 0, 0};
      return;
    }
    for (Finding& each : secrets_in(path, *bytes)) out.refused.push_back(std::move(each));
    out.pieces[path] = Piece{std::move(*bytes), (info.mode & 0100) != 0};
    if (out.pieces.size() > kMaxPieces) error = Error{fmt::format("more than {} files: this is for settings, not for a library", kMaxPieces), "", 0, 0};
  }

  void folder(const std::string& path, int depth) {
    auto names = world.list_dir(path::join(config, path));
    if (!names) {
      error = Error{fmt::format("cannot read folder '{}': {}", path::join(config, path), names.error().text()), "", 0, 0};
      return;
    }
    for (const std::string& name : *names) visit(path + name, depth);
  }

  void visit(const std::string& path, int depth) {
    if (error) return;
    const FileInfo info = world.lstat(path::join(config, path));
    if (info.kind == FileKind::kAbsent) return;
    const std::string_view name = path::base_name(path);
    if (info.kind == FileKind::kDirectory) {
      if (name == ".git" || name == "node_modules" || name == "__pycache__") return void(out.left_out.push_back({path, 0, "made by a tool, not by hand"}));
      if (depth >= kDeepest) return void(out.left_out.push_back({path, 0, "too deep"}));
      return folder(path + "/", depth + 1);
    }
    if (info.kind == FileKind::kRegular) return file(path, info);
    if (info.kind == FileKind::kSymlink) return void(out.left_out.push_back({path, 0, "a symbolic link: what it leads to belongs to this machine"}));
    out.left_out.push_back({path, 0, "not a regular file"});
  }
};

}  // namespace

std::span<const Place> places() { return kPlaces; }

std::string refusal_of_path(std::string_view path) {
  for (const std::string_view part : text::split(path, '/')) {
    if (part.empty() || part == "." || part == "..") return "not a plain path";
    if (text::ascii_lower(part) == ".git") return "part of a git repository";
  }
  if (!text::is_valid_utf8(path) || path.find('\n') != std::string_view::npos) return "a name that is no plain text";
  if (std::string why = refusal_of_name(path::base_name(path)); !why.empty()) return why;
  if (has_part(path, "node_modules") || has_part(path, "__pycache__")) return "made by a tool, not by hand";
  const bool listed = std::any_of(std::begin(kPlaces), std::end(kPlaces), [&](const Place& place) {
    return place.path.ends_with('/') ? path.starts_with(place.path) && path.size() > place.path.size() : path == place.path;
  });
  return listed ? "" : "not on the list of what is carried";
}

Result<Scan> scan(World& world, const std::string& config) {
  Walk walk{world, config, {}, {}};
  for (const Place& place : kPlaces) {
    std::string path(place.path);
    if (path.ends_with('/')) path.pop_back();
    // A dotfile manager may have linked the place itself: then its manager carries it.
    walk.visit(path, 0);
  }
  if (walk.error) return tl::unexpected<Error>(*walk.error);
  return std::move(walk.out);
}

}  // namespace cordon::sync
