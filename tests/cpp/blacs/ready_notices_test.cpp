// SPDX-License-Identifier: BSD-3-Clause
//
// Ready notices of two grids over one pretended communicator.
#include "blacs/ready_notices.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>

#include "strobe/message_layer.hpp"

namespace strobe::blacs {
namespace {

struct MessageInTransit {
  layer::ConstBytes data;
  std::shared_ptr<bool> is_received;
};

/// Sends everything to itself, like a communicator that the MPI uses for two grids. Each send waits
/// for its receive, as an MPI may let it.
struct MeshOfOne {
  static constexpr bool buffers_sends = false;
  std::deque<MessageInTransit>* in_transit = nullptr;

  using Request = std::shared_ptr<bool>;
  [[nodiscard]] Request start_send(layer::ConstBytes out, int, int) const {
    return in_transit->emplace_back(out, std::make_shared<bool>(false)).is_received;
  }
  [[nodiscard]] static bool test(const Request& request) { return *request; }
  void receive(layer::Bytes in, int, int) const {
    std::ranges::copy(in_transit->front().data, in.begin());
    *in_transit->front().is_received = true;
    in_transit->pop_front();
  }
  [[nodiscard]] bool has_arrived(int, int) const { return !in_transit->empty(); }
  [[nodiscard]] std::optional<int> has_arrived_from(int) const {
    return in_transit->empty() ? std::nullopt : std::optional(1);
  }
  void broadcast(layer::Bytes, int) const {}
};

class ReadyNotices : public ::testing::Test {
 protected:
  [[nodiscard]] Mesh<MeshOfOne> mesh(std::uint64_t instance) {
    Mesh<MeshOfOne> made(MeshOfOne{&in_transit_}, 1, 2, 0, {.lowest = 0, .highest = 1000});
    made.agree_on_instance(instance);
    return made;
  }
  std::deque<MessageInTransit> in_transit_;
};

TEST_F(ReadyNotices, AreForTheSenderOfOneMessage) {
  Mesh<MeshOfOne> here = mesh(1);
  EXPECT_FALSE(has_posted_receive(here, 1, 5, ready_notice_min_bytes));
  send_ready_notice(here, 1, 4);  // too late for its message
  send_ready_notice(here, 1, 5);
  EXPECT_TRUE(has_posted_receive(here, 1, 5, ready_notice_min_bytes));
  EXPECT_TRUE(in_transit_.empty());
}

// The receiver was faster, and the sender has looked at notices before it sends the message.
TEST_F(ReadyNotices, MayComeBeforeTheirMessageIsSent) {
  Mesh<MeshOfOne> here = mesh(1);
  send_ready_notice(here, 1, 1);
  receive_ready_notices(here);
  EXPECT_TRUE(has_posted_receive(here, 1, here.ids().messages_to(1) + 1, ready_notice_min_bytes));
  EXPECT_TRUE(have_notices_ended(here));
}

TEST_F(ReadyNotices, OfSmallMessagesAreForNoOther) {
  Mesh<MeshOfOne> here = mesh(1);
  send_ready_notice(here, 1, 1);
  receive_ready_notices(here);
  static_cast<void>(here.ids().take_send(1));  // the small message
  static_cast<void>(here.ids().take_send(1));
  EXPECT_FALSE(has_posted_receive(here, 1, here.ids().messages_to(1), ready_notice_min_bytes));
}

TEST_F(ReadyNotices, OfAnEarlierGridAreIgnored) {
  Mesh<MeshOfOne> earlier = mesh(1);
  send_ready_notice(earlier, 1, 5);
  Mesh<MeshOfOne> later = mesh(2);
  EXPECT_FALSE(has_posted_receive(later, 1, 5, ready_notice_min_bytes));
  EXPECT_TRUE(in_transit_.empty());
}

TEST_F(ReadyNotices, AreExpectedForEveryLargeMessage) {
  Mesh<MeshOfOne> here = mesh(1);
  EXPECT_FALSE(has_posted_receive(here, 1, 5, ready_notice_min_bytes));
  EXPECT_FALSE(has_posted_receive(here, 1, 6, ready_notice_min_bytes));
  send_ready_notice(here, 1, 6);
  send_ready_notice(here, 1, 7);  // of a message that was small
  receive_ready_notices(here);
  EXPECT_TRUE(in_transit_.empty());
  EXPECT_FALSE(here.expected_notices().have_all_arrived());
  send_ready_notice(here, 1, 5);
  EXPECT_TRUE(have_notices_ended(here));
  EXPECT_TRUE(here.expected_notices().have_all_arrived());
}

// Two processes may both send a notice before they receive one.
TEST_F(ReadyNotices, AreSentWithoutWaitingForTheirReceive) {
  Mesh<MeshOfOne> one = mesh(1);
  Mesh<MeshOfOne> other = mesh(1);
  EXPECT_FALSE(has_posted_receive(other, 1, 6, ready_notice_min_bytes));
  send_ready_notice(other, 1, 5);
  send_ready_notice(one, 1, 6);
  EXPECT_FALSE(one.sent_notices().are_complete());
  EXPECT_FALSE(other.sent_notices().are_complete());
  // Whoever receives takes the notices of both.
  EXPECT_TRUE(have_notices_ended(other));
  EXPECT_TRUE(one.sent_notices().are_complete());
}

TEST_F(ReadyNotices, KeepAGridUntilTheyAreReceived) {
  Mesh<MeshOfOne> here = mesh(1);
  Mesh<MeshOfOne> there = mesh(1);
  send_ready_notice(here, 1, 5);
  EXPECT_TRUE(here.expected_notices().have_all_arrived());
  EXPECT_FALSE(here.sent_notices().are_complete());
  receive_ready_notices(there);
  EXPECT_TRUE(have_notices_ended(here));
}

}  // namespace
}  // namespace strobe::blacs
