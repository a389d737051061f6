// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/alarm.hpp"

#include <chrono>
#include <utility>

#include "base/format.hpp"
#include "blacs/remark.hpp"

namespace strobe::blacs {

Alarm::Alarm(std::string sentence, double period_s)
    : thread_([this, said = std::move(sentence), period_s] { watch(said, period_s); }) {}

Alarm::~Alarm() {
  {
    const std::lock_guard guard(mutex_);
    is_over_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Alarm::watch(const std::string& sentence, double period_s) {
  std::unique_lock lock(mutex_);
  for (double waited_s = period_s;; waited_s += period_s) {
    if (changed_.wait_for(lock, std::chrono::duration<double>(period_s),
                          [this] { return is_over_; })) {
      return;
    }
    remark(base::format("{} (after {:.1f} s)", sentence, waited_s));
  }
}

}  // namespace strobe::blacs
