// SPDX-License-Identifier: BSD-3-Clause
//
// The report of the timing levels: a table over all processes, and at level 2 a line of JSON for
// each kind of call of each process.
#pragma once

#include <string>
#include <vector>

#include "blacs/call_statistics.hpp"

namespace strobe::blacs {

/// A line for each routine, with the minimum, mean and maximum over the processes.
[[nodiscard]] std::string table_of(const std::vector<CallStatistics::Map>& processes);

/// The statistics of a process as JSON, a line for each kind of call.
[[nodiscard]] std::string json_lines_of(int process, const CallStatistics::Map& statistics);

/// The statistics as text that another process can read.
[[nodiscard]] std::string packed(const CallStatistics::Map& statistics);
[[nodiscard]] CallStatistics::Map unpacked(const std::string& text);

/// Writes the report of the timing level to STROBE_BLACS_TIMING_FILE or to stderr. `first` is the
/// number of the first process.
void write_timing(const std::vector<CallStatistics::Map>& processes, int first);

}  // namespace strobe::blacs
