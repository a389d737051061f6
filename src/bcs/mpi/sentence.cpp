// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/sentence.hpp"

#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace strobe::bcs::mpi {

void say(std::string_view sentence) {
  const auto part = [](std::string_view text) {
    return iovec{.iov_base = const_cast<char*>(text.data()), .iov_len = text.size()};
  };
  const std::array<iovec, 3> line{part("strobe run: "), part(sentence), part("\n")};
  // One write, so that the lines of several processes do not mix.
  [[maybe_unused]] const auto written = writev(STDERR_FILENO, line.data(), line.size());
}

void end_with(std::string_view sentence) {
  say(sentence);
  std::_Exit(EXIT_FAILURE);
}

}  // namespace strobe::bcs::mpi
