// SPDX-License-Identifier: BSD-3-Clause
//
// From what the command line asks for to experiments of the kernels that this bench has.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "layer_kernels.hpp"
#include "measure/suite.hpp"
#include "options.hpp"

namespace strobe::bench {

/// Suites that can be named without a path: name and file.
[[nodiscard]] std::map<std::string, std::filesystem::path> known_suites();

struct ChosenSuite {
  measure::Suite suite;
  std::vector<std::string> left_out;  ///< what of the suite the bench's layer does not offer
};

/// The experiments that the options ask for. Throws strobe::Error where a suite does not exist or
/// nothing was asked for.
[[nodiscard]] ChosenSuite chosen_suite(const Options& options, const LayerKernels& kernels);

}  // namespace strobe::bench
