// SPDX-License-Identifier: BSD-3-Clause
//
// What ranks say when nobody can ever go on. Each says what it waits for, since it alone knows; one
// of them puts it together. On one node that is the last to say something; of several nodes it is
// the leader of the first, to whom those of the others send what they say.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bcs/runtime/placement.hpp"
#include "bcs/runtime/segment.hpp"

namespace strobe::bcs::runtime {

/// Of a rank that got WaitOutcome::deadlock: a line on what it waits for, and the ranks that could
/// end its wait. One rank of the job gets the verdict, the others get nothing: a line a rank, by
/// rank, and the cycle of those that wait for each other, where there is one. Of several nodes it
/// waits some seconds at most for the others, and says who has said nothing.
[[nodiscard]] std::vector<std::string> collect_deadlock_report(Segment& segment,
                                                               const Placement& placement,
                                                               std::string_view text,
                                                               const std::vector<Rank>& waits_for);

/// For those who got nothing: waits until the verdict may be known, or some seconds. A launcher
/// ends all when one has gone.
void wait_for_deadlock_report(Segment& segment, const Placement& placement);

}  // namespace strobe::bcs::runtime
