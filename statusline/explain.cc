// SPDX-License-Identifier: Apache-2.0
#include "statusline/explain.h"

#include <fmt/format.h>
#include <time.h>

#include "shared/base/text.h"
#include "statusline/render.h"
#include "statusline/width.h"

namespace cordon::statusline {
namespace {

constexpr size_t kMostShown = 160;
constexpr std::string_view kSandboxKeys[] = {"sandbox.enabled", "sandbox.allowUnsandboxedCommands", "sandbox.autoAllowBashIfSandboxed", "sandbox.failIfUnavailable",
                                             "sandbox.filesystem.disabled"};

std::string shown(std::string_view text) { return one_line(text, kMostShown); }

std::string place(const std::string& path, uint32_t line, uint32_t column) {
  return line == 0 ? shown(path) : fmt::format("{}:{}:{}", shown(path), line, column);
}

// A format may show a segment more than once; what counts here is whether it does at all.
std::string segment_line(const Scene& scene, const Segment& segment, const StyleEnv& env) {
  const int64_t start = now_ns();
  const std::string value = segment_text(scene.facts, segment, scene.look, env);
  const double took = static_cast<double>(now_ns() - start) / 1000;
  std::string out = fmt::format("  {:<13}{}\n", segment.name, value.empty() ? "absent: " + std::string(segment.absent) : value);
  out += fmt::format("  {:<13}  from {}; {:.1f} us{}\n", "", segment.source, took, scene.look.format.shows(segment.name) ? "" : "; not in the format");
  return out;
}

std::string key_lines(const Scene& scene, std::string_view key) {
  const auto statements = scene.effective.statements(key);
  if (statements.empty()) return fmt::format("  {:<36} no file sets it\n", key);
  std::string out;
  bool decides = true;
  for (const settings::EffectiveValue& value : statements) {
    const char* note = !value.honoured ? " (not honoured from there)" : decides ? "" : " (overridden)";
    out += fmt::format("  {:<36} {:<6} {}{}\n", decides ? key : "", shown(value.value), place(value.path, value.line, value.column), note);
    decides = false;
  }
  return out;
}

std::string sandbox_lines(const Scene& scene) {
  const settings::Posture& posture = scene.facts.posture;
  std::string out = fmt::format("\nsandbox: {} ({})\n", settings::sandbox_name(posture.sandbox), posture.why.empty() ? "see above" : shown(posture.why));
  if (!posture.disputed.empty()) out += fmt::format("  disputed by {}: its change was blocked, the session runs on as before\n", shown(posture.disputed));
  if (!posture.backend.empty()) out += "  on this machine: " + shown(posture.backend) + "\n";
  out += fmt::format("  rules of runtime {}{}\n", shown(posture.version), posture.version_assumed ? " (the payload names no version)" : "");
  for (const std::string_view key : kSandboxKeys) out += key_lines(scene, key);
  out += "\nsettings files, highest precedence first\n";
  for (const settings::SourceFile& file : scene.effective.files) {
    out += fmt::format("  {:<9}{:<9}{}{}\n", settings::scope_name(file.scope), settings::state_name(file.state), place(file.path, file.line, file.column),
                       file.reason.empty() ? "" : ": " + shown(file.reason));
  }
  return out;
}

std::string fault_lines(const Scene& scene) {
  std::string out;
  if (scene.facts.payload_fault) out += "  payload: " + shown(scene.facts.payload_fault->text()) + "\n";
  for (const Error& fault : scene.facts.faults) out += "  " + shown(fault.text()) + "\n";
  return out.empty() ? out : "\nfaults\n" + out;
}

}  // namespace

int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

std::string explain(const Scene& scene, const StyleEnv& env, std::string_view from) {
  const std::string_view preset = scene.look.preset == nullptr ? "a format of your own" : scene.look.preset->name;
  std::string out = fmt::format("payload: {}\npreset: {}\ntheme: {}\n\nsegments\n", shown(from), preset, scene.look.theme->name);
  for (const Segment& segment : segments()) out += segment_line(scene, segment, env);
  return out + sandbox_lines(scene) + fault_lines(scene);
}

std::string Timings::text() const {
  const auto line = [](std::string_view name, int64_t ns) { return fmt::format("{:<8}{:>9.1f} us\n", name, static_cast<double>(ns) / 1000); };
  return line("read", read) + line("gather", gather) + line("render", render) + line("print", print) + line("total", read + gather + render + print);
}

}  // namespace cordon::statusline
