// SPDX-License-Identifier: BSD-3-Clause
//
// The state of the BLACS in one process: its grids, the system contexts of the C interface, the
// pool of send buffers, and the range of message ids.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "blacs/handle_table.hpp"
#include "blacs/machine.hpp"
#include "blacs/mesh.hpp"
#include "blacs/optional_mutex.hpp"
#include "blacs/pool.hpp"
#include "strobe/blacs/communicator.hpp"
#include "strobe/blacs/integer.hpp"

namespace strobe::blacs {

using MachineMesh = Mesh<machine::Transport>;
using MachinePool = Pool<machine::Transport>;

class Process {
 public:
  /// Starts the machine if it is not running, and reads its limits.
  void start();

  /// Waits for all sends and frees everything. The machine continues to run.
  void clear();

  [[nodiscard]] MachinePool& pool() { return pool_; }
  /// Waits until all sends are complete.
  void drain();

  /// Null if no grid has this context.
  [[nodiscard]] MachineMesh* find_mesh(std::int64_t context) {
    const std::lock_guard guard(mutex_);
    std::unique_ptr<MachineMesh>* const found = meshes_.find(context);
    return found == nullptr ? nullptr : found->get();
  }

  /// The same; throws if no grid has it.
  [[nodiscard]] MachineMesh& mesh(std::int64_t context) {
    MachineMesh* const found = find_mesh(context);
    if (found == nullptr) [[unlikely]]
      fail_without_grid(context);
    return *found;
  }

  /// A number that is unique over all processes. It contains a code of the environment variables.
  [[nodiscard]] std::uint64_t next_instance();
  /// Throws if the process that created the instance has other values of the environment variables
  /// that must be the same on all processes.
  static void check_environment(std::uint64_t instance);

  /// Returns the context of the new grid.
  int add_mesh(std::unique_ptr<MachineMesh> mesh);
  void remove_mesh(MachineMesh& mesh);

  /// The number of a communicator in the C interface, and the communicator of a number. Throws if
  /// there is no such system context.
  int number_of(Communicator communicator);
  [[nodiscard]] Communicator communicator(std::int64_t number);
  /// Number 0, the communicator of all processes, stays.
  void forget_communicator(std::int64_t number);

  [[nodiscard]] IdRange ids() const { return ids_; }
  /// For new grids. Ignores a range that the machine does not support.
  void set_ids(IdRange range);

 private:
  [[noreturn]] static void fail_without_grid(std::int64_t context);
  /// Ends the leaving grids whose ready notices have all been received.
  void end_leaving_grids();
  [[nodiscard]] bool have_notices_of_all_meshes_ended();

  OptionalMutex mutex_;
  std::atomic<bool> is_started_ = false;
  std::mutex start_mutex_;
  bool has_end_ = false;  ///< report_at_end has been called
  HandleTable<std::unique_ptr<MachineMesh>> meshes_;
  std::vector<std::unique_ptr<MachineMesh>> leaving_;  ///< without a context, waiting for notices
  HandleTable<Communicator> communicators_;
  MachinePool pool_{limits()};
  IdRange ids_;
  int highest_id_ = 0;
  std::uint64_t instances_ = 0;

  [[nodiscard]] static PoolLimits limits();
};

/// This process.
[[nodiscard]] Process& process();

}  // namespace strobe::blacs
