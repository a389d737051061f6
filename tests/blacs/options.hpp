// SPDX-License-Identifier: BSD-3-Clause
//
// The tester's command line.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace strobe::blacs_test {

struct Options {
  std::vector<std::pair<int, int>> grids;  // rows, columns; empty: default_grids
  std::string only;
  std::vector<std::string> without;
  std::uint64_t seed = 1;
  std::uint64_t every = 1;  // of so many cases one is run
  std::size_t shown = 20;   // failures of a group on one process
  std::chrono::milliseconds hang_after{60000};
  bool reference = false;
  bool list = false;
  bool help = false;
  bool one_core = false;  // all processes on the first core that they may use
  std::string end;        // how the run ends, if not by blacs_exit

  std::string error;  // what is wrong with the command line
};

Options parse(int argc, char** argv);
std::string help_text();

/// Every grid of at most four rows and four columns that needs more than half of the processes; the
/// smaller ones are for a run of fewer.
std::vector<std::pair<int, int>> default_grids(int processes);

}  // namespace strobe::blacs_test
