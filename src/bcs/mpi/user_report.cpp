// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/user_report.hpp"

#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace strobe::bcs::mpi {

void report_to_user(std::string_view sentence) {
  const auto part = [](std::string_view text) {
    return iovec{.iov_base = const_cast<char*>(text.data()), .iov_len = text.size()};
  };
  const std::array<iovec, 3> line{part("strobe run: "), part(sentence), part("\n")};
  // One write, so that lines of several processes do not mix.
  [[maybe_unused]] const auto written = writev(STDERR_FILENO, line.data(), line.size());
}

void report_and_exit(std::string_view sentence) {
  report_to_user(sentence);
  std::_Exit(EXIT_FAILURE);
}

void report_no_microphases(const std::string& why) {
  report_to_user(
      "the runtime matches the messages of this program in slices, and does not run "
      "the protocol's microphases: " +
      why);
}

}  // namespace strobe::bcs::mpi
