// SPDX-License-Identifier: BSD-3-Clause
//
// Neighbourhood collectives on a Cartesian communicator: a torus of two dimensions, as nearly
// square as MPI_Dims_create makes it. Ranks are not reordered, so that they are those of the layer.
#pragma once

#include <mpi.h>

#include <array>
#include <utility>

#include "layer/mpi/calls.hpp"

namespace strobe::layer::mpi {

class Neighbourhood {
 public:
  static constexpr std::size_t count = 4;

  /// Collective over the communicator.
  explicit Neighbourhood(MPI_Comm communicator);
  Neighbourhood(Neighbourhood&& other) noexcept
      : grid_(std::exchange(other.grid_, MPI_COMM_NULL)), ranks_(other.ranks_) {}
  Neighbourhood& operator=(Neighbourhood&&) = delete;
  ~Neighbourhood() {
    if (grid_ != MPI_COMM_NULL) MPI_Comm_free(&grid_);
  }

  /// The neighbours in the order of their blocks: before and after, in each dimension. On a torus
  /// of one or two processes the same rank is there several times.
  [[nodiscard]] const std::array<Rank, count>& ranks() const { return ranks_; }

  /// `out` goes to every neighbour; `in` has a block for each.
  void allgather(ConstBytes out, Bytes in) {
    const Count part = to_count(out.size());
    check(STROBE_MPI_COUNT(MPI_Neighbor_allgather)(out.data(), part, MPI_BYTE, in.data(), part,
                                                   MPI_BYTE, grid_),
          "MPI_Neighbor_allgather");
  }

  /// `out` and `in` have a block for each neighbour.
  void alltoall(ConstBytes out, Bytes in) {
    const Count part = to_count(out.size() / count);
    check(STROBE_MPI_COUNT(MPI_Neighbor_alltoall)(out.data(), part, MPI_BYTE, in.data(), part,
                                                  MPI_BYTE, grid_),
          "MPI_Neighbor_alltoall");
  }

  [[nodiscard]] MPI_Request start_allgather(ConstBytes out, Bytes in) {
    return started("MPI_Ineighbor_allgather", [&](MPI_Request* request) {
      const Count part = to_count(out.size());
      return STROBE_MPI_COUNT(MPI_Ineighbor_allgather)(out.data(), part, MPI_BYTE, in.data(), part,
                                                       MPI_BYTE, grid_, request);
    });
  }

  [[nodiscard]] MPI_Request start_alltoall(ConstBytes out, Bytes in) {
    return started("MPI_Ineighbor_alltoall", [&](MPI_Request* request) {
      const Count part = to_count(out.size() / count);
      return STROBE_MPI_COUNT(MPI_Ineighbor_alltoall)(out.data(), part, MPI_BYTE, in.data(), part,
                                                      MPI_BYTE, grid_, request);
    });
  }

#if MPI_VERSION >= 4
  [[nodiscard]] MPI_Request prepare_allgather(ConstBytes out, Bytes in) {
    return started("MPI_Neighbor_allgather_init", [&](MPI_Request* request) {
      const Count part = to_count(out.size());
      return MPI_Neighbor_allgather_init_c(out.data(), part, MPI_BYTE, in.data(), part, MPI_BYTE,
                                           grid_, MPI_INFO_NULL, request);
    });
  }

  [[nodiscard]] MPI_Request prepare_alltoall(ConstBytes out, Bytes in) {
    return started("MPI_Neighbor_alltoall_init", [&](MPI_Request* request) {
      const Count part = to_count(out.size() / count);
      return MPI_Neighbor_alltoall_init_c(out.data(), part, MPI_BYTE, in.data(), part, MPI_BYTE,
                                          grid_, MPI_INFO_NULL, request);
    });
  }
#endif

 private:
  MPI_Comm grid_ = MPI_COMM_NULL;
  std::array<Rank, count> ranks_{};
};

}  // namespace strobe::layer::mpi
