// SPDX-License-Identifier: BSD-3-Clause
#include "base/join.hpp"

#include <gmock/gmock.h>

#include <string>
#include <string_view>
#include <vector>

namespace strobe::base {
namespace {

TEST(JoinTest, JoinsStringsWithWhatSeparatesThem) {
  EXPECT_EQ(base::join(std::vector<std::string>{"a", "b", "c"}, ", "), "a, b, c");
  EXPECT_EQ(base::join(std::vector<std::string_view>{"", "", "b"}, " or "), " or  or b");
  EXPECT_EQ(base::join(std::vector<std::string>{"alone"}, ", "), "alone");
  EXPECT_EQ(base::join(std::vector<std::string>{}, ", "), "");
}

TEST(JoinTest, JoinsWhatElementsAreCalled) {
  const auto name_of = [](int node) { return std::to_string(node); };
  EXPECT_EQ(base::joined_names(std::vector<int>{0, 1, 10}, name_of), "0, 1, 10");
}

}  // namespace
}  // namespace strobe::base
