// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>

namespace strobe {

/// What is wrong and what would be right, in one sentence meant for a person.
/// Libraries throw it; only an application prints it. A shared library and the program that catches
/// it must mean the same class.
class [[gnu::visibility("default")]] Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace strobe
