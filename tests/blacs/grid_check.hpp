// SPDX-License-Identifier: BSD-3-Clause
//
// Whether a grid is the one that was asked for, and whether messages go where they should on it.
#pragma once

#include "run.hpp"

namespace strobe::blacs_test {

/// What this process calls from now on, in groups that have no matrices.
void doing(Run& run, const char* routine, const std::string& remark = "");

/// Compares gridinfo, pnum and pcoord with what the tester knows of this grid.
void check_coordinates(Run& run, const Grid& grid);

/// gridinfo must say that there is no such grid.
void check_no_grid(Run& run, Int context, const std::string& what);

/// A sum over each scope and a message to the next process: all must call it.
void check_messages(Run& run, const Grid& grid);

/// A grid of these ranks of the communicator behind `system_context`, called by all its processes.
/// `ranks` is by position; this process has `rank` in that communicator.
Grid map_grid(Run& run, Int system_context, int rank, int rows, int columns,
              const std::vector<int>& ranks);

}  // namespace strobe::blacs_test
