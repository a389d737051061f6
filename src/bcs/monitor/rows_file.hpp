// SPDX-License-Identifier: BSD-3-Clause
//
// Rows of numbers as a file, in the order of the processor, one behind the other.
#pragma once

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <type_traits>
#include <vector>

#include "strobe/error.hpp"

namespace strobe::bcs::monitor {

/// Throws strobe::Error with the system's reason where it cannot be written.
template <class Row>
  requires std::has_unique_object_representations_v<Row>
void write_rows(const std::filesystem::path& path, const std::vector<Row>& rows) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char*>(rows.data()),
             static_cast<std::streamsize>(rows.size() * sizeof(Row)));
  file.close();
  if (!file) throw Error("cannot write the log " + path.string() + ": " + std::strerror(errno));
}

}  // namespace strobe::bcs::monitor
