// SPDX-License-Identifier: BSD-3-Clause
#include "layer/mpi/window.hpp"

namespace strobe::layer::mpi {

Window::Window(MPI_Comm communicator, std::size_t size_bytes, WindowMemory memory)
    : size_(size_bytes) {
  // In some libraries an empty window has no memory, and every offset into it is an error.
  const auto allocated = static_cast<MPI_Aint>(size_bytes == 0 ? 1 : size_bytes);
  if (memory == WindowMemory::allocated) {
    check(MPI_Win_allocate(allocated, 1, MPI_INFO_NULL, communicator, static_cast<void*>(&memory_),
                           &window_),
          "MPI_Win_allocate");
  } else {
    own_ = std::make_unique<std::byte[]>(static_cast<std::size_t>(allocated));
    memory_ = own_.get();
    check(MPI_Win_create(memory_, allocated, 1, MPI_INFO_NULL, communicator, &window_),
          "MPI_Win_create");
  }
  check(MPI_Win_set_errhandler(window_, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
  check(MPI_Comm_group(communicator, &group_), "MPI_Comm_group");
}

Window::~Window() {
  for (auto& [rank, single] : singles_) MPI_Group_free(&single);
  if (group_ != MPI_GROUP_NULL) MPI_Group_free(&group_);
  if (window_ != MPI_WIN_NULL) MPI_Win_free(&window_);
}

MPI_Group Window::make_single(Rank rank) {
  MPI_Group single = MPI_GROUP_NULL;
  check(MPI_Group_incl(group_, 1, &rank.value, &single), "MPI_Group_incl");
  return singles_.emplace(rank.value, single).first->second;
}

}  // namespace strobe::layer::mpi
