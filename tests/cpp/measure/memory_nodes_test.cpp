// SPDX-License-Identifier: BSD-3-Clause
#include "measure/memory_nodes.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/temporary_folder.hpp"

namespace strobe::measure {
namespace {

TEST(MemoryNodes, ListsAreThoseOfTheKernel) {
  using Numbers = std::vector<int>;
  EXPECT_EQ(numbers_in_list("0\n"), Numbers({0}));
  EXPECT_EQ(numbers_in_list("0-2,5,7-8\n"), Numbers({0, 1, 2, 5, 7, 8}));
  for (const char* wrong : {"", "\n", "a", "0-", "-3", "1,,2", "0-99999999999", "3 4"}) {
    EXPECT_EQ(numbers_in_list(wrong), Numbers()) << wrong;
  }
}

/// The nodes of a machine whose /sys/devices/system/node says this of their memory.
std::vector<int> memory_nodes_where(const char* has_memory) {
  const strobe::testing::TemporaryFolder nodes;
  (void)nodes.write("has_memory", has_memory);
  return memory_nodes(nodes.path());
}

TEST(MemoryNodes, AreThoseWithMemory) {
  // Two nodes with cores, and one of memory alone.
  EXPECT_EQ(memory_nodes_where("0-1,4\n"), std::vector<int>({0, 1, 4}));
}

TEST(MemoryNodes, WithoutADescriptionThereIsOne) {
  EXPECT_EQ(memory_nodes("/nowhere"), std::vector<int>({0}));
  EXPECT_EQ(memory_nodes_where("nonsense"), std::vector<int>({0}));
}

TEST(MemoryNodes, ThisMachineHasOne) { EXPECT_FALSE(memory_nodes().empty()); }

}  // namespace
}  // namespace strobe::measure
