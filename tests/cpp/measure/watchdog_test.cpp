// SPDX-License-Identifier: BSD-3-Clause
#include "measure/watchdog.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace strobe::measure {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// Records what a watchdog called, and when. A real one would end the process.
class Calls {
 public:
  void operator()(const std::string& what) {
    const std::lock_guard lock(mutex_);
    names_.push_back(what);
    last_ = Clock::now();
  }
  [[nodiscard]] std::vector<std::string> names() {
    const std::lock_guard lock(mutex_);
    return names_;
  }
  [[nodiscard]] Clock::time_point last() {
    const std::lock_guard lock(mutex_);
    return last_;
  }
  /// Waits for a call, for at most ten seconds.
  [[nodiscard]] bool wait_for_one() {
    for (const auto begin = Clock::now(); Clock::now() - begin < 10s;) {
      if (!names().empty()) return true;
      std::this_thread::sleep_for(1ms);
    }
    return false;
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> names_;
  Clock::time_point last_;
};

using Names = std::vector<std::string>;

TEST(Watchdog, CallsWhatHungOnceAfterItsTime) {
  Calls calls;
  Watchdog watchdog(std::ref(calls));
  const auto begin = Clock::now();
  watchdog.guard("a cell", 50ms);
  ASSERT_TRUE(calls.wait_for_one());
  EXPECT_GE(calls.last() - begin, 50ms);
  std::this_thread::sleep_for(100ms);
  EXPECT_EQ(calls.names(), Names{"a cell"});
}

TEST(Watchdog, IsSilentWhileThereIsProgress) {
  Calls calls;
  Watchdog watchdog(std::ref(calls));
  // Far more often than the limit, and for longer than it.
  for (const auto begin = Clock::now(); Clock::now() - begin < 700ms;) {
    watchdog.guard("busy", 500ms);
    std::this_thread::sleep_for(1ms);
  }
  watchdog.rest();
  EXPECT_EQ(calls.names(), Names{});
}

TEST(Watchdog, IsSilentAtRest) {
  Calls calls;
  Watchdog watchdog(std::ref(calls));
  watchdog.guard("done in time", 30ms);
  watchdog.rest();
  std::this_thread::sleep_for(100ms);
  EXPECT_EQ(calls.names(), Names{});
}

TEST(Watchdog, GuardsAgainAfterARest) {
  Calls calls;
  Watchdog watchdog(std::ref(calls));
  watchdog.guard("first", 20ms);
  watchdog.rest();
  std::this_thread::sleep_for(60ms);
  watchdog.guard("second", 20ms);
  ASSERT_TRUE(calls.wait_for_one());
  EXPECT_EQ(calls.names(), Names{"second"});
}

TEST(Watchdog, AShorterLimitHoldsThoughALongerOneWasWaitedFor) {
  Calls calls;
  Watchdog watchdog(std::ref(calls));
  watchdog.guard("patient", 1h);
  std::this_thread::sleep_for(20ms);
  const auto begin = Clock::now();
  watchdog.guard("impatient", 50ms);
  ASSERT_TRUE(calls.wait_for_one());
  EXPECT_EQ(calls.names(), Names{"impatient"});
  EXPECT_GE(calls.last() - begin, 50ms);
}

TEST(Watchdog, EndsAtOnceWhateverItWaitsFor) {
  Calls calls;
  const auto begin = Clock::now();
  {
    const Watchdog idle(std::ref(calls));
    Watchdog armed(std::ref(calls));
    armed.guard("a cell", 1h);
  }
  EXPECT_LT(Clock::now() - begin, 10s);
  EXPECT_EQ(calls.names(), Names{});
}

TEST(Watchdog, GuardsFromSeveralThreads) {
  Calls calls;
  Watchdog watchdog(std::ref(calls));
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int turn = 0; turn < 2000; ++turn) {
        watchdog.guard("cell", 1h);
        watchdog.rest();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(calls.names(), Names{});
}

}  // namespace
}  // namespace strobe::measure
