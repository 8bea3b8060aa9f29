// SPDX-License-Identifier: Apache-2.0
#include "shared/settings/read.h"

#include <time.h>

#include <utility>

#include "shared/base/text.h"
#include "shared/settings/files.h"
#include "shared/settings/managed.h"
#include "shared/settings/rules.h"
#include "shared/settings/validity.h"

namespace cordon::settings {
namespace {

void drop(SourceFile& file, std::string reason, uint32_t line = 0, uint32_t column = 0) {
  file.state = FileState::kDropped;
  file.reason = std::move(reason);
  file.line = line;
  file.column = column;
}

void drop_at(SourceFile& file, const json::Document& document, const Fault& fault) {
  const Position at = position_at(document.text, fault.begin);
  drop(file, fault.message, at.line, at.column);
}

bool is_blank(std::string_view text) { return text::trim(text).empty(); }

// Broken --settings are looked at for whether they ask for the sandbox.
bool may_refuse(Scope scope, std::string_view version) { return scope == Scope::kFlag && holds(kFlagRefuses, version); }

// A session whose --settings ask for the sandbox and are not valid is refused (2.1.332, measured): "enabled" other than false
// or null, or a "sandbox" that is no object. In text that is no JSON object the mere key is enough, even with false behind it.
// With an object that leaves "enabled" open it is refused when the other files switch the sandbox on.
void refuse_broken_flag(SourceFile& file, const json::Value& root, std::string_view version) {
  if (!may_refuse(file.scope, version)) return;
  const json::Value* sandbox = root.find("sandbox");
  if (sandbox == nullptr || sandbox->is(json::Type::kNull)) return;
  const json::Value* said = sandbox->is(json::Type::kObject) ? sandbox->find("enabled") : sandbox;
  file.refuses_when_on = said == nullptr || said->is(json::Type::kNull);
  file.refuses = !file.refuses_when_on && (!said->is(json::Type::kBool) || said->boolean);
}

bool names_sandbox(std::string_view text) {
  constexpr std::string_view kKey = "\"sandbox\"";
  for (size_t at = text.find(kKey); at != std::string_view::npos; at = text.find(kKey, at + 1)) {
    if (text::trim(text.substr(at + kKey.size(), 64)).starts_with(':')) return true;
  }
  return false;
}

void check_managed(SourceFile& file, json::Document document, std::string_view version) {
  if (!document.root.is(json::Type::kObject)) {
    drop(file, std::string("expected object, found ") + json::type_name(document.root.type), 1, 1);
    file.refuses = holds(kManagedRefuses, version);
    return;
  }
  const std::vector<Fault> faults = find_faults(document.root, version, 64);
  if (!faults.empty()) {
    const Position at = position_at(document.text, faults.front().begin);
    file.reason = repair_managed(document.root, faults, version);
    file.line = at.line;
    file.column = at.column;
  }
  file.state = FileState::kCounted;
  file.document = std::move(document);
}

void check_parsed(SourceFile& file, json::Document document, std::string_view version) {
  if (file.scope == Scope::kManaged) return check_managed(file, std::move(document), version);
  if (!document.root.is(json::Type::kObject)) {
    drop(file, std::string("expected object, found ") + json::type_name(document.root.type), 1, 1);
    file.refuses = may_refuse(file.scope, version) && names_sandbox(document.text);
    return;
  }
  const std::vector<Fault> faults = find_faults(document.root, version);
  if (!faults.empty()) {
    drop_at(file, document, faults.front());
    refuse_broken_flag(file, document.root, version);
    return;
  }
  file.state = FileState::kCounted;
  file.document = std::move(document);
}

}  // namespace

SourceFile check_source(Scope scope, const std::string& path, std::string text, std::string_view version) {
  SourceFile file;
  file.scope = scope;
  file.path = path;
  // The runtime strips a byte order mark, decodes what is no UTF-8 to U+FFFD, and takes a blank file for an empty one.
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
  if (!text::is_valid_utf8(text)) text = text::repair_utf8(text);
  if (is_blank(text)) {
    drop(file, "empty file");
    return file;
  }
  const bool flag_refuses = may_refuse(scope, version) && names_sandbox(text);
  Result<json::Document> document = json::parse(std::move(text));
  if (document) {
    check_parsed(file, std::move(*document), version);
    return file;
  }
  drop(file, document.error().message, document.error().line, document.error().column);
  file.unreadable = document.error().message == "nested too deeply" || document.error().message == "too many values";
  if (scope == Scope::kManaged) file.refuses = holds(kManagedRefuses, version);
  if (scope == Scope::kFlag) file.refuses = flag_refuses;
  return file;
}

namespace {

bool looks_unfinished(std::string_view text) {
  const std::string_view trimmed = text::trim(text);
  return trimmed.empty() || trimmed.back() != '}';
}

// A writer that was interrupted after emptying the file leaves it so for a while. Only a file that changed just now is worth
// waiting for: a broken one that lies there for good would cost every tool call the wait.
bool is_fresh(World& world, const std::string& path) {
  const int64_t age = world.now_seconds() - world.stat(path).mtime_ns / 1'000'000'000;
  return age >= -1 && age <= 1;
}

FileText read_whole(World& world, const std::string& path) {
  FileText text = world.read_settled_file(path, kMaxSettingsBytes);
  for (int attempt = 0; attempt < 4 && text && looks_unfinished(*text) && is_fresh(world, path); attempt++) {
    const timespec pause{0, 25'000'000};
    nanosleep(&pause, nullptr);
    text = world.read_settled_file(path, kMaxSettingsBytes);
  }
  return text;
}

}  // namespace

SourceFile read_source(World& world, Scope scope, const std::string& path, std::string_view version) {
  FileText text = read_whole(world, path);
  if (text) return check_source(scope, path, std::move(*text), version);
  SourceFile file;
  file.scope = scope;
  file.path = path;
  if (text.error().fault == ReadFault::kAbsent) return file;
  drop(file, "unreadable: " + text.error().text());
  // A folder, a FIFO and what is over 2 MiB are dropped by the runtime too (measured). What the system refuses to us the
  // runtime may have been able to read.
  file.unreadable = text.error().fault == ReadFault::kUnreadable;
  return file;
}

}  // namespace cordon::settings
