// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mutex>

namespace strobe::blacs {

/// A mutex that costs nothing until several threads may call the BLACS.
class OptionalMutex {
 public:
  /// While one thread alone calls.
  void use() { is_used_ = true; }

  void lock() {
    if (is_used_) mutex_.lock();
  }
  void unlock() {
    if (is_used_) mutex_.unlock();
  }

 private:
  bool is_used_ = false;
  std::mutex mutex_;
};

}  // namespace strobe::blacs
