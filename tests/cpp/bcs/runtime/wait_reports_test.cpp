// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/wait_reports.hpp"

#include <gmock/gmock.h>

#include "strobe/error.hpp"

namespace strobe::bcs::runtime {
namespace {

using testing::ElementsAre;

const std::vector<Rank> for_100 = {100};

/// Of a job of 256 ranks on 4 nodes.
WaitReports reports_of_node(int node) {
  WaitReports reports;
  for (Rank rank = node; rank < 256; rank += 4) {
    if (rank == 100) {
      reports.add(rank, "waits in MPI_Recv for rank 7", std::vector<Rank>{7});
    } else {
      reports.add(rank, "waits in MPI_Barrier", for_100);
    }
  }
  reports.add_node(node);
  return reports;
}

WaitReports merged(std::initializer_list<int> nodes) {
  WaitReports all;
  for (const int node : nodes) all.merge(reports_of_node(node).packed(), 256, 4);
  return all;
}

TEST(WaitReports, FoldRanksThatWaitForTheSame) {
  EXPECT_THAT(merged({0, 1, 2, 3}).lines(),
              ElementsAre("the cycle: 7 -> 100 -> 7", "ranks 0-99, 101-255 wait in MPI_Barrier",
                          "rank 100 waits in MPI_Recv for rank 7"));
}

TEST(WaitReports, HaveTheCycleFirstAndSayWhoWaitsForIt) {
  WaitReports reports;
  reports.add(0, "waits in MPI_Barrier", std::vector<Rank>{9});
  for (Rank rank = 1; rank < 8; ++rank) {
    reports.add(rank, "waits in MPI_Bcast", std::vector<Rank>{0, 8, 9, 10, 12});
  }
  reports.add(8, "waits in MPI_Recv for rank 9", std::vector<Rank>{9});
  reports.add(9, "waits in MPI_Recv for rank 8", std::vector<Rank>{8});
  EXPECT_THAT(
      reports.lines(),
      ElementsAre("the cycle: 8 -> 9 -> 8", "outside of it: 0 -> 9; 1-7 -> 0, 8-10, ...",
                  "rank 8 waits in MPI_Recv for rank 9", "rank 9 waits in MPI_Recv for rank 8",
                  "rank 0 waits in MPI_Barrier", "ranks 1-7 wait in MPI_Bcast"));
}

TEST(WaitReports, OfVeryManyRanksAreShort) {
  WaitReports reports;
  constexpr Rank ranks = 300;
  for (Rank rank = 0; rank < ranks; ++rank) {
    const Rank next = rank < 2 ? 1 - rank : rank - 1;
    reports.add(rank, "waits in call " + std::to_string(rank), std::vector<Rank>{next});
  }
  const std::vector<std::string> lines = reports.lines();
  ASSERT_EQ(lines.size(), 67U) << "the cycle, the others, 64 entries, and how many more";
  EXPECT_EQ(lines[0], "the cycle: 0 -> 1 -> 0");
  EXPECT_TRUE(lines[1].ends_with("8 -> 7; 9 -> 8; and 290 more")) << lines[1];
  EXPECT_EQ(lines[2], "rank 0 waits in call 0");
  EXPECT_EQ(lines[66], "236 more ranks wait");
}

TEST(WaitReports, AreTheSameInWhateverOrderNodesReport) {
  const WaitReports reports = merged({0, 1, 2, 3});
  EXPECT_EQ(reports.packed(), merged({3, 1, 0, 2}).packed());
  EXPECT_LT(reports.packed().size(), 200U);
}

TEST(WaitReports, KnowWhichNodesHaveReported) {
  WaitReports reports = merged({0, 3});
  EXPECT_TRUE(reports.has_node(0));
  EXPECT_FALSE(reports.has_node(1));
  EXPECT_TRUE(reports.has_node(3));
  reports.add(1, "did not report", {});
  reports.add(5, "did not report", {});
  EXPECT_EQ(reports.lines().back(), "ranks 1, 5 did not report");
}

TEST(WaitReports, ThatAreCutOffOrOfAnotherJobAreRefused) {
  const std::vector<std::byte> whole = reports_of_node(0).packed();
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    WaitReports reports;
    EXPECT_THROW(reports.merge(std::span(whole).first(bytes), 256, 4), Error) << bytes;
  }
  for (const auto& [ranks, nodes] : {std::pair{100, 4}, {256, 0}}) {
    WaitReports reports;
    EXPECT_THROW(reports.merge(whole, ranks, nodes), Error);
  }
}

}  // namespace
}  // namespace strobe::bcs::runtime
