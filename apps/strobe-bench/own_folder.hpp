// SPDX-License-Identifier: BSD-3-Clause
//
// Where this program lies: what belongs to it is found from there.
#pragma once

#include <filesystem>
#include <system_error>

namespace strobe::bench {

/// Empty where the system does not say.
[[nodiscard]] inline std::filesystem::path own_folder() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
}

}  // namespace strobe::bench
