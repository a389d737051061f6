// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/call_signature.hpp"

#include <gtest/gtest.h>

namespace strobe::blacs {
namespace {

const CallSignature sum{
    .operation = Operation::sum, .type = 'd', .top = 'm', .elements = 6, .root = 1};

/// The difference between `sum` and a copy that `change` has changed.
template <class Change>
std::string difference_after(Change change) {
  CallSignature changed = sum;
  change(changed);
  return difference(sum, changed);
}

TEST(CallSignatures, DifferInTheArgumentThatIsNamed) {
  using Signature = CallSignature;
  EXPECT_EQ(difference(sum, sum), "");
  EXPECT_EQ(difference_after([](Signature& other) { other.operation = Operation::broadcast; }),
            "the operation is a sum and a broadcast");
  EXPECT_EQ(difference_after([](Signature& other) { other.operation = Operation::largest; }),
            "the operation is a sum and a largest absolute value");
  EXPECT_EQ(difference_after([](Signature& other) { other.operation = Operation::norm; }),
            "the operation is a sum and a norm");
  EXPECT_EQ(difference_after([](Signature& other) { other.element_bytes = 24; }),
            "the element size in bytes is 0 and 24");
  EXPECT_EQ(difference_after([](Signature& other) { other.scope = NaturalScope::row; }),
            "SCOPE is All and Row");
  EXPECT_EQ(difference_after([](Signature& other) { other.type = 'z'; }),
            "the element type is d and z");
  EXPECT_EQ(difference_after([](Signature& other) { other.elements = 7; }),
            "the number of elements is 6 and 7");
  EXPECT_EQ(difference_after([](Signature& other) { other.root = -1; }),
            "the destination in the scope is index 1 and all");
  EXPECT_EQ(difference_after([](Signature& other) { other.top = ' '; }), "TOP is 'm' and ' '");
  EXPECT_EQ(difference_after([](Signature& other) { other.stores_origins = true; }),
            "the call stores RA and CA: no and yes");
  EXPECT_EQ(difference_after([](Signature& other) { other.is_repeatable = true; }),
            "the grid is set repeatable: no and yes");
  EXPECT_EQ(difference_after([](Signature& other) { other.is_coherent = true; }),
            "the grid is set coherent: no and yes");
  EXPECT_EQ(difference_after([](Signature& other) { other.rings = 3; }),
            "the number of rings is 1 and 3");
  EXPECT_EQ(difference_after([](Signature& other) { other.branches = 3; }), "")
      << "rings have no branches";
}

TEST(MessageHeaders, MatchAShorterMessageOfTheSameType) {
  EXPECT_EQ(mismatch({.type = 'd', .elements = 3}, {.type = 'd', .elements = 3}), "");
  EXPECT_EQ(mismatch({.type = 'd', .elements = 2}, {.type = 'd', .elements = 3}), "");
  EXPECT_EQ(mismatch({.type = 'd', .elements = 4}, {.type = 'd', .elements = 3}),
            "has 4 elements of type d, but the receive expects at most 3 of type d");
  EXPECT_EQ(mismatch({.type = 's', .elements = 2}, {.type = 'd', .elements = 3}),
            "has 2 elements of type s, but the receive expects at most 3 of type d");
}

}  // namespace
}  // namespace strobe::blacs
