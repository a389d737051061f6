// SPDX-License-Identifier: BSD-3-Clause
//
// The handlers of the calls that begin and end epochs of windows. The MPI waits for no rank here
// that may have something else to do first: a rank that waits inside it keeps the others from their
// slices.
#include "bcs/mpi/windows.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/communicators.hpp"
#include "bcs/mpi/notices.hpp"
#include "bcs/mpi/ordered_accesses.hpp"
#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi {

const void* attribute_of(MPI_Win handle, int key) {
  void* value = nullptr;
  int has_it = 0;
  native().Win_get_attr(handle, key, static_cast<void*>(&value), &has_it);
  return has_it == 0 ? nullptr : value;
}

bool has_flavour(MPI_Win handle, int flavour) {
  const auto* const own = static_cast<const int*>(attribute_of(handle, MPI_WIN_CREATE_FLAVOR));
  return own != nullptr && *own == flavour;
}

std::vector<WindowPart> parts_of(MPI_Win handle, MPI_Comm between, std::size_t members) {
  WindowPart own;
  if (!has_flavour(handle, MPI_WIN_FLAVOR_DYNAMIC)) {
    const void* const size = attribute_of(handle, MPI_WIN_SIZE);
    const void* const unit = attribute_of(handle, MPI_WIN_DISP_UNIT);
    own.address = reinterpret_cast<std::intptr_t>(attribute_of(handle, MPI_WIN_BASE));
    if (size != nullptr) own.size_bytes = *static_cast<const MPI_Aint*>(size);
    if (unit != nullptr) own.unit_bytes = *static_cast<const int*>(unit);
  }
  std::vector<WindowPart> parts(members);
  const NativeCallScope inside;
  native().Allgather(&own, 3, MPI_INT64_T, parts.data(), 3, MPI_INT64_T, between);
  return parts;
}

void log_at_target(monitor::LoggedMessage::Event event, const Window& window,
                   std::optional<std::size_t> member, std::int64_t size_bytes) {
  if (interposer.mmds == nullptr) [[likely]]
    return;
  if (member && (*member >= window.ranks.size() || *member == window.own)) return;
  interposer.mmds->logs(event, {.context = window.context,
                                .peer = member ? window.ranks[*member] : -1,
                                .size_bytes = size_bytes});
}

}  // namespace strobe::bcs::mpi

namespace strobe::bcs::mpi::handlers {

namespace {

using monitor::LoggedMessage;

/// Of the notices that an exposure epoch has begun, and that an access epoch is over. Barriers of
/// members have tags from 1.
constexpr std::int32_t tag_of_exposure = 0;
constexpr std::int32_t tag_of_completion = -1;

/// Tests the epoch until it has ended or `at_edge()` ends the wait. Returns the MPI's error.
template <class AtEdge>
int wait_for_epoch(MPI_Win window, int* has_ended, AtEdge&& at_edge) {
  int error = MPI_SUCCESS;
  *has_ended = 0;
  process().wait_with_mpi_progress(
      [&] {
        // The test that finds the end ends the epoch.
        if (*has_ended == 0 && error == MPI_SUCCESS) error = native().Win_test(window, has_ended);
        return *has_ended != 0 || error != MPI_SUCCESS;
      },
      at_edge);
  return error;
}

// Locks. On one node a rank inside the MPI delays a slice by some milliseconds at most.

/// The window, if its locks are taken by the runtime before the MPI's.
Window* window_with_locks(MPI_Win handle) {
  const bool has_locks = process().locks != nullptr || process().accesses != nullptr;
  return has_locks ? process().windows.find(handle) : nullptr;
}

/// Waits until these ranks in the window have granted their locks.
void await_locks(Window& window, const std::vector<std::size_t>& targets, runtime::LockKind kind) {
  runtime::LockService& locks = *process().locks;
  for (const std::size_t target : targets) {
    locks.request(window.context, window.ranks[target], kind);
    window.locked.insert(target);
  }
  const auto is_missing = [&](std::size_t target) {
    return !locks.has(window.context, window.ranks[target]);
  };
  process().wait([&] { return std::ranges::none_of(targets, is_missing); }, [] { return false; },
                 [&] {
                   WaitDescription description{.text = "for the lock of a window"};
                   for (const std::size_t target : targets) {
                     if (is_missing(target)) description.ranks.push_back(window.ranks[target]);
                   }
                   return description;
                 });
}

/// Waits for the locks of these ranks in the window, and then has the MPI take its own.
template <class Lock>
int lock(Window& window, const std::vector<std::size_t>& targets, runtime::LockKind kind,
         Lock&& lock_by_mpi) {
  if (process().accesses != nullptr) {
    process().accesses->lock(window, targets, kind == runtime::LockKind::exclusive);
  } else {
    await_locks(window, targets, kind);
  }
  const NativeCallScope inside;
  return lock_by_mpi();
}

/// Has the MPI release its lock, and then releases those of the runtime.
template <class Unlock>
int unlock(Window& window, const std::vector<std::size_t>& targets, Unlock&& unlock_by_mpi) {
  int error = MPI_SUCCESS;
  {
    const NativeCallScope inside;
    error = unlock_by_mpi();
  }
  for (const std::size_t target : targets) {
    if (process().accesses != nullptr) process().accesses->unlock(window, target);
    if (window.locked.erase(target) != 0)
      process().locks->release(window.context, window.ranks[target]);
  }
  return error;
}

std::vector<std::size_t> all_members(const Window& window) {
  std::vector<std::size_t> all(window.ranks.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

bool is_member(const Window& window, int rank) {
  return rank >= 0 && static_cast<std::size_t>(rank) < window.ranks.size();
}

/// The call completes the operations on a member of the window, or on all.
void complete(MPI_Win handle, std::optional<int> rank = std::nullopt, bool is_at_origin = false) {
  const Window* const window = process().windows.find(handle);
  if (window == nullptr || (rank && !is_member(*window, *rank))) return;
  const auto target = rank ? std::optional(static_cast<std::size_t>(*rank)) : std::nullopt;
  complete_ordered(window, target, is_at_origin);
  log_at_target(LoggedMessage::accesses_completed, *window, target);
}

/// The call takes or releases the lock of a member of the window, or those of all.
void log_locks(MPI_Win handle, std::optional<int> rank = std::nullopt) {
  const Window* const window =
      interposer.mmds == nullptr ? nullptr : process().windows.find(handle);
  if (window == nullptr || (rank && !is_member(*window, *rank))) [[likely]]
    return;
  const std::size_t first = rank ? static_cast<std::size_t>(*rank) : 0;
  const std::size_t end = rank ? first + 1 : window->ranks.size();
  for (std::size_t member = first; member < end; ++member)
    log_at_target(LoggedMessage::lock_asked, *window, member);
}

/// Tells a rank that an epoch has begun or is over.
void tell(Rank rank, const Window& window, std::int32_t tag) {
  if (process().accesses != nullptr) [[unlikely]]
    process().accesses->signals(rank, window.context, tag);
  notify(rank, window.context, tag);
}

void note_signals(const runtime::StridedList& ranks, const Window& window, std::int32_t tag) {
  if (process().accesses == nullptr) [[likely]]
    return;
  for (const Rank rank : ranks) process().accesses->sees_signal(rank, window.context, tag);
}

/// The ranks of a group of the window; none if the runtime does not know the window.
std::optional<runtime::StridedList> members_of(const Window* window, MPI_Group group) {
  if (window == nullptr || group == MPI_GROUP_NULL) return std::nullopt;
  return ranks_in_job(group);
}

/// Has --check look at a call on the window. The error of a window that is not there, which is
/// raised; otherwise MPI_SUCCESS.
template <class Look>
int check(MPI_Win window, Look&& look) {
  if (interposer.checks == nullptr) [[likely]]
    return MPI_SUCCESS;
  OneSidedChecks& checks = interposer.checks->one_sided();
  const int error = checks.refuse(window);
  if (error == MPI_SUCCESS) look(checks);
  return error;
}

/// The same for a call of which nothing else is to do here.
template <class Look>
int check_and_pass(MPI_Win window, Look&& look) {
  const int error = check(window, look);
  return error == MPI_SUCCESS ? pass_through : error;
}

/// Whether all origins of the exposure epoch have called MPI_Win_complete. If not, the call waits
/// for them, or a test does so until a slice begins.
bool are_accesses_over(const Window& window, bool is_test) {
  const auto is_missing = [&](Rank rank) {
    return !process().notices.has(rank, window.context, tag_of_completion);
  };
  const auto are_over = [&] { return std::ranges::none_of(window.origins, is_missing); };
  process().wait(
      are_over, [&] { return is_test; },
      [&] {
        WaitDescription description{
            .text = "for ranks to end their accesses to the window (MPI_Win_complete)"};
        std::ranges::copy_if(window.origins, std::back_inserter(description.ranks), is_missing);
        return description;
      });
  return are_over();
}

/// Waits for the end of the epoch that MPI_Win_post has begun.
template <class AtEdge>
int end_exposure(MPI_Win handle, int* has_ended, bool is_test, AtEdge&& at_edge) {
  const int refused = check(handle, [&](OneSidedChecks& checks) { checks.waits(handle); });
  if (refused != MPI_SUCCESS) return refused;
  Window* const window = process().windows.find(handle);
  if (window != nullptr && !are_accesses_over(*window, is_test)) {
    *has_ended = 0;
    // A test need not block, and an origin may wait in MPI_Win_complete for this rank.
    make_mpi_progress();
    return MPI_SUCCESS;
  }
  const int error = wait_for_epoch(handle, has_ended, at_edge);
  if (window != nullptr && error == MPI_SUCCESS && *has_ended != 0) {
    for (const Rank rank : window->origins) take_notice(rank, window->context, tag_of_completion);
    note_signals(window->origins, *window, tag_of_completion);
    window->origins = {};
  }
  if (interposer.checks != nullptr && error == MPI_SUCCESS && *has_ended != 0) [[unlikely]]
    interposer.checks->one_sided().exposure_ended(handle);
  return error;
}

}  // namespace

int win_fence(int assert, MPI_Win win) {
  complete(win);
  synchronize_window(win);
  return check_and_pass(win, [&](OneSidedChecks& checks) { checks.fence(win, assert); });
}

int win_complete(MPI_Win win) {
  const int refused = check(win, [&](OneSidedChecks& checks) { checks.completes(win); });
  if (refused != MPI_SUCCESS) return refused;
  Window* const window = process().windows.find(win);
  if (window == nullptr) return pass_through;
  complete(win);
  {
    const NativeCallScope inside;
    const int error = native().Win_complete(win);
    if (error != MPI_SUCCESS) return error;
  }
  for (const Rank rank : window->targets) tell(rank, *window, tag_of_completion);
  window->targets = {};
  return MPI_SUCCESS;
}

int win_flush(int rank, MPI_Win win) {
  complete(win, rank);
  return check_and_pass(win, [&](OneSidedChecks& checks) { checks.flushes(win, rank, true); });
}

int win_flush_all(MPI_Win win) {
  complete(win);
  return check_and_pass(win, [&](OneSidedChecks& checks) { checks.flushes(win, {}, true); });
}

int win_flush_local(int rank, MPI_Win win) {
  complete(win, rank, true);
  return check_and_pass(win, [&](OneSidedChecks& checks) { checks.flushes(win, rank, false); });
}

int win_flush_local_all(MPI_Win win) {
  complete(win, {}, true);
  return check_and_pass(win, [&](OneSidedChecks& checks) { checks.flushes(win, {}, false); });
}

int win_sync(MPI_Win win) {
  const Window* const window = process().windows.find(win);
  if (process().accesses != nullptr && window != nullptr) [[unlikely]]
    process().accesses->observe(*window);
  return check_and_pass(win, [&](OneSidedChecks& checks) { checks.observes(); });
}

int win_attach(MPI_Win win, void* base, MPI_Aint size) {
  const int refused = check(win, [](OneSidedChecks& /*checks*/) {});
  if (refused != MPI_SUCCESS || interposer.checks == nullptr)
    return refused == MPI_SUCCESS ? pass_through : refused;
  const int error = native().Win_attach(win, base, size);
  if (error == MPI_SUCCESS && size > 0)
    interposer.checks->one_sided().attaches(
        win, {static_cast<const std::byte*>(base), static_cast<std::size_t>(size)});
  return error;
}

int win_detach(MPI_Win win, const void* base) {
  return check_and_pass(win, [&](OneSidedChecks& checks) {
    checks.detaches(win, static_cast<const std::byte*>(base));
  });
}

int win_post(MPI_Group group, int assert, MPI_Win win) {
  Window* const window = process().windows.find(win);
  const auto origins = members_of(window, group);
  const int refused = check(win, [&](OneSidedChecks& checks) {
    if (origins) checks.posts(win, *origins);
  });
  if (refused != MPI_SUCCESS) return refused;
  if (!origins) return pass_through;
  const int error = native().Win_post(group, assert, win);
  if (error != MPI_SUCCESS) return error;
  for (const Rank rank : *origins) tell(rank, *window, tag_of_exposure);
  window->origins = *origins;
  return MPI_SUCCESS;
}

int win_start(MPI_Group group, int /*assert*/, MPI_Win win) {
  Window* const window = process().windows.find(win);
  const auto targets = members_of(window, group);
  const int refused = check(win, [&](OneSidedChecks& checks) {
    if (targets) checks.starts(win, *targets);
  });
  if (refused != MPI_SUCCESS) return refused;
  if (!targets) return pass_through;
  wait_for_notices(*targets, window->context, tag_of_exposure, [] {
    return std::string("for ranks to expose their part of the window (MPI_Win_post)");
  });
  note_signals(*targets, *window, tag_of_exposure);
  window->targets = *targets;
  return pass_through;
}

int win_wait(MPI_Win win) {
  int has_ended = 0;
  return end_exposure(win, &has_ended, false, [] { return false; });
}

int win_test(MPI_Win win, int* flag) {
  if (flag == nullptr) return pass_through;
  return end_exposure(win, flag, true, [] { return true; });
}

int win_lock(int lock_type, int rank, int assert, MPI_Win win) {
  const bool is_exclusive = lock_type == MPI_LOCK_EXCLUSIVE;
  const int refused =
      check(win, [&](OneSidedChecks& checks) { checks.locks(win, rank, is_exclusive); });
  if (refused != MPI_SUCCESS) return refused;
  if ((assert& MPI_MODE_NOCHECK) != 0) return pass_through;
  log_locks(win, rank);
  Window* const window = window_with_locks(win);
  if (window == nullptr || !is_member(*window, rank)) return pass_through;
  return lock(*window, {static_cast<std::size_t>(rank)},
              is_exclusive ? runtime::LockKind::exclusive : runtime::LockKind::shared,
              [&] { return native().Win_lock(lock_type, rank, assert, win); });
}

int win_lock_all(int assert, MPI_Win win) {
  const int refused = check(win, [&](OneSidedChecks& checks) { checks.locks_all(win); });
  if (refused != MPI_SUCCESS) return refused;
  if ((assert& MPI_MODE_NOCHECK) != 0) return pass_through;
  log_locks(win);
  Window* const window = window_with_locks(win);
  if (window == nullptr) return pass_through;
  return lock(*window, all_members(*window), runtime::LockKind::shared,
              [&] { return native().Win_lock_all(assert, win); });
}

int win_unlock(int rank, MPI_Win win) {
  complete(win, rank);
  const int refused = check(win, [&](OneSidedChecks& checks) { checks.unlocks(win, rank); });
  if (refused != MPI_SUCCESS) return refused;
  log_locks(win, rank);
  Window* const window = window_with_locks(win);
  if (window == nullptr || !is_member(*window, rank)) return pass_through;
  return unlock(*window, {static_cast<std::size_t>(rank)},
                [&] { return native().Win_unlock(rank, win); });
}

int win_unlock_all(MPI_Win win) {
  complete(win);
  const int refused = check(win, [&](OneSidedChecks& checks) { checks.unlocks_all(win); });
  if (refused != MPI_SUCCESS) return refused;
  log_locks(win);
  Window* const window = window_with_locks(win);
  if (window == nullptr) return pass_through;
  return unlock(*window, all_members(*window), [&] { return native().Win_unlock_all(win); });
}

}  // namespace strobe::bcs::mpi::handlers
