// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mutex>

namespace strobe::blacs {

/// A mutex that does nothing until use() is called, for programs in which one thread calls the
/// BLACS.
class OptionalMutex {
 public:
  /// Must be called while only one thread uses the mutex.
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
