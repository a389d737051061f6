// SPDX-License-Identifier: BSD-3-Clause
//
// The epochs of one process at one window (MPI 4.1, section 12.5): which accesses they allow, and
// which calls begin or end one that must not. A call with an error changes nothing, as the MPI
// refuses it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bcs/check/check_log.hpp"
#include "bcs/check/kinds.hpp"

namespace strobe::bcs::check {

/// By what an access is synchronized: MPI_Win_fence, MPI_Win_start, or a lock.
enum class EpochKind : std::uint8_t { none, fence, started, locked };

/// What is wrong with a call.
struct EpochError {
  Kind kind;
  std::string text;  ///< follows "rank 3 "
  Place began = 0;   ///< where the epoch began that is in the way; 0 if there is none
};

class Epochs {
 public:
  using Error = std::optional<EpochError>;

  /// `ends_accesses`: accesses may come before, as the call has no MPI_MODE_NOPRECEDE;
  /// `is_followed`: after it, as it has no MPI_MODE_NOSUCCEED.
  [[nodiscard]] Error fence(bool ends_accesses, bool is_followed);
  [[nodiscard]] Error start(const std::vector<int>& targets, Place place);
  [[nodiscard]] Error complete();
  [[nodiscard]] Error post(Place place);
  /// MPI_Win_wait and MPI_Win_test.
  [[nodiscard]] Error wait() const;
  void exposure_ended() { posted_.reset(); }
  /// By what accesses of others to this process are synchronized now, but for locks.
  [[nodiscard]] EpochKind exposure() const {
    if (posted_) return EpochKind::started;
    return is_within_fences_ ? EpochKind::fence : EpochKind::none;
  }
  [[nodiscard]] Error lock(int target, bool is_exclusive, Place place);
  [[nodiscard]] Error unlock(int target);
  [[nodiscard]] Error lock_all(Place place);
  [[nodiscard]] Error unlock_all();
  [[nodiscard]] Error flush(int target) const;
  [[nodiscard]] Error flush_all() const;
  /// The window is freed, or the program ends.
  [[nodiscard]] Error end() const;
  /// An access to the window of a target. One with a request needs a lock.
  [[nodiscard]] Error access(int target, bool has_request, Place place);

  [[nodiscard]] bool has_lock() const { return all_locked_ || !locks_.empty(); }
  /// By what an access to this target is synchronized now.
  [[nodiscard]] EpochKind kind_at(int target) const;
  /// Whether the process holds an exclusive lock, with which it may protect other targets as well.
  [[nodiscard]] bool is_exclusive() const;

 private:
  struct Lock {
    bool is_exclusive;
    Place place;
  };

  [[nodiscard]] Place place_of_lock() const {
    return all_locked_ ? *all_locked_ : locks_.begin()->second.place;
  }
  /// The error of a call that needs all access epochs to be over: `does` what it does.
  [[nodiscard]] Error open_access(const std::string& does) const;

  bool is_within_fences_ = false;
  std::optional<Place> accessed_;  ///< the first access since the last fence
  std::optional<Place> started_, posted_, all_locked_;
  std::vector<int> targets_;  ///< of MPI_Win_start
  std::map<int, Lock> locks_;
};

}  // namespace strobe::bcs::check
