// SPDX-License-Identifier: BSD-3-Clause
//
// Words of receivers that wait, between two grids over one pretended communicator.
#include "blacs/announcements.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "strobe/message_layer.hpp"

namespace strobe::blacs {
namespace {

/// Passes everything to itself, as a communicator does whose number is used again.
struct PretendedWire {
  static constexpr bool buffers_sends = false;
  static constexpr bool has_collectives = true;
  std::deque<std::vector<std::byte>>* under_way = nullptr;

  void send(layer::ConstBytes out, int, int) const {
    under_way->emplace_back(out.begin(), out.end());
  }
  void receive(layer::Bytes in, int, int) const {
    std::ranges::copy(under_way->front(), in.begin());
    under_way->pop_front();
  }
  [[nodiscard]] bool has_arrived(int, int) const { return !under_way->empty(); }
  [[nodiscard]] std::optional<int> has_arrived_from(int) const {
    return under_way->empty() ? std::nullopt : std::optional(1);
  }
  void broadcast(layer::Bytes, int) const {}
};

constexpr IdRange range{.lowest = 0, .highest = 1000};

class Announcements : public ::testing::Test {
 protected:
  [[nodiscard]] Mesh<PretendedWire> mesh(std::uint64_t instance) {
    Mesh<PretendedWire> made(PretendedWire{&under_way_}, 1, 2, 0, range);
    made.agree_on_instance(instance);
    return made;
  }
  std::deque<std::vector<std::byte>> under_way_;
};

TEST_F(Announcements, AreHeardByTheSenderOfThatMessageAlone) {
  Mesh<PretendedWire> here = mesh(1);
  EXPECT_FALSE(is_awaited(here, 1, 5, worth_announcing_bytes));
  announce(here, 1, 4);  // came too late for its message
  announce(here, 1, 5);
  EXPECT_TRUE(is_awaited(here, 1, 5, worth_announcing_bytes));
  EXPECT_TRUE(under_way_.empty());
}

TEST_F(Announcements, OfAnEarlierGridAreNotHeardInALaterOne) {
  Mesh<PretendedWire> earlier = mesh(1);
  announce(earlier, 1, 5);
  Mesh<PretendedWire> later = mesh(2);
  EXPECT_FALSE(is_awaited(later, 1, 5, worth_announcing_bytes));
  EXPECT_TRUE(under_way_.empty());
}

TEST_F(Announcements, OneIsExpectedForEveryLargeMessage) {
  Mesh<PretendedWire> here = mesh(1);
  EXPECT_FALSE(is_awaited(here, 1, 5, worth_announcing_bytes));
  EXPECT_FALSE(is_awaited(here, 1, 6, worth_announcing_bytes));
  announce(here, 1, 6);
  announce(here, 1, 7);  // of a message that was not large after all
  hear_announcements(here);
  EXPECT_TRUE(under_way_.empty());
  EXPECT_FALSE(here.expected_words().are_all_heard());
  announce(here, 1, 5);
  await_announcements(here);
  EXPECT_TRUE(here.expected_words().are_all_heard());
}

}  // namespace
}  // namespace strobe::blacs
