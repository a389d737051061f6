// SPDX-License-Identifier: BSD-3-Clause
#include "base/boot_id.hpp"

#include <fstream>

namespace strobe::base {

std::string boot_id() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string found;
  std::getline(file, found);
  return found;
}

}  // namespace strobe::base
