// SPDX-License-Identifier: BSD-3-Clause
#include "layer/mpi/mpi_layer.hpp"

#include <array>
#include <vector>

namespace strobe::layer::mpi {

void VectorType::make(Strided shape) {
  release();
#if MPI_VERSION >= 4
  check(MPI_Type_create_hvector_c(to_count(shape.count), to_count(shape.block_bytes),
                                  to_count(shape.stride_bytes), MPI_BYTE, &type_),
        "MPI_Type_create_hvector");
#else
  check(MPI_Type_create_hvector(to_count(shape.count), to_count(shape.block_bytes),
                                static_cast<MPI_Aint>(shape.stride_bytes), MPI_BYTE, &type_),
        "MPI_Type_create_hvector");
#endif
  shape_ = shape;
  check(MPI_Type_commit(&type_), "MPI_Type_commit");
}

void VectorType::release() {
  if (shape_) MPI_Type_free(&type_);
  shape_.reset();
}

SendBuffer::SendBuffer(std::size_t messages, std::size_t size_bytes) {
  const std::size_t buffer_bytes = messages * (size_bytes + MPI_BSEND_OVERHEAD);
  memory_ = std::make_unique_for_overwrite<std::byte[]>(buffer_bytes);
  check(STROBE_MPI_COUNT(MPI_Buffer_attach)(memory_.get(), to_count(buffer_bytes)),
        "MPI_Buffer_attach");
}

SendBuffer::~SendBuffer() {
  void* memory = nullptr;
  Count size_bytes = 0;
  STROBE_MPI_COUNT(MPI_Buffer_detach)(&memory, &size_bytes);
}

Parts::Parts(std::span<const std::size_t> sizes_bytes) {
  std::size_t start = 0;
  for (const std::size_t size_bytes : sizes_bytes) {
    counts_.push_back(to_count(size_bytes));
    displacements_.push_back(static_cast<Displacement>(to_count(start)));
    start += size_bytes;
  }
}

bool MpiLayer::threads_may_call() {
  int level = MPI_THREAD_SINGLE;
  check(MPI_Query_thread(&level), "MPI_Query_thread");
  return level == MPI_THREAD_MULTIPLE;
}

MpiLayer MpiLayer::duplicate_of(MPI_Comm communicator) {
  MPI_Comm owned = MPI_COMM_NULL;
  check(MPI_Comm_dup(communicator, &owned), "MPI_Comm_dup");
  return MpiLayer(owned);
}

MpiLayer::MpiLayer(MPI_Comm owned) : communicator_(owned) {
  // Calls return error codes, so that a message can name the call. Errors of a wait for several
  // requests go to the handler of MPI_COMM_SELF, before MPI 4 to that of MPI_COMM_WORLD.
  for (const MPI_Comm each : {communicator_, MPI_COMM_SELF, MPI_COMM_WORLD}) {
    check(MPI_Comm_set_errhandler(each, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  }
  check(MPI_Comm_rank(communicator_, &rank_.value), "MPI_Comm_rank");
  check(MPI_Comm_size(communicator_, &size_), "MPI_Comm_size");
}

MpiLayer::~MpiLayer() {
  if (communicator_ != MPI_COMM_NULL) MPI_Comm_free(&communicator_);
}

MpiLayer MpiLayer::group(std::span<const Rank> members) {
  return MpiLayer(create_group(members).release());
}

std::size_t MpiLayer::bytes_of(const MPI_Status& status) {
  // Bytes of a derived datatype count as well, also beyond 2 GiB.
  MPI_Count bytes = 0;
  check(MPI_Get_elements_x(&status, MPI_BYTE, &bytes), "MPI_Get_elements_x");
  return static_cast<std::size_t>(bytes);
}

std::vector<Rank> MpiLayer::cartesian_places(int rows, int columns) {
  const std::array sides{rows, columns};
  const std::array is_periodic{1, 1};
  MPI_Comm grid = MPI_COMM_NULL;
  check(MPI_Cart_create(communicator_, 2, sides.data(), is_periodic.data(), 1, &grid),
        "MPI_Cart_create");
  // The ranks of the grid are its positions, row by row. All processes tell their rank.
  int index = 0;
  MPI_Comm_rank(grid, &index);
  std::vector<Rank> places(static_cast<std::size_t>(size_));
  std::vector<int> indices(places.size());
  check(MPI_Allgather(&index, 1, MPI_INT, indices.data(), 1, MPI_INT, communicator_),
        "MPI_Allgather");
  MPI_Comm_free(&grid);
  for (int rank = 0; rank < size_; ++rank) {
    places[static_cast<std::size_t>(indices[static_cast<std::size_t>(rank)])] = Rank{rank};
  }
  return places;
}

}  // namespace strobe::layer::mpi
