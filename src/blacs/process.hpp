// SPDX-License-Identifier: BSD-3-Clause
//
// What one process of a program has of the BLACS: its grids, the system contexts of its C half,
// the pool behind its sends, and the range of message ids.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>

#include "blacs/grid.hpp"
#include "blacs/integer.hpp"
#include "blacs/mpi/communicator.hpp"
#include "blacs/numbered.hpp"
#include "blacs/optional_mutex.hpp"
#include "blacs/pool.hpp"

namespace strobe::blacs {

using MpiGrid = Grid<mpi::Communicator>;
using MpiPool = Pool<mpi::Communicator>;

class Process {
 public:
  /// Starts MPI where nobody has, and reads what it allows.
  void start();

  /// Frees all but MPI. What has been sent arrives first.
  void clear();

  [[nodiscard]] MpiPool& pool() { return pool_; }

  /// Null where no grid has that context.
  [[nodiscard]] MpiGrid* find_grid(std::int64_t context) {
    const std::lock_guard guard(mutex_);
    std::unique_ptr<MpiGrid>* const found = grids_.find(context);
    return found == nullptr ? nullptr : found->get();
  }

  /// The same; throws where none has it.
  [[nodiscard]] MpiGrid& grid(std::int64_t context) {
    MpiGrid* const found = find_grid(context);
    if (found == nullptr) [[unlikely]]
      fail_without_grid(context);
    return *found;
  }

  /// A number that no other process gives, and this one only once.
  [[nodiscard]] std::uint64_t next_instance();

  /// The context of the new grid.
  int add_grid(std::unique_ptr<MpiGrid> grid);
  void remove_grid(MpiGrid& grid);

  /// The number by which C knows a communicator, and back; throws where no system context has it.
  int number_of(MPI_Comm communicator);
  [[nodiscard]] MPI_Comm communicator(std::int64_t number);
  /// MPI_COMM_WORLD, number 0, stays.
  void forget_communicator(std::int64_t number);

  [[nodiscard]] IdRange ids() const { return ids_; }
  /// For grids that are made from now on; what the MPI cannot take stays as it is.
  void set_ids(IdRange range);

 private:
  [[noreturn]] static void fail_without_grid(std::int64_t context);

  OptionalMutex mutex_;
  bool is_started_ = false;
  Numbered<std::unique_ptr<MpiGrid>> grids_;
  Numbered<MPI_Comm> communicators_;
  MpiPool pool_{limits()};
  IdRange ids_;
  int highest_id_ = 0;
  std::uint64_t instances_ = 0;

  [[nodiscard]] static PoolLimits limits();
};

/// This process.
[[nodiscard]] Process& process();

}  // namespace strobe::blacs
