// SPDX-License-Identifier: BSD-3-Clause
//
// The tasks of one run. The first is started by a person or a launcher with `-n N` before all other
// arguments; it spawns the other N - 1, with the same arguments, by the virtual machine that runs
// for this user. Ranks are in the order of spawning.
#pragma once

#include <functional>
#include <memory>
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

  /// Takes its own arguments out of `argc` and `argv`. Throws strobe::Error with one sentence where
  /// no virtual machine runs or the tasks cannot be spawned.
  Session(int* argc, char*** argv, OnLoss on_loss);
  /// Waits until all tasks have come to their end.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// A layer of all tasks, each time another one. All must call it.
  [[nodiscard]] PvmLayer world();

 private:
  std::vector<int> spawn(int argc, char** argv, int tasks);
  std::vector<int> join();

  std::vector<char*> arguments_;  ///< what is left of the command line
  std::unique_ptr<PvmLayer> all_;
  std::unique_ptr<Siblings> siblings_;
};

/// The version of PVM, as "3.4.6".
[[nodiscard]] std::string library_version();

}  // namespace strobe::layer::pvm
