// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/collective_operation.hpp"

#include <algorithm>
#include <utility>

#include "base/format.hpp"
#include "bcs/runtime/collectives/collectives.hpp"

namespace strobe::bcs::runtime::collectives {

CollectiveOperation::CollectiveOperation(Collectives& collectives, const Signature& signature,
                                         CollectiveSchedule plan)
    : collectives_(collectives),
      signature_(signature),
      schedule_(std::move(plan)),
      turn_(collectives.next(signature)),
      transfers_(schedule_.most_messages()) {}

CollectiveOperation::CollectiveOperation(Collectives& collectives, const Signature& signature,
                                         const OffloadedCollective& offloaded)
    : collectives_(collectives),
      signature_(signature),
      offloaded_(offloaded),
      turn_(collectives.next(signature)),
      transfers_(1) {
  offloaded_->operation.mark = turn_.mark;
}

void CollectiveOperation::start() {
  ++starts_;
  is_complete_ = false;
  round_ = 0;
  if (!offloaded_) return advance();
  Transfer& transfer = transfers_.front();
  transfer = {.is_internal = true, .follower = this};
  pending_ = 1;
  collectives_.endpoint().offload()->begin_collective(*offloaded_, transfer);
}

void CollectiveOperation::begin(const Action& action) {
  if (action.what == Action::What::copy || action.what == Action::What::combine) {
    perform(action, schedule_.reduction());
    return;
  }
  Transfer& transfer = transfers_[begun_++];
  transfer = {.peer = collectives_.job_rank(action.peer),
              .tag = collectives_.tag_of(turn_),
              .context = collectives_.hidden_context(signature_.mode, action.lane),
              .data = action.piece.at,
              .bytes = action.piece.bytes,
              .mark = mark_of_start(),
              .is_internal = true,
              .follower = this};
  ++pending_;
  if (action.what == Action::What::send) {
    collectives_.endpoint().begin_send(transfer);
  } else {
    collectives_.endpoint().begin_receive(transfer);
  }
}

void CollectiveOperation::advance() {
  for (; round_ < schedule_.rounds(); ++round_) {
    begun_ = 0;
    for (const Action& action : schedule_.round(round_)) begin(action);
    // The endpoint calls followers of transfers that are complete already, too, when it polls.
    if (pending_ > 0) return;
  }
  finish();
}

void CollectiveOperation::finish() {
  is_complete_ = true;
  completed_in_ = collectives_.endpoint().slice();
}

std::uint32_t CollectiveOperation::mark_of_start() const {
  return turn_.mark + (starts_ - 1) * 0x9e3779b1U;
}

std::string CollectiveOperation::description() const {
  std::string text = described(signature_);
  if (signature_.mode == CollectiveMode::persistent) {
    text += base::format(", start {} of collective {}", starts_, turn_.sequence);
  }
  return text;
}

std::vector<Rank> CollectiveOperation::awaited() const {
  if (offloaded_) return collectives_.without_call(turn_.sequence);
  std::vector<Rank> ranks;
  for (std::size_t i = 0; i < begun_; ++i) {
    if (!transfers_[i].is_complete) ranks.push_back(transfers_[i].peer);
  }
  std::ranges::sort(ranks);
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

void CollectiveOperation::completed(Transfer& transfer) {
  --pending_;
  if (offloaded_ && transfer.is_cancelled) complaint_ = collectives_.disagreement();
  const bool is_receive = transfer.source != any_source;
  if (complaint_.empty() && is_receive) {
    complaint_ = collectives_.complaint_about(
        transfer, {.sequence = turn_.sequence, .mark = mark_of_start()}, signature_);
  }
  if (!complaint_.empty()) {
    finish();
  } else if (pending_ == 0) {
    ++round_;
    advance();
  }
}

}  // namespace strobe::bcs::runtime::collectives
