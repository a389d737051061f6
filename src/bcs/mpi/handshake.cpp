// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/handshake.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>

namespace strobe::bcs::mpi {

namespace {

const char* name_of(HandshakeFact fact) {
  switch (fact) {
    case HandshakeFact::loaded:
      return "loaded";
    case HandshakeFact::active:
      return "active";
    case HandshakeFact::native:
      return "native";
    case HandshakeFact::sessions:
      return "sessions";
  }
  return "";
}

/// Runs in every process that loads the library, such as a shell or `env`.
__attribute__((constructor)) void report_loading() { report_to_launcher(HandshakeFact::loaded); }

}  // namespace

bool report_to_launcher(HandshakeFact fact, std::string_view text) {
  const char* const folder = std::getenv("STROBE_HANDSHAKE");
  if (folder == nullptr || *folder == '\0') return false;
  const int error_before = errno;
  std::array<char, PATH_MAX> path;
  const int length = std::snprintf(path.data(), path.size(), "%s/%s", folder, name_of(fact));
  if (length > 0 && static_cast<std::size_t>(length) < path.size()) {
    // The first process reports for all: it creates the file.
    const int file =
        open(path.data(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file >= 0) {
      if (!text.empty()) [[maybe_unused]]
        const auto written = write(file, text.data(), text.size());
      close(file);
    }
  }
  errno = error_before;
  return true;
}

}  // namespace strobe::bcs::mpi
