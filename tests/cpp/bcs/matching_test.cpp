// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/protocol/matching.hpp"

#include <gtest/gtest.h>

namespace strobe::bcs::protocol {
namespace {

Offer offer(Rank source, std::uint32_t sequence, int tag = 0, int communicator = world) {
  return {.envelope = {.source = source,
                       .tag = tag,
                       .communicator = communicator,
                       .bytes = 8,
                       .sequence = sequence}};
}

Wanted wanted(Rank source, Request request, int tag = any_tag) {
  return {.source = source, .tag = tag, .bytes = 8, .request = request};
}

/// Which message each request got, as (request, source, sequence).
using Pairs = std::vector<std::tuple<Request, Rank, std::uint32_t>>;
Pairs all(Matching& matching, bool decides) {
  Pairs pairs;
  while (const auto match = matching.next(decides)) {
    pairs.emplace_back(match->wanted.request, match->offer.envelope.source,
                       match->offer.envelope.sequence);
  }
  return pairs;
}

TEST(Matching, KeepsTheOrderOfASourceHoweverItsDescriptorsArrive) {
  Matching matching;
  matching.want(wanted(1, 0));
  matching.want(wanted(1, 1));
  matching.offer(offer(1, 1));
  EXPECT_EQ(all(matching, false), Pairs());
  matching.offer(offer(1, 2));
  matching.offer(offer(1, 0));
  EXPECT_EQ(all(matching, false), (Pairs{{0, 1, 0}, {1, 1, 1}}));
  EXPECT_EQ(matching.offers().size(), 1U);
}

TEST(Matching, OfAnotherTagOvertakes) {
  Matching matching;
  matching.offer(offer(1, 0, 5));
  matching.offer(offer(1, 1, 6));
  matching.want(wanted(1, 0, 6));
  EXPECT_EQ(all(matching, false), (Pairs{{0, 1, 1}}));
}

TEST(Matching, OfAnotherCommunicatorIsNone) {
  Matching matching;
  matching.offer(offer(1, 0, 0, 1));
  matching.want(wanted(any_source, 0));
  EXPECT_EQ(all(matching, true), Pairs());
}

TEST(Matching, AnySourceWaitsAndShadowsUntilItIsDecided) {
  Matching matching;
  matching.want(wanted(any_source, 0));
  matching.want(wanted(2, 1));
  matching.offer(offer(2, 0));
  EXPECT_EQ(all(matching, false), Pairs()) << "request 1 may have to leave it to request 0";
  EXPECT_TRUE(matching.can_decide());
  EXPECT_EQ(all(matching, true), (Pairs{{0, 2, 0}}));
  matching.offer(offer(2, 1));
  EXPECT_EQ(all(matching, false), (Pairs{{1, 2, 1}})) << "nothing shadows it any more";
}

TEST(Matching, ShadowsNothingThatItCannotTake) {
  Matching matching;
  matching.want(wanted(any_source, 0, 5));
  matching.want(wanted(2, 1, 6));
  matching.offer(offer(2, 0, 6));
  EXPECT_EQ(all(matching, false), (Pairs{{1, 2, 0}}));
  EXPECT_FALSE(matching.can_decide());
}

TEST(Matching, WhatIsShadowedAndMayBeLeftOverIsNotOvertaken) {
  Matching matching;
  matching.want(wanted(any_source, 0, 5));
  matching.want(wanted(1, 1));
  matching.offer(offer(1, 0, 5));
  matching.offer(offer(1, 1, 5));
  matching.offer(offer(1, 2, 6));
  EXPECT_EQ(all(matching, false), Pairs());
  EXPECT_EQ(all(matching, true), (Pairs{{0, 1, 0}, {1, 1, 1}}));
}

TEST(Matching, DecidesForTheLowestSourceWhicheverCameFirst) {
  Matching matching;
  matching.want(wanted(any_source, 0));
  matching.want(wanted(any_source, 1));
  matching.offer(offer(3, 0));
  matching.offer(offer(1, 0));
  matching.offer(offer(1, 1));
  EXPECT_EQ(all(matching, true), (Pairs{{0, 1, 0}, {1, 1, 1}}));
}

TEST(Matching, AProbeSeesWhatNoReceiveMayTake) {
  Matching matching;
  matching.offer(offer(1, 0, 5));
  matching.offer(offer(1, 1, 6));
  ASSERT_NE(matching.visible(wanted(any_source, no_request)), nullptr);
  EXPECT_EQ(matching.visible(wanted(1, no_request))->envelope.tag, 5);
  matching.want(wanted(any_source, 0, 5));
  EXPECT_EQ(matching.visible(wanted(1, no_request)), nullptr) << "the first may yet be left over";
  EXPECT_EQ(matching.visible(wanted(1, no_request, 6))->envelope.tag, 6);
}

}  // namespace
}  // namespace strobe::bcs::protocol
