// SPDX-License-Identifier: BSD-3-Clause
//
// The contents of a file.
#pragma once

#include <filesystem>
#include <string>

namespace strobe::base {

/// Throws strobe::Error with the name of the file if it cannot be read.
[[nodiscard]] std::string contents(const std::filesystem::path& file);

}  // namespace strobe::base
