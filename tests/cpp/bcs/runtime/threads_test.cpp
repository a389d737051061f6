// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/threads.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace strobe::bcs::runtime {
namespace {

using namespace std::chrono_literals;

/// Asks about the other threads of this process.
class Other {
 public:
  explicit Other(const std::function<void()>& work)
      : thread_([this, work] {
          id_ = gettid();
          work();
        }) {
    while (id_ == 0) std::this_thread::yield();
  }
  ~Other() { thread_.join(); }
  Other(const Other&) = delete;
  Other& operator=(const Other&) = delete;
  [[nodiscard]] pid_t id() const { return id_; }

 private:
  std::atomic<pid_t> id_ = 0;
  std::thread thread_;  // begins when all else is there
};

class Threads : public testing::Test {
 protected:
  [[nodiscard]] bool sleep() const { return do_others_sleep(before_); }
  /// Whether the others sleep within a second.
  [[nodiscard]] bool fall_asleep() const {
    for (int look = 0; look < 1000; ++look) {
      if (sleep()) return true;
      std::this_thread::sleep_for(1ms);
    }
    return false;
  }
  /// Expects that the others are not found asleep for a while.
  void expect_awake() const {
    for (int look = 0; look < 100; ++look) {
      EXPECT_FALSE(sleep());
      std::this_thread::sleep_for(1ms);
    }
  }

 private:
  /// Threads of the sanitizers and of the test libraries.
  static std::vector<pid_t> all_of_others() {
    // The thread sanitizer starts its thread with the first of the program.
    std::thread([] {}).join();
    return threads_of_process();
  }

  std::vector<pid_t> before_ = all_of_others();
};

TEST_F(Threads, AreListed) {
  std::atomic<bool> is_over = false;
  const Other other([&] { is_over.wait(false); });
  const std::vector<pid_t> all = threads_of_process();
  EXPECT_TRUE(std::ranges::is_sorted(all));
  EXPECT_TRUE(std::ranges::binary_search(all, gettid()));
  EXPECT_TRUE(std::ranges::binary_search(all, other.id()));
  is_over = true;
  is_over.notify_all();
}

TEST_F(Threads, SleepIfThereAreNoOthers) { EXPECT_TRUE(sleep()); }

TEST_F(Threads, SleepIfOnlyAnotherThreadWakesThem) {
  std::mutex mutex;
  std::condition_variable told;
  bool is_over = false;
  std::unique_lock lock(mutex);
  {
    const Other waits_for_lock([&] { const std::lock_guard own(mutex); });
    const Other waits_for_word([&] {
      std::unique_lock own(mutex);
      told.wait(own, [&] { return is_over; });
    });
    EXPECT_TRUE(fall_asleep());
    lock.unlock();
    EXPECT_TRUE(fall_asleep());
    lock.lock();
    is_over = true;
    lock.unlock();
    told.notify_all();
  }
}

TEST_F(Threads, SleepInAJoin) {
  std::atomic<bool> is_over = false;
  const Other joins([&] { const Other joined([&] { is_over.wait(false); }); });
  EXPECT_TRUE(fall_asleep());
  is_over = true;
  is_over.notify_all();
}

TEST_F(Threads, ThatComputeAreAwake) {
  std::atomic<bool> is_over = false;
  const Other computes([&] {
    while (!is_over) {
    }
  });
  expect_awake();
  is_over = true;
}

TEST_F(Threads, WithATimeoutAreAwake) {
  std::mutex mutex;
  std::condition_variable told;
  bool is_over = false;
  const Other naps([&] {
    std::unique_lock lock(mutex);
    told.wait_for(lock, 1h, [&] { return is_over; });
  });
  expect_awake();
  const std::lock_guard lock(mutex);
  is_over = true;
  told.notify_all();
}

TEST_F(Threads, WaitingForInputAreAwake) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const Other reads([&] {
    char letter = 0;
    EXPECT_EQ(read(ends[0], &letter, 1), 1);
  });
  expect_awake();
  EXPECT_EQ(write(ends[1], "", 1), 1);
}

}  // namespace
}  // namespace strobe::bcs::runtime
