// SPDX-License-Identifier: BSD-3-Clause
//
// Fan-ins of schedules, and the order in which their messages are received.
#include "blacs/arrivals.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <map>
#include <string>

#include "blacs/run.hpp"
#include "blacs/topologies.hpp"

namespace strobe::blacs {
namespace {

schedule::Steps steps_of_root(char top, int processes, int pieces = 1) {
  return reduce_steps(required_route(Topology::of(top), {.rings = 3, .branches = 2}),
                      {.rank = 0, .size = processes, .root = 0}, pieces);
}

TEST(FanIn, HasTheMessagesOfAllChildren) {
  EXPECT_EQ(largest_fan_in(steps_of_root('f', 8)), 7U);
  EXPECT_EQ(largest_fan_in(steps_of_root('1', 8)), 3U);
  EXPECT_EQ(largest_fan_in(steps_of_root('m', 8)), 3U);
  EXPECT_EQ(largest_fan_in(steps_of_root('i', 8)), 1U);
  EXPECT_EQ(largest_fan_in({}), 0U);
}

TEST(FanIn, DoesNotMixPieces) {
  const schedule::Steps steps = steps_of_root('f', 4, 3);
  std::span<const schedule::Step> rest(steps);
  for (int fan_in = 0; fan_in < 3; ++fan_in) {
    const auto leading = leading_fan_in(rest);
    ASSERT_EQ(leading.size(), 3U);
    for (const schedule::Step& step : leading) EXPECT_EQ(step.in, leading.front().in);
    rest = rest.subspan(leading.size());
  }
  EXPECT_TRUE(rest.empty());
}

TEST(FanIn, SendsNothingAfterItsFirstStep) {
  for (const char top : std::string("idsmh123f")) {
    for (int rank = 0; rank < 9; ++rank) {
      const schedule::Steps steps =
          reduce_steps(required_route(Topology::of(top), {.rings = 3, .branches = 2}),
                       {.rank = rank, .size = 9, .root = 4}, 5);
      for (std::span<const schedule::Step> rest(steps); !rest.empty();) {
        const std::size_t count = rest.front().receives() ? leading_fan_in(rest).size() : 1;
        for (std::size_t i = 1; i < count; ++i) EXPECT_FALSE(rest[i].sends()) << top << rank;
        rest = rest.subspan(count);
      }
    }
  }
}

/// Messages of one byte, the rank of the sender. Those of each piece arrive in the order of
/// `arrivals`, one at each poll.
class OrderedArrivals {
 public:
  struct Request {
    layer::Bytes in;
    int rank = -1;
  };

  explicit OrderedArrivals(std::deque<int> arrivals) : arrivals_(std::move(arrivals)) {}

  Request start_receive(layer::Bytes in, int rank, int) {
    ++posted_;
    most_posted_ = std::max(most_posted_, posted_);
    return {in, rank};
  }
  std::size_t wait_any(std::span<Request> requests, std::span<const int>, int) {
    for (const int rank : arrivals_) {
      const auto found = std::ranges::find(requests, rank, &Request::rank);
      if (found == requests.end()) continue;
      found->in.front() = static_cast<std::byte>(rank);
      found->rank = -1;
      std::erase(arrivals_, rank);
      --posted_;
      return static_cast<std::size_t>(found - requests.begin());
    }
    ADD_FAILURE() << "a wait without a posted receive";
    return 0;
  }
  void receive(layer::Bytes in, int rank, int) { in.front() = static_cast<std::byte>(rank); }
  void exchange(layer::ConstBytes, int, layer::Bytes, int, int) {}
  Request start_send(layer::ConstBytes, int, int) { return {}; }
  void send(layer::ConstBytes, int, int) {}
  void wait_all(std::span<Request>) {}

  [[nodiscard]] int most_posted() const { return most_posted_; }

 private:
  std::deque<int> arrivals_;
  int posted_ = 0;
  int most_posted_ = 0;
};

/// The order in which a process combines the messages of a full fan-in of 5 processes.
std::string combined(OrderedArrivals& transport, std::size_t slots) {
  const schedule::Steps steps = steps_of_root('f', 5);
  std::vector<std::byte> data(1);
  std::vector<std::byte> memory(slots);
  std::string order;
  const Line line{NaturalScope::all, 0, 1, 5, 0};
  run(transport, line, steps, 0, Contiguous{data, {.block_bytes = 1}}, Slots{memory, slots},
      [&](layer::Bytes theirs, layer::Bytes) {
        order += static_cast<char>('0' + std::to_integer<int>(theirs.front()));
      });
  return order;
}

TEST(FanIn, CombinesInTheOrderOfArrival) {
  OrderedArrivals transport({3, 1, 4, 2});
  EXPECT_EQ(combined(transport, 4), "3142");
  EXPECT_EQ(transport.most_posted(), 4);
}

TEST(FanIn, WithOneSlotCombinesInTheOrderOfTheSteps) {
  OrderedArrivals transport({3, 1, 4, 2});
  std::string fixed;
  for (const schedule::Step& step : steps_of_root('f', 5)) {
    fixed += static_cast<char>('0' + step.from);
  }
  EXPECT_EQ(combined(transport, 1), fixed);
  EXPECT_EQ(transport.most_posted(), 0);
}

TEST(FanIn, PostsAsManyReceivesAsThereAreSlots) {
  OrderedArrivals transport({3, 1, 4, 2});
  const std::string order = combined(transport, 2);
  EXPECT_EQ(transport.most_posted(), 2);
  EXPECT_EQ(order.size(), 4U);
  for (const char rank : std::string("1234")) EXPECT_NE(order.find(rank), std::string::npos);
}

}  // namespace
}  // namespace strobe::blacs
