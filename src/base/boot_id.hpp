// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace strobe::base {

/// What Linux calls each of its starts: 36 characters, the same in all containers of a machine.
/// Empty if it cannot be read.
[[nodiscard]] std::string boot_id();

}  // namespace strobe::base
