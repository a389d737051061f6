// SPDX-License-Identifier: BSD-3-Clause
//
// The tasks of one run. The first is started by a person or a launcher; it spawns the others, with
// the same arguments, by the virtual machine that runs for this user. Ranks are in the order of
// spawning.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "layer/pvm/pvm_layer.hpp"

namespace strobe::layer::pvm {

class Siblings;

/// Joins the virtual machine and leaves it. One of it lives for as long as any PvmLayer does.
class Session {
 public:
  /// Called, in a thread of its own, with the rank of a task that has ended before its time. Those
  /// that wait for it wait for ever, so this should end the process.
  using OnLoss = std::function<void(int)>;

  // Both throw strobe::Error with one sentence where no virtual machine runs or the tasks cannot be
  // spawned.

  /// As many tasks as `-n N` before all other arguments says, or STROBE_PVM_TASKS, or 1. Takes its
  /// own arguments out of `argc` and `argv`.
  Session(int* argc, char*** argv, OnLoss on_loss);
  /// For a library, which has no say in the arguments: `tasks` of the program that has called it,
  /// or, where PVM has spawned this one, as many as its parent has said.
  Session(int tasks, OnLoss on_loss);
  /// Waits until all tasks have come to their end.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// A layer of all tasks, each time another one. All must call it.
  [[nodiscard]] PvmLayer world();
  /// Tells the other tasks of this session to end.
  void kill_others() const;

 private:
  void begin(const std::vector<int>& tasks, bool is_spawned, OnLoss on_loss);

  std::vector<char*> arguments_;  ///< what is left of the command line
  std::vector<int> tasks_;
  std::unique_ptr<PvmLayer> all_;
  std::unique_ptr<Siblings> siblings_;
};

/// What STROBE_PVM_TASKS says; nothing where it is not set. Throws strobe::Error where it is no
/// number.
[[nodiscard]] std::optional<int> tasks_wanted();
/// Whether PVM has spawned this process.
[[nodiscard]] bool is_spawned();

/// The version of PVM, as "3.4.6".
[[nodiscard]] std::string library_version();

}  // namespace strobe::layer::pvm
