// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/report.h"

#include "hooks/protected-paths/check.h"
#include "shared/base/text.h"
#include "shared/json/json.h"

namespace cordon::protected_paths {
namespace {

std::string safe(std::string_view s) { return text::visible(s, text::Newlines::kEscape); }

std::string because(const Touched& it) {
  std::string out = "protected by '" + safe(it.pattern) + "' in " + safe(it.source);
  if (!it.why.empty()) out += "; " + safe(it.why);
  return out;
}

std::string text_report(const Verdict& verdict) {
  std::string out;
  if (verdict.status() == kUnknown) out += "cannot tell: this is not a pass\n";
  for (const Error& error : verdict.errors) out += "  " + safe(error.text()) + "\n";
  if (verdict.status() == kUntouched) return "untouched: none of " + std::to_string(verdict.changed) + " changed paths is protected\n";
  if (verdict.touched.empty()) return out;
  out += std::string(kLabel) + "\n";
  for (const Touched& it : verdict.touched) out += "  " + safe(it.path) + ": " + because(it) + "\n";
  return out;
}

const char* status_name(const Verdict& verdict) {
  constexpr const char* kNames[] = {"untouched", "touched", "usage", "cannot-tell"};
  return kNames[verdict.status()];
}

std::string json_report(const Verdict& verdict) {
  json::Writer out;
  out.begin().field("verdict", status_name(verdict));
  if (verdict.status() == kTouched) out.field("label", kLabel);
  out.field("changed", static_cast<int64_t>(verdict.changed));
  if (!verdict.base.empty()) out.field("base", verdict.base);
  if (!verdict.head.empty()) out.field("head", verdict.head);
  out.begin_array("touched");
  for (const Touched& it : verdict.touched) {
    out.item_object().field("path", it.path).field("pattern", it.pattern).field("source", it.source);
    if (!it.why.empty()) out.field("why", it.why);
    out.end();
  }
  out.end_array().begin_array("errors");
  for (const Error& error : verdict.errors) out.item(error.text());
  out.end_array().end();
  return out.text + "\n";
}

// Workflow commands: '%' and line ends everywhere, in properties also ':' and ','.
std::string command_text(std::string_view s, bool property) {
  std::string out;
  for (const char c : safe(s)) {
    if (c == '%') {
      out += "%25";
    } else if (property && c == ':') {
      out += "%3A";
    } else if (property && c == ',') {
      out += "%2C";
    } else {
      out += c;
    }
  }
  return out;
}

std::string github_report(const Verdict& verdict) {
  std::string out;
  for (const Error& error : verdict.errors) {
    out += "::error title=protected paths%3A cannot tell::" + command_text(error.text(), false) + "\n";
  }
  for (const Touched& it : verdict.touched) {
    out += "::error file=" + command_text(it.path, true) + ",title=" + kLabel + "::" + command_text(it.path, false) + ": " + command_text(because(it), false) + "\n";
  }
  if (verdict.status() == kUntouched) out += "::notice title=protected paths::untouched, " + std::to_string(verdict.changed) + " changed paths\n";
  return out;
}

std::string uri_of(std::string_view path) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c != '\0' && std::string_view("-._~/").find(c) != std::string_view::npos);
    if (plain) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
  }
  return out;
}

std::string sarif_report(const Verdict& verdict) {
  json::Writer out;
  out.begin().field("version", "2.1.0").begin_array("runs").item_object();
  out.begin("tool").begin("driver").field("name", "protected-paths").begin_array("rules").item_object();
  out.field("id", "protected-path").begin("shortDescription").field("text", "A protected path is changed: a human has to look at it").end();
  out.end().end_array().end().end();
  out.begin_array("invocations").item_object().field("executionSuccessful", verdict.status() != kUnknown);
  out.begin_array("toolExecutionNotifications");
  for (const Error& error : verdict.errors) out.item_object().field("level", "error").begin("message").field("text", error.text()).end().end();
  out.end_array().end().end_array().begin_array("results");
  for (const Touched& it : verdict.touched) {
    out.item_object().field("ruleId", "protected-path").field("level", "error");
    out.begin("message").field("text", safe(it.path) + ": " + because(it)).end();
    out.begin_array("locations").item_object().begin("physicalLocation").begin("artifactLocation").field("uri", uri_of(it.path)).end().end().end().end_array();
    out.end();
  }
  out.end_array().end().end_array().end();
  return out.text + "\n";
}

}  // namespace

std::string report(const Verdict& verdict, std::string_view format) {
  constexpr struct {
    std::string_view name;
    std::string (*write)(const Verdict&);
  } kFormats[] = {{"text", text_report}, {"json", json_report}, {"github", github_report}, {"sarif", sarif_report}};
  for (const auto& it : kFormats) {
    if (it.name == format) return it.write(verdict);
  }
  return {};
}

}  // namespace cordon::protected_paths
