// SPDX-License-Identifier: BSD-3-Clause
#include "base/format.hpp"

#include <gmock/gmock.h>

#include <string_view>

namespace strobe::base {
namespace {

TEST(FormatTest, FormatsAsFmtDoes) {
  EXPECT_EQ(base::format("{:>4} of {:.2f} {}", 7, 1.005, std::string_view("s")), "   7 of 1.00 s");
}

}  // namespace
}  // namespace strobe::base
