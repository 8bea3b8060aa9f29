// SPDX-License-Identifier: Apache-2.0
#include "cordon/doctor/secret_names.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string>

namespace cordon::doctor {
namespace {

constexpr std::string_view kNames[] = {
    "AWS_ACCESS_KEY_ID", "PGPASSWORD", "MYSQL_PWD", "DOCKER_AUTH_CONFIG", "KUBE_TOKEN", "SSHPASS", "OPENAI_KEY", "TOKEN", "SECRET", "PASSWORD", "API_KEY", "APIKEY", "GOOGLE_APPLICATION_CREDENTIALS_JSON",
    "DATABASE_URL", "REDIS_URL", "MONGODB_URI", "SENTRY_DSN", "NPM_CONFIG__AUTH", "npm_config__auth", "CARGO_REGISTRY_TOKEN", "BORG_PASSPHRASE", "RESTIC_PASSWORD", "ANSIBLE_VAULT_PASSWORD",
};
constexpr std::string_view kEndings[] = {
    "_TOKEN", "_SECRET", "_PASSWORD", "_PASSWD", "_PASSPHRASE", "_PASS", "_API_KEY", "_APIKEY", "_ACCESS_KEY", "_SECRET_KEY", "_PRIVATE_KEY", "_SIGNING_KEY", "_ENCRYPTION_KEY", "_ACCOUNT_KEY",
    "_CREDENTIAL", "_CREDENTIALS", "_AUTH_KEY", "_AUTHTOKEN", "_AUTH_TOKEN", "_PAT", "_WEBHOOK_URL", "_CONNECTION_STRING", "_CLIENT_SECRET", "_SECRET_ACCESS_KEY", "_BEARER", "_JWT",
};
// End like one and are none.
constexpr std::string_view kNot[] = {"GIT_ASKPASS", "SSH_ASKPASS", "SUDO_ASKPASS", "CLOUDSDK_AUTH_CREDENTIAL", "GOOGLE_APPLICATION_CREDENTIALS", "SHELL_PAT", "FORCE_PASS"};

}  // namespace

bool is_secret_name(std::string_view name) {
  const auto is = [&](std::string_view other) { return other == name; };
  if (std::any_of(std::begin(kNot), std::end(kNot), is)) return false;
  if (std::any_of(std::begin(kNames), std::end(kNames), is)) return true;
  std::string upper(name);
  std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return std::any_of(std::begin(kEndings), std::end(kEndings), [&](std::string_view ending) { return upper.size() > ending.size() && upper.ends_with(ending); });
}

}  // namespace cordon::doctor
