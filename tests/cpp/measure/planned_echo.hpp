// SPDX-License-Identifier: BSD-3-Clause
//
// The kernel that plans of tests are made of.
#pragma once

#include "measure/kernel.hpp"
#include "measure/members.hpp"

namespace strobe::measure {

inline const KernelInfo planned_echo{
    .name = "echo",
    .axes = {{.name = "reply", .choices = {"fresh", "returned"}}, {.name = "size_bytes"}},
    .axis = "size_bytes",
    .members = only_first};

}  // namespace strobe::measure
