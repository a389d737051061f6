// SPDX-License-Identifier: BSD-3-Clause
//
// Ready notices of two grids over one pretended communicator.
#include "blacs/ready_notices.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "strobe/message_layer.hpp"

namespace strobe::blacs {
namespace {

/// Sends everything to itself, like a communicator that the MPI uses for two grids.
struct MeshOfOne {
  static constexpr bool buffers_sends = false;
  static constexpr bool has_collectives = true;
  std::deque<std::vector<std::byte>>* in_transit = nullptr;

  void send(layer::ConstBytes out, int, int) const {
    in_transit->emplace_back(out.begin(), out.end());
  }
  void receive(layer::Bytes in, int, int) const {
    std::ranges::copy(in_transit->front(), in.begin());
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
  std::deque<std::vector<std::byte>> in_transit_;
};

TEST_F(ReadyNotices, AreForTheSenderOfOneMessage) {
  Mesh<MeshOfOne> here = mesh(1);
  EXPECT_FALSE(has_posted_receive(here, 1, 5, ready_notice_min_bytes));
  send_ready_notice(here, 1, 4);  // too late for its message
  send_ready_notice(here, 1, 5);
  EXPECT_TRUE(has_posted_receive(here, 1, 5, ready_notice_min_bytes));
  EXPECT_TRUE(in_transit_.empty());
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
  wait_for_ready_notices(here);
  EXPECT_TRUE(here.expected_notices().have_all_arrived());
}

}  // namespace
}  // namespace strobe::blacs
