// SPDX-License-Identifier: BSD-3-Clause
//
// A word of shared memory that no rank of the runtime has written is told, and not followed.
#include <gmock/gmock.h>

#include <functional>
#include <string>
#include <vector>

#include "bcs/runtime/collectives/shared_buffer_pool.hpp"
#include "bcs/runtime/deadlock_report.hpp"
#include "bcs/runtime/ranks.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::runtime {
namespace {

constexpr Context context = 7;

/// Two ranks that one thread moves.
class Corrupted : public testing::Test {
 protected:
  Corrupted()
      : memory_(Segment::bytes_for(2)),
        segment(memory_.at(), 2),
        sender(segment, 0, Options{}),
        receiver(segment, 1, Options{}) {}

  void send(std::size_t bytes) {
    data.resize(std::max(bytes, data.size()));
    sent = {.peer = 1, .context = context, .data = data.data(), .bytes = bytes};
    sender.begin_send(sent);
  }
  /// What rank 0 writes next to rank 1.
  [[nodiscard]] Descriptor& slot(std::uint32_t number) { return segment.ring(0, 1).slots[number]; }

  /// What an assertion says that fails in it; empty where none does.
  static std::string told_by(const std::function<void()>& action) {
    try {
      action();
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  }
  void expect_receiver_tells(const char* what) {
    const std::string told = told_by([&] { receiver.progress(); });
    EXPECT_THAT(told,
                testing::MatchesRegex(
                    std::string("internal error at .*bcs/runtime/[a-z_]*.[ch]pp:[0-9]*: ") + what +
                    "; Strobe is wrong here, or the program has overwritten memory.*"));
  }

 private:
  Zeros memory_;

 protected:
  Segment segment;
  Endpoint sender, receiver;
  std::vector<std::byte> data;
  Transfer sent;
};

TEST_F(Corrupted, UnknownDescriptorKindFails) {
  send(8);
  slot(0).kind = static_cast<DescriptorKind>(200);
  expect_receiver_tells("a descriptor is of no kind that there is");
}

TEST_F(Corrupted, AMessageLongerThanItsDescriptorIsTold) {
  send(8);
  slot(0).bytes = data_in_slot + 1;
  expect_receiver_tells("a message is longer than the descriptor that it is in");
}

TEST_F(Corrupted, DataOutsideOfTheirRingAreTold) {
  send(1000);
  slot(0).location.end += static_cast<std::uint32_t>(segment.payload(0, 1).size());
  expect_receiver_tells("the data of a descriptor lie outside of their ring");
}

TEST_F(Corrupted, AMessageOfAnotherLengthThanItsDataIsTold) {
  send(1000);
  slot(0).bytes = 1 << 30;
  expect_receiver_tells("a message has another length than its data");
}

TEST_F(Corrupted, ATransferThatThereIsNotIsTold) {
  Transfer receive{.peer = 0, .context = context};
  receiver.begin_receive(receive);
  sent = {.peer = 1, .context = context, .is_synchronous = true};
  sender.begin_send(sent);
  receiver.progress();
  // A name that this rank has given to nothing, where an address would have been followed.
  segment.ring(1, 0).slots[0].location.sender += 1;
  EXPECT_THAT(told_by([&] { sender.progress(); }),
              testing::HasSubstr("names a transfer that this rank does not have"));
  EXPECT_FALSE(sent.is_complete);
}

TEST_F(Corrupted, ADescriptorOutOfTurnIsToldBeforeAnybodyWaitsForIt) {
  send(8);
  slot(0).turn = 12345;
  const auto wait = [&] { receiver.wait_until([] { return false; }); };
  EXPECT_THAT(told_by(wait), testing::HasSubstr("a ring of descriptors is out of turn"));
}

TEST_F(Corrupted, MoreReadThanWrittenIsTold) {
  segment.ring(0, 1).consumed = 1000;
  const auto send_many = [&] {
    for (std::uint32_t i = 0; i <= ring_slots; ++i) send(8);
  };
  EXPECT_THAT(told_by(send_many),
              testing::HasSubstr("more descriptors have been read from a ring than were written"));
}

TEST_F(Corrupted, MoreFreedThanWrittenIsTold) {
  segment.ring(0, 1).freed = 0x80000000;
  const auto send_many = [&] {
    for (std::uint32_t i = 0; i < ring_slots; ++i) send(sender.options().eager_limit);
  };
  EXPECT_THAT(told_by(send_many),
              testing::HasSubstr("more data have been freed than were written"));
}

TEST_F(Corrupted, MoreRanksBlockedThanThereAreIsTold) {
  segment.control().blocked = 77;
  const auto wait = [&] { receiver.wait_until([] { return false; }); };
  EXPECT_THAT(told_by(wait), testing::HasSubstr("more ranks are blocked, or gone, than there are"));
  // It is told with the lock given back.
  segment.control().blocked = 0;
  receiver.native(true);
}

TEST_F(Corrupted, ARankThatLeavesTheMpiTwiceIsTold) {
  EXPECT_THAT(told_by([&] { receiver.native(false); }),
              testing::HasSubstr("a rank leaves the MPI where none is in it"));
}

TEST_F(Corrupted, ARankThatIsNotOfTheNodeIsTold) {
  for (const Rank rank : {-1, 2}) {
    EXPECT_THAT(told_by([&] { static_cast<void>(segment.status(rank)); }),
                testing::HasSubstr("is not of this node"));
    EXPECT_THAT(told_by([&] { static_cast<void>(segment.ring(rank, 0)); }),
                testing::HasSubstr("is not of this node"));
  }
}

TEST_F(Corrupted, AreasOfCollectivesAreTold) {
  collectives::SharedBufferPool pool(segment);
  ASSERT_TRUE(pool.areas(context, 2).has_value());
  // The directory begins with its lock and the number of its entries.
  auto* const words = reinterpret_cast<std::uint32_t*>(segment.pool().data());
  ASSERT_EQ(words[1], 1U);
  words[1] = 5000;
  EXPECT_THAT(told_by([&] { pool.leave(context); }),
              testing::HasSubstr("there are more areas of collectives than places"));
}

TEST_F(Corrupted, WaitReportWithoutEndFails) {
  segment.control().deadlocked = 1;
  WaitReportSlot& other = segment.wait_report(0);
  other.report.count = 1000;
  other.is_given = 1;
  const auto say = [&] {
    return collect_deadlock_report(segment, receiver.placement(), "waits", {0});
  };
  EXPECT_THAT(told_by(say), testing::HasSubstr("a rank says of itself what has no end"));
}

}  // namespace
}  // namespace strobe::bcs::runtime
