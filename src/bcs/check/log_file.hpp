// SPDX-License-Identifier: BSD-3-Clause
//
// The files that a process writes for --check.
#pragma once

#include <filesystem>

namespace strobe::bcs::check {

/// Throws strobe::Error: the file cannot be written, for the reason in errno.
[[noreturn]] void cannot_write(const std::filesystem::path& path);

/// The descriptor of a new, empty file for writing at its end. Throws strobe::Error.
[[nodiscard]] int open_log_file(const std::filesystem::path& path);

}  // namespace strobe::bcs::check
