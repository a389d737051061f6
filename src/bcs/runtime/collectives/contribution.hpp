// SPDX-License-Identifier: BSD-3-Clause
//
// Collectives in a shared buffer: what each member writes, which members it waits for, and what it
// reads.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "bcs/runtime/collectives/call.hpp"
#include "bcs/runtime/collectives/shared_collective.hpp"
#include "bcs/runtime/shared_copy.hpp"

namespace strobe::bcs::runtime::collectives {

/// Which members need the contributions of which others.
enum class DataFlow : std::uint8_t { from_all_to_all, from_root, to_root, upwards };
[[nodiscard]] DataFlow data_flow_of(CollectiveKind kind);

/// The own rank and the size of a communicator.
struct Member {
  int own = 0;
  int members = 1;
};
/// The members whose contributions this member needs.
[[nodiscard]] MemberRange needed(const Call& call, Member member);

/// The largest size of a contribution, if all members know it.
[[nodiscard]] std::optional<std::size_t> contribution_bytes(const Call& call, int members);
/// Writes the member's contribution to `room`.
void give(const Call& call, Member member, std::byte* room, SharedCopy& copy);
/// The most partial results of a reduction that one member has at the same time.
inline constexpr std::size_t most_partial_results = 31;
/// How many of them need memory if there are so many members.
[[nodiscard]] constexpr std::size_t partial_results_of(int members) {
  return static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(members)) - 1);
}
/// Reads the contributions that the member needs. `scratch` has room for as many contributions as
/// `partial_results_of` says.
void take(const Call& call, Member member, const SharedCollective& shared,
          std::span<std::byte> scratch);

/// The size of the parts if the collective can be split into collectives on parts of the data; 0 if
/// it cannot.
[[nodiscard]] std::size_t part_bytes(const Call& call, std::size_t room_bytes);
[[nodiscard]] Call part_of(const Call& call, std::size_t first, std::size_t bytes);

}  // namespace strobe::bcs::runtime::collectives
