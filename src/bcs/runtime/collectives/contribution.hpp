// SPDX-License-Identifier: BSD-3-Clause
//
// What a collective is where its members meet in shared memory: what each of them leaves there,
// whom it waits for, and what it takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "bcs/runtime/collectives/call.hpp"
#include "bcs/runtime/collectives/shared_collective.hpp"
#include "bcs/runtime/shared_copy.hpp"

namespace strobe::bcs::runtime::collectives {

/// Who needs whose contribution.
enum class DataFlow : std::uint8_t { from_all_to_all, from_root, to_root, upwards };
[[nodiscard]] DataFlow data_flow_of(CollectiveKind kind);

/// One of the members of a communicator.
struct Member {
  int own = 0;
  int members = 1;
};
/// Those whose contributions it needs.
[[nodiscard]] MemberRange needed(const Call& call, Member member);

/// How long a contribution is at most, if all members know that alike.
[[nodiscard]] std::optional<std::size_t> contribution_bytes(const Call& call, int members);
/// Leaves the member's contribution in `room`.
void give(const Call& call, Member member, std::byte* room, SharedCopy& copy);
/// Takes what the member needs of the contributions to a meeting. `scratch` is for as much as one
/// of them.
void take(const Call& call, Member member, const SharedCollective& shared,
          std::span<std::byte> scratch);

/// Some collectives can be done part by part, each as one of so many bytes by itself. None of
/// others.
[[nodiscard]] std::size_t part_bytes(const Call& call, std::size_t room_bytes);
[[nodiscard]] Call part_of(const Call& call, std::size_t first, std::size_t bytes);

}  // namespace strobe::bcs::runtime::collectives
