// SPDX-License-Identifier: BSD-3-Clause
//
// Errors in the arguments of a call, as parts of a sentence that begins with the rank:
// "calls send(to rank 5, tag 0, 8 bytes): rank 5 is not in communicator 0, which has ranks 0 to 2".
#pragma once

#include <string>

#include "bcs/protocol/operation.hpp"

namespace strobe::bcs::protocol {

/// What a process knows of the communicator of its call.
struct Membership {
  bool exists = false;  ///< the communicator
  Rank rank = -1;       ///< of the process in it; -1 if it is not a member
  Rank size = 0;
};

/// Empty if there is none. Tests have no communicator and are not checked. The core primitives are
/// checked where they are called.
[[nodiscard]] std::string argument_error(const Operation& operation, const Membership& membership);
/// A test names a request that the process does not have.
[[nodiscard]] std::string unknown_request_error(const Operation& test, Request request);

}  // namespace strobe::bcs::protocol
