// SPDX-License-Identifier: Apache-2.0
#include "shared/settings/managed.h"

#include <algorithm>
#include <iterator>

#include "shared/base/text.h"
#include "shared/settings/rules.h"

namespace cordon::settings {
namespace {

using json::Type;
using json::Value;

// Restrictive values as the runtime names them on stderr. The order of the rows is that of the runtime's list.
struct Lock {
  std::string_view group, key;
  bool is_text;
  bool boolean;
  std::string_view text;
  bool with_group;  // also set when the whole group is no object
};
constexpr Lock kLocks[] = {
    {"sandbox", "enabled", false, true, {}, false},
    {"sandbox", "autoAllowBashIfSandboxed", false, false, {}, true},
    {"sandbox", "allowUnsandboxedCommands", false, false, {}, true},
    {"sandbox", "enableWeakerNestedSandbox", false, false, {}, true},
    {"sandbox", "allowNestedUserNamespaces", false, false, {}, true},
    {"sandbox", "enableWeakerNetworkIsolation", false, false, {}, true},
    {"sandbox", "allowAppleEvents", false, false, {}, true},
    {"permissions", "disableBypassPermissionsMode", true, false, "disable", true},
    {"permissions", "disableAutoMode", true, false, "disable", true},
    {"permissions", "defaultMode", true, false, "default", false},
};

void set(Value& value, const Lock& lock) {
  value.items.clear();
  value.type = lock.is_text ? Type::kString : Type::kBool;
  value.boolean = lock.boolean;
  value.string = lock.text;
}

std::string shown(const Lock& lock) { return lock.is_text ? "'" + std::string(lock.text) + "'" : lock.boolean ? "true" : "false"; }

const Lock* lock_of(std::string_view group, std::string_view key) {
  const auto* found = std::find_if(std::begin(kLocks), std::end(kLocks), [&](const Lock& l) { return l.group == group && l.key == key; });
  return found == std::end(kLocks) ? nullptr : found;
}

void erase(Value& object, std::string_view key) {
  object.items.erase(std::remove_if(object.items.begin(), object.items.end(), [&](const Value& v) { return v.key == key; }), object.items.end());
}

Value* member(Value& object, std::string_view key) { return const_cast<Value*>(object.find(key)); }

// "sandbox": 5. Its switch stays unset, its locks fall shut.
std::string close_group(Value& root, std::string_view group) {
  Value& value = *member(root, group);
  value.items.clear();
  value.type = Type::kObject;
  for (const Lock& lock : kLocks) {
    if (lock.group != group || !lock.with_group) continue;
    Value closed;
    closed.key = lock.key;
    closed.begin = closed.end = closed.key_begin = value.begin;
    set(closed, lock);
    value.items.push_back(std::move(closed));
  }
  return "its locks are read as shut";
}

// Booleans written as text are read as meant.
bool read_as_meant(Value& value) {
  if (!value.is(Type::kString) || (value.string != "true" && value.string != "false")) return false;
  value.type = Type::kBool;
  value.boolean = value.string == "true";
  return true;
}

std::string repair_one(Value& root, const Fault& fault) {
  const std::vector<std::string_view> keys = text::split(fault.key, '.');
  Value* top = member(root, keys[0]);
  if (top == nullptr) return {};
  const bool has_locks = std::any_of(std::begin(kLocks), std::end(kLocks), [&](const Lock& l) { return l.group == keys[0]; });
  if (keys.size() == 1) {
    if (has_locks && !top->is(Type::kNull) && !top->is(Type::kObject)) return close_group(root, keys[0]);
    erase(root, keys[0]);
    return "left out";
  }
  if (!top->is(Type::kObject)) return {};
  Value* value = member(*top, keys[1]);
  const Lock* lock = lock_of(keys[0], keys[1]);
  if (value == nullptr) return {};
  if (lock == nullptr || keys.size() > 2 || value->is(Type::kNull)) {
    erase(*top, keys[1]);
    return "left out";
  }
  if (!lock->is_text && read_as_meant(*value)) return std::string("read as ") + (value->boolean ? "true" : "false");
  set(*value, *lock);
  return "read as " + shown(*lock);
}

}  // namespace

std::string repair_managed(Value& root, const std::vector<Fault>& faults, std::string_view version) {
  std::string reason;
  for (const Fault& fault : faults) {
    std::string done = "left out";
    if (holds(kManagedLocks, version)) {
      done = repair_one(root, fault);
    } else {
      erase(root, text::split(fault.key, '.')[0]);
    }
    if (reason.empty()) reason = fault.message + ", " + done;
  }
  return reason;
}

}  // namespace cordon::settings
