// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/user_report.hpp"

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace strobe::bcs::mpi {

namespace {

constexpr int message_parts = 3;
using MessageLine = std::array<iovec, message_parts>;

// One write, so that lines of several processes do not mix.
void write_line(int file, const MessageLine& line) {
  [[maybe_unused]] const auto written = writev(file, line.data(), message_parts);
}

// A program may have redirected its standard error, as pytest does. A file that cannot be written
// is no reason to end the program, and the message has gone to standard error.
void append_to_file(const MessageLine& line) {
  const char* const path = std::getenv("STROBE_MESSAGES");
  if (path == nullptr || *path == '\0') return;
  const int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) return;
  write_line(file, line);
  close(file);
}

}  // namespace

void report_to_user(std::string_view sentence) {
  const auto part = [](std::string_view text) {
    return iovec{.iov_base = const_cast<char*>(text.data()), .iov_len = text.size()};
  };
  const MessageLine line{part("strobe run: "), part(sentence), part("\n")};
  write_line(STDERR_FILENO, line);
  append_to_file(line);
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
