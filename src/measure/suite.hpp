// SPDX-License-Identifier: BSD-3-Clause
//
// A suite: the kernels, the points at which they are measured, and the time for it. It is a TOML
// file in suites/. The same file has the titles and figures of the report, which are not read here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "measure/axis.hpp"

namespace strobe::measure {

struct Experiment {
  std::string kernel;
  std::map<std::string, AxisSpec, std::less<>> axes;
  /// Operations in one sample; 0 to fill the wanted length of a sample.
  std::int64_t repetitions = 0;
  /// Minimum number of visits of each cell; 0 for the plan's default. The quick form ignores it,
  /// since it has little time.
  int visits_min = 0;
};

/// The settings that a suite or the command line requests; settings that are not set keep their
/// value.
struct RequestedPlan {
  std::optional<double> budget_s;
  std::optional<double> cell_budget_s;
  std::optional<double> relative_error;
  std::optional<std::size_t> samples_min;
  std::optional<int> visits_min;
};

struct Suite {
  std::string name;
  std::string title;
  std::filesystem::path file;
  std::vector<Experiment> experiments;
  RequestedPlan requested;
};

/// The whole suite, or its quick form, which takes about a minute and a half. The quick form uses
/// the settings of `[quick]` instead of `[full]`, and for each experiment the axes of its `quick`
/// table.
enum class SuiteForm { full, quick };

/// Throws strobe::Error that names the file, the line and the allowed values.
[[nodiscard]] Suite load_suite(const std::filesystem::path& file, SuiteForm form = SuiteForm::full);

/// "0:4Mi" is a range, "8,1Ki" a list, "8" one value; for `--size`.
[[nodiscard]] AxisSpec parse_axis(std::string_view text);

}  // namespace strobe::measure
