// SPDX-License-Identifier: BSD-3-Clause
//
// A suite: which kernels are measured at which points, and how long. It is a TOML file under
// suites/; the same file tells the report its titles and figures, which are not read here.
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
  /// Operations in one sample; 0 for as many as fill a sample's wanted time.
  std::int64_t repetitions = 0;
  /// Stays at each of its cells; 0 for as many as the plan wants of all. Without meaning in a short
  /// form, which has time for few.
  int visits_min = 0;
};

/// What somebody wants of a plan; what is left open stays as it is.
struct PlanWishes {
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
  PlanWishes wishes;
};

/// All that a suite has, or what answers within a minute and a half: its `[quick]` wishes instead
/// of its `[full]` ones, and of each experiment the axes that its own `quick` table has instead.
enum class Extent { full, quick };

/// Throws strobe::Error that names the file, the line and what would be right.
[[nodiscard]] Suite load_suite(const std::filesystem::path& file, Extent extent = Extent::full);

/// "0:4Mi" is a range, "8,1Ki" a list, "8" one value; for `--size`.
[[nodiscard]] AxisSpec parse_axis(std::string_view text);

}  // namespace strobe::measure
