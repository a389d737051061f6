// SPDX-License-Identifier: BSD-3-Clause
//
// The deadlock report. Each deadlocked rank writes what it waits for, which only it knows, and one
// rank puts the reports together. On one node that is the last rank to report. In a job of several
// nodes the leaders of nodes put them together on their tree, and the leader of the first node has
// them all.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bcs/runtime/placement.hpp"
#include "bcs/runtime/segment.hpp"

namespace strobe::bcs::runtime {

/// Call this after WaitOutcome::deadlock, with a line that says what the rank waits for, and the
/// ranks that could end its wait. One rank of the job gets the report (WaitReports::lines), the
/// others get nothing. In a job of several nodes it waits at most some seconds for the others, and
/// names the ranks of nodes that did not report.
[[nodiscard]] std::vector<std::string> collect_deadlock_report(Segment& segment,
                                                               const Placement& placement,
                                                               std::string_view text,
                                                               const std::vector<Rank>& waits_for);

/// For the ranks that got nothing: waits until the report may be written, at most some seconds. The
/// launcher ends all ranks when one of them exits.
void wait_for_deadlock_report(Segment& segment, const Placement& placement);

}  // namespace strobe::bcs::runtime
