// SPDX-License-Identifier: BSD-3-Clause
// Written by codegen/options.py from options/*.toml.
// clang-format off
//
// The settings of --monitor and STROBE_MONITOR: words with a blank between them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace strobe::bcs::monitor {

struct MonitorSettings {
  bool off = false;
  std::int32_t resolution = 8;
  std::string primitives = "all";
  std::vector<std::pair<std::int32_t, std::int32_t>> ranks;
  std::int32_t calls = 0;
  std::int32_t slices = 4096;
  std::int32_t timed = 8;
};

/// `name` is that of the option or variable. Throws strobe::Error with one sentence.
[[nodiscard]] MonitorSettings monitor_settings(std::string_view name, std::string_view words);

}  // namespace strobe::bcs::monitor
