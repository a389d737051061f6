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

const char* name_of(Fact fact) {
  switch (fact) {
    case Fact::loaded:
      return "loaded";
    case Fact::active:
      return "active";
    case Fact::native:
      return "native";
    case Fact::sessions:
      return "sessions";
  }
  return "";
}

/// Every process that the library is loaded into comes by here, a shell or `env` as well.
__attribute__((constructor)) void tell_of_loading() { tell_launcher(Fact::loaded); }

}  // namespace

bool tell_launcher(Fact fact, std::string_view text) {
  const char* const folder = std::getenv("STROBE_HANDSHAKE");
  if (folder == nullptr || *folder == '\0') return false;
  const int error_before = errno;
  std::array<char, PATH_MAX> path;
  const int length = std::snprintf(path.data(), path.size(), "%s/%s", folder, name_of(fact));
  if (length > 0 && static_cast<std::size_t>(length) < path.size()) {
    // The first process tells it for all.
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
