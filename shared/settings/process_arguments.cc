// SPDX-License-Identifier: Apache-2.0
#include "shared/settings/process_arguments.h"

#include <cstring>

#include "shared/base/text.h"

#if defined(__APPLE__)
#include <sys/types.h>
// after types.h
#include <sys/sysctl.h>

#include <cstdlib>
#endif

namespace cordon::settings {

std::optional<Arguments> parse_cmdline(std::string_view bytes) {
  if (bytes.empty()) return std::nullopt;
  if (bytes.back() == '\0') bytes.remove_suffix(1);
  Arguments arguments;
  for (const std::string_view part : text::split(bytes, '\0')) arguments.emplace_back(part);
  return arguments;
}

std::optional<Arguments> parse_procargs2(std::string_view bytes) {
  int count = 0;
  if (bytes.size() < sizeof count) return std::nullopt;
  std::memcpy(&count, bytes.data(), sizeof count);
  bytes.remove_prefix(sizeof count);
  const size_t path_end = bytes.find('\0');
  if (count <= 0 || path_end == std::string_view::npos) return std::nullopt;
  // An empty argv[0] cannot be told from padding; the runtime has a name.
  const size_t begin = bytes.find_first_not_of('\0', path_end);
  bytes.remove_prefix(begin == std::string_view::npos ? bytes.size() : begin);
  Arguments arguments;
  for (int i = 0; i < count; i++) {
    const size_t end = bytes.find('\0');
    if (end == std::string_view::npos) return std::nullopt;
    arguments.emplace_back(bytes.substr(0, end));
    bytes.remove_prefix(end + 1);
  }
  return arguments;
}

#if defined(__APPLE__)

std::optional<Arguments> system_arguments(World&, const std::string& pid) {
  int name[] = {CTL_KERN, KERN_PROCARGS2, std::atoi(pid.c_str())};
  size_t size = 0;
  if (sysctl(name, 3, nullptr, &size, nullptr, 0) != 0) return std::nullopt;
  std::string bytes(size, '\0');
  if (sysctl(name, 3, bytes.data(), &size, nullptr, 0) != 0) return std::nullopt;
  bytes.resize(size);
  return parse_procargs2(bytes);
}

#else

std::optional<Arguments> system_arguments(World& world, const std::string& pid) {
  constexpr size_t kMaxCommandLine = 4u << 20;
  const FileText text = world.read_file("/proc/" + pid + "/cmdline", kMaxCommandLine);
  return text ? parse_cmdline(*text) : std::nullopt;
}

#endif

}  // namespace cordon::settings
