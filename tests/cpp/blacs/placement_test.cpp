// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/mpi/placement.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <array>

namespace strobe::blacs::mpi {
namespace {

TEST(Placement, ProcessesShareCoresIfThereAreMoreProcessesThanCores) {
  const Placement two_cores{.cores = 7, .count = 2};
  EXPECT_FALSE(share_cores({}));
  EXPECT_FALSE(share_cores(std::array{two_cores}));
  EXPECT_FALSE(share_cores(std::array{two_cores, two_cores}));
  EXPECT_TRUE(share_cores(std::array{two_cores, two_cores, two_cores}));
}

TEST(Placement, ProcessesThatAreBoundToCoresOfTheirOwnShareNone) {
  const Placement first{.cores = 1, .count = 1};
  const Placement second{.cores = 2, .count = 1};
  EXPECT_FALSE(share_cores(std::array{first, second}));
  EXPECT_TRUE(share_cores(std::array{first, second, first}));
}

TEST(Placement, ThisProcessHasTheCoresOfItsAffinity) {
  const Placement own = own_placement();
  EXPECT_GE(own.count, 1U);
  EXPECT_EQ(own_placement(), own);
  cpu_set_t all;
  CPU_ZERO(&all);
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  if (CPU_COUNT(&all) == 1) return;
  cpu_set_t one;
  CPU_ZERO(&one);
  for (int core = 0; core < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++core) {
    if (CPU_ISSET(core, &all)) CPU_SET(core, &one);
  }
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  const Placement bound = own_placement();
  ASSERT_EQ(sched_setaffinity(0, sizeof all, &all), 0);
  EXPECT_EQ(bound.count, 1U);
  EXPECT_NE(bound.cores, own.cores);
}

}  // namespace
}  // namespace strobe::blacs::mpi
