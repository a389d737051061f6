// SPDX-License-Identifier: BSD-3-Clause
//
// Communicators of the rows, the columns and all of a grid, made without the BLACS: through them
// the processes of a scope compare what each of them got.
#pragma once

#include <cstddef>
#include <vector>

#include "grid.hpp"

namespace strobe::blacs_test {

class ScopeCommunicators {
 public:
  /// Called by all processes of MPI_COMM_WORLD.
  explicit ScopeCommunicators(const Grid& grid) {
    const int none = MPI_UNDEFINED;
    MPI_Comm_split(MPI_COMM_WORLD, grid.is_inside ? grid.row : none, grid.column, &row_);
    MPI_Comm_split(MPI_COMM_WORLD, grid.is_inside ? grid.column : none, grid.row, &column_);
    MPI_Comm_split(MPI_COMM_WORLD, grid.is_inside ? 0 : none, grid.is_inside ? grid.position() : 0,
                   &all_);
  }
  ~ScopeCommunicators() {
    for (MPI_Comm* each : {&row_, &column_, &all_}) {
      if (*each != MPI_COMM_NULL) {
        MPI_Comm_free(each);
      }
    }
  }
  ScopeCommunicators(const ScopeCommunicators&) = delete;
  ScopeCommunicators& operator=(const ScopeCommunicators&) = delete;

  /// The values of all processes of the scope, one after the other.
  template <class T>
  std::vector<T> gather(const Scope& scope, const std::vector<T>& mine) const {
    std::vector<T> all(mine.size() * static_cast<std::size_t>(scope.size));
    const int bytes = static_cast<int>(mine.size() * sizeof(T));
    MPI_Allgather(mine.data(), bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE,
                  scope.letter == 'r'   ? row_
                  : scope.letter == 'c' ? column_
                                        : all_);
    return all;
  }

 private:
  MPI_Comm row_ = MPI_COMM_NULL;
  MPI_Comm column_ = MPI_COMM_NULL;
  MPI_Comm all_ = MPI_COMM_NULL;
};

}  // namespace strobe::blacs_test
