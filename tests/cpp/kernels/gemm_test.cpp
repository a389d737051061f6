// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/gemm.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "strobe/error.hpp"

namespace strobe::kernels {
namespace {

using ::testing::HasSubstr;

measure::Point order(std::int64_t n) { return {{"n", n}}; }

std::string refusal(auto&& call) {
  try {
    call();
    return "accepted";
  } catch (const Error& error) {
    return error.what();
  }
}

class EveryBlas : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryBlas, IsFoundUnderItsName) {
  const BlasLibrary library(GetParam());
  // Column by column: (1 3; 2 4) times (5 7; 6 8).
  const std::vector<double> a{1.0, 2.0, 3.0, 4.0};
  const std::vector<double> b{5.0, 6.0, 7.0, 8.0};
  std::vector<double> c(4, -1.0);
  library.multiply(2, a.data(), b.data(), c.data());
  EXPECT_EQ(c, (std::vector<double>{23.0, 34.0, 31.0, 46.0}));
  EXPECT_EQ(library.description(), "") << "it says nothing of itself";
}

TEST_P(EveryBlas, PassesTheCheckOfTheKernel) {
  for (const std::int64_t n : {1, 2, 7, 64, 129}) {
    Gemm gemm(order(n), GetParam());
    gemm.prepare(3);
    gemm.run(2);
    const measure::Verdict verdict = gemm.verify();
    EXPECT_EQ(verdict.wrong, "") << n;
    EXPECT_GT(verdict.bytes, 0) << n;
  }
}

INSTANTIATE_TEST_SUITE_P(Names, EveryBlas,
                         ::testing::Values(TINY_BLAS_PLAIN, TINY_BLAS_FORTRAN, TINY_BLAS_SCIPY_64));

TEST(Gemm, IsNotTimedWhereItsProductIsWrong) {
  Gemm gemm(order(16), TINY_BLAS_WRONG);
  EXPECT_THAT(refusal([&] { gemm.prepare(3); }), HasSubstr("the product's element (0, 0) is"));
}

TEST(Gemm, NeedsABlas) {
  EXPECT_EQ(refusal([] { Gemm gemm(order(4), ""); }),
            "no BLAS was named: give one with --blas PATH");
  EXPECT_THAT(refusal([] { Gemm gemm(order(4), "/nowhere/libnone.so"); }),
              HasSubstr("the BLAS /nowhere/libnone.so cannot be opened: "));
  EXPECT_EQ(refusal([] { Gemm gemm(order(4), TINY_BLAS_NONE); }),
            std::string(TINY_BLAS_NONE) + " is not a BLAS: it has no dgemm");
}

TEST(Gemm, CountsItsWork) {
  const measure::Work work = gemm_info().work(order(100));
  EXPECT_DOUBLE_EQ(work.flops, 2e6);
  EXPECT_DOUBLE_EQ(work.bytes, 240000.0);
}

}  // namespace
}  // namespace strobe::kernels
