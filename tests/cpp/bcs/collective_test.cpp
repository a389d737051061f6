// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/protocol/collective.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "bcs/exploration.hpp"
#include "bcs/programs.hpp"

namespace strobe::bcs::protocol {
namespace {

TEST(TreeNeighbours, CombineRanksInTheirOrder) {
  for (Rank size = 1; size <= 70; ++size) {
    std::set<Rank> reached;
    for (Rank rank = 0; rank < size; ++rank) {
      const TreeNeighbours neighbours = tree_neighbours(rank, size);
      Rank last = rank;
      for (const Rank child : neighbours.children) {
        EXPECT_GT(child, last);
        EXPECT_EQ(tree_neighbours(child, size).parent, rank);
        EXPECT_TRUE(reached.insert(child).second);
        last = child;
      }
    }
    EXPECT_EQ(reached.size(), static_cast<std::size_t>(size - 1)) << "all but rank 0";
  }
}

TEST(ExchangePartners, HaveMatchingSendersAndReceivers) {
  for (const Call call : {Call::scatter, Call::gather, Call::allgather, Call::alltoall}) {
    for (Rank size = 1; size <= 9; ++size) {
      for (Rank root = 0; root < size; ++root) {
        std::set<std::pair<Rank, Rank>> sends;
        std::set<std::pair<Rank, Rank>> receives;
        for (Rank rank = 0; rank < size; ++rank) {
          const ExchangePartners partners = exchange_partners(call, root, rank, size);
          for (const Rank to : partners.receivers) EXPECT_TRUE(sends.emplace(rank, to).second);
          for (const Rank from : partners.senders) EXPECT_TRUE(receives.emplace(from, rank).second);
        }
        EXPECT_EQ(sends, receives);
        const bool has_root = call == Call::scatter || call == Call::gather;
        EXPECT_EQ(sends.size(), static_cast<std::size_t>((size - 1) * (has_root ? 1 : size)));
      }
    }
  }
}

TEST(Combined, TakesTheOneOfTheLowerRankWhereBothAreAlike) {
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  EXPECT_EQ(combined(ReduceOperator::sum, bits(0.1), bits(0.2)), bits(0.1 + 0.2));
  EXPECT_EQ(combined(ReduceOperator::product, bits(3.0), bits(0.5)), bits(1.5));
  EXPECT_EQ(combined(ReduceOperator::minimum, bits(0.0), bits(-0.0)), bits(0.0));
  EXPECT_EQ(combined(ReduceOperator::maximum, bits(-0.0), bits(0.0)), bits(-0.0));
  EXPECT_EQ(combined(ReduceOperator::maximum, bits(-1.0), bits(2.0)), bits(2.0));
}

/// The last answers of all ranks on `nodes` nodes.
std::set<std::uint64_t> sums(const Policy& policy, Rank ranks, NodeId nodes, std::uint64_t seed) {
  Programs programs;
  std::vector<NodeId> node_of;
  for (Rank rank = 0; rank < ranks; ++rank) {
    programs.push_back(program({allreduce(1.0 / (1 + rank))}));
    node_of.push_back(rank % nodes);
  }
  const Walked walked = walk(Job(policy, node_of), programs, seed);
  EXPECT_EQ(walked.violations, std::vector<std::string>());
  std::set<std::uint64_t> found;
  for (const auto& answers : walked.outcome.answers) {
    found.insert(answers.empty() ? 0 : answers.back().content);
  }
  return found;
}

TEST(Sums, HaveTheSameBitsOnEveryNumberOfNodesInEveryMode) {
  for (const Rank ranks : {2, 3, 7, 12}) {
    const std::set<std::uint64_t> expected = sums(strict, ranks, 1, 1);
    EXPECT_EQ(expected.size(), 1U);
    for (const Mode& mode : modes) {
      for (NodeId nodes = 1; nodes <= ranks; ++nodes) {
        EXPECT_EQ(sums(mode.policy, ranks, nodes, static_cast<std::uint64_t>(nodes)), expected)
            << mode.name << ", " << ranks << " ranks on " << nodes << " nodes";
      }
    }
  }
}

TEST(Collectives, CombineAsTheJobSaysInTheOrderOfRanks) {
  for (const Mode& mode : modes) {
    Job job(mode.policy, {1, 0, 1, 0, 1});
    job.combine = [](const Signature&, std::uint64_t lower, std::uint64_t upper) {
      return std::bit_cast<std::uint64_t>(10.0 * std::bit_cast<double>(lower) +
                                          std::bit_cast<double>(upper));
    };
    Programs programs;
    for (Rank rank = 0; rank < job.ranks(); ++rank) {
      programs.push_back(program({allreduce(1.0 + rank)}));
    }
    // The binomial tree combines 0 with 1, then (2 with 3), then 4.
    const double expected = 10 * (10 * (10 * 1 + 2) + (10 * 3 + 4)) + 5;
    EXPECT_EQ(walk(job, programs, 5).outcome.answers[2].back().content,
              std::bit_cast<std::uint64_t>(expected))
        << mode.name;
  }
}

TEST(Collectives, OfAPartOfTheRanksConcernNobodyElse) {
  for (const Mode& mode : modes) {
    Job job = Job::blocks(mode.policy, 3, 2);
    const std::int32_t ends = job.add_communicator({5, 0});
    Operation sum = allreduce(1.0);
    sum.communicator = ends;
    Operation to_the_other = nonblocking(send(1, 1));
    to_the_other.communicator = ends;
    Operation from_the_other = receive(1);
    from_the_other.communicator = ends;
    Operation back = to_the_other;
    back.peer = 0;
    back.content = 2;
    Operation forth = from_the_other;
    forth.peer = 0;
    // Rank 5 is rank 0 of the communicator.
    const Programs programs = {
        program({sum, nonblocking(back), forth, wait({0})}),    {}, {}, {}, {},
        program({sum, to_the_other, from_the_other, wait({0})})};
    const Walked walked = walk(job, programs, 3);
    EXPECT_EQ(walked.outcome.verdict, StrobeSender::Verdict::finished) << mode.name;
    EXPECT_EQ(walked.outcome.answers[0][0].content, std::bit_cast<std::uint64_t>(2.0));
    EXPECT_EQ(walked.outcome.answers[0][2].content, 1U);
    EXPECT_EQ(walked.outcome.answers[5][2].content, 2U);
    EXPECT_EQ(walked.outcome.answers[5][2].source, 1) << "as the communicator counts";
  }
}

}  // namespace
}  // namespace strobe::bcs::protocol
