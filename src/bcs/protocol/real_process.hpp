// SPDX-License-Identifier: BSD-3-Clause
//
// What all ranks of real jobs have in common, whatever serves their calls.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "base/clock.hpp"
#include "base/spin.hpp"
#include "bcs/protocol/application_process.hpp"
#include "bcs/protocol/arguments.hpp"

namespace strobe::bcs::protocol {

/// Its time begins when it is constructed.
class RealProcess : public ApplicationProcess {
 public:
  [[nodiscard]] bool is_in(std::int32_t communicator) const final {
    return membership(communicator).rank >= 0;
  }
  [[nodiscard]] Rank rank_in(std::int32_t communicator) const final {
    return membership(communicator).rank;
  }
  [[nodiscard]] Rank size_of(std::int32_t communicator) const final {
    return membership(communicator).size;
  }
  [[nodiscard]] double time_s() const final {
    return base::to_seconds(base::monotonic_now() - begin_);
  }
  void compute(double seconds) final { base::use_processor(seconds); }

 protected:
  /// The communicator may not exist.
  [[nodiscard]] virtual Membership membership(std::int32_t communicator) const = 0;
  /// Whether the process has started this operation, and no test has found it complete.
  [[nodiscard]] virtual bool has_request(Request request) const = 0;
  /// As argument_error.
  [[nodiscard]] std::string error_in(const Operation& operation) const {
    return argument_error(operation, membership(operation.communicator),
                          [this](Request request) { return has_request(request); });
  }

 private:
  std::chrono::nanoseconds begin_ = base::monotonic_now();
};

}  // namespace strobe::bcs::protocol
