// SPDX-License-Identifier: BSD-3-Clause
//
// Sees the other tasks of this node end: PVM lets whoever waits for a message of a dead task wait
// for ever.
#pragma once

#include <functional>
#include <thread>
#include <vector>

namespace strobe::layer::pvm {

class Siblings {
 public:
  /// Another task, by its rank and by a process id that is valid here; none for one elsewhere.
  struct Sibling {
    int rank = 0;
    int pid = 0;
  };

  Siblings(const std::vector<Sibling>& siblings, std::function<void(int)> on_loss);
  ~Siblings();
  Siblings(const Siblings&) = delete;
  Siblings& operator=(const Siblings&) = delete;

 private:
  void watch();

  std::function<void(int)> on_loss_;
  std::vector<int> ranks_;
  std::vector<int> descriptors_;  ///< of the processes, and last of the order to stop
  int stop_ = -1;
  std::thread thread_;
};

}  // namespace strobe::layer::pvm
