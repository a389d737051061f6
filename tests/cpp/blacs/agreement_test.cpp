// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/agreement.hpp"

#include <gtest/gtest.h>

namespace strobe::blacs {
namespace {

const Claim sum{.operation = Operation::sum, .type = 'd', .top = 'm', .elements = 6, .root = 1};

/// The difference to a sum of which `change` changes something.
template <class Change>
std::string difference_after(Change change) {
  Claim changed = sum;
  change(changed);
  return difference(sum, changed);
}

TEST(Agreement, NamesWhatDiffers) {
  EXPECT_EQ(difference(sum, sum), "");
  EXPECT_EQ(difference_after([](Claim& claim) { claim.operation = Operation::broadcast; }),
            "the operation: a sum and a broadcast");
  EXPECT_EQ(difference_after([](Claim& claim) { claim.operation = Operation::largest; }),
            "the operation: a sum and a largest absolute value");
  EXPECT_EQ(difference_after([](Claim& claim) { claim.operation = Operation::norm; }),
            "the operation: a sum and a norm");
  EXPECT_EQ(difference_after([](Claim& claim) { claim.element_bytes = 24; }),
            "how many bytes an element has: 0 and 24");
  EXPECT_EQ(difference_after([](Claim& claim) { claim.scope = NaturalScope::row; }),
            "SCOPE: All and Row");
  EXPECT_EQ(difference_after([](Claim& claim) { claim.type = 'z'; }),
            "the type of the elements: d and z");
  EXPECT_EQ(difference_after([](Claim& claim) { claim.elements = 7; }),
            "how many elements there are: 6 and 7");
  EXPECT_EQ(difference_after([](Claim& claim) { claim.root = -1; }),
            "the destination: index 1 and all of the scope");
  EXPECT_EQ(difference_after([](Claim& claim) { claim.top = ' '; }), "TOP: 'm' and ' '");
  EXPECT_EQ(difference_after([](Claim& claim) { claim.wants_origins = true; }),
            "whether RA and CA are used: no and yes");
  EXPECT_EQ(difference_after([](Claim& claim) { claim.is_repeatable = true; }),
            "whether it is repeatable: no and yes");
  EXPECT_EQ(difference_after([](Claim& claim) { claim.is_coherent = true; }),
            "whether it is coherent: no and yes");
  EXPECT_EQ(difference_after([](Claim& claim) { claim.rings = 3; }),
            "how many rings there are: 1 and 3");
  EXPECT_EQ(difference_after([](Claim& claim) { claim.branches = 3; }), "")
      << "rings have no branches";
}

TEST(Agreement, AMessageMayBeShorterThanWhatWaitsForIt) {
  EXPECT_EQ(misfit({.type = 'd', .elements = 3}, {.type = 'd', .elements = 3}), "");
  EXPECT_EQ(misfit({.type = 'd', .elements = 2}, {.type = 'd', .elements = 3}), "");
  EXPECT_EQ(misfit({.type = 'd', .elements = 4}, {.type = 'd', .elements = 3}),
            "has 4 elements of type d, and 3 of type d are expected");
  EXPECT_EQ(misfit({.type = 's', .elements = 2}, {.type = 'd', .elements = 3}),
            "has 2 elements of type s, and 3 of type d are expected");
}

}  // namespace
}  // namespace strobe::blacs
