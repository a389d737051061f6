// SPDX-License-Identifier: BSD-3-Clause
//
// Warns about a long call of the MPI that has no nonblocking form: creating a communicator. Waits
// for requests have a monitor (mpi/wait_monitor.hpp) instead.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace strobe::blacs {

class SlowCallWarning {
 public:
  /// Writes the sentence after each `period_s` until the destructor is called.
  SlowCallWarning(std::string sentence, double period_s);
  ~SlowCallWarning();
  SlowCallWarning(const SlowCallWarning&) = delete;
  SlowCallWarning& operator=(const SlowCallWarning&) = delete;

 private:
  void watch(const std::string& sentence, double period_s);

  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace strobe::blacs
