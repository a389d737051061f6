// SPDX-License-Identifier: BSD-3-Clause
//
// A collective as data, for one member: rounds of what it copies and combines, and then of what it
// sends and receives. A round is over when all its messages are. Whoever runs it (operation.hpp)
// may do so while its process computes, and as often as it likes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace strobe::bcs::runtime::collectives {

/// Bytes one behind the other. Which of them are written is the collective's to say.
struct Piece {
  std::byte* at = nullptr;
  std::size_t bytes = 0;

  [[nodiscard]] Piece part(std::size_t first, std::size_t count) const {
    return {at + first, count};
  }
};

/// How two contributions become one: `later` = `earlier` op `later`, so that what is not
/// commutative comes out in the order of ranks. Elements are combined each by itself.
struct Reduction {
  using Combine = void (*)(const void* with, const std::byte* earlier, std::byte* later,
                           std::size_t elements);
  Combine combine = nullptr;
  const void* with = nullptr;  ///< handed on to `combine`
  std::size_t element_bytes = 1;

  void operator()(Piece earlier, std::byte* later) const {
    combine(with, earlier.at, later, earlier.bytes / element_bytes);
  }
};

struct Action {
  enum class What : std::uint8_t { send, receive, copy, combine };
  What what = What::copy;
  /// Messages between two members are matched in their order within a lane.
  std::uint16_t lane = 0;
  int peer = 0;                 ///< a member of the group, to whom or from whom
  Piece piece{};                ///< sent, received into, copied from, or the earlier contribution
  std::byte* target = nullptr;  ///< copied to, or the later contribution
};

class CollectiveSchedule {
 public:
  CollectiveSchedule() = default;
  explicit CollectiveSchedule(const Reduction& reduction) : reduction_(reduction) {}

  /// Memory that lives as long as the schedule.
  [[nodiscard]] Piece room(std::size_t bytes);

  // What follows joins the round that is being written. Empty messages are sent where `empty` says
  // that they mean something, and otherwise both sides know that there are none.
  enum class Empty : std::uint8_t { is_nothing, is_a_message };
  void send(int to, Piece piece, Empty empty = Empty::is_nothing, std::uint16_t lane = 0);
  void receive(int from, Piece piece, Empty empty = Empty::is_nothing, std::uint16_t lane = 0);
  /// A message leaves before what is copied or combined after it in the same round, so that these
  /// belong into the next one.
  void copy(Piece from, std::byte* to);
  void combine(Piece earlier, std::byte* later);
  void end_round();

  [[nodiscard]] std::size_t rounds() const { return ends_.size(); }
  [[nodiscard]] std::span<const Action> round(std::size_t number) const;
  /// How many messages there are in the round that has most.
  [[nodiscard]] std::size_t most_messages() const { return most_messages_; }
  [[nodiscard]] const Reduction& reduction() const { return reduction_; }

 private:
  Reduction reduction_{};
  std::vector<Action> actions_;
  std::vector<std::size_t> ends_;  ///< one for each round that has ended
  std::size_t messages_ = 0;       ///< of the round that is being written
  std::size_t most_messages_ = 0;
  std::vector<std::unique_ptr<std::byte[]>> rooms_;
};

/// Copies and combines; messages are the caller's.
void perform(const Action& action, const Reduction& reduction);

}  // namespace strobe::bcs::runtime::collectives
