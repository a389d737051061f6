// SPDX-License-Identifier: BSD-3-Clause
#include "base/hash.hpp"

#include <gtest/gtest.h>

namespace strobe::base {
namespace {

TEST(Hash, IsTheSameOnEveryMachine) {
  // The first number of SplitMix64 with this seed, from its reference implementation.
  EXPECT_EQ(hash_of(1234567), 6457827717110365317ULL);
}

TEST(Hash, OfASequenceExtendsThatOfItsBeginning) {
  EXPECT_EQ(hash_of(3, 1, 2), extended_hash(extended_hash(hash_of(3), 1), 2));
}

TEST(Hash, DependsOnTheOrderOfWords) { EXPECT_NE(hash_of(1, 2), hash_of(2, 1)); }

}  // namespace
}  // namespace strobe::base
