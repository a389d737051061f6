// SPDX-License-Identifier: BSD-3-Clause
//
// Probes among pretended processes, which send and receive at random over a network that delays
// what it likes: every deadlock is found, and nothing else is taken for one.
#include "blacs/chase.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>
#include <vector>

#include "blacs/ledger.hpp"

namespace strobe::blacs {
namespace {

constexpr int stream = 0;

/// Processes with a list of things to do each, and all that is under way between them.
class World {
 public:
  struct Action {
    bool is_receive;
    int other;
  };

  World(std::vector<std::vector<Action>> programs, unsigned seed) : random_(seed) {
    for (std::size_t i = 0; i < programs.size(); ++i) {
      processes_.push_back({std::move(programs[i]), 0, 0, {}, Chase(i), {}});
    }
  }

  /// Runs until nothing can happen any more but probes, of which there are plenty; what was found.
  void run() {
    for (int turn = 0; turn < 4000; ++turn) {
      const auto who = static_cast<int>(random_() % processes_.size());
      switch (random_() % 3) {
        case 0:
          act(who);
          break;
        case 1:
          deliver();
          break;
        default:
          if (is_waiting(who)) chase(who);
      }
    }
  }

  [[nodiscard]] bool has_found() const { return has_found_; }
  /// The truth: a process waits, and whom it waits for does so for ever.
  [[nodiscard]] bool has_deadlock() {
    while (!messages_.empty() || !probes_.empty()) deliver();
    for (int turn = 0; turn < 200; ++turn) {
      for (std::size_t who = 0; who < processes_.size(); ++who) act(static_cast<int>(who));
      while (!messages_.empty()) deliver();
    }
    for (std::size_t who = 0; who < processes_.size(); ++who) {
      int at = static_cast<int>(who);
      std::size_t steps = 0;
      while (is_waiting(at) && steps++ <= processes_.size()) at = of(at).other;
      if (steps > processes_.size()) return true;
    }
    return false;
  }

 private:
  struct Process {
    std::vector<Action> program;
    std::size_t next;
    std::uint64_t wait;
    Ledger ledger;
    Chase chase;
    std::map<int, int> arrived;
  };
  struct Message {
    int from;
    int to;
  };
  struct Flying {
    int from;
    int to;
    Need need;
    Probe probe;
  };

  Process& at(int who) { return processes_[static_cast<std::size_t>(who)]; }
  const Action& of(int who) { return at(who).program[at(who).next]; }
  bool is_waiting(int who) {
    return at(who).wait != 0 && at(who).next < at(who).program.size() && of(who).is_receive;
  }

  void act(int who) {
    Process& process = at(who);
    if (process.next == process.program.size()) return;
    const Action action = of(who);
    if (!action.is_receive) {
      process.ledger.send(action.other, stream);
      messages_.push_back({who, action.other});
      ++process.next;
      return;
    }
    if (process.wait == 0) {
      process.wait = ++waits_;
      process.ledger.take(action.other, stream);
    }
    if (process.arrived[action.other] == 0) return;
    --process.arrived[action.other];
    process.wait = 0;
    ++process.next;
  }

  /// Anything that is under way, whatever left before it.
  void deliver() {
    const std::size_t all = messages_.size() + probes_.size();
    if (all == 0) return;
    const std::size_t chosen = random_() % all;
    if (chosen < messages_.size()) {
      const Message message = messages_[chosen];
      messages_.erase(messages_.begin() + static_cast<std::ptrdiff_t>(chosen));
      ++at(message.to).arrived[message.from];
      return;
    }
    const auto which = static_cast<std::ptrdiff_t>(chosen - messages_.size());
    const Flying flying = probes_[static_cast<std::size_t>(which)];
    // Who does not wait reads nothing.
    if (!is_waiting(flying.to)) {
      if (at(flying.to).next == at(flying.to).program.size()) {
        probes_.erase(probes_.begin() + which);
      } else {
        act(flying.to);
      }
      return;
    }
    probes_.erase(probes_.begin() + which);
    Process& process = at(flying.to);
    if (process.ledger.has_done(flying.need, flying.from)) return;
    switch (process.chase.receive(flying.probe, process.wait)) {
      case Chase::Outcome::dropped:
        return;
      case Chase::Outcome::passed_on:
        pass_on(flying.to, process.chase.passed_on(flying.probe, "passed on"));
        return;
      case Chase::Outcome::closed:
        has_found_ = true;
    }
  }

  void chase(int who) { pass_on(who, at(who).chase.begin(at(who).wait, "begun")); }
  void pass_on(int who, const Probe& probe) {
    const int other = of(who).other;
    const Need need{.of = other, .number = at(who).ledger.taken(other, stream)};
    probes_.push_back({who, other, need, probe});
  }

  std::minstd_rand random_;
  std::vector<Process> processes_;
  std::deque<Message> messages_;
  std::deque<Flying> probes_;
  std::uint64_t waits_ = 0;
  bool has_found_ = false;
};

/// Messages in an order that works, and then some that a careless programmer moved.
std::vector<std::vector<World::Action>> programs(std::minstd_rand& random, int processes,
                                                 int moved) {
  std::vector<std::vector<World::Action>> made(static_cast<std::size_t>(processes));
  for (int message = 0; message < 12; ++message) {
    const int from = static_cast<int>(random() % static_cast<unsigned>(processes));
    const int to = static_cast<int>(
        (static_cast<unsigned>(from) + 1 + random() % static_cast<unsigned>(processes - 1)) %
        static_cast<unsigned>(processes));
    made[static_cast<std::size_t>(from)].push_back({false, to});
    made[static_cast<std::size_t>(to)].push_back({true, from});
  }
  for (int i = 0; i < moved; ++i) {
    std::vector<World::Action>& program = made[random() % made.size()];
    if (program.size() > 1) std::swap(program.front(), program[random() % program.size()]);
  }
  return made;
}

TEST(Chase, FindsEveryDeadlockAndNoOther) {
  int deadlocks = 0;
  int others = 0;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    std::minstd_rand random(seed);
    const int processes = 2 + static_cast<int>(random() % 4);
    World world(programs(random, processes, static_cast<int>(seed % 4)), seed);
    world.run();
    const bool was_found = world.has_found();
    const bool is_one = world.has_deadlock();
    ASSERT_EQ(was_found, is_one) << "seed " << seed;
    ++(is_one ? deadlocks : others);
  }
  EXPECT_GT(deadlocks, 50);
  EXPECT_GT(others, 50);
}

TEST(Chase, TheLowestOfACycleReports) {
  Chase first(1);
  Chase second(2);
  const Probe of_first = first.begin(7, "a");
  EXPECT_EQ(second.receive(of_first, 9), Chase::Outcome::passed_on);
  EXPECT_EQ(second.receive(of_first, 9), Chase::Outcome::dropped) << "once is enough";
  const Probe back = second.passed_on(of_first, "b");
  EXPECT_EQ(back.path, "a\nb");
  EXPECT_EQ(first.receive(back, 8), Chase::Outcome::dropped) << "the wait has ended";
  EXPECT_EQ(first.receive(back, 7), Chase::Outcome::closed);
  const Probe of_second = first.passed_on(second.begin(9, "b"), "a");
  EXPECT_EQ(second.receive(of_second, 9), Chase::Outcome::dropped) << "the first one will";
}

TEST(Ledger, KnowsWhatHasBeenDoneForWhom) {
  Ledger ledger;
  EXPECT_EQ(ledger.send(3, stream), 1U);
  EXPECT_EQ(ledger.send(3, stream), 2U);
  EXPECT_EQ(ledger.send(3, 40), 1U);
  EXPECT_EQ(ledger.send(4, stream), 1U);
  const Need second{.deed = Deed::send, .stream = stream, .number = 2};
  EXPECT_TRUE(ledger.has_done(second, 3));
  EXPECT_FALSE(ledger.has_done(second, 4));
  EXPECT_EQ(ledger.sent_to(3).size(), 2U);
  EXPECT_EQ(ledger.sent_to(5).size(), 0U);
  ledger.enter();
  EXPECT_TRUE(ledger.has_done({.deed = Deed::enter, .number = 1}, 0));
  EXPECT_FALSE(ledger.has_done({.deed = Deed::enter, .number = 2}, 0));
  EXPECT_EQ(ledger.take(3, stream), 1U);
  EXPECT_TRUE(ledger.has_done({.deed = Deed::take, .stream = stream, .number = 1}, 3));
}

}  // namespace
}  // namespace strobe::blacs
