// SPDX-License-Identifier: BSD-3-Clause
#include "layer/mpi/session.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>

#include "base/clock.hpp"
#include "base/format.hpp"

namespace strobe::layer::mpi {

Session::Session(int* argc, char*** argv, Threads threads)
    : init_entry_(base::monotonic_now()), init_exit_(init_entry_) {
  if (threads == Threads::one) {
    MPI_Init(argc, argv);
  } else {
    int granted = MPI_THREAD_SINGLE;
    MPI_Init_thread(argc, argv, MPI_THREAD_MULTIPLE, &granted);
  }
  init_exit_ = base::monotonic_now();
}

Session::~Session() { MPI_Finalize(); }

std::string standard_version() {
  int major = 0;
  int minor = 0;
  MPI_Get_version(&major, &minor);
  return base::format("{}.{}", major, minor);
}

std::string library_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  std::string version(text.data(), static_cast<std::size_t>(length));
  std::ranges::replace(version, '\t', ' ');
  return version.substr(0, std::min(version.find('\n'), version.find('\0')));
}

}  // namespace strobe::layer::mpi
