// SPDX-License-Identifier: BSD-3-Clause
//
// The three methods of the CM-5 study to pass a message in both directions: one after the other, in
// one call, and in one call with one buffer.
#pragma once

#include <string>

#include "strobe/error.hpp"

namespace strobe::kernels {

enum class TwoWayMethod { echo, exchange, swap };

/// The method that a word of the axis `method` names.
[[nodiscard]] inline TwoWayMethod method_of(const std::string& word) {
  if (word == "echo") return TwoWayMethod::echo;
  if (word == "exchange") return TwoWayMethod::exchange;
  if (word == "swap") return TwoWayMethod::swap;
  throw Error("unknown method: " + word);
}

}  // namespace strobe::kernels
