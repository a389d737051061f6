// SPDX-License-Identifier: BSD-3-Clause
//
// The groups of a job, as a program gives them.
#pragma once

#include <cstdint>

#include "strobe/bcs.h"

namespace strobe::bcs::api {

/// What is wrong with the groups, whatever the number of ranks, in a sentence; null if nothing is.
[[nodiscard]] const char* group_error(std::int32_t groups, const bcs_group* group);

}  // namespace strobe::bcs::api
