// SPDX-License-Identifier: BSD-3-Clause
//
// Simulates processes that send and receive at random over a network with random delays. The
// detector must find every deadlock and report no other wait.
#include "blacs/deadlock_detector.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>
#include <vector>

#include "blacs/event_counts.hpp"

namespace strobe::blacs {
namespace {

constexpr int stream = 0;

/// Processes with a program each, and the messages and probes in transit between them.
class World {
 public:
  struct Action {
    bool is_receive;
    int other;
  };

  World(std::vector<std::vector<Action>> programs, unsigned seed) : random_(seed) {
    for (std::size_t i = 0; i < programs.size(); ++i) {
      processes_.push_back({std::move(programs[i]), 0, 0, {}, DeadlockDetector(i), {}});
    }
  }

  /// Runs long enough for every process to end or wait, and for many probes.
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
          if (is_waiting(who)) start_probe(who);
      }
    }
  }

  [[nodiscard]] bool has_found() const { return has_found_; }
  /// Whether there is a deadlock: a process waits for a process that waits for ever.
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
    EventCounts events;
    DeadlockDetector detector;
    std::map<int, int> arrived;
  };
  struct Message {
    int from;
    int to;
  };
  struct ProbeInTransit {
    int from;
    int to;
    Dependency dependency;
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
      process.events.count_send(action.other, stream);
      messages_.push_back({who, action.other});
      ++process.next;
      return;
    }
    if (process.wait == 0) {
      process.wait = ++waits_;
      process.events.count_receive(action.other, stream);
    }
    if (process.arrived[action.other] == 0) return;
    --process.arrived[action.other];
    process.wait = 0;
    ++process.next;
  }

  /// Delivers a random message or probe, in any order.
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
    const ProbeInTransit transit = probes_[static_cast<std::size_t>(which)];
    // A process that does not wait receives no probes.
    if (!is_waiting(transit.to)) {
      if (at(transit.to).next == at(transit.to).program.size()) {
        probes_.erase(probes_.begin() + which);
      } else {
        act(transit.to);
      }
      return;
    }
    probes_.erase(probes_.begin() + which);
    Process& process = at(transit.to);
    if (process.events.has_started(transit.dependency, transit.from)) return;
    switch (process.detector.receive(transit.probe, process.wait)) {
      case DeadlockDetector::Outcome::discard:
        return;
      case DeadlockDetector::Outcome::forward:
        send_probe(transit.to, process.detector.forwarded(transit.probe, "forwarded"));
        return;
      case DeadlockDetector::Outcome::deadlock:
        has_found_ = true;
    }
  }

  void start_probe(int who) {
    send_probe(who, at(who).detector.initiate(at(who).wait, "initiated"));
  }
  void send_probe(int who, const Probe& probe) {
    const int other = of(who).other;
    const Dependency dependency{.rank = other,
                                .number = at(who).events.receives_from(other, stream)};
    probes_.push_back({who, other, dependency, probe});
  }

  std::minstd_rand random_;
  std::vector<Process> processes_;
  std::deque<Message> messages_;
  std::deque<ProbeInTransit> probes_;
  std::uint64_t waits_ = 0;
  bool has_found_ = false;
};

/// Programs without a deadlock, in which some calls were then moved at random.
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

TEST(DeadlockDetector, FindsEveryDeadlockAndNothingElse) {
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

TEST(DeadlockDetector, TheLowestProcessOfACycleReports) {
  DeadlockDetector first(1);
  DeadlockDetector second(2);
  const Probe of_first = first.initiate(7, "a");
  EXPECT_EQ(second.receive(of_first, 9), DeadlockDetector::Outcome::forward);
  EXPECT_EQ(second.receive(of_first, 9), DeadlockDetector::Outcome::discard)
      << "it forwards a probe computation once";
  const Probe back = second.forwarded(of_first, "b");
  EXPECT_EQ(back.path, "a\nb");
  EXPECT_EQ(first.receive(back, 8), DeadlockDetector::Outcome::discard) << "the wait has ended";
  EXPECT_EQ(first.receive(back, 7), DeadlockDetector::Outcome::deadlock);
  const Probe of_second = first.forwarded(second.initiate(9, "b"), "a");
  EXPECT_EQ(second.receive(of_second, 9), DeadlockDetector::Outcome::discard)
      << "the first process reports";
}

TEST(EventCounts, KnowsWhichEventsHaveStarted) {
  EventCounts events;
  EXPECT_EQ(events.count_send(3, stream), 1U);
  EXPECT_EQ(events.count_send(3, stream), 2U);
  EXPECT_EQ(events.count_send(3, 40), 1U);
  EXPECT_EQ(events.count_send(4, stream), 1U);
  const Dependency second{.event = EventKind::send, .stream = stream, .number = 2};
  EXPECT_TRUE(events.has_started(second, 3));
  EXPECT_FALSE(events.has_started(second, 4));
  EXPECT_EQ(events.sends_to(3).size(), 2U);
  EXPECT_EQ(events.sends_to(5).size(), 0U);
  events.count_collective();
  EXPECT_TRUE(events.has_started({.event = EventKind::collective, .number = 1}, 0));
  EXPECT_FALSE(events.has_started({.event = EventKind::collective, .number = 2}, 0));
  EXPECT_EQ(events.count_receive(3, stream), 1U);
  EXPECT_TRUE(events.has_started({.event = EventKind::receive, .stream = stream, .number = 1}, 3));
}

}  // namespace
}  // namespace strobe::blacs
