// SPDX-License-Identifier: BSD-3-Clause
//
// Says that a call of the MPI lasts long which has no other form: making a communicator. Where a
// wait can be looked at from within (mpi/waiting.hpp) nobody needs it.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace strobe::blacs {

class Alarm {
 public:
  /// Writes the sentence after every `period_s` until it is destroyed.
  Alarm(std::string sentence, double period_s);
  ~Alarm();
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

 private:
  void watch(const std::string& sentence, double period_s);

  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace strobe::blacs
