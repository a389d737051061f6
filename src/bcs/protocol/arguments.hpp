// SPDX-License-Identifier: BSD-3-Clause
//
// Errors in the arguments of a call, as parts of a sentence that begins with the rank:
// "calls send(to rank 5, tag 0, 8 bytes): rank 5 is not in communicator 0, which has ranks 0 to 2".
#pragma once

#include <cstdint>
#include <string>

#include "base/function_ref.hpp"
#include "bcs/protocol/job.hpp"
#include "bcs/protocol/operation.hpp"

namespace strobe::bcs::protocol {

/// What a process knows of the communicator of its call.
struct Membership {
  bool exists = false;  ///< the communicator
  Rank rank = -1;       ///< of the process in it; -1 if it is not a member
  Rank size = 0;
};

/// That of a rank of the job, in a communicator that may not exist.
[[nodiscard]] Membership membership_of(const Job& job, std::int32_t communicator, Rank rank);

/// Empty if there is none. Tests have no communicator: `has_request(request)` says whether the
/// process has started this operation, and no test has found it complete. The core primitives are
/// checked where they are called.
[[nodiscard]] std::string argument_error(const Operation& operation, const Membership& membership,
                                         FunctionRef<bool(Request)> has_request);

}  // namespace strobe::bcs::protocol
