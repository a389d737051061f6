// SPDX-License-Identifier: BSD-3-Clause
#include "measure/memory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::measure {
namespace {

KernelInfo info_with(double bytes) {
  return {.name = "some",
          .axes = {ranks_axis()},
          .members = first_ranks,
          .buffers = [bytes](const Point&) { return bytes; }};
}

TEST(Memory, IsWhatTheSystemReports) {
  const auto available = available_memory_bytes();
  ASSERT_TRUE(available);
  EXPECT_GT(*available, std::int64_t{1} << 20);
}

TEST(Memory, IsRefusedWhereTheProcessesOfANodeNeedTooMuch) {
  const auto available = static_cast<double>(available_memory_bytes().value());
  const Point two{{"ranks", std::int64_t{2}}};
  const Machine one_node = Machine::flat(2);
  EXPECT_NO_THROW(require_memory(info_with(1.0), two, one_node));
  EXPECT_NO_THROW(require_memory(info_with(0.1 * available), two, one_node));
  try {
    require_memory(info_with(0.9 * available), two, one_node);
    FAIL() << "two processes with 90 % of the memory each";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("2 processes with"));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("choose a smaller size"));
  }
}

TEST(Memory, OfAnotherNodeDoesNotCount) {
  const auto available = static_cast<double>(available_memory_bytes().value());
  const Machine apart({{.node = "a"}, {.node = "b"}});
  EXPECT_NO_THROW(require_memory(info_with(0.5 * available), {{"ranks", std::int64_t{2}}}, apart));
}

}  // namespace
}  // namespace strobe::measure
