// SPDX-License-Identifier: Apache-2.0
// One run of sync between a config folder and a store, under the store's lock.
//
// In this order, so that being killed anywhere leaves every file the old or the new one and the next run finds out what is
// done: files here (each atomic), the push, then what both sides agree on.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cordon/sync/plan.h"
#include "cordon/sync/store.h"

namespace cordon::sync {

struct Options {
  bool dry_run = false, yes = false, allow_public = false;
  bool pull = true, push = true;
  Choice choice;
};

class Session {
 public:
  Session(Store store, std::string config, std::string scratch, Options options)
      : store_(std::move(store)), config_(std::move(config)), scratch_(std::move(scratch)), options_(std::move(options)) {}

  Store& store() { return store_; }
  // Says who can read the remote. 0, or 4 when others can and --public was not given.
  int judge_remote();
  int run();  // the exit status

 private:
  Result<bool> look();              // fills base_, here_, there_, changes_
  void show() const;
  int refused() const;              // 4 when a credential would go
  int ask() const;                  // 0: go on
  Result<bool> write_here();
  Result<bool> push_there();
  Result<bool> agree();
  bool moves(Move move) const;
  const Piece* source_of(const Change& change) const;

  Store store_;
  std::string config_, scratch_;
  Options options_;
  Scan scan_;
  Pieces base_, there_;
  std::vector<Finding> ignored_;
  std::vector<Change> changes_;
};

}  // namespace cordon::sync
