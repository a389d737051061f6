// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/handshake.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <string>

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
  }
  return "";
}

const char* folder_of_launcher() {
  const char* const folder = std::getenv("STROBE_HANDSHAKE");
  return folder == nullptr || *folder == '\0' ? nullptr : folder;
}

/// A new file in the folder, open for reading and writing; negative if there is none.
int create(const char* folder, const char* name) {
  std::array<char, PATH_MAX> path;
  const int length = std::snprintf(path.data(), path.size(), "%s/%s", folder, name);
  if (length <= 0 || static_cast<std::size_t>(length) >= path.size()) return -1;
  return open(path.data(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
}

/// The file that is open as long as this process lives.
int presence = -1;

/// Above all files that a launcher opens: when a process ends, Linux closes the highest one first,
/// and the launcher may kill the other ranks as soon as its connection is closed.
constexpr int high_descriptor = 1000;

/// Runs in every process that loads the library, such as a shell or `env`.
__attribute__((constructor)) void report_loading() { report_to_launcher(HandshakeFact::loaded); }

}  // namespace

bool is_under_strobe_run() { return folder_of_launcher() != nullptr; }

bool report_to_launcher(HandshakeFact fact, std::string_view text) {
  const char* const folder = folder_of_launcher();
  if (folder == nullptr) return false;
  const int error_before = errno;
  // The first process reports for all: it creates the file.
  const int file = create(folder, name_of(fact));
  if (file >= 0) {
    if (!text.empty()) [[maybe_unused]]
      const auto written = write(file, text.data(), text.size());
    close(file);
  }
  errno = error_before;
  return true;
}

int create_for_launcher(const std::string& name) {
  const char* const folder = folder_of_launcher();
  return folder == nullptr ? -1 : create(folder, name.c_str());
}

bool is_for_launcher(const std::string& name) {
  const char* const folder = folder_of_launcher();
  return folder != nullptr && access((std::string(folder) + "/" + name).c_str(), F_OK) == 0;
}

void hold_presence(int rank) {
  presence = create_for_launcher("rank-" + std::to_string(rank));
  if (presence < 0) return;
  if (const int high = fcntl(presence, F_DUPFD_CLOEXEC, high_descriptor); high >= 0) {
    close(presence);
    presence = high;
  }
  // A child that the rank forks may outlive it.
  pthread_atfork(nullptr, nullptr, [] { close(presence); });
}

}  // namespace strobe::bcs::mpi
