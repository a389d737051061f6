// SPDX-License-Identifier: BSD-3-Clause
//
// Detects that another task of this node has ended. In PVM a receive from an ended task never
// returns.
#pragma once

#include <functional>
#include <thread>
#include <vector>

namespace strobe::layer::pvm {

class TaskMonitor {
 public:
  /// Another task of this node.
  struct LocalTask {
    int rank = 0;
    int pid = 0;
  };

  TaskMonitor(const std::vector<LocalTask>& tasks, std::function<void(int)> on_loss);
  ~TaskMonitor();
  TaskMonitor(const TaskMonitor&) = delete;
  TaskMonitor& operator=(const TaskMonitor&) = delete;

 private:
  void watch();

  std::function<void(int)> on_loss_;
  std::vector<int> ranks_;
  std::vector<int> descriptors_;  ///< of the processes, and last the stop event
  int stop_ = -1;
  std::thread thread_;
};

}  // namespace strobe::layer::pvm
