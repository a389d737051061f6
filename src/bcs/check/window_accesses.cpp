// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/window_accesses.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <tuple>

namespace strobe::bcs::check {

namespace {

constexpr std::size_t most_compared = 1U << 20U;
constexpr std::size_t most_pairs = 64;

/// Of one process: an access is complete at the target before the next one begins.
bool are_in_order(const WindowAccess& one, const WindowAccess& other) {
  if (one.completions != other.completions) return true;
  if (one.local_completions == other.local_completions) return false;
  return (one.local_completions < other.local_completions ? one : other).has_result;
}

bool is_within(const WindowAccess& one, const WindowAccess& other) {
  return other.begin <= one.begin && one.end() <= other.end();
}

/// Of one process: a benchmark puts the same data to the same place many times.
bool is_repeated(const WindowAccess& one, const WindowAccess& other) {
  return one.place == other.place && one.begin == other.begin && one.bytes == other.bytes &&
         (one.contents == other.contents || one.contents == 0 || other.contents == 0);
}

/// Of two processes.
bool are_concurrent(const WindowAccess& one, const WindowAccess& other) {
  if (one.epoch_kind != other.epoch_kind || one.epoch != other.epoch) return false;
  if (one.epoch_kind == EpochKind::none) return false;
  // All operations of an epoch of these kinds are complete only at its end. But a load or a store
  // may come before a message after which the other process accesses.
  const bool is_locked = one.epoch_kind == EpochKind::locked;
  if (!is_locked && !one.is_local() && !other.is_local()) return true;
  const bool do_both_lock = !one.is_without_lock && !other.is_without_lock;
  if (is_locked && do_both_lock && (one.is_exclusive || other.is_exclusive)) return false;
  if (one.phase == other.phase) return !one.may_follow && !other.may_follow;
  // A synchronization of the members does not complete an access.
  const auto& [earlier, later] =
      one.phase < other.phase ? std::tie(one, other) : std::tie(other, one);
  return is_locked && earlier.last_phase >= later.phase && !later.may_follow;
}

/// A process may poll its memory, and others may get what it stores there, as the memory model of
/// all MPIs of today is unified (MPI 4.1, section 12.7, rules U1 and U2).
bool is_polling(const WindowAccess& one, const WindowAccess& other) {
  return one.epoch_kind == EpochKind::locked && (one.is_local() || other.is_local()) &&
         !(one.writes() && other.writes());
}

/// Whether two accumulates give a defined result (MPI 4.1, section 12.2.1, accumulate_ops). Those
/// of one process are ordered.
bool do_combine(const WindowAccess& one, const WindowAccess& other) {
  if (one.origin == other.origin) return true;
  if (one.type != other.type && one.type != 0 && other.type != 0) return false;
  const auto is_any = [](const WindowAccess& access) {
    return access.combination < static_cast<std::uint8_t>(Combination::first_operator);
  };
  return one.combination == other.combination || is_any(one) || is_any(other);
}

}  // namespace

bool do_conflict(const WindowAccess& one, const WindowAccess& other) {
  if (one.bytes == 0 || other.bytes == 0) return false;
  if (one.end() <= other.begin || other.end() <= one.begin) return false;
  if (one.is_somewhere && !is_within(one, other)) return false;
  if (other.is_somewhere && !is_within(other, one)) return false;
  if ((!one.writes() && !other.writes()) || is_polling(one, other)) return false;
  if (one.kind == AccessKind::accumulate && other.kind == AccessKind::accumulate &&
      do_combine(one, other))
    return false;
  if (one.origin != other.origin) return are_concurrent(one, other);
  // Those of the process itself are found by their buffers.
  if (one.is_local() || other.is_local() || is_repeated(one, other)) return false;
  return one.epoch_kind == other.epoch_kind && !are_in_order(one, other);
}

bool are_same_puts(const WindowAccess& one, const WindowAccess& other) {
  return one.kind == AccessKind::put && other.kind == AccessKind::put && one.begin == other.begin &&
         one.bytes == other.bytes && one.contents == other.contents && one.contents != 0;
}

std::vector<std::pair<WindowAccess, WindowAccess>> conflicts(std::span<WindowAccess> accesses) {
  std::ranges::sort(accesses, {}, &WindowAccess::begin);
  std::vector<std::pair<WindowAccess, WindowAccess>> found;
  std::set<std::tuple<std::int32_t, Place, std::int32_t, Place, bool>> known;
  std::size_t compared = 0;
  for (auto one = accesses.begin(); one != accesses.end(); ++one) {
    for (auto other = one + 1; other != accesses.end() && other->begin < one->end(); ++other) {
      if (++compared > most_compared || found.size() == most_pairs) return found;
      if (!do_conflict(*one, *other)) continue;
      const auto [first, second] =
          std::tie(one->origin, one->place) <= std::tie(other->origin, other->place)
              ? std::pair(*one, *other)
              : std::pair(*other, *one);
      const bool is_new = known
                              .insert({first.origin, first.place, second.origin, second.place,
                                       are_same_puts(first, second)})
                              .second;
      if (is_new) found.emplace_back(first, second);
    }
  }
  return found;
}

}  // namespace strobe::bcs::check
