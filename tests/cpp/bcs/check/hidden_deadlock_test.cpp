// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/hidden_deadlock.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace strobe::bcs::check {
namespace {

using OrderKind = OrderEvent::Kind;

/// What a rank of a program does; receives name their sources.
struct Step {
  enum class What { send, receive, barrier };
  What what;
  std::int32_t peer = 0;
};
using Program = std::vector<std::vector<Step>>;

Step send(std::int32_t to) { return {Step::What::send, to}; }
Step receive(std::int32_t from) { return {Step::What::receive, from}; }
constexpr Step barrier{Step::What::barrier};

/// The orders of a run in which all sends are buffered.
std::vector<Order> run(const Program& program) {
  std::vector<Order> orders(program.size());
  for (std::size_t rank = 0; rank < program.size(); ++rank) {
    std::map<std::int32_t, std::uint32_t> sent, received;
    std::uint32_t barriers = 0;
    auto& events = orders[rank].events;
    for (const Step& step : program[rank]) {
      const auto begin = static_cast<std::uint32_t>(events.size());
      const auto place = begin + 100;
      const auto peer = static_cast<std::uint32_t>(step.peer);
      switch (step.what) {
        case Step::What::send:
          events.push_back({.kind = OrderKind::send_begins,
                            .of = place,
                            .peer = peer,
                            .number = sent[step.peer]++});
          events.push_back({.kind = OrderKind::send_ends, .of = begin});
          break;
        case Step::What::receive:
          events.push_back({.kind = OrderKind::receive_begins, .of = place, .peer = peer});
          events.push_back({.kind = OrderKind::receive_ends,
                            .of = begin,
                            .peer = peer,
                            .number = received[step.peer]++});
          break;
        case Step::What::barrier:
          events.push_back({.kind = OrderKind::collective_begins,
                            .members = static_cast<std::uint16_t>(program.size()),
                            .of = place,
                            .peer = 1,
                            .number = ++barriers});
          events.push_back({.kind = OrderKind::collective_ends, .of = begin});
          break;
      }
    }
  }
  return orders;
}

/// Whether the program gets stuck if each send waits for its receive: pairs of a send and a receive
/// that are both next are removed until there are none.
bool gets_stuck(const Program& program) {
  std::vector<std::size_t> at(program.size(), 0);
  const auto next = [&](std::size_t rank) {
    return at[rank] == program[rank].size() ? nullptr : &program[rank][at[rank]];
  };
  for (bool has_moved = true; has_moved;) {
    has_moved = false;
    for (std::size_t rank = 0; rank < program.size(); ++rank) {
      const Step* const own = next(rank);
      if (own == nullptr || own->what != Step::What::send) continue;
      const Step* const other = next(static_cast<std::size_t>(own->peer));
      if (other != nullptr && other->what == Step::What::receive &&
          other->peer == static_cast<std::int32_t>(rank)) {
        ++at[static_cast<std::size_t>(own->peer)];
        ++at[rank];
        has_moved = true;
      }
    }
    const bool are_all_there = std::ranges::all_of(at, [&, rank = 0UL](std::size_t) mutable {
      const Step* const own = next(rank++);
      return own != nullptr && own->what == Step::What::barrier;
    });
    if (are_all_there) {
      for (std::size_t& place : at) ++place;
      has_moved = true;
    }
  }
  for (std::size_t rank = 0; rank < program.size(); ++rank) {
    if (next(rank) != nullptr) return true;
  }
  return false;
}

/// Each rank waits for the next, and the last one for the first.
void expect_cycle(const std::vector<HiddenWait>& waits) {
  for (std::size_t i = 0; i < waits.size(); ++i)
    EXPECT_EQ(waits[i].waits_for, waits[(i + 1) % waits.size()].rank);
}

TEST(HiddenDeadlock, TwoSendsThatWaitForEachOther) {
  const auto waits = hidden_deadlock(run({{send(1), receive(1)}, {send(0), receive(0)}}));
  ASSERT_EQ(waits.size(), 2U);
  expect_cycle(waits);
  EXPECT_EQ(waits[0].kind, OrderKind::send_begins);
  EXPECT_EQ(waits[0].place, 100U);
}

TEST(HiddenDeadlock, ASendToItself) {
  const auto waits = hidden_deadlock(run({{send(0), receive(0)}}));
  ASSERT_EQ(waits.size(), 1U);
  EXPECT_EQ(waits[0].waits_for, 0);
}

TEST(HiddenDeadlock, ACollectiveThatAMemberLeavesEarly) {
  const auto waits = hidden_deadlock(run({{barrier, send(1)}, {receive(0), barrier}}));
  ASSERT_EQ(waits.size(), 2U);
  expect_cycle(waits);
}

TEST(HiddenDeadlock, AnOrderThatNeedsNoBuffer) {
  EXPECT_TRUE(hidden_deadlock(run({{send(1), receive(1)}, {receive(0), send(0)}})).empty());
  EXPECT_TRUE(hidden_deadlock(run({{barrier}, {barrier}, {barrier}})).empty());
  EXPECT_TRUE(hidden_deadlock({}).empty());
}

TEST(HiddenDeadlock, BufferedSendsWaitForNothing) {
  std::vector<Order> orders = run({{send(1), receive(1)}, {send(0), receive(0)}});
  orders[0].events[0].is_free = true;
  EXPECT_TRUE(hidden_deadlock(orders).empty());
}

TEST(HiddenDeadlock, AReceiveFromAnySourceMightGetAnotherMessage) {
  std::vector<Order> orders = run({{receive(1), send(1)}, {receive(0), send(0)}});
  EXPECT_FALSE(hidden_deadlock(orders).empty());
  orders[0].events[0].is_free = true;
  EXPECT_TRUE(hidden_deadlock(orders).empty());
}

TEST(HiddenDeadlock, OfALogThatEndsEarlyNothingIsKnown) {
  std::vector<Order> orders = run({{send(1), receive(1)}, {send(0), receive(0)}});
  orders[1].events.clear();
  orders[1].is_whole = false;
  EXPECT_TRUE(hidden_deadlock(orders).empty());
}

/// A program that ends with buffered sends: messages in a random order, each received some time
/// after it was sent.
Program random_program(std::uint32_t seed) {
  std::mt19937 chance(seed);
  const auto below = [&](std::size_t limit) { return chance() % limit; };
  Program program(2 + below(3));
  std::vector<std::pair<std::size_t, std::size_t>> under_way;
  for (std::size_t steps = 2 + below(8); steps != 0 || !under_way.empty();) {
    if (steps != 0 && (under_way.empty() || below(2) == 0)) {
      --steps;
      if (below(5) == 0) {
        for (auto& rank : program) rank.push_back(barrier);
        continue;
      }
      const std::size_t from = below(program.size());
      const std::size_t to = (from + 1 + below(program.size() - 1)) % program.size();
      program[from].push_back(send(static_cast<std::int32_t>(to)));
      under_way.emplace_back(from, to);
    } else {
      const auto message = under_way.begin() + static_cast<std::ptrdiff_t>(below(under_way.size()));
      program[message->second].push_back(receive(static_cast<std::int32_t>(message->first)));
      under_way.erase(message);
    }
  }
  return program;
}

TEST(HiddenDeadlock, IsWhereSynchronousSendsGetStuck) {
  int stuck = 0;
  constexpr std::uint32_t programs = 5000;
  for (std::uint32_t seed = 0; seed < programs; ++seed) {
    const Program program = random_program(seed);
    const auto waits = hidden_deadlock(run(program));
    ASSERT_EQ(!waits.empty(), gets_stuck(program)) << "seed " << seed;
    expect_cycle(waits);
    stuck += waits.empty() ? 0 : 1;
  }
  // Both kinds are there.
  EXPECT_GT(stuck, 100);
  EXPECT_LT(stuck, static_cast<int>(programs) - 100);
}

}  // namespace
}  // namespace strobe::bcs::check
