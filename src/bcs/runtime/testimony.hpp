// SPDX-License-Identifier: BSD-3-Clause
//
// What the ranks of a node say when nobody can go on. Each says what it waits for, since it alone
// knows; the last of them puts it together.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bcs/runtime/segment.hpp"

namespace strobe::bcs::runtime {

/// Of a rank that got Outcome::stuck: a line on what it waits for, and the ranks that could end its
/// wait. True for the last one to say so, which can ask for the verdict.
bool testify(Segment& segment, Rank rank, std::string_view text,
             const std::vector<Rank>& waits_for);

/// A line a rank, by rank, and the cycle of those that wait for each other, where there is one.
[[nodiscard]] std::vector<std::string> verdict(Segment& segment);

}  // namespace strobe::bcs::runtime
