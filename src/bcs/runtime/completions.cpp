// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/completions.hpp"

namespace strobe::bcs::runtime {

namespace {

/// Descriptors are exchanged and matched, and the data move, in the slice after the one in which
/// both sides had been posted. The process knows of it in the slice after that.
constexpr std::uint32_t slices_of_a_transfer = 2;

}  // namespace

void Completions::delay(Transfer& transfer) {
  if (!clock_.is_clocked()) {
    delayed_.push_back({.transfer = &transfer, .due = clock_.current() + 1});
    return;
  }
  const std::uint32_t due = transfer.slice + slices_of_a_transfer;
  if (due <= clock_.reached()) {
    complete_now(transfer);
  } else {
    delayed_.push_back({.transfer = &transfer, .due = due});
  }
}

void Completions::complete_due() {
  std::erase_if(delayed_, [this](const Delayed& delayed) {
    if (delayed.due > clock_.visible_before()) return false;
    complete_now(*delayed.transfer);
    return true;
  });
}

void Completions::call_pending_followers() {
  if (is_calling_) return;
  is_calling_ = true;
  while (!followed_.empty()) {
    Transfer* const transfer = followed_.back();
    followed_.pop_back();
    if (holds_application_code_ && transfer->follower->calls_application_code()) {
      held_.push_back(transfer);
      continue;
    }
    transfer->follower->completed(*transfer);
  }
  followed_.swap(held_);
  is_calling_ = false;
}

}  // namespace strobe::bcs::runtime
