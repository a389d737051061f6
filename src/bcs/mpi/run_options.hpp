// SPDX-License-Identifier: BSD-3-Clause
//
// What `strobe run` says by the environment, STROBE_*.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "bcs/runtime/options.hpp"

namespace strobe::bcs::mpi {

struct RunOptions {
  runtime::Options runtime;
  std::string mode;
  std::string record_folder;                ///< empty: no record is written, and no time is taken
  int nodes = 0;                            ///< to be pretended, for tests; 0: those that there are
  std::string monitor;                      ///< words for the MMDS
  bool or_native = false;                   ///< the program may go on where the runtime cannot
  std::string live;                         ///< the memory of a live view; empty: there is none
  std::map<std::string, std::string> said;  ///< by the names of the variables
};

/// Throws strobe::Error with one sentence where a variable means nothing.
[[nodiscard]] RunOptions run_options();

}  // namespace strobe::bcs::mpi
