// SPDX-License-Identifier: BSD-3-Clause
#include "measure/process_facts.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

namespace strobe::measure {
namespace {

Process on(const std::string& node, std::vector<int> cores) {
  return {.host = node, .boot = "boot of " + node, .affinity = std::move(cores)};
}

TEST(Oversubscription, CountsProcessesAgainstTheCoresOfTheirNode) {
  EXPECT_FALSE(is_oversubscribed({}));
  EXPECT_FALSE(is_oversubscribed(std::vector{on("a", {0, 1}), on("a", {0, 1})}));
  EXPECT_TRUE(is_oversubscribed(std::vector{on("a", {0, 1}), on("a", {0, 1}), on("a", {0, 1})}));
  EXPECT_FALSE(is_oversubscribed(std::vector{on("a", {0}), on("a", {1})}));
}

TEST(Oversubscription, SeesProcessesThatAreBoundToOneCore) {
  EXPECT_TRUE(is_oversubscribed(std::vector{on("a", {3}), on("a", {3})}));
}

TEST(Oversubscription, SeesTwoOnOneCoreAmongManyIdleOnes) {
  EXPECT_TRUE(is_oversubscribed(std::vector{on("a", {0}), on("a", {0}), on("a", {1, 2, 3})}));
  EXPECT_TRUE(is_oversubscribed(
      std::vector{on("a", {0, 1}), on("a", {1, 0}), on("a", {0, 1}), on("a", {2, 3, 4})}));
  // Here each process gets a core, although the first one takes the core that another needs.
  EXPECT_FALSE(is_oversubscribed(std::vector{on("a", {0, 1}), on("a", {0}), on("a", {1, 2})}));
}

TEST(Oversubscription, KeepsNodesApart) {
  EXPECT_FALSE(is_oversubscribed(std::vector{on("a", {0}), on("b", {0})}));
  EXPECT_TRUE(is_oversubscribed(std::vector{on("a", {0}), on("b", {0}), on("b", {0})}));
}

TEST(Oversubscription, SeesContainersOfOneMachine) {
  Process here = on("a", {0});
  Process there = on("a", {0});
  there.host = "b";
  EXPECT_TRUE(is_oversubscribed(std::vector{here, there}));
}

TEST(Nodes, AreToldApartByTheirBoot) {
  EXPECT_TRUE(are_on_one_node(std::vector{on("a", {0}), on("a", {1})}));
  EXPECT_FALSE(are_on_one_node(std::vector{on("a", {0}), on("b", {1})}));
}

TEST(OwnProcess, IsPackedAndUnpacked) {
  const Process own = unpack(own_process(), 7);
  EXPECT_EQ(own.rank, 7);
  EXPECT_EQ(own.pid, getpid());
  EXPECT_FALSE(own.host.empty());
  EXPECT_EQ(own.boot.size(), 36u);  // a UUID
  ASSERT_FALSE(own.affinity.empty());
  EXPECT_LE(own.affinity.size(), static_cast<std::size_t>(sysconf(_SC_NPROCESSORS_CONF)));
  EXPECT_TRUE(std::ranges::binary_search(own.affinity, own.cpu));
}

}  // namespace
}  // namespace strobe::measure
