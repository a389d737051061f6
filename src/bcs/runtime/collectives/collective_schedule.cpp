// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/collective_schedule.hpp"

#include <algorithm>
#include <cstring>

#include "bcs/runtime/copy.hpp"

namespace strobe::bcs::runtime::collectives {

Piece CollectiveSchedule::room(std::size_t bytes) {
  rooms_.push_back(memory_->take_owned(bytes));
  return {rooms_.back().get(), bytes};
}

void CollectiveSchedule::send(int to, Piece piece, Empty empty, std::uint16_t lane) {
  if (piece.bytes == 0 && empty == Empty::is_nothing) return;
  actions_.push_back({.what = Action::What::send, .lane = lane, .peer = to, .piece = piece});
  ++messages_;
}

void CollectiveSchedule::receive(int from, Piece piece, Empty empty, std::uint16_t lane) {
  if (piece.bytes == 0 && empty == Empty::is_nothing) return;
  actions_.push_back({.what = Action::What::receive, .lane = lane, .peer = from, .piece = piece});
  ++messages_;
}

void CollectiveSchedule::copy(Piece from, std::byte* to) {
  if (from.bytes == 0 || from.at == to) return;
  actions_.push_back({.what = Action::What::copy, .piece = from, .target = to});
}

void CollectiveSchedule::combine(Piece earlier, std::byte* later) {
  if (earlier.bytes == 0) return;
  actions_.push_back({.what = Action::What::combine, .piece = earlier, .target = later});
}

void CollectiveSchedule::end_round() {
  const std::size_t begin = ends_.empty() ? 0 : ends_.back();
  if (actions_.size() == begin) return;
  ends_.push_back(actions_.size());
  most_messages_ = std::max(most_messages_, messages_);
  messages_ = 0;
}

std::span<const Action> CollectiveSchedule::round(std::size_t number) const {
  const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
  return std::span(actions_).subspan(begin, ends_[number] - begin);
}

void perform(const Action& action, const Reduction& reduction) {
  const Piece from = action.piece;
  if (action.what == Action::What::combine) {
    reduction(from, action.target);
  } else if (overlap(from, {action.target, from.bytes})) {  // with MPI_IN_PLACE
    std::memmove(action.target, from.at, from.bytes);
  } else {
    copy_bytes(action.target, from.at, from.bytes);
  }
}

}  // namespace strobe::bcs::runtime::collectives
