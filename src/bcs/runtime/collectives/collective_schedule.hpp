// SPDX-License-Identifier: BSD-3-Clause
//
// A collective as data, for one member: rounds of copies and reductions, and of sends and receives.
// A round is complete when all its messages are. CollectiveOperation runs a schedule, as often as
// the caller starts it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bcs/runtime/memory_pool.hpp"

namespace strobe::bcs::runtime::collectives {

/// Contiguous bytes. The collective defines which of them it writes.
struct Piece {
  std::byte* at = nullptr;
  std::size_t bytes = 0;

  [[nodiscard]] Piece part(std::size_t first, std::size_t count) const {
    return {at + first, count};
  }
};

[[nodiscard]] inline bool overlap(Piece one, Piece other) {
  return one.at < other.at + other.bytes && other.at < one.at + one.bytes;
}

/// Combines two contributions element by element: `later` = `earlier` op `later`, so that
/// operations that do not commute are applied in the order of ranks.
struct Reduction {
  using Combine = void (*)(const void* with, const std::byte* earlier, std::byte* later,
                           std::size_t elements);
  Combine combine = nullptr;
  const void* with = nullptr;  ///< first argument of `combine`
  std::size_t element_bytes = 1;

  void operator()(Piece earlier, std::byte* later) const {
    combine(with, earlier.at, later, earlier.bytes / element_bytes);
  }
};

struct Action {
  enum class What : std::uint8_t { send, receive, copy, combine };
  What what = What::copy;
  /// Messages between two members match in their order within a lane.
  std::uint16_t lane = 0;
  int peer = 0;                 ///< member of the group: destination or source
  Piece piece{};                ///< sent, received into, copied from, or the earlier contribution
  std::byte* target = nullptr;  ///< copied to, or the later contribution
};

class CollectiveSchedule {
 public:
  CollectiveSchedule() = default;
  /// Rooms are from `memory`, which outlives the schedule.
  explicit CollectiveSchedule(MemoryPool& memory, const Reduction& reduction = {})
      : memory_(&memory), reduction_(reduction) {}

  /// Memory that lives as long as the schedule.
  [[nodiscard]] Piece room(std::size_t bytes);

  // These add actions to the current round. An empty message is sent only if `empty` says that it
  // has a meaning; otherwise both sides know that there is none.
  enum class Empty : std::uint8_t { is_nothing, is_a_message };
  void send(int to, Piece piece, Empty empty = Empty::is_nothing, std::uint16_t lane = 0);
  void receive(int from, Piece piece, Empty empty = Empty::is_nothing, std::uint16_t lane = 0);
  /// A send of the same round may read its data before a later copy or reduction of that round, so
  /// that a send of their result belongs to the next round.
  void copy(Piece from, std::byte* to);
  void combine(Piece earlier, std::byte* later);
  void end_round();

  [[nodiscard]] std::size_t rounds() const { return ends_.size(); }
  [[nodiscard]] std::span<const Action> round(std::size_t number) const;
  /// The largest number of messages in a round.
  [[nodiscard]] std::size_t most_messages() const { return most_messages_; }
  [[nodiscard]] const Reduction& reduction() const { return reduction_; }

 private:
  MemoryPool* memory_ = nullptr;
  Reduction reduction_{};
  std::vector<Action> actions_;
  std::vector<std::size_t> ends_;  ///< of each round
  std::size_t messages_ = 0;       ///< of the current round
  std::size_t most_messages_ = 0;
  std::vector<MemoryPool::Owned> rooms_;
};

/// Performs a copy or a reduction. The caller performs sends and receives.
void perform(const Action& action, const Reduction& reduction);

}  // namespace strobe::bcs::runtime::collectives
