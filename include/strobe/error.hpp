// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>

namespace strobe {

/// An error message for the user: what is wrong and what to do, in one sentence. Libraries throw
/// it; only applications print it. The class has default visibility so that a program can catch
/// what a shared library throws.
class [[gnu::visibility("default")]] Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace strobe
