// SPDX-License-Identifier: BSD-3-Clause
//
// What the timing levels write at the end: a table of all processes, and at level 2 a line of JSON
// for each kind of call of each process.
#pragma once

#include <string>
#include <vector>

#include "blacs/tally.hpp"

namespace strobe::blacs {

/// A line a routine: the smallest, mean and largest of the processes for each number.
[[nodiscard]] std::string table_of(const std::vector<Tallies::Map>& processes);

/// The numbers of a process as JSON, a line a kind of call.
[[nodiscard]] std::string json_lines_of(int process, const Tallies::Map& tallies);

/// The same for a process that reads them back.
[[nodiscard]] std::string packed(const Tallies::Map& tallies);
[[nodiscard]] Tallies::Map unpacked(const std::string& text);

/// Writes what the timing level wants of these processes, of which the first has the number
/// `first`: to STROBE_BLACS_TIMING_FILE, or to stderr.
void write_timing(const std::vector<Tallies::Map>& processes, int first);

}  // namespace strobe::blacs
