// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <thread>

#include "base/clock.hpp"
#include "bcs/runtime/core_use.hpp"
#include "bcs/runtime/gang_scheduler.hpp"
#include "bcs/runtime/process_stat.hpp"
#include "bcs/runtime/slot_rows.hpp"
#include "bcs/runtime/time_slots.hpp"

namespace strobe::bcs::runtime {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

constexpr std::chrono::seconds patience{20};  ///< other programs may have the cores

Rows rows_of(const std::set<int>& rows) {
  Rows bits = 0;
  for (const int row : rows) bits |= bit_of(row);
  return bits;
}

TEST(TimeSlots, ExactlyOneJobRunsInEachSlot) {
  for (const std::set<int>& rows : {std::set{0}, {0, 1}, {3, 7}, {0, 2, 5}, {1, 2, 3, 14, 15}}) {
    const JobRows jobs{.taken = rows_of(rows)};
    std::map<int, int> slots;
    for (int slot = 0; slot < 60; ++slot) {
      const auto runs = [&](int row) { return runs_in(slot, row, jobs); };
      ASSERT_EQ(std::ranges::count_if(rows, runs), 1);
      ++slots[*std::ranges::find_if(rows, runs)];
    }
    for (const int row : rows) EXPECT_EQ(slots[row], 60 / static_cast<int>(rows.size()));
  }
}

TEST(TimeSlots, AJobPausesFromTheEndOfItsSlotToItsNextOne) {
  const JobRows jobs{.taken = rows_of({2, 5, 9})};
  for (const int row : {2, 5, 9}) {
    std::int64_t slot = 100;
    while (!runs_in(slot, row, jobs)) ++slot;
    const Pause pause{.begin = begin_of(slot + 1), .end = begin_of(slot + 3)};
    EXPECT_EQ(next_pause(row, jobs, begin_of(slot)), pause);
    EXPECT_EQ(next_pause(row, jobs, pause.begin - 1ns), pause);
    // Within a pause it is the rest of it.
    const nanoseconds later = pause.begin + 3ms;
    EXPECT_EQ(next_pause(row, jobs, later), (Pause{.begin = later, .end = pause.end}));
    EXPECT_EQ(slot_at(pause.end), slot + 3);
  }
}

TEST(TimeSlots, AJobThatIsAloneNeverPauses) {
  EXPECT_EQ(next_pause(4, {.taken = rows_of({4})}, 103ms), std::nullopt);
}

TEST(TimeSlots, AJobRunsInSlotsThatOthersHaveOpened) {
  const JobRows jobs{.taken = rows_of({0, 1, 2}), .open = rows_of({1})};
  for (std::int64_t slot = 0; slot < 6; ++slot) {
    const int owner = owner_of(slot, jobs.taken);
    for (const int row : {0, 1, 2}) EXPECT_EQ(runs_in(slot, row, jobs), owner == row || owner == 1);
  }
  const JobRows all_open{.taken = rows_of({0, 1}), .open = rows_of({1})};
  EXPECT_EQ(next_pause(0, all_open, 103ms), std::nullopt);
  EXPECT_NE(next_pause(1, all_open, 103ms), std::nullopt);
}

/// Lets a job have one slot, in which each look finds this part of its cores idle.
bool opens_next(CoreUse& use, double idle_part) {
  if (use.begin_slot()) {
    for (int i = 0; i < 10; ++i) use.look(idle_part);
  }
  return use.end_slot();
}

TEST(CoreUse, SlotsOfAJobThatLeavesCoresIdleAreOpenButForThoseThatAreLookedAt) {
  CoreUse use;
  for (int round = 0; round < 3; ++round) {
    for (int slot = 1; slot < CoreUse::slots_for_a_look; ++slot)
      EXPECT_TRUE(opens_next(use, 0.4)) << slot;
    EXPECT_FALSE(opens_next(use, 0.4));
  }
}

TEST(CoreUse, SlotsAreOpenNoMoreAfterALookThatFindsTheCoresBusy) {
  CoreUse use;
  EXPECT_TRUE(opens_next(use, 0.4));
  for (int slot = 2; slot <= CoreUse::slots_for_a_look; ++slot) opens_next(use, 0.0);
  for (int slot = 0; slot < CoreUse::slots_for_a_look; ++slot) EXPECT_FALSE(opens_next(use, 0.02));
}

/// Leaves the names of jobs that share this host: a network namespace has its own. Without the
/// permission the tests use rows from the top, which jobs take last.
void leave_other_jobs() {
  if (unshare(CLONE_NEWNET) != 0) {
    [[maybe_unused]] const int refused = unshare(CLONE_NEWUSER | CLONE_NEWNET);
  }
}

/// A child that does something, and then waits to be killed; killed with this object.
class Child {
 public:
  template <class Body>
  explicit Child(Body&& body) : pid_(fork()) {
    if (pid_ != 0) return;
    body();
    while (true) pause();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() { end(); }

  void end() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }
  [[nodiscard]] pid_t pid() const { return pid_; }
  [[nodiscard]] bool is_stopped() const {
    const std::optional<ProcessStat> stat = process_stat(pid_);
    return stat && stat->state == 'T';
  }

 private:
  pid_t pid_;
};

template <class IsSo>
bool comes_about(IsSo&& is_so) {
  const nanoseconds deadline = base::monotonic_now() + patience;
  while (base::monotonic_now() < deadline) {
    if (is_so()) return true;
    std::this_thread::sleep_for(1ms);
  }
  return false;
}

class OnThisHost : public testing::Test {
 protected:
  static void SetUpTestSuite() { leave_other_jobs(); }
  static constexpr int row = most_rows - 1;
  static constexpr int other_row = most_rows - 2;
  SlotRows rows_;
};

TEST_F(OnThisHost, ARowBelongsToOneJob) {
  EXPECT_EQ(rows_.of_all_jobs().taken & rows_of({row, other_row}), 0u);
  ASSERT_TRUE(rows_.claim(row));
  SlotRows others;
  EXPECT_FALSE(others.claim(row));
  EXPECT_TRUE(others.claim(other_row));
  EXPECT_EQ(rows_.of_all_jobs().taken & rows_of({row, other_row}), rows_of({row, other_row}));
  others.release();
  EXPECT_EQ(rows_.of_all_jobs().taken & rows_of({row, other_row}), rows_of({row}));
}

TEST_F(OnThisHost, AnOpenRowIsSeenAndIsClosedWhenItIsReleased) {
  ASSERT_TRUE(rows_.claim(row));
  const SlotRows others;
  for (const bool is_open : {true, true, false, true}) {
    rows_.set_open(is_open);
    EXPECT_EQ((others.of_all_jobs().open & bit_of(row)) != 0, is_open);
  }
  rows_.release();
  EXPECT_EQ(others.of_all_jobs().open & bit_of(row), 0u);
}

TEST_F(OnThisHost, ARowIsFreeAgainWhenItsProcessIsKilled) {
  Child child([] {
    static SlotRows own;
    if (!own.claim(row)) _exit(1);
  });
  EXPECT_TRUE(comes_about([&] { return (rows_.of_all_jobs().taken & rows_of({row})) != 0; }));
  child.end();
  EXPECT_EQ(rows_.of_all_jobs().taken & rows_of({row}), 0u);
}

TEST_F(OnThisHost, AProcessStopsInSlotsOfOthersAndRunsOnAfterThem) {
  const Child child([] {
    static SlotRows own;
    static const GangScheduler scheduler(own, other_row);
    while (true) sched_yield();
  });
  // A child that was forked later would hold the row, too.
  ASSERT_TRUE(rows_.claim(row));
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(comes_about([&] { return child.is_stopped(); }));
    EXPECT_TRUE(comes_about([&] { return !child.is_stopped(); }));
  }
  // Alone, it stops no more once it has seen that, which it does in its next slot.
  rows_.release();
  std::optional<nanoseconds> runs_since;
  EXPECT_TRUE(comes_about([&] {
    const nanoseconds now = base::monotonic_now();
    if (child.is_stopped()) runs_since.reset();
    if (!child.is_stopped() && !runs_since) runs_since = now;
    return runs_since && now - *runs_since > 10 * slot_length;
  }));
}

TEST_F(OnThisHost, AProcessThatStartsInASlotOfOthersRunsInItsNextOne) {
  int late = 0;
  for (int i = 0; i < 10; ++i) {
    const Child child([] {
      static SlotRows own;
      static const GangScheduler scheduler(own, other_row);
      while (true) sched_yield();
    });
    ASSERT_TRUE(rows_.claim(row));
    // A sample each millisecond finds a slot at most 20 times, however late the samples are.
    int samples = 0;
    EXPECT_TRUE(comes_about([&] { return child.is_stopped(); }));
    EXPECT_TRUE(comes_about([&] {
      ++samples;
      return !child.is_stopped();
    }));
    if (samples >= 200) ++late;
    rows_.release();
  }
  // One whose scheduler loses its core for a whole slot just before the stop is late: that is rare.
  EXPECT_LE(late, 1);
}

TEST_F(OnThisHost, AProcessRunsOnWhenItsSchedulerEnds) {
  ASSERT_TRUE(rows_.claim(row));
  const Child child([] {
    SlotRows own;
    for (int i = 0; i < 20; ++i) {
      const GangScheduler scheduler(own, other_row);
      std::this_thread::sleep_for(i * 2ms);
    }
    _exit(7);
  });
  int status = 0;
  ASSERT_TRUE(comes_about([&] { return waitpid(child.pid(), &status, WNOHANG) == child.pid(); }));
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

// As if the stop of a slot came after what should continue the process, again and again.
TEST_F(OnThisHost, AProcessRunsOnHoweverLateItIsStopped) {
  ASSERT_TRUE(rows_.claim(row));
  const Child child([] {
    static SlotRows own;
    static const GangScheduler scheduler(own, other_row);
    while (true) sched_yield();
  });
  ASSERT_TRUE(comes_about([&] { return child.is_stopped(); }));
  const nanoseconds end = base::monotonic_now() + 2s;
  while (base::monotonic_now() < end) kill(child.pid(), SIGSTOP);
  EXPECT_TRUE(comes_about([&] { return !child.is_stopped(); }));
}

TEST_F(OnThisHost, AJobThatLeavesCoresIdleOpensItsSlots) {
  ASSERT_TRUE(rows_.claim(row));
  const Child child([] {
    static SlotRows own;
    if (!own.claim(other_row)) _exit(1);
    static const GangScheduler scheduler(own, other_row, [] { return 0.5; });
  });
  EXPECT_TRUE(comes_about([&] { return (rows_.of_all_jobs().open & bit_of(other_row)) != 0; }));
}

TEST_F(OnThisHost, TheTimeThatItIsStoppedIsCounted) {
  ASSERT_TRUE(rows_.claim(row));
  const Child child([] {
    SlotRows own;
    const GangScheduler scheduler(own, other_row);
    while (scheduler.stopped() < 3 * slot_length) sched_yield();
    _exit(7);
  });
  int status = 0;
  ASSERT_TRUE(comes_about([&] { return waitpid(child.pid(), &status, WNOHANG) == child.pid(); }));
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

}  // namespace
}  // namespace strobe::bcs::runtime
