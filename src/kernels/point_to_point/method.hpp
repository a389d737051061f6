// SPDX-License-Identifier: BSD-3-Clause
//
// The three ways in which the CM-5 study passes a message both ways: in turns, in one call, and in
// one call and one buffer.
#pragma once

#include <string>

#include "strobe/error.hpp"

namespace strobe::kernels {

enum class Method { echo, exchange, swap };

/// The way that a word of the axis `method` names.
[[nodiscard]] inline Method method_of(const std::string& word) {
  if (word == "echo") return Method::echo;
  if (word == "exchange") return Method::exchange;
  if (word == "swap") return Method::swap;
  throw Error("no such method of passing a message: " + word);
}

}  // namespace strobe::kernels
