// SPDX-License-Identifier: BSD-3-Clause
//
// Completes transfers: at once, or in modes in which everything waits for slices, when the rank may
// know of it. Followers are called later, from Endpoint::progress.
#pragma once

#include <cstdint>
#include <vector>

#include "bcs/runtime/slice_clock.hpp"
#include "bcs/runtime/transfer.hpp"

namespace strobe::bcs::runtime {

class Completions {
 public:
  Completions(const SliceClock& clock, bool waits_for_slices)
      : clock_(clock), waits_for_slices_(waits_for_slices) {}

  /// Completes a transfer whose data have moved, when its rank may know of it.
  void complete(Transfer& transfer) {
    if (waits_for_slices_) [[unlikely]] {
      delay(transfer);
    } else {
      complete_now(transfer);
    }
  }
  void complete_now(Transfer& transfer) {
    transfer.is_complete = true;
    if (transfer.follower != nullptr) add_followed(transfer);
  }
  /// Completes the delayed transfers whose slice has begun.
  void complete_due();
  [[nodiscard]] bool has_delayed() const { return !delayed_.empty(); }

  /// Calls the followers of complete transfers.
  void call_followers() {
    if (!followed_.empty()) call_pending_followers();
  }
  [[nodiscard]] bool has_followed() const { return !followed_.empty(); }
  /// From now on followers that call code of the application wait, or no longer.
  void hold_application_code(bool holds) { holds_application_code_ = holds; }

 private:
  struct Delayed {
    Transfer* transfer;
    std::uint32_t due;  ///< slice
  };

  // Not inlined, to keep `complete` short.
  [[gnu::noinline]] void delay(Transfer& transfer);
  [[gnu::noinline]] void add_followed(Transfer& transfer) { followed_.push_back(&transfer); }
  void call_pending_followers();

  const SliceClock& clock_;
  bool waits_for_slices_;
  bool is_calling_ = false;
  bool holds_application_code_ = false;
  std::vector<Delayed> delayed_;
  std::vector<Transfer*> followed_;
  std::vector<Transfer*> held_;
};

}  // namespace strobe::bcs::runtime
