// SPDX-License-Identifier: BSD-3-Clause
//
// Metrics as CSV: a line for each slice and each node that was recorded in it.
#pragma once

#include <filesystem>
#include <span>

#include "bcs/monitor/emds.hpp"
#include "bcs/monitor/output_file.hpp"

namespace strobe::bcs::monitor {

class EmdsFile {
 public:
  /// Throws strobe::Error if the file cannot be written; so do `write` and `flush`.
  explicit EmdsFile(const std::filesystem::path& path);

  void write(const Global& global, std::span<const Local> locals);
  void flush() { file_.flush(); }

 private:
  OutputFile file_;
};

}  // namespace strobe::bcs::monitor
