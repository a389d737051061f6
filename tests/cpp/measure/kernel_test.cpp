// SPDX-License-Identifier: BSD-3-Clause
#include "measure/kernel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "strobe/error.hpp"

namespace strobe::measure {
namespace {

using ::testing::HasSubstr;

const KernelInfo echo{
    .name = "echo",
    .axes = {{.name = "reply", .choices = {"fresh", "returned"}},
             {.name = "size_bytes", .default_value = 1024, .maximum = 4096, .multiple = 8}}};

std::string refusal(const KernelInfo& info, Point point) {
  try {
    return "accepted " +
           cell_key(info.name, complete_point(info, std::move(point), Machine::flat(2)));
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(CompletePoint, FillsInDefaultsAndKeepsWhatIsGiven) {
  EXPECT_EQ(refusal(echo, {}), "accepted echo reply=fresh size_bytes=1024");
  EXPECT_EQ(refusal(echo, {{"reply", "returned"}, {"size_bytes", std::int64_t{8}}}),
            "accepted echo reply=returned size_bytes=8");
  EXPECT_EQ(refusal({.name = "barrier"}, {}), "accepted barrier");
}

TEST(CompletePoint, SaysWhatWouldBeRight) {
  EXPECT_THAT(refusal(echo, {{"n", std::int64_t{3}}}),
              HasSubstr("the kernel echo has no axis 'n'; its axes are reply, size_bytes"));
  EXPECT_THAT(refusal({.name = "barrier"}, {{"n", std::int64_t{3}}}),
              HasSubstr("the kernel barrier has no axis 'n' and no other axis"));
  EXPECT_THAT(
      refusal(echo, {{"reply", "late"}}),
      HasSubstr("reply=late is not possible for the kernel echo: choose fresh or returned"));
  EXPECT_THAT(refusal(echo, {{"reply", std::int64_t{1}}}), HasSubstr("choose fresh or returned"));
  EXPECT_THAT(refusal(echo, {{"size_bytes", "many"}}), HasSubstr("a number is needed"));
  EXPECT_THAT(refusal(echo, {{"size_bytes", std::int64_t{-8}}}), HasSubstr("from 0 to 4096"));
  EXPECT_THAT(refusal(echo, {{"size_bytes", std::int64_t{8192}}}), HasSubstr("from 0 to 4096"));
  EXPECT_THAT(refusal(echo, {{"size_bytes", std::int64_t{12}}}), HasSubstr("a multiple of 8"));
}

TEST(Families, HaveTheNamesOfTheRecords) {
  EXPECT_EQ(family_name(Family::point_to_point), "point_to_point");
  EXPECT_EQ(family_name(Family::collective), "collective");
  EXPECT_EQ(family_name(Family::memory), "memory");
  EXPECT_EQ(family_name(Family::blas), "blas");
}

}  // namespace
}  // namespace strobe::measure
