// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/tool_call.h"

#include "shared/base/text.h"
#include "shared/base/words.h"

namespace cordon::protected_paths {
namespace {

constexpr Words kFileTools = {"Edit", "Write", "MultiEdit", "NotebookEdit"};
constexpr Words kVerbs = {"write", "edit", "create", "move", "delete", "remove", "rename", "update", "put", "append", "save", "patch", "insert", "replace", "modify", "overwrite", "copy", "apply", "unlink", "upload", "push",
                          "mkdir", "touch", "truncate", "restore", "revert", "download", "extract", "export", "generate", "symlink", "link", "sync", "rm", "mv", "cp"};
// Keys whose text is written to, and those that are only when the tool moves or removes.
constexpr Words kPathKeys = {"file_path", "filePath", "filepath", "path", "notebook_path", "notebookPath", "file", "filename", "file_name", "destination", "dest", "destination_path", "target", "target_path", "target_file", "new_path", "newPath", "old_path", "relative_path", "absolute_path", "uri", "to",
                          "output", "output_path", "outputPath", "output_file", "outputFile", "out_file", "save_path", "savePath", "dst", "directory", "dir", "folder", "local_path", "localPath"};
constexpr Words kSourceKeys = {"source", "source_path", "from"};
constexpr Words kListKeys = {"edits", "files", "paths", "operations", "changes"};

// "mcp__fs__writeTextFile" -> write text file
bool has_verb(std::string_view tool, std::string_view only = {}) {
  const size_t last = tool.rfind("__");
  const std::string_view name = last == tool.npos ? tool : tool.substr(last + 2);
  std::string word;
  for (size_t i = 0; i <= name.size(); ++i) {
    const char c = i < name.size() ? name[i] : '_';
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool starts = c >= 'A' && c <= 'Z' && i > 0 && name[i - 1] >= 'a' && name[i - 1] <= 'z';
    if (letter && !starts) {
      word += c;
      continue;
    }
    const std::string lower = text::ascii_lower(word);
    if (only.empty() ? kVerbs.contains(lower) : (lower == "move" || lower == "rename" || lower == "delete" || lower == "remove")) return true;
    word.assign(letter ? 1 : 0, c);
  }
  return false;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// file:///r/%2Eclaude/x, file://localhost/r/x, vscode-remote://wsl/r/x -> the path; file:///C:/r/x -> C:/r/x. Other text as it is.
std::string uri_path(std::string text) {
  const size_t scheme = text.find("://");
  if (scheme == std::string::npos || scheme < 2 || text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.") != scheme) return text;
  const size_t host = scheme + 3, slash = text.find('/', host);
  if (slash == std::string::npos) return {};
  std::string out;
  for (size_t i = slash; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : -1, low = high >= 0 ? hex_digit(text[i + 2]) : -1;
    out += low >= 0 ? static_cast<char>(high * 16 + low) : text[i];
    if (low >= 0) i += 2;
  }
  if (out.size() > 2 && out[2] == ':') out.erase(0, 1);
  return out;
}

class Reader {
 public:
  Reader(const payload::ToolCall& call, std::string_view home, bool sources) : tool_(call.tool), home_(home), sources_(sources) {
    const std::string windows = windows_form(call.cwd);
    base_ = !call.cwd.empty() && call.cwd[0] == '/' ? call.cwd : windows;
  }

  void read(const json::Value& object, int depth = 0) {
    for (const json::Value& member : object.items) {
      const bool path = kPathKeys.contains(member.key) || (sources_ && kSourceKeys.contains(member.key));
      if (path && member.is(json::Type::kString)) add(member.string);
      if (!kListKeys.contains(member.key) || depth > 2) continue;
      if (member.is(json::Type::kObject)) {  // {"src/a.c": "text"}
        for (const json::Value& item : member.items) add(item.key);
      }
      if (!member.is(json::Type::kArray)) continue;
      for (const json::Value& item : member.items) {
        if (item.is(json::Type::kString)) add(item.string);
        if (item.is(json::Type::kObject)) read(item, depth + 1);
      }
    }
  }
  std::vector<Target> out;

 private:
  void add(std::string text) {
    text = uri_path(std::move(text));
    if (text.empty()) return;
    push(text, text);
    // A drive or a backslash makes it absolute or not in ways that only the Windows reading shows.
    if (const std::string windows = windows_form(text); !windows.empty()) push(windows, text);
    if (text.compare(0, 2, "~/") == 0) home_relative(text);
  }
  void push(std::string_view path, const std::string& shown) {
    Target target = target_of(path, base_);
    target.program = tool_;
    target.shown = shown;
    out.push_back(std::move(target));
  }
  void home_relative(const std::string& text) {
    if (!home_.empty()) push(home_ + text.substr(1), text);
  }

  std::string tool_, base_, home_;
  bool sources_;
};

}  // namespace

std::vector<Target> tool_targets(const payload::ToolCall& call, std::string_view home) {
  const bool mcp = call.tool.compare(0, 5, "mcp__") == 0;
  if (!kFileTools.contains(call.tool) && !(mcp && has_verb(call.tool))) return {};
  const json::Value* input = call.payload.value("tool_input");
  if (input == nullptr) return {};
  Reader reader(call, home, mcp && has_verb(call.tool, "moves"));
  reader.read(*input);
  return std::move(reader.out);
}

}  // namespace cordon::protected_paths
