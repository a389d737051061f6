// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/protocol/matching.hpp"

#include <gtest/gtest.h>

namespace strobe::bcs::protocol {
namespace {

SendDescriptor send_from(Rank source, std::uint32_t sequence, int tag = 0,
                         int communicator = world) {
  return {.envelope = {.source = source,
                       .tag = tag,
                       .communicator = communicator,
                       .bytes = 8,
                       .sequence = sequence}};
}

PostedReceive receive_from(Rank source, Request request, int tag = any_tag) {
  return {.source = source, .tag = tag, .bytes = 8, .request = request};
}

/// The message of each request, as (request, source, sequence).
using Pairs = std::vector<std::tuple<Request, Rank, std::uint32_t>>;
Pairs all(Matching& matching, bool decides_wildcards) {
  Pairs pairs;
  while (const auto match = matching.next(decides_wildcards)) {
    pairs.emplace_back(match->receive.request, match->send.envelope.source,
                       match->send.envelope.sequence);
  }
  return pairs;
}

TEST(Matching, KeepsTheOrderOfASourceHoweverItsDescriptorsArrive) {
  Matching matching;
  matching.post_receive(receive_from(1, 0));
  matching.post_receive(receive_from(1, 1));
  matching.add_send(send_from(1, 1));
  EXPECT_EQ(all(matching, false), Pairs());
  matching.add_send(send_from(1, 2));
  matching.add_send(send_from(1, 0));
  EXPECT_EQ(all(matching, false), (Pairs{{0, 1, 0}, {1, 1, 1}}));
  EXPECT_EQ(matching.unmatched_sends().size(), 1U);
}

TEST(Matching, OfAnotherTagOvertakes) {
  Matching matching;
  matching.add_send(send_from(1, 0, 5));
  matching.add_send(send_from(1, 1, 6));
  matching.post_receive(receive_from(1, 0, 6));
  EXPECT_EQ(all(matching, false), (Pairs{{0, 1, 1}}));
}

TEST(Matching, OfAnotherCommunicatorIsNone) {
  Matching matching;
  matching.add_send(send_from(1, 0, 0, 1));
  matching.post_receive(receive_from(any_source, 0));
  EXPECT_EQ(all(matching, true), Pairs());
}

TEST(Matching, AnySourceWaitsAndShadowsUntilItIsDecided) {
  Matching matching;
  matching.post_receive(receive_from(any_source, 0));
  matching.post_receive(receive_from(2, 1));
  matching.add_send(send_from(2, 0));
  EXPECT_EQ(all(matching, false), Pairs()) << "request 0 may take this message";
  EXPECT_TRUE(matching.can_decide_wildcard());
  EXPECT_EQ(all(matching, true), (Pairs{{0, 2, 0}}));
  matching.add_send(send_from(2, 1));
  EXPECT_EQ(all(matching, false), (Pairs{{1, 2, 1}})) << "no receive shadows request 1 any more";
}

TEST(Matching, ShadowsOnlySendsThatItMatches) {
  Matching matching;
  matching.post_receive(receive_from(any_source, 0, 5));
  matching.post_receive(receive_from(2, 1, 6));
  matching.add_send(send_from(2, 0, 6));
  EXPECT_EQ(all(matching, false), (Pairs{{1, 2, 0}}));
  EXPECT_FALSE(matching.can_decide_wildcard());
}

TEST(Matching, AShadowedSendIsNotOvertaken) {
  Matching matching;
  matching.post_receive(receive_from(any_source, 0, 5));
  matching.post_receive(receive_from(1, 1));
  matching.add_send(send_from(1, 0, 5));
  matching.add_send(send_from(1, 1, 5));
  matching.add_send(send_from(1, 2, 6));
  EXPECT_EQ(all(matching, false), Pairs());
  EXPECT_EQ(all(matching, true), (Pairs{{0, 1, 0}, {1, 1, 1}}));
}

TEST(Matching, DecidesForTheLowestSourceWhicheverCameFirst) {
  Matching matching;
  matching.post_receive(receive_from(any_source, 0));
  matching.post_receive(receive_from(any_source, 1));
  matching.add_send(send_from(3, 0));
  matching.add_send(send_from(1, 0));
  matching.add_send(send_from(1, 1));
  EXPECT_EQ(all(matching, true), (Pairs{{0, 1, 0}, {1, 1, 1}}));
}

TEST(Matching, DecidesAllPairsInOnePass) {
  const auto fill = [](Matching& matching) {
    matching.post_receive(receive_from(any_source, 0, 6));
    matching.post_receive(receive_from(2, 1));
    matching.post_receive(receive_from(any_source, 2));
    matching.add_send(send_from(3, 0));
    matching.add_send(send_from(2, 0));
    matching.add_send(send_from(1, 0, 7));
  };
  Matching one_by_one, at_once;
  fill(one_by_one);
  fill(at_once);
  Pairs pairs;
  for (const Match& match : at_once.decide()) {
    pairs.emplace_back(match.receive.request, match.send.envelope.source,
                       match.send.envelope.sequence);
  }
  EXPECT_EQ(pairs, all(one_by_one, true));
  EXPECT_EQ(pairs, (Pairs{{1, 2, 0}, {2, 1, 0}}));
  EXPECT_EQ(at_once, one_by_one);
}

TEST(Matching, DropsWhatHasNotMatched) {
  Matching matching;
  matching.post_receive(receive_from(1, 4));
  EXPECT_TRUE(matching.withdraw(4));
  EXPECT_FALSE(matching.withdraw(4));
  matching.add_send(send_from(1, 0, 5));
  matching.add_send(send_from(1, 1, 5));
  EXPECT_TRUE(matching.drop(1, 0));
  EXPECT_FALSE(matching.drop(1, 0));
  EXPECT_EQ(matching.claim(receive_from(1, no_request, 6)), std::nullopt);
  EXPECT_EQ(matching.claim(receive_from(1, no_request, 5))->envelope.sequence, 1U);
  EXPECT_TRUE(matching.unmatched_sends().empty());
}

TEST(Matching, AProbeFindsASendThatNoReceiveMatches) {
  Matching matching;
  matching.add_send(send_from(1, 0, 5));
  matching.add_send(send_from(1, 1, 6));
  ASSERT_NE(matching.probe(receive_from(any_source, no_request)), nullptr);
  EXPECT_EQ(matching.probe(receive_from(1, no_request))->envelope.tag, 5);
  matching.post_receive(receive_from(any_source, 0, 5));
  EXPECT_EQ(matching.probe(receive_from(1, no_request)), nullptr)
      << "the first message may stay unmatched";
  EXPECT_EQ(matching.probe(receive_from(1, no_request, 6))->envelope.tag, 6);
}

}  // namespace
}  // namespace strobe::bcs::protocol
