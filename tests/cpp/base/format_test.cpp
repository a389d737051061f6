// SPDX-License-Identifier: BSD-3-Clause
#include "base/format.hpp"

#include <gmock/gmock.h>

#include <string>
#include <string_view>
#include <vector>

namespace strobe::base {
namespace {

TEST(FormatTest, FormatsAsFmtDoes) {
  EXPECT_EQ(base::format("{:>4} of {:.2f} {}", 7, 1.005, std::string_view("s")), "   7 of 1.00 s");
}

TEST(FormatTest, JoinsStringsWithWhatSeparatesThem) {
  EXPECT_EQ(base::join(std::vector<std::string>{"a", "b", "c"}, ", "), "a, b, c");
  EXPECT_EQ(base::join(std::vector<std::string_view>{"", "", "b"}, " or "), " or  or b");
  EXPECT_EQ(base::join(std::vector<std::string>{"alone"}, ", "), "alone");
  EXPECT_EQ(base::join(std::vector<std::string>{}, ", "), "");
}

}  // namespace
}  // namespace strobe::base
