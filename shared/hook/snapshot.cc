// SPDX-License-Identifier: Apache-2.0
#include "shared/hook/snapshot.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "shared/hook/own_hooks.h"

namespace cordon::hook {
namespace {

using json::Type;
using settings::Posture;
using settings::Sandbox;

// Tells one content from another; nothing rests on it as a secret. Two different walks, so that no short edit meets both.
std::string digest(std::string_view text) {
  uint64_t a = 0xcbf29ce484222325, b = 0x9e3779b97f4a7c15 ^ text.size();
  for (const unsigned char c : text) {
    a = (a ^ c) * 0x100000001b3;
    b = (b + c) * 0xff51afd7ed558ccd;
    b ^= b >> 29;
  }
  std::string out;
  for (const uint64_t half : {a, b}) {
    for (int shift = 60; shift >= 0; shift -= 4) out += "0123456789abcdef"[(half >> shift) & 15];
  }
  return out;
}

std::vector<std::string> list_of(const settings::Effective& effective, std::string_view key) {
  const auto value = effective.find(key);
  const auto list = value ? json::parse(value->value) : fail("");
  return list ? read_texts(&list->root) : std::vector<std::string>{};
}

std::vector<std::string> names_of(const std::vector<OwnHook>& hooks) {
  std::vector<std::string> out;
  for (const OwnHook& each : hooks) {
    std::string name = each.event + " " + std::string(each.program);
    if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(std::move(name));
  }
  return out;
}

struct FlagField {
  std::string_view key;
  bool Posture::*member;
};
constexpr FlagField kFlags[] = {
    {"strict", &Posture::strict},
    {"auto_allow", &Posture::auto_allow},
    {"files_off", &Posture::files_off},
    {"fail_if_unavailable", &Posture::fail_if_unavailable},
    {"bypass_disabled", &Posture::bypass_disabled},
};

struct ListField {
  std::string_view key;
  std::vector<std::string> Snapshot::*member;
};
constexpr ListField kLists[] = {
    {"deny", &Snapshot::deny},           {"ask", &Snapshot::ask},
    {"allow_write", &Snapshot::allow_write}, {"deny_write", &Snapshot::deny_write},
    {"deny_read", &Snapshot::deny_read}, {"own_hooks", &Snapshot::own_hooks},
};

Sandbox sandbox_of(std::string_view name) {
  for (const Sandbox each : {Sandbox::kOn, Sandbox::kOff, Sandbox::kRefuses}) {
    if (name == settings::sandbox_name(each)) return each;
  }
  return Sandbox::kUnknown;
}

}  // namespace

FileDigests digests_of(const settings::Effective& effective) {
  FileDigests out;
  for (const settings::SourceFile& file : effective.files) {
    if (file.state == settings::FileState::kCounted) out[file.path] = digest(file.document.text);
    // While a sandboxed command runs, an empty file marks where the sandbox keeps a settings file from it (measured).
    const bool is_mount_point = file.reason == "empty file";
    if (file.state == settings::FileState::kDropped && !is_mount_point) out[file.path] = "dropped: " + file.reason;
  }
  return out;
}

Snapshot take(const settings::Effective& effective) {
  Snapshot out;
  out.posture = effective.posture;
  out.deny = list_of(effective, "permissions.deny");
  out.ask = list_of(effective, "permissions.ask");
  out.allow_write = list_of(effective, "sandbox.filesystem.allowWrite");
  out.deny_write = list_of(effective, "sandbox.filesystem.denyWrite");
  out.deny_read = list_of(effective, "sandbox.filesystem.denyRead");
  out.own_hooks = names_of(own_hooks(effective));
  out.files = digests_of(effective);
  return out;
}

std::vector<std::string> changed_files(const FileDigests& then, const FileDigests& now) {
  std::vector<std::string> out;
  for (const auto& [path, text] : now) {
    const auto before = then.find(path);
    if (before == then.end() || before->second != text) out.push_back(path);
  }
  for (const auto& [path, text] : then) {
    if (now.count(path) == 0) out.push_back(path);
  }
  std::sort(out.begin(), out.end());
  return out;
}

void write_texts(json::Writer& out, std::string_view key, const std::vector<std::string>& texts) {
  out.begin_array(key);
  for (const std::string& text : texts) out.item(text);
  out.end_array();
}

std::vector<std::string> read_texts(const json::Value* array) {
  std::vector<std::string> out;
  if (array == nullptr || !array->is(Type::kArray)) return out;
  for (const json::Value& item : array->items) {
    if (item.is(Type::kString)) out.push_back(item.string);
  }
  return out;
}

void write_digests(json::Writer& out, std::string_view key, const FileDigests& files) {
  out.begin(key);
  for (const auto& [path, text] : files) out.field(path, text);
  out.end();
}

FileDigests read_digests(const json::Value* object) {
  FileDigests out;
  if (object == nullptr || !object->is(Type::kObject)) return out;
  for (const json::Value& member : object->items) out[member.key] = member.string;
  return out;
}

void write_snapshot(json::Writer& out, const Snapshot& snapshot) {
  const Posture& posture = snapshot.posture;
  out.field("sandbox", settings::sandbox_name(posture.sandbox)).field("why", posture.why);
  if (posture.permission_mode) out.field("start_mode", *posture.permission_mode);
  for (const FlagField& flag : kFlags) out.field(flag.key, posture.*flag.member);
  write_texts(out, "excluded_commands", posture.excluded_commands);
  write_texts(out, "weakened", posture.weakened);
  for (const ListField& list : kLists) write_texts(out, list.key, snapshot.*list.member);
  write_digests(out, "files", snapshot.files);
}

Snapshot read_snapshot(const json::Value& object) {
  Snapshot out;
  Posture& posture = out.posture;
  posture.sandbox = sandbox_of(object.text("sandbox"));
  posture.why = object.text("why");
  if (std::string mode(object.text("start_mode")); !mode.empty()) posture.permission_mode = std::move(mode);
  for (const FlagField& flag : kFlags) {
    const json::Value* value = object.find(flag.key);
    posture.*flag.member = value != nullptr && value->is(Type::kBool) && value->boolean;
  }
  posture.excluded_commands = read_texts(object.find("excluded_commands"));
  posture.weakened = read_texts(object.find("weakened"));
  for (const ListField& list : kLists) out.*list.member = read_texts(object.find(list.key));
  out.files = read_digests(object.find("files"));
  return out;
}

}  // namespace cordon::hook
