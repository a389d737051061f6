// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/sentence.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string>

namespace strobe::bcs::mpi {

void say(std::string_view sentence) {
  const std::string line = "strobe run: " + std::string(sentence) + "\n";
  // One write, so that the lines of several processes do not mix.
  [[maybe_unused]] const auto written = write(STDERR_FILENO, line.data(), line.size());
}

void end_with(std::string_view sentence) {
  say(sentence);
  std::_Exit(EXIT_FAILURE);
}

}  // namespace strobe::bcs::mpi
