// SPDX-License-Identifier: BSD-3-Clause
#include "base/contents.hpp"

#include <fstream>
#include <sstream>

#include "strobe/error.hpp"

namespace strobe::base {

std::string contents(const std::filesystem::path& file) {
  std::ifstream stream(file);
  // A folder can be opened, but not read.
  if (!stream || std::filesystem::is_directory(file)) throw Error("cannot read " + file.string());
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

}  // namespace strobe::base
