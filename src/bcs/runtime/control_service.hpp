// SPDX-License-Identifier: BSD-3-Clause
//
// A service of the runtime that acts on messages without a receive of the application. The endpoint
// passes it the messages of its context, whatever the mode.
#pragma once

#include <cstddef>
#include <span>

#include "bcs/runtime/transfer.hpp"

namespace strobe::bcs::runtime {

class ControlService : public Follower {
 public:
  explicit ControlService(Context context) : context_(context) {}

  /// Of its messages, which are eager whatever their length.
  [[nodiscard]] Context context() const { return context_; }
  /// A message has arrived. The service must not begin transfers before `completed`, which the
  /// endpoint calls soon for the transfer that is returned.
  [[nodiscard]] virtual Transfer& arrived(Rank source, std::span<const std::byte> data) = 0;
  /// Whether it has something to decide in the next slice.
  [[nodiscard]] virtual bool waits_for_slice() const = 0;
  virtual void slice_begins() = 0;

 protected:
  ~ControlService() = default;

 private:
  Context context_;
};

}  // namespace strobe::bcs::runtime
