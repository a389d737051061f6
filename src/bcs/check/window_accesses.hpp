// SPDX-License-Identifier: BSD-3-Clause
//
// The accesses of all processes to the window of one of them, and which of them conflict: two that
// overlap, one of which writes, and that no synchronization orders (MPI 4.1, section 12.7). An
// order that messages may give is not known exactly, and counts as one.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "bcs/check/check_log.hpp"
#include "bcs/check/epochs.hpp"

namespace strobe::bcs::check {

enum class AccessKind : std::uint8_t {
  load,   ///< by the process itself, in its own memory
  store,  ///< the same
  get,
  put,
  accumulate,
};

/// What an accumulate does with the data. Of two different ones that are not listed here the
/// result is undefined.
enum class Combination : std::uint8_t {
  nothing,   ///< MPI_NO_OP
  exchange,  ///< MPI_Compare_and_swap, which programs combine with others
  first_operator,
};

/// As members of the window exchange it.
struct WindowAccess {
  static constexpr std::uint32_t not_complete = ~std::uint32_t{0};

  std::uint64_t begin = 0;     ///< in the window's memory, in bytes
  std::uint64_t bytes = 0;     ///< 0 if the accessed bytes are not known exactly
  std::uint64_t contents = 0;  ///< the hash of the data of a put; 0 if it is not known
  Place place = 0;             ///< in the process that accesses
  std::uint32_t epoch = 0;     ///< the number of the exposure epoch; 0 without MPI_Win_post
  std::uint32_t phase = 0;     ///< between two synchronizations of all members
  /// The phase in which the process has completed it at the target.
  std::uint32_t last_phase = not_complete;
  // How many times the process had completed its accesses to this target before: there, and at
  // their origin.
  std::uint32_t completions = 0;
  std::uint32_t local_completions = 0;
  std::uint32_t type = 0;  ///< a hash of the basic datatype of an accumulate; 0 if it is not known
  std::int32_t origin = 0;
  AccessKind kind = AccessKind::load;
  EpochKind epoch_kind = EpochKind::none;
  std::uint8_t combination = 0;  ///< Combination, or from `first_operator` on an operator
  bool is_exclusive = false;     ///< the process holds an exclusive lock, of any target
  bool is_without_lock = false;  ///< of the process itself: locks of others do not exclude it
  /// The process may know what another one did before in the same phase.
  bool may_follow = false;
  bool is_somewhere = false;  ///< to some of these bytes
  bool has_result = false;    ///< when it is complete at its origin, so it is at the target

  friend bool operator==(const WindowAccess&, const WindowAccess&) = default;

  [[nodiscard]] std::uint64_t end() const { return begin + bytes; }
  [[nodiscard]] bool is_local() const { return kind <= AccessKind::store; }
  [[nodiscard]] bool writes() const {
    return kind == AccessKind::store || kind == AccessKind::put ||
           (kind == AccessKind::accumulate &&
            combination != static_cast<std::uint8_t>(Combination::nothing));
  }
};

[[nodiscard]] bool do_conflict(const WindowAccess& one, const WindowAccess& other);

/// Whether two puts write the same data, so that either order has the same result.
[[nodiscard]] bool are_same_puts(const WindowAccess& one, const WindowAccess& other);

/// Pairs that conflict, of each two places at most one, and one of same puts. Sorts the accesses.
/// Of very many that overlap each other some pairs are not found.
[[nodiscard]] std::vector<std::pair<WindowAccess, WindowAccess>> conflicts(
    std::span<WindowAccess> accesses);

}  // namespace strobe::bcs::check
