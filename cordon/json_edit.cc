// SPDX-License-Identifier: Apache-2.0
#include "cordon/json_edit.h"

#include <stdexcept>

namespace cordon::command {

std::string text_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

namespace {

constexpr std::string_view kBom = "\xEF\xBB\xBF";
constexpr std::string_view kBlank = " \t\r\n";

// Where a child's text starts: at its key, if it has one.
size_t start_of(const json::Value& container, const json::Value& child) {
  return container.is(json::Type::kObject) ? child.key_begin : child.begin;
}

// "{"a":[1,2]}" -> "{"a": [1, 2]}"
std::string with_blanks(const std::string& compact) {
  std::string out;
  bool inside = false;
  for (size_t i = 0; i < compact.size(); ++i) {
    out += compact[i];
    if (inside && compact[i] == '\\') {
      out += compact[++i];
    } else if (compact[i] == '"') {
      inside = !inside;
    } else if (!inside && (compact[i] == ':' || compact[i] == ',')) {
      out += ' ';
    }
  }
  return out;
}

}  // namespace

Result<JsonFile> JsonFile::open(std::string bytes, std::string name) {
  JsonFile file;
  file.name_ = std::move(name);
  if (bytes.starts_with(kBom)) {
    file.bom_ = kBom;
    bytes.erase(0, kBom.size());
  }
  if (bytes.find_first_not_of(kBlank) == std::string::npos) bytes = "{}\n";
  auto document = json::parse(bytes);
  if (!document) return fail("not valid JSON: " + document.error().message, file.name_, document.error().line, document.error().column);
  file.document_ = std::move(*document);
  file.learn_style();
  return file;
}

Error JsonFile::error_at(const json::Value& value, std::string message) const {
  const Position place = document_.position(value);
  return Error{std::move(message), name_, place.line, place.column};
}

void JsonFile::learn_style() {
  const std::string& text = document_.text;
  if (const size_t end = text.find('\n'); end != std::string::npos && end > 0 && text[end - 1] == '\r') style_.newline = "\r\n";
  const json::Value& top = root();
  style_.blank_after = text.find("\": ") != std::string::npos || top.items.empty();
  const std::string_view inside = raw(top);
  style_.lines = inside.find('\n') != std::string_view::npos || (top.items.empty());
  if (top.items.empty()) return;
  const std::string first = line_indent(start_of(top, top.items.front()));
  if (!first.empty()) style_.indent = first;
}

std::string JsonFile::line_indent(size_t offset) const {
  const std::string& text = document_.text;
  const size_t newline = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
  const size_t begin = newline == std::string::npos ? 0 : newline + 1;
  const size_t end = text.find_first_not_of(" \t", begin);
  return text.substr(begin, (end == std::string::npos ? text.size() : end) - begin);
}

std::string JsonFile::render(const Json& value, const std::string& base, bool lines) const {
  if (!lines) return style_.blank_after ? with_blanks(value.dump()) : value.dump();
  // Strings hold no raw newline or tab, so every one in the dump is layout.
  std::string out;
  for (const char c : value.dump(1, '\t')) {
    if (c == '\n') {
      out += style_.newline + base;
    } else if (c == '\t') {
      out += style_.indent;
    } else {
      out += c;
    }
  }
  return out;
}

std::string JsonFile::render_member(std::string_view key, const Json& value, const std::string& base, bool lines) const {
  std::string out;
  if (!key.empty()) out = json::quote(key) + (lines || style_.blank_after ? ": " : ":");
  return out + render(value, base, lines);
}

void JsonFile::splice(size_t begin, size_t end, std::string_view text) {
  std::string changed = document_.text;
  changed.replace(begin, end - begin, text);
  auto document = json::parse(std::move(changed));
  if (!document) throw std::logic_error("the edited text is not valid JSON: " + document.error().text());
  document_ = std::move(*document);
}

void JsonFile::append_members(const json::Value& container, const Members& members) {
  const auto joined = [&](const std::string& base, bool lines, const std::string& lead, bool first_is_bare) {
    std::string out;
    for (const auto& [key, value] : members) {
      if (!out.empty() || !first_is_bare) out += "," + lead;
      out += render_member(key, *value, base, lines);
    }
    return out;
  };
  if (container.items.empty()) {
    const std::string outer = line_indent(container.begin);
    const std::string inner = outer + style_.indent;
    const std::string open = style_.lines ? style_.newline + inner : "";
    const std::string close = style_.lines ? style_.newline + outer : "";
    const std::string lead = style_.lines ? open : style_.blank_after ? " " : "";
    return splice(container.begin + 1, container.end - 1, open + joined(inner, style_.lines, lead, true) + close);
  }
  const json::Value& last = container.items.back();
  const size_t count = container.items.size();
  const size_t from = count == 1 ? container.begin + 1 : container.items[count - 2].end;
  std::string lead = document_.text.substr(from, start_of(container, last) - from);
  if (const size_t comma = lead.find(','); comma != std::string::npos) lead.erase(0, comma + 1);
  const size_t newline = lead.rfind('\n');
  if (newline != std::string::npos) {
    const std::string base = lead.substr(newline + 1);
    return splice(last.end, last.end, joined(base, true, style_.newline + base, false));
  }
  if (count == 1) lead = style_.blank_after ? " " : "";
  splice(last.end, last.end, joined("", false, lead, false));
}

void JsonFile::append(const json::Value& container, std::string_view key, const Json& value) { append_members(container, {{key, &value}}); }

void JsonFile::append_all(const json::Value& array, const std::vector<Json>& values) {
  Members members;
  for (const Json& value : values) members.push_back({"", &value});
  if (!members.empty()) append_members(array, members);
}

void JsonFile::replace_text(const json::Value& value, std::string_view text) { splice(value.begin, value.end, text); }

void JsonFile::replace(const json::Value& value, const Json& with) {
  const bool alone = raw(value).find('\n') != std::string_view::npos || (style_.lines && !value.is(json::Type::kObject));
  replace_text(value, render(with, line_indent(value.begin), alone));
}

void JsonFile::remove(const json::Value& container, size_t index) { remove_all(container, {index}); }

void JsonFile::remove_all(const json::Value& container, const std::vector<size_t>& indexes) {
  const auto& items = container.items;
  if (indexes.empty()) return;
  if (indexes.size() == items.size()) return splice(container.begin + 1, container.end - 1, "");
  std::string out;
  size_t kept_from = container.begin;
  size_t head = 0;  // those at the very beginning go with what stands behind them
  while (head < indexes.size() && indexes[head] == head) ++head;
  if (head > 0) {
    const size_t begin = start_of(container, items[0]);
    out += document_.text.substr(kept_from, begin - kept_from);
    kept_from = start_of(container, items[head]);
  }
  for (size_t i = head; i < indexes.size(); ++i) {
    const size_t begin = items[indexes[i] - 1].end;
    if (begin > kept_from) out += document_.text.substr(kept_from, begin - kept_from);
    kept_from = items[indexes[i]].end;
  }
  out += document_.text.substr(kept_from, container.end - kept_from);
  splice(container.begin, container.end, out);
}

}  // namespace cordon::command
