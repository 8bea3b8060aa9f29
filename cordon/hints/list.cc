// SPDX-License-Identifier: Apache-2.0
#include "cordon/hints/list.h"

#include <fmt/format.h>

#include "hooks/error-hint/examples.h"
#include "hooks/error-hint/rule.h"
#include "shared/base/text.h"
#include "shared/json/json.h"

namespace cordon::hints {
namespace {

using error_hint::Entry;
using error_hint::Example;

const char* system_name(error_hint::System system) {
  switch (system) {
    case error_hint::System::kMacos: return "macos";
    case error_hint::System::kNotMacos: return "not macos";
    default: return "any";
  }
}

void add_texts(json::Writer& out, std::string_view key, std::span<const std::string_view> texts) {
  out.begin_array(key);
  for (const std::string_view text : texts) out.item(text);
  out.end_array();
}

void add_examples(json::Writer& out, size_t index, bool fires) {
  out.begin_array(fires ? "fires" : "quiet");
  for (const Example& example : error_hint::examples()) {
    if (example.entry != index || example.fires != fires) continue;
    out.item_object().field("event", example.failed ? "failure" : "success").field("command", example.command).field("output", example.output);
    if (!example.stderr_text.empty()) out.field("stderr", example.stderr_text);
    if (!example.exists.empty()) out.field("exists", example.exists);
    out.end();
  }
  out.end_array();
}

}  // namespace

std::string list_text() {
  std::string out;
  for (const Entry& entry : error_hint::entries()) {
    out += fmt::format("{}: {}\n  model   {}\n  person  {}\n  source  {}\n\n", entry.id, entry.title, entry.hint, entry.remedy, entry.source);
  }
  return out + fmt::format("{} hints, in order of precedence. What a command must look like: cordon hints --json\n", error_hint::entries().size());
}

std::string list_json() {
  json::Writer out;
  out.begin().begin_array("hints");
  for (size_t i = 0; i < error_hint::entries().size(); ++i) {
    const Entry& entry = error_hint::entries()[i];
    out.item_object().field("id", entry.id).field("title", entry.title).field("hint", entry.hint).field("remedy", entry.remedy);
    out.field("source", entry.source).field("measured", entry.measured()).field("event", entry.handled || entry.violations ? "any" : "failure");
    out.field("system", system_name(entry.system));
    add_texts(out, "patterns", entry.patterns);
    add_texts(out, "programs", entry.programs);
    add_examples(out, i, true);
    add_examples(out, i, false);
    out.end();
  }
  out.end_array().end();
  return std::move(out.text) + "\n";
}

Found find_in(std::string_view output) {
  Found out;
  out.entry = error_hint::entry_for(output, out.subject);
  return out;
}

std::string found_text(const Found& found, const World& world) {
  if (found.entry == nullptr) return "no hint: nothing of the catalogue stands in this text\n";
  const auto filled = [&](std::string_view text) { return error_hint::filled(text, found.subject, world); };
  return fmt::format("{}: {}{}\n  model   {}\n  person  {}\n", found.entry->id, found.entry->title,
                     found.subject.empty() ? "" : " (" + text::shown(found.subject, 120) + ")", filled(found.entry->hint), filled(found.entry->remedy));
}

std::string found_json(const Found& found, const World& world) {
  if (found.entry == nullptr) return "{\"id\":null}\n";
  json::Writer out;
  out.begin().field("id", found.entry->id).field("subject", found.subject);
  out.field("hint", error_hint::filled(found.entry->hint, found.subject, world)).field("remedy", error_hint::filled(found.entry->remedy, found.subject, world)).end();
  return std::move(out.text) + "\n";
}

}  // namespace cordon::hints
