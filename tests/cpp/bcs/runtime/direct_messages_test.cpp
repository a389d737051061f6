// SPDX-License-Identifier: BSD-3-Clause
//
// Long messages between nodes, whose data the sender sends before a receive has matched.
#include <gtest/gtest.h>

#include <vector>

#include "two_nodes.hpp"

namespace strobe::bcs::runtime {
namespace {

constexpr std::size_t bytes = 300'000;

class DirectMessages : public ::testing::Test {
 protected:
  Transfer message(Rank peer, std::vector<std::byte>& data, std::int32_t tag = 0) {
    return {
        .peer = peer, .tag = tag, .context = context, .data = data.data(), .bytes = data.size()};
  }
  void progress() {
    nodes[0].progress();
    nodes[1].progress();
  }
  void wait_for(const Transfer& transfer) {
    while (!transfer.is_complete) progress();
  }
  /// Rank 1 has taken the descriptor, which no receive matches.
  void wait_for_descriptor() {
    while (nodes[1].unreceived().empty()) progress();
  }

  TwoNodes nodes{Options{}};
  std::vector<std::byte> out = std::vector<std::byte>(bytes, std::byte{7});
  std::vector<std::byte> in = std::vector<std::byte>(bytes);
};

TEST_F(DirectMessages, AreCompleteOnceTheyAreReceived) {
  Transfer send = message(1, out);
  nodes[0].begin_send(send);
  wait_for_descriptor();
  EXPECT_FALSE(send.is_complete);
  Transfer receive = message(0, in);
  nodes[1].begin_receive(receive);
  wait_for(receive);
  wait_for(send);
  EXPECT_EQ(in, out);
}

TEST_F(DirectMessages, MatchReceivesInAnyOrder) {
  std::vector<std::byte> second(bytes, std::byte{9});
  Transfer first_send = message(1, out, 1);
  Transfer second_send = message(1, second, 2);
  nodes[0].begin_send(first_send);
  nodes[0].begin_send(second_send);
  Transfer receive = message(0, in, 2);
  nodes[1].begin_receive(receive);
  wait_for(receive);
  EXPECT_EQ(in, second);
  receive = message(0, in, 1);
  nodes[1].begin_receive(receive);
  wait_for(receive);
  EXPECT_EQ(in, out);
}

TEST_F(DirectMessages, FillABufferThatIsTooShort) {
  for (const std::size_t room : {std::size_t{0}, std::size_t{1}, bytes - 1}) {
    in.assign(bytes, std::byte{0});
    Transfer send = message(1, out);
    nodes[0].begin_send(send);
    Transfer receive = message(0, in);
    receive.bytes = room;
    nodes[1].begin_receive(receive);
    wait_for(receive);
    wait_for(send);
    EXPECT_TRUE(receive.is_truncated);
    std::vector<std::byte> expected(bytes);
    std::fill_n(expected.begin(), room, std::byte{7});
    EXPECT_EQ(in, expected);
  }
}

TEST_F(DirectMessages, AreCancelledBeforeAReceiveMatches) {
  Transfer send = message(1, out);
  nodes[0].begin_send(send);
  ASSERT_TRUE(nodes[0].begin_cancel(send));
  wait_for(send);
  EXPECT_TRUE(send.is_cancelled);
  EXPECT_TRUE(nodes[1].unreceived().empty());
  EXPECT_FALSE(nodes[0].is_moving());
}

TEST_F(DirectMessages, AreReceivedIfTheyAreCancelledTooLate) {
  Transfer receive = message(0, in);
  nodes[1].begin_receive(receive);
  Transfer send = message(1, out);
  nodes[0].begin_send(send);
  ASSERT_TRUE(nodes[0].begin_cancel(send));
  wait_for(receive);
  wait_for(send);
  EXPECT_FALSE(send.is_cancelled);
  EXPECT_EQ(in, out);
}

TEST_F(DirectMessages, LeaveNoDataBehindIfNoRankReceivesThem) {
  Transfer early = message(1, out);
  nodes[0].begin_send(early);
  wait_for_descriptor();
  nodes[1].close();
  Transfer late = message(1, out);
  nodes[0].begin_send(late);
  nodes[0].close();
  while (nodes[0].is_moving() || nodes[1].unreceived().size() != 2) progress();
  EXPECT_FALSE(nodes[1].is_moving());
}

}  // namespace
}  // namespace strobe::bcs::runtime
