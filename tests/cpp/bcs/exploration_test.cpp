// SPDX-License-Identifier: BSD-3-Clause
//
// All interleavings of small programs: every deadlock is detected, no false one is reported, and a
// reproducible mode has one result.
#include "bcs/exploration.hpp"

#include <gtest/gtest.h>

#include "bcs/programs.hpp"
#include "support/thoroughness.hpp"

namespace strobe::bcs::protocol {
namespace {

using Verdict = StrobeSender::Verdict;

struct Case {
  std::string name;
  Programs programs;
  Verdict verdict = Verdict::finished;
};

std::vector<Case> cases() {
  return {
      {"a message", {program({send(1, 1)}), program({receive(0)})}},
      {"two messages of a tag",
       {program({send(1, 1), send(1, 2)}), program({receive(0), receive(0)})}},
      {"started both ways",
       {program({nonblocking(send(1, 1)), nonblocking(receive(1)), wait({0, 1})}),
        program({nonblocking(send(0, 2)), nonblocking(receive(0)), wait({0, 1})})}},
      {"both send first",
       {program({send(1, 1), receive(1)}), program({send(0, 2), receive(0)})},
       Verdict::deadlock},
      {"both receive first", {program({receive(1)}), program({receive(0)})}, Verdict::deadlock},
      {"any of two",
       {program({receive(any_source), receive(any_source)}), program({send(0, 1)}),
        program({send(0, 2)})}},
      {"any, then a named one that it shadows",
       {program({nonblocking(receive(any_source)), nonblocking(receive(1)), wait({0, 1})}),
        program({send(0, 1)}), program({send(0, 2)})},
       Verdict::deadlock},
      {"any, which leaves the named one",
       {program({nonblocking(receive(any_source)), nonblocking(receive(1)), wait({0, 1})}),
        program({send(0, 1), send(0, 2)})}},
      {"a test that is repeated until it succeeds",
       {{{nonblocking(receive(1))}, {test({0}), true}}, program({native(), send(0, 1)})}},
      {"a probe of any",
       {program({probe(any_source), receive(any_source)}), program({send(0, 1)}),
        program({native()})}},
      {"an answer to the first sender",
       {program({receive(any_source), send(1, 3), send(2, 4), receive(any_source)}),
        program({send(0, 1), receive(0)}), program({send(0, 2), receive(0)})},
       Verdict::deadlock},
      {"a barrier", {program({barrier()}), program({barrier()}), program({barrier()})}},
      {"a missing barrier",
       {program({barrier(), barrier()}), program({barrier()})},
       Verdict::deadlock},
      {"a message across a barrier",
       {program({nonblocking(send(1, 1)), barrier(), wait({0})}),
        program({barrier(), receive(0)})}},
      {"a broadcast", {program({broadcast(1)}), program({broadcast(1, 9)})}},
      {"an allreduce", {program({allreduce(0.1)}), program({allreduce(0.2)})}},
      {"a reduce to rank 1", {program({reduce(1, 0.1)}), program({reduce(1, 0.2)})}},
      {"a scatter",
       {program({exchange(Call::scatter, 1, 1)}), program({exchange(Call::scatter, 1, 2)})}},
      {"a gather of three",
       {program({exchange(Call::gather, 0, 1)}), program({exchange(Call::gather, 0, 2)}),
        program({exchange(Call::gather, 0, 3)})}},
      {"an allgather",
       {program({exchange(Call::allgather, 0, 1)}), program({exchange(Call::allgather, 0, 2)})}},
      {"an alltoall whose sizes differ",
       {program({varying_exchange(Call::alltoall, 0, 1, 0, 2)}),
        program({varying_exchange(Call::alltoall, 0, 2, 1, 2)})}},
      {"a gather that is started, and a message before it is waited for",
       {program({nonblocking(exchange(Call::gather, 0, 3)), receive(any_source), wait({0})}),
        program({nonblocking(exchange(Call::gather, 0, 4)), send(0, 1), wait({0})})}},
      {"two gathers at once",
       {program({nonblocking(exchange(Call::gather, 0, 3)),
                 nonblocking(exchange(Call::gather, 1, 4)), wait({0, 1})}),
        program({exchange(Call::gather, 0, 5), exchange(Call::gather, 1, 6)})}},
      {"a scatter and a broadcast that are started together",
       {program({nonblocking(exchange(Call::scatter, 1, 3)), nonblocking(broadcast(0, 4)),
                 wait({0, 1})}),
        program({nonblocking(exchange(Call::scatter, 1, 5)), nonblocking(broadcast(0)),
                 wait({0, 1})})}},
      {"broadcasts of two roots that are started together",
       {program({nonblocking(broadcast(0, 3)), nonblocking(broadcast(1)), wait({0, 1})}),
        program({nonblocking(broadcast(0)), nonblocking(broadcast(1, 4)), wait({0, 1})})}},
      {"a missing gather",
       {program({exchange(Call::gather, 1, 3), exchange(Call::gather, 0, 4)}),
        program({exchange(Call::gather, 1, 5)})},
       Verdict::deadlock},
      {"a native call", {program({native(), send(1, 1)}), program({receive(0)})}},
      {"a receive that is cancelled before its message",
       {program({nonblocking(receive(1, 9)), cancel(0), wait({0}), receive(1)}),
        program({send(0, 1)})}},
      {"a receive that shadows another one, and is cancelled",
       {program({nonblocking(receive(any_source)), nonblocking(receive(1)), cancel(0), wait({1})}),
        program({send(0, 1)})}},
      {"a synchronous send that is cancelled",
       {program({nonblocking(synchronous(send(1, 1))), cancel(0), wait({0})}),
        program({native()})}},
      {"a message that is claimed",
       {program({probe(1), claim(1), receive_claimed(1, 0), receive(1)}),
        program({send(0, 1), send(0, 2)})}},
      {"a wait for any of two",
       {program({nonblocking(receive(1)), nonblocking(receive(2)), wait_any(), wait({0, 1})}),
        program({send(0, 1)}), program({send(0, 2)})}},
      {"a wait for any that also probes",
       {program(
            {nonblocking(receive(1, 9)), probing(wait_any(), 1), receive(1), cancel(0), wait({0})}),
        program({send(0, 1)})}},
      {"a wait for any with two probes",
       {program({probing(probing(wait_any(), 1, 9), 1), receive(1)}), program({send(0, 1)})}},
      {"a wait for any with two probes that find nothing",
       {program({probing(probing(wait_any(), 1, 9), 1, 8)}), program({nonblocking(send(0, 1))})},
       Verdict::deadlock},
      {"messages of two contexts",
       {program({in_context(5, receive(1)), in_context(4, receive(1))}),
        program({nonblocking(in_context(4, send(0, 1))), nonblocking(in_context(5, send(0, 2))),
                 wait({0, 1})})}},
  };
}

class Exploration : public testing::TestWithParam<std::tuple<Mode, std::size_t>> {};

TEST_P(Exploration, EndsAsItMust) {
  const auto& [mode, which] = GetParam();
  const Case tested = cases()[which];
  Job job = Job::blocks(mode.policy, static_cast<NodeId>(tested.programs.size()), 1);
  // A strict run has no end of its own, and its states cost more, so its length is limited.
  const std::uint32_t of_a_clock = thoroughness::is_exhaustive() ? 22 : 17;
  const Limits limits{.states = 1'000'000,
                      .microstrobes = mode.policy == strict ? of_a_clock : 60U};
  const Explored explored = explore(job, tested.programs, limits);
  RecordProperty("states", static_cast<int>(explored.states));
  for (const std::string& violation : explored.violations) ADD_FAILURE() << violation;
  ASSERT_FALSE(explored.outcomes.empty());
  const bool is_reproducible = mode.policy == adaptive || mode.policy == deterministic;
  if (is_reproducible) {
    EXPECT_EQ(explored.outcomes.size(), 1U);
    EXPECT_EQ(explored.outcomes.front().verdict, tested.verdict);
  }
  for (const Outcome& outcome : explored.outcomes) {
    EXPECT_EQ(wrong_messages(tested.programs, outcome), std::vector<std::string>());
    EXPECT_EQ(wrong_exchanges(tested.programs, outcome), std::vector<std::string>());
  }
}

/// All programs of two calls for one of two ranks. Each waits for its requests at the end.
std::vector<Program> short_programs(Rank other) {
  const std::vector<Operation> alphabet = {
      send(other, 1),
      nonblocking(send(other, 2)),
      receive(other),
      receive(any_source),
      nonblocking(receive(other)),
      nonblocking(receive(any_source)),
      nonblocking(probe(any_source)),
      barrier(),
  };
  std::vector<Program> all;
  for (const Operation& first : alphabet) {
    for (const Operation& second : alphabet) {
      std::vector<Operation> operations = {first, second};
      std::vector<Request> requests;
      for (std::size_t i = 0; i < 2; ++i) {
        // A content identifies its sender and its call.
        if (operations[i].content != 0) operations[i].content = 10 * (1 + i) + (other == 0 ? 1 : 2);
        if (!operations[i].blocking && operations[i].call != Call::probe) {
          requests.push_back(static_cast<Request>(requests.size()));
        }
      }
      if (!requests.empty()) operations.push_back(wait(requests));
      all.push_back(program(operations));
    }
  }
  return all;
}

class EveryProgramOfTwoCalls : public testing::TestWithParam<Mode> {};

TEST_P(EveryProgramOfTwoCalls, HasOneEnd) {
  const Policy policy = GetParam().policy;
  const Job job = Job::blocks(policy, 2, 1);
  std::size_t states = 0;
  std::size_t deadlocks = 0;
  const std::vector<Program> of_first = short_programs(1);
  const std::vector<Program> of_second = short_programs(0);
  for (const std::uint64_t pair : thoroughness::sampled(of_first.size() * of_second.size())) {
    const Programs programs = {of_first[pair / of_second.size()],
                               of_second[pair % of_second.size()]};
    const Explored explored = explore(job, programs);
    states += explored.states;
    ASSERT_EQ(explored.violations, std::vector<std::string>());
    ASSERT_EQ(explored.outcomes.size(), 1U);
    ASSERT_EQ(wrong_messages(programs, explored.outcomes.front()), std::vector<std::string>());
    deadlocks += explored.outcomes.front().verdict == Verdict::deadlock ? 1 : 0;
  }
  RecordProperty("states", static_cast<int>(states));
  // Most of the 4096 programs deadlock, and the number is the same in both modes.
  if (thoroughness::is_exhaustive()) {
    EXPECT_EQ(deadlocks, 3626U);
  }
}

INSTANTIATE_TEST_SUITE_P(Reproducible, EveryProgramOfTwoCalls,
                         testing::Values(Mode{"adaptive", adaptive},
                                         Mode{"deterministic", deterministic}),
                         [](const auto& tested) { return std::string(tested.param.name); });

std::string name_of(const testing::TestParamInfo<std::tuple<Mode, std::size_t>>& info) {
  const auto& [mode, which] = info.param;
  std::string name = std::string(mode.name) + "_" + cases()[which].name;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

/// Every case in every mode. Strict cases take seconds each, so only a sample of them is tried.
std::vector<std::tuple<Mode, std::size_t>> explored_cases() {
  std::vector<std::tuple<Mode, std::size_t>> tried;
  for (const Mode& mode : modes) {
    if (mode.policy == strict) {
      for (const std::uint64_t which : thoroughness::sampled(cases().size())) {
        tried.emplace_back(mode, which);
      }
    } else {
      for (std::size_t which = 0; which < cases().size(); ++which) tried.emplace_back(mode, which);
    }
  }
  return tried;
}

INSTANTIATE_TEST_SUITE_P(Every, Exploration, testing::ValuesIn(explored_cases()), name_of);

}  // namespace
}  // namespace strobe::bcs::protocol
