// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/futex.hpp"
#include "bcs/runtime/liveness.hpp"
#include "weak_memory/atomic.hpp"
#include "weak_memory/scenario_checks.hpp"

namespace strobe::bcs::runtime {

// The kernel, and what the mutex asks of it where a holder is lost.
bool is_running(pid_t) { return true; }
bool futex_wait(Atomic<std::uint32_t>& word, std::uint32_t expected,
                std::optional<std::chrono::nanoseconds>) {
  weak_memory::sleep_on(word, expected);
  return true;
}
void futex_wake(Atomic<std::uint32_t>& word) { weak_memory::wake(word); }

namespace {

/// So many threads write the same data, one after the other.
Scenario mutex_guards_data(int threads) {
  struct Memory {
    Mutex mutex{};
    weak_memory::Plain<int> data{0};
  };
  const auto memory = shared<Memory>();
  const auto add = [memory] {
    (*memory)->mutex.lock();
    (*memory)->data.set((*memory)->data.get() + 1);
    (*memory)->mutex.unlock();
  };
  return {.name = "a mutex guards data",
          .program = {.begin = [memory] { memory->emplace(); },
                      .threads = std::vector<std::function<void()>>(
                          static_cast<std::size_t>(threads), add)}};
}

TEST(WeakMutexTest, IsRightAndNeedsItsOrders) {
  const std::vector<Scenario> scenarios{mutex_guards_data(2), mutex_guards_data(3)};
  expect_right(scenarios);
  expect_each_order_is_needed(scenarios);
}

}  // namespace
}  // namespace strobe::bcs::runtime
