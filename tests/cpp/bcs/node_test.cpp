// SPDX-License-Identifier: BSD-3-Clause
//
// The reports of the protocol about errors and deadlocks of programs.
#include "bcs/protocol/node.hpp"

#include <gtest/gtest.h>

#include "bcs/exploration.hpp"
#include "bcs/programs.hpp"
#include "bcs/protocol/wait_for.hpp"

namespace strobe::bcs::protocol {
namespace {

using Sentences = std::vector<std::string>;

/// The report about programs with one rank per node, in one order of events.
Sentences said_of(const Programs& programs, const Policy& policy = deterministic) {
  const auto job =
      std::make_shared<const Job>(Job::blocks(policy, static_cast<NodeId>(programs.size()), 1));
  PretendedCluster cluster(job, std::make_shared<const Programs>(programs));
  while (cluster.strobe_sender().verdict() == StrobeSender::Verdict::running) {
    if (!cluster.errors().empty()) {
      const ProgramError& error = cluster.errors().front();
      return {"rank " + std::to_string(error.rank) + " " + error.sentence};
    }
    cluster.take(cluster.steps().front());
  }
  if (cluster.strobe_sender().verdict() == StrobeSender::Verdict::deadlock) {
    return report(*job, cluster.nodes());
  }
  Sentences leftovers;
  for (const Node& node : cluster.nodes()) {
    for (std::string& sentence : node.leftovers()) leftovers.push_back(std::move(sentence));
  }
  return leftovers;
}

TEST(CompareAndWrite, KnowsFourComparisons) {
  for (const std::int64_t value : {2, 3, 4}) {
    EXPECT_EQ(holds(value, Comparison::greater_equal, 3), value >= 3);
    EXPECT_EQ(holds(value, Comparison::less, 3), value < 3);
    EXPECT_EQ(holds(value, Comparison::equal, 3), value == 3);
    EXPECT_EQ(holds(value, Comparison::not_equal, 3), value != 3);
  }
}

TEST(Misuse, IsFoundWithItsRankAndOperation) {
  for (const Mode& mode : modes) {
    EXPECT_EQ(said_of({program({send(1, 1, 7, 9)}), program({receive(0, 7, 8)})}, mode.policy),
              Sentences{"rank 1 receives at most 8 bytes, but the message from rank 0 with tag 7 "
                        "has 9 bytes"});
  }
  EXPECT_EQ(said_of({program({send(0, 1, 0, -1)})}),
            Sentences{"rank 0 calls send(to rank 0, tag 0, -1 bytes): the size -1 is negative"});
  EXPECT_EQ(
      said_of({program({send(3)})}),
      Sentences{"rank 0 calls send(to rank 3, tag 0, 8 bytes): rank 3 is not in communicator 0, "
                "which has ranks 0 to 0"});
  EXPECT_EQ(said_of({program({send(0, 1, -2)})}),
            Sentences{"rank 0 calls send(to rank 0, tag -2, 8 bytes): the tag -2 is negative"});
  Operation elsewhere = barrier();
  elsewhere.communicator = 4;
  EXPECT_EQ(said_of({program({elsewhere})}),
            Sentences{"rank 0 calls barrier(): communicator 4 does not exist"});
}

TEST(Misuse, OfCollectivesNamesBothCalls) {
  for (const Mode& mode : modes) {
    const Sentences roots = said_of(
        {program({barrier(), broadcast(0)}), program({barrier(), broadcast(1)})}, mode.policy);
    ASSERT_EQ(roots.size(), 1U) << mode.name;
    EXPECT_NE(roots[0].find("as collective 2 of communicator 0, but rank"), std::string::npos);
    EXPECT_NE(roots[0].find("broadcast(root 1, 8 bytes)"), std::string::npos) << roots[0];
    const Sentences kinds = said_of({program({barrier()}), program({allreduce(1)})}, mode.policy);
    ASSERT_EQ(kinds.size(), 1U) << mode.name;
    EXPECT_NE(kinds[0].find("barrier()"), std::string::npos) << kinds[0];
    EXPECT_NE(kinds[0].find("allreduce(sum, 8 bytes)"), std::string::npos) << kinds[0];
    Operation of_integers = allreduce(1);
    of_integers.element_type = ElementType::int64;
    const Sentences numbers =
        said_of({program({of_integers}), program({allreduce(1)})}, mode.policy);
    ASSERT_EQ(numbers.size(), 1U) << mode.name;
    EXPECT_NE(numbers[0].find("allreduce(sum of int64, 8 bytes)"), std::string::npos) << numbers[0];
  }
}

TEST(Misuse, OfExchangesNamesSizesAndCalls) {
  for (const Mode& mode : modes) {
    Operation gives = varying_exchange(Call::gather, 0, 1, 1, 2);
    gives.bytes = 12;
    EXPECT_EQ(said_of({program({varying_exchange(Call::gather, 0, 1, 0, 2)}), program({gives})},
                      mode.policy),
              Sentences{"rank 0 receives 3 bytes from rank 1 in gatherv(root 0), but rank 1 "
                        "sends 12 bytes"});
    const Sentences roots = said_of(
        {program({exchange(Call::scatter, 0, 1)}), program({exchange(Call::scatter, 1, 1)})},
        mode.policy);
    ASSERT_EQ(roots.size(), 1U) << mode.name;
    EXPECT_NE(roots[0].find("scatter(root 1, 8 bytes)"), std::string::npos) << roots[0];
  }
  Operation sizes = varying_exchange(Call::alltoall, 0, 1, 0, 2);
  sizes.receive_bytes.pop_back();
  EXPECT_EQ(
      said_of({program({sizes}), {}}),
      Sentences{"rank 0 calls alltoallv(): it needs 2 send sizes and 2 receive sizes, but has 2 "
                "and 1"});
  sizes = varying_exchange(Call::allgather, 0, 1, 0, 2);
  sizes.receive_bytes[1] = -4;
  EXPECT_EQ(said_of({program({sizes}), {}}),
            Sentences{"rank 0 calls allgatherv(): the size -4 is negative"});
}

TEST(Misuse, OfASendThatNobodyReceivesIsSaidAtTheEnd) {
  Job job = Job::blocks(deterministic, 2, 1);
  job.eager_bytes = 8;
  const auto shared = std::make_shared<const Job>(job);
  PretendedCluster cluster(
      shared, std::make_shared<const Programs>(Programs{program({send(1, 5, 3)}), {}}));
  while (cluster.strobe_sender().verdict() == StrobeSender::Verdict::running) {
    cluster.take(cluster.steps().front());
  }
  EXPECT_EQ(cluster.strobe_sender().verdict(), StrobeSender::Verdict::finished);
  EXPECT_EQ(cluster.nodes()[1].leftovers(),
            Sentences{"a message of 8 bytes with tag 3 from rank 0 to rank 1 was never received"});
}

TEST(Deadlock, IsTheCycleThatItIs) {
  EXPECT_EQ(said_of({program({receive(1, 4)}), program({receive(2)}), program({receive(0)})}),
            (Sentences{"the cycle: 0 -> 1 -> 2 -> 0",
                       "rank 0 waits in receive(from rank 1, tag 4) for rank 1",
                       "rank 1 waits in receive(from rank 2, tag 0) for rank 2",
                       "rank 2 waits in receive(from rank 0, tag 0) for rank 0"}));
  EXPECT_EQ(said_of({program({barrier()}), program({receive(any_source)}), program({barrier()})}),
            (Sentences{"the cycle: 0 -> 1 -> 0", "rank 0 waits in barrier() for rank 1",
                       "rank 1 waits in receive(from any source, tag 0) for ranks 0, 2",
                       "rank 2 waits in barrier() for rank 1"}));
  EXPECT_EQ(said_of({program({nonblocking(receive(1)), wait({0})}), {}}),
            Sentences{"rank 0 waits in receive(from rank 1, tag 0) for rank 1"})
      << "which has finished";
  EXPECT_EQ(said_of({program({receive(any_source)}), program({receive(any_source)})}),
            (Sentences{"the cycle: 0 -> 1 -> 0",
                       "rank 0 waits in receive(from any source, tag 0) for rank 1",
                       "rank 1 waits in receive(from any source, tag 0) for rank 0"}))
      << "though both wait for the same";
  EXPECT_EQ(
      said_of({program({receive(2)}), program({exchange(Call::gather, 0, 1)}),
               program({exchange(Call::gather, 0, 2), send(0, 1)})}),
      (Sentences{"the cycle: 0 -> 2 -> 0", "rank 0 waits in receive(from rank 2, tag 0) for rank 2",
                 "rank 1 waits in gather(root 0, 8 bytes) for rank 0",
                 "rank 2 waits in gather(root 0, 8 bytes) for rank 0"}));
}

TEST(Deadlock, OfVeryManyIsToldInShort) {
  // A ring of all ranks.
  constexpr Rank ranks = 300;
  Programs programs;
  for (Rank rank = 0; rank < ranks; ++rank) {
    programs.push_back(program({receive((rank + 1) % ranks)}));
  }
  const Sentences said = said_of(programs, fast);
  ASSERT_EQ(said.size(), 66U) << "64 processes, how many more, and the cycle";
  EXPECT_TRUE(said[0].ends_with("62 -> 63 -> 236 more -> 0")) << said[0];
  EXPECT_EQ(said[65], "236 more ranks wait");
}

TEST(Chunks, TakeASliceEach) {
  Job job = Job::blocks(strict, 2, 1);
  job.slice_bytes = 100;
  const auto slices = [&](std::int64_t bytes) {
    const auto shared = std::make_shared<const Job>(job);
    PretendedCluster cluster(shared, std::make_shared<const Programs>(Programs{
                                         program({send(1, 1, 0, bytes)}), program({receive(0)})}));
    while (cluster.strobe_sender().verdict() == StrobeSender::Verdict::running) {
      cluster.take(cluster.steps().front());
    }
    return (cluster.strobe_sender().microstrobe() + microphases - 1) / microphases;
  };
  EXPECT_EQ(slices(1), slices(100));
  EXPECT_EQ(slices(101), slices(100) + 1);
  EXPECT_EQ(slices(1000), slices(100) + 9);
}

}  // namespace
}  // namespace strobe::bcs::protocol
