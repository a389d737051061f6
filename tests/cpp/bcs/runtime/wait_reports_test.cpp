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
              ElementsAre("ranks 0-99, 101-255 wait in MPI_Barrier",
                          "rank 100 waits in MPI_Recv for rank 7", "the cycle: 7 -> 100 -> 7"));
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
  EXPECT_EQ(reports.lines().at(1), "ranks 1, 5 did not report");
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
