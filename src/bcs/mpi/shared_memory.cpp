// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/shared_memory.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <limits>

#include "base/format.hpp"
#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

namespace {

/// How other processes find the file, and verify that it is the right one.
struct FileIdentity {
  std::int64_t pid = 0;
  std::int64_t descriptor = -1;
  std::int64_t device = 0;
  std::int64_t inode = 0;
};

std::string reason(const char* what) { return base::format("{} ({})", what, std::strerror(errno)); }

FileIdentity place_of(int descriptor) {
  struct stat facts{};
  if (descriptor < 0 || fstat(descriptor, &facts) != 0) return {};
  return {.pid = getpid(),
          .descriptor = descriptor,
          .device = static_cast<std::int64_t>(facts.st_dev),
          .inode = static_cast<std::int64_t>(facts.st_ino)};
}

/// While this lives, a file that exceeds RLIMIT_FSIZE is an error and does not end the process:
/// memfd memory counts as a file.
class FileSizeErrorScope {
 public:
  FileSizeErrorScope() {
    struct sigaction ignored{};
    ignored.sa_handler = SIG_IGN;
    sigaction(SIGXFSZ, &ignored, &before_);
  }
  FileSizeErrorScope(const FileSizeErrorScope&) = delete;
  FileSizeErrorScope& operator=(const FileSizeErrorScope&) = delete;
  ~FileSizeErrorScope() { sigaction(SIGXFSZ, &before_, nullptr); }

 private:
  struct sigaction before_{};
};

int created(std::size_t bytes, std::string& why) {
  const FileSizeErrorScope large_files_fail;
  const int descriptor = memfd_create("strobe-run", MFD_CLOEXEC);
  if (descriptor >= 0 && ftruncate(descriptor, static_cast<off_t>(bytes)) == 0) return descriptor;
  why = reason("the system cannot provide shared memory");
  if (descriptor >= 0) close(descriptor);
  return -1;
}

int opened(const FileIdentity& place, std::string& why) {
  const std::string path = base::format("/proc/{}/fd/{}", place.pid, place.descriptor);
  const int descriptor = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) {
    why = reason("the kernel does not let ranks open each other's shared memory");
    return -1;
  }
  const FileIdentity found = place_of(descriptor);
  if (found.device == place.device && found.inode == place.inode) return descriptor;
  why = "ranks cannot open each other's shared memory: they run in separate PID namespaces";
  close(descriptor);
  return -1;
}

/// Whether no rank of the job has an error. Otherwise all ranks get that of the lowest one.
bool all_agree(std::string& why) {
  constexpr int no_rank = std::numeric_limits<int>::max();
  int rank = 0;
  native().Comm_rank(MPI_COMM_WORLD, &rank);
  const int own = why.empty() ? no_rank : rank;
  int first = no_rank;
  native().Allreduce(&own, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (first == no_rank) return true;
  auto size = static_cast<int>(why.size());
  native().Bcast(&size, 1, MPI_INT, first, MPI_COMM_WORLD);
  why.resize(static_cast<std::size_t>(size));
  native().Bcast(why.data(), size, MPI_BYTE, first, MPI_COMM_WORLD);
  return false;
}

}  // namespace

SharedMemory share(MPI_Comm here, std::size_t bytes) {
  SharedMemory memory;
  int rank = 0;
  native().Comm_rank(here, &rank);
  int descriptor = rank == 0 ? created(bytes, memory.why) : -1;
  FileIdentity place = place_of(descriptor);
  native().Bcast(&place, sizeof place, MPI_BYTE, 0, here);
  if (rank != 0 && place.descriptor >= 0) descriptor = opened(place, memory.why);
  void* at = MAP_FAILED;
  if (descriptor >= 0) {
    at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (at == MAP_FAILED) memory.why = reason("the system cannot map shared memory");
  }
  const bool all_have_it = all_agree(memory.why);
  // Other processes have opened it.
  if (descriptor >= 0) close(descriptor);
  if (all_have_it) {
    memory.at = static_cast<std::byte*>(at);
  } else if (at != MAP_FAILED) {
    munmap(at, bytes);
  }
  return memory;
}

}  // namespace strobe::bcs::mpi
