// SPDX-License-Identifier: Apache-2.0
// What the doctor asks of the machine beside files: commands, owners, groups, names of variables. Tests put a fake in its
// place; the shipped program knows only the real one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cordon/install_proof.h"
#include "cordon/install_wiring.h"
#include "cordon/pins/pins.h"
#include "shared/base/world.h"

namespace cordon::doctor {

struct CommandResult {
  int exit = -1;       // 128 + signal when one ended it
  std::string fault;   // it did not start or did not end; else ""
  std::string output, errors;
  bool ok() const { return fault.empty() && exit == 0; }
  // For evidence: "$ bwrap --version -> bubblewrap 0.8.0", the first line that says something.
  std::string shown(std::string_view command) const;
};

struct Owner {
  uint32_t user = 0, group = 0;
  uint32_t mode = 0;  // permission bits
};

class Host {
 public:
  virtual ~Host() = default;
  // Runs argv[0] (absolute path) with this process's environment, without a terminal, at most 20 seconds.
  virtual CommandResult run(const std::vector<std::string>& argv) = 0;
  virtual std::optional<Owner> owner(const std::string& path) = 0;  // follows links
  virtual uint32_t user() = 0;                                      // effective user id
  virtual std::vector<uint32_t> groups() = 0;                       // all groups of this process
  virtual std::vector<std::string> variable_names() = 0;            // of the environment: names, never values
  virtual bool is_macos() = 0;
  virtual std::string own_folder() = 0;                             // where this build's programs lie
  virtual pins::Installed installed(const pins::Pin& pin) = 0;
  virtual command::Proof prove(const std::vector<command::Command>& commands, const std::string& bin) = 0;
};

class RealHost final : public Host {
 public:
  CommandResult run(const std::vector<std::string>& argv) override;
  std::optional<Owner> owner(const std::string& path) override;
  uint32_t user() override;
  std::vector<uint32_t> groups() override;
  std::vector<std::string> variable_names() override;
  bool is_macos() override;
  std::string own_folder() override;
  pins::Installed installed(const pins::Pin& pin) override;
  command::Proof prove(const std::vector<command::Command>& commands, const std::string& bin) override;
};

}  // namespace cordon::doctor
