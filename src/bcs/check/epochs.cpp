// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/epochs.hpp"

#include <algorithm>
#include <utility>

#include "base/format.hpp"

namespace strobe::bcs::check {

namespace {

EpochError missing(std::string text) {
  return {.kind = Kind::epoch_missing, .text = std::move(text)};
}

EpochError not_ended(std::string text, Place began) {
  return {.kind = Kind::epoch_not_ended, .text = std::move(text), .began = began};
}

}  // namespace

Epochs::Error Epochs::open_access(const std::string& does) const {
  if (has_lock()) return not_ended(does + " while it holds a lock of the window", place_of_lock());
  if (started_)
    return not_ended(does + " before MPI_Win_complete has ended the epoch of MPI_Win_start",
                     *started_);
  return std::nullopt;
}

Epochs::Error Epochs::fence(bool ends_accesses, bool is_followed) {
  if (auto error = open_access("calls MPI_Win_fence")) return error;
  if (posted_) {
    return not_ended("calls MPI_Win_fence before MPI_Win_wait has ended the epoch of MPI_Win_post",
                     *posted_);
  }
  is_within_fences_ = is_followed;
  const std::optional<Place> accessed = std::exchange(accessed_, std::nullopt);
  if (accessed && !ends_accesses) {
    return not_ended(
        "calls MPI_Win_fence with MPI_MODE_NOPRECEDE, although it has accessed the window",
        *accessed);
  }
  return std::nullopt;
}

Epochs::Error Epochs::start(const std::vector<int>& targets, Place place) {
  if (auto error = open_access("calls MPI_Win_start")) return error;
  if (accessed_) {
    return not_ended("calls MPI_Win_start before MPI_Win_fence has ended the epoch", *accessed_);
  }
  started_ = place;
  targets_ = targets;
  return std::nullopt;
}

Epochs::Error Epochs::complete() {
  if (!started_) return missing("calls MPI_Win_complete without MPI_Win_start");
  started_.reset();
  targets_.clear();
  return std::nullopt;
}

Epochs::Error Epochs::post(Place place) {
  if (posted_) {
    return not_ended("calls MPI_Win_post before MPI_Win_wait has ended the epoch before", *posted_);
  }
  posted_ = place;
  return std::nullopt;
}

Epochs::Error Epochs::wait() const {
  if (!posted_) return missing("waits for the end of an epoch that no MPI_Win_post has begun");
  return std::nullopt;
}

Epochs::Error Epochs::lock(int target, bool is_exclusive, Place place) {
  const std::string does = base::format("locks rank {} of the window", target);
  const auto locked = locks_.find(target);
  if (locked != locks_.end())
    return not_ended(does + ", whose lock it holds already", locked->second.place);
  if (all_locked_ || started_) return open_access(does);
  if (accessed_) return not_ended(does + " before MPI_Win_fence has ended the epoch", *accessed_);
  locks_[target] = {.is_exclusive = is_exclusive, .place = place};
  return std::nullopt;
}

Epochs::Error Epochs::unlock(int target) {
  if (locks_.erase(target) == 0)
    return missing(
        base::format("unlocks rank {} of the window, whose lock it does not hold", target));
  return std::nullopt;
}

Epochs::Error Epochs::lock_all(Place place) {
  if (auto error = open_access("calls MPI_Win_lock_all")) return error;
  if (accessed_) {
    return not_ended("calls MPI_Win_lock_all before MPI_Win_fence has ended the epoch", *accessed_);
  }
  all_locked_ = place;
  return std::nullopt;
}

Epochs::Error Epochs::unlock_all() {
  if (!all_locked_) return missing("calls MPI_Win_unlock_all without MPI_Win_lock_all");
  all_locked_.reset();
  return std::nullopt;
}

Epochs::Error Epochs::flush(int target) const {
  if (!all_locked_ && !locks_.contains(target)) {
    return missing(
        base::format("flushes rank {} of the window, whose lock it does not hold", target));
  }
  return std::nullopt;
}

Epochs::Error Epochs::flush_all() const {
  if (!has_lock()) return missing("flushes the window, of which it holds no lock");
  return std::nullopt;
}

Epochs::Error Epochs::end() const {
  if (auto error = open_access("ends the use of the window")) return error;
  if (posted_) {
    return not_ended(
        "ends the use of the window before MPI_Win_wait has ended the epoch of MPI_Win_post",
        *posted_);
  }
  if (accessed_) {
    return not_ended("ends the use of the window before MPI_Win_fence has ended the epoch",
                     *accessed_);
  }
  return std::nullopt;
}

EpochKind Epochs::kind_at(int target) const {
  if (all_locked_ || locks_.contains(target)) return EpochKind::locked;
  if (started_ && std::ranges::find(targets_, target) != targets_.end()) return EpochKind::started;
  // Epochs of a process at a window do not overlap.
  return is_within_fences_ && !has_lock() && !started_ ? EpochKind::fence : EpochKind::none;
}

bool Epochs::is_exclusive() const {
  return std::ranges::any_of(locks_, [](const auto& lock) { return lock.second.is_exclusive; });
}

Epochs::Error Epochs::access(int target, bool has_request, Place place) {
  const EpochKind kind = kind_at(target);
  if (kind == EpochKind::none)
    return missing(base::format("accesses the window of rank {} outside of an epoch", target));
  if (has_request && kind != EpochKind::locked) {
    return missing(base::format(
        "accesses the window of rank {} by an operation with a request, but without a lock",
        target));
  }
  if (kind == EpochKind::fence && !accessed_) accessed_ = place;
  return std::nullopt;
}

}  // namespace strobe::bcs::check
