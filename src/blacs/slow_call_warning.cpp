// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/slow_call_warning.hpp"

#include <chrono>
#include <utility>

#include "base/format.hpp"
#include "blacs/warning.hpp"

namespace strobe::blacs {

SlowCallWarning::SlowCallWarning(std::string sentence, double period_s)
    : thread_([this, text = std::move(sentence), period_s] { watch(text, period_s); }) {}

SlowCallWarning::~SlowCallWarning() {
  {
    const std::lock_guard guard(mutex_);
    is_over_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void SlowCallWarning::watch(const std::string& sentence, double period_s) {
  std::unique_lock lock(mutex_);
  for (double waited_s = period_s;; waited_s += period_s) {
    if (changed_.wait_for(lock, std::chrono::duration<double>(period_s),
                          [this] { return is_over_; })) {
      return;
    }
    print_warning(base::format("{} (after {:.1f} s)", sentence, waited_s));
  }
}

}  // namespace strobe::blacs
