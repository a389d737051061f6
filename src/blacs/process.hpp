// SPDX-License-Identifier: BSD-3-Clause
//
// What one process of a program has of the BLACS: its grids, the system contexts of its C half,
// the pool behind its sends, and the range of message ids.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "blacs/machine.hpp"
#include "blacs/mesh.hpp"
#include "blacs/numbered.hpp"
#include "blacs/optional_mutex.hpp"
#include "blacs/pool.hpp"
#include "strobe/blacs/communicator.hpp"
#include "strobe/blacs/integer.hpp"

namespace strobe::blacs {

using MachineMesh = Mesh<machine::Wire>;
using MachinePool = Pool<machine::Wire>;

class Process {
 public:
  /// Starts the machine where nobody has, and reads what it allows.
  void start();

  /// Frees all but the machine. What has been sent arrives first.
  void clear();

  [[nodiscard]] MachinePool& pool() { return pool_; }
  /// Waits until all that has been sent has left.
  void drain();

  /// Null where no grid has that context.
  [[nodiscard]] MachineMesh* find_mesh(std::int64_t context) {
    const std::lock_guard guard(mutex_);
    std::unique_ptr<MachineMesh>* const found = meshes_.find(context);
    return found == nullptr ? nullptr : found->get();
  }

  /// The same; throws where none has it.
  [[nodiscard]] MachineMesh& mesh(std::int64_t context) {
    MachineMesh* const found = find_mesh(context);
    if (found == nullptr) [[unlikely]]
      fail_without_grid(context);
    return *found;
  }

  /// A number that no other process gives, and this one only once. It tells the levels.
  [[nodiscard]] std::uint64_t next_instance();
  /// Throws where the process that gave it has others, with which this one could not talk.
  static void check_environment(std::uint64_t instance);

  /// The context of the new grid.
  int add_mesh(std::unique_ptr<MachineMesh> mesh);
  void remove_mesh(MachineMesh& mesh);

  /// The number by which C knows a communicator, and back; throws where no system context has it.
  int number_of(Communicator communicator);
  [[nodiscard]] Communicator communicator(std::int64_t number);
  /// That of all, number 0, stays.
  void forget_communicator(std::int64_t number);

  [[nodiscard]] IdRange ids() const { return ids_; }
  /// For grids that are made from now on; what the machine cannot take stays as it is.
  void set_ids(IdRange range);

 private:
  [[noreturn]] static void fail_without_grid(std::int64_t context);
  /// Ends the leaving grids to which no word is on its way.
  void end_those_that_can();

  OptionalMutex mutex_;
  std::atomic<bool> is_started_ = false;
  std::mutex start_mutex_;
  bool has_end_ = false;  ///< reports have been asked for
  Numbered<std::unique_ptr<MachineMesh>> meshes_;
  std::vector<std::unique_ptr<MachineMesh>> leaving_;  ///< no context leads to them any more
  Numbered<Communicator> communicators_;
  MachinePool pool_{limits()};
  IdRange ids_;
  int highest_id_ = 0;
  std::uint64_t instances_ = 0;

  [[nodiscard]] static PoolLimits limits();
};

/// This process.
[[nodiscard]] Process& process();

}  // namespace strobe::blacs
