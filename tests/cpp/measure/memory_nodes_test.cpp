// SPDX-License-Identifier: BSD-3-Clause
#include "measure/memory_nodes.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

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

/// A folder as /sys/devices/system/node, removed at the end.
class NodeFolder {
 public:
  explicit NodeFolder(const char* has_memory)
      : path_(std::filesystem::temp_directory_path() /
              ("strobe-nodes-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
    std::ofstream(path_ / "has_memory") << has_memory;
  }
  ~NodeFolder() { std::filesystem::remove_all(path_); }
  NodeFolder(const NodeFolder&) = delete;
  NodeFolder& operator=(const NodeFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

TEST(MemoryNodes, AreThoseWithMemory) {
  // Two nodes with cores, and one of memory alone.
  EXPECT_EQ(memory_nodes(NodeFolder("0-1,4\n").path()), std::vector<int>({0, 1, 4}));
}

TEST(MemoryNodes, WithoutADescriptionThereIsOne) {
  EXPECT_EQ(memory_nodes("/nowhere"), std::vector<int>({0}));
  EXPECT_EQ(memory_nodes(NodeFolder("nonsense").path()), std::vector<int>({0}));
}

TEST(MemoryNodes, ThisMachineHasOne) { EXPECT_FALSE(memory_nodes().empty()); }

}  // namespace
}  // namespace strobe::measure
