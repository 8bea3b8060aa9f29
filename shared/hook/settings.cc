// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "shared/hook/hook.h"
#include "shared/hook/session_memory.h"
#include "shared/settings/files.h"

namespace cordon::hook {

Settings::Settings(settings::Posture posture, settings::Config config, settings::Query query)
    : query_(std::make_unique<settings::Query>(std::move(query))),
      posture_(std::make_unique<settings::Posture>(std::move(posture))),
      config_(std::make_unique<settings::Config>(std::move(config))) {}

const settings::Query& Settings::query() {
  if (!query_) {
    const settings::SessionHints hints{.cwd = call_->cwd, .project_dir = {}, .version = {}, .permission_mode = call_->permission_mode};
    query_ = std::make_unique<settings::Query>(settings::query_for(*world_, hints));
  }
  return *query_;
}

const settings::Posture& Settings::posture() {
  if (!posture_) {
    settings::Effective effective = settings::resolve(*world_, query());
    apply_memory(*world_, call_->session_id, !call_->permission_mode.empty(), effective);
    posture_ = std::make_unique<settings::Posture>(std::move(effective.posture));
  }
  return *posture_;
}

const settings::Config& Settings::config() {
  if (!config_) config_ = std::make_unique<settings::Config>(settings::load_config(*world_, query()));
  return *config_;
}

}  // namespace cordon::hook
