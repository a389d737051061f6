// SPDX-License-Identifier: BSD-3-Clause
//
// A new communicator, for the measurement of how long MPI takes to create one. It costs what the
// hand-written calls cost; MpiLayer sets it up for messages, too.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <span>
#include <utility>

#include "layer/mpi/calls.hpp"

namespace strobe::layer::mpi {

class NewCommunicator {
 public:
  /// Collective over `parent`, as are split and create.
  [[nodiscard]] static NewCommunicator duplicate(MPI_Comm parent);
  [[nodiscard]] static NewCommunicator split(MPI_Comm parent, int colour, int key);
  [[nodiscard]] static NewCommunicator create(MPI_Comm parent, std::span<const Rank> members);
  /// Collective over the members.
  [[nodiscard]] static NewCommunicator create_group(MPI_Comm parent, std::span<const Rank> members);

  NewCommunicator(NewCommunicator&& other) noexcept
      : handle_(std::exchange(other.handle_, MPI_COMM_NULL)) {}
  NewCommunicator& operator=(NewCommunicator&&) = delete;
  ~NewCommunicator() {
    if (handle_ != MPI_COMM_NULL) MPI_Comm_free(&handle_);
  }

  /// Whether this process is a member.
  [[nodiscard]] bool has_this() const { return handle_ != MPI_COMM_NULL; }
  /// The communicator, which the caller must free.
  [[nodiscard]] MPI_Comm release() { return std::exchange(handle_, MPI_COMM_NULL); }
  /// Members only.
  [[nodiscard]] Rank rank() const;
  [[nodiscard]] int size() const;
  /// The sum over all members. Collective over them.
  [[nodiscard]] std::int64_t sum(std::int64_t value) const;

 private:
  explicit NewCommunicator(MPI_Comm handle) : handle_(handle) {}

  MPI_Comm handle_;
};

}  // namespace strobe::layer::mpi
