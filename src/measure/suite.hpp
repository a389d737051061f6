// SPDX-License-Identifier: BSD-3-Clause
//
// A suite: which kernels are measured at which points. It is a TOML file under suites/; the same
// file tells the report its titles and figures, which are not read here.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "measure/axis.hpp"

namespace strobe::measure {

struct Experiment {
  std::string kernel;
  std::map<std::string, AxisSpec, std::less<>> axes;
};

struct Suite {
  std::string name;
  std::string title;
  std::filesystem::path file;
  std::vector<Experiment> experiments;
};

/// Throws strobe::Error that names the file, the line and what would be right.
[[nodiscard]] Suite load_suite(const std::filesystem::path& file);

/// "0:4Mi" is a range, "8,1Ki" a list, "8" one value; for `--size`.
[[nodiscard]] AxisSpec parse_axis(std::string_view text);

}  // namespace strobe::measure
