// SPDX-License-Identifier: BSD-3-Clause
//
// The tasks of one run. A user or a launcher starts the first task. It spawns the others with the
// same arguments in the user's virtual machine. Ranks are in the order of spawning.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "layer/pvm/pvm_layer.hpp"

namespace strobe::layer::pvm {

class TaskMonitor;

/// Joins the virtual machine and leaves it. A program has one session, which must outlive every
/// PvmLayer.
class Session {
 public:
  /// Called, in a separate thread, with the rank of a task that has ended before the session. A
  /// receive from that task never ends, so the function should end the process.
  using OnLoss = std::function<void(int)>;

  // Both throw strobe::Error if no virtual machine runs or the tasks cannot be spawned.

  /// The number of tasks is that of `-n N` before all other arguments, else of STROBE_PVM_TASKS,
  /// else
  /// 1. Removes its own arguments from `argc` and `argv`.
  Session(int* argc, char*** argv, OnLoss on_loss);
  /// For a library, which does not know the arguments of main. A process that PVM has spawned takes
  /// the number of tasks from its parent.
  Session(int tasks, OnLoss on_loss);
  /// Waits until all tasks have called this.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// A new layer of all tasks. All tasks must call this.
  [[nodiscard]] PvmLayer world();
  /// Ends the other tasks of this session.
  void kill_others() const;

 private:
  void begin(const std::vector<int>& tasks, bool is_spawned, OnLoss on_loss);

  std::vector<char*> arguments_;  ///< of the program, without those of the session
  std::vector<int> tasks_;
  std::unique_ptr<PvmLayer> all_;
  std::unique_ptr<TaskMonitor> task_monitor_;
};

/// The number of STROBE_PVM_TASKS; empty if it is not set. Throws strobe::Error if it is no number.
[[nodiscard]] std::optional<int> tasks_wanted();
/// Whether PVM has spawned this process.
[[nodiscard]] bool is_spawned();

/// The version of PVM, as "3.4.6".
[[nodiscard]] std::string library_version();

}  // namespace strobe::layer::pvm
