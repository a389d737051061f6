// SPDX-License-Identifier: BSD-3-Clause
//
// What a file holds.
#pragma once

#include <filesystem>
#include <string>

namespace strobe::bcs::simulation {

/// Throws strobe::Error with the file's name where it cannot be read.
[[nodiscard]] std::string contents(const std::filesystem::path& file);

}  // namespace strobe::bcs::simulation
