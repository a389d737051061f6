// SPDX-License-Identifier: BSD-3-Clause
//
// The runtime detects words of shared memory that none of its ranks has written.
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

/// Two ranks in one thread.
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
  /// The descriptors from rank 0 to rank 1.
  [[nodiscard]] Descriptor& slot(std::uint32_t number) {
    return segment.channel(0, 1).ring->slots[number];
  }

  /// The sentence of the assertion that fails in `action`; empty if none fails.
  static std::string failure_of(const std::function<void()>& action) {
    try {
      action();
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  }
  void expect_receiver_fails(const char* what) {
    const std::string sentence = failure_of([&] { receiver.progress(); });
    EXPECT_THAT(sentence,
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
  expect_receiver_fails("a descriptor has an unknown kind");
}

TEST_F(Corrupted, MessageLongerThanItsDescriptorFails) {
  send(8);
  slot(0).envelope.bytes = data_in_slot + 1;
  expect_receiver_fails("a message is longer than the descriptor that holds its data");
}

TEST_F(Corrupted, DataOutsideOfTheirRingFail) {
  send(1000);
  slot(0).location.end += static_cast<std::uint32_t>(segment.payload_bytes());
  expect_receiver_fails("the data of a descriptor are outside of the ring of bytes");
}

TEST_F(Corrupted, DataThatWereFreeFail) {
  send(1000);
  const auto twice = 2 * static_cast<std::uint32_t>(segment.payload_bytes());
  slot(0).location.begin += twice;
  slot(0).location.end += twice;
  expect_receiver_fails("a descriptor has data that were free in the ring of bytes");
}

TEST_F(Corrupted, MessageWithALengthOtherThanItsDataFails) {
  send(1000);
  slot(0).envelope.bytes = 1 << 30;
  expect_receiver_fails("the length of an eager message differs from the length of its data");
}

TEST_F(Corrupted, UnknownTransferFails) {
  Transfer receive{.peer = 0, .context = context};
  receiver.begin_receive(receive);
  sent = {.peer = 1, .context = context, .is_synchronous = true};
  sender.begin_send(sent);
  receiver.progress();
  // No transfer has this name.
  segment.channel(1, 0).ring->slots[0].location.sender += 1;
  EXPECT_THAT(failure_of([&] { sender.progress(); }),
              testing::HasSubstr("names an unknown transfer"));
  EXPECT_FALSE(sent.is_complete);
}

TEST_F(Corrupted, DescriptorOutOfSequenceFailsBeforeTheRankBlocks) {
  send(8);
  slot(0).turn = 12345;
  const auto wait = [&] { receiver.wait_until([] { return false; }); };
  EXPECT_THAT(failure_of(wait),
              testing::HasSubstr("the next descriptor of a ring is out of sequence"));
}

TEST_F(Corrupted, MoreConsumedThanWrittenFails) {
  segment.channel(0, 1).ring->consumed = 1000;
  const auto send_many = [&] {
    for (std::uint32_t i = 0; i <= ring_slots; ++i) send(8);
  };
  EXPECT_THAT(
      failure_of(send_many),
      testing::HasSubstr("the reader of a ring has consumed more descriptors than were written"));
}

TEST_F(Corrupted, MoreFreedThanWrittenFails) {
  segment.channel(0, 1).ring->freed = 0x80000000;
  const auto send_many = [&] {
    for (std::uint32_t i = 0; i < ring_slots; ++i) send(sender.options().eager_limit);
  };
  EXPECT_THAT(failure_of(send_many),
              testing::HasSubstr("the reader of a ring has freed more bytes than were written"));
}

TEST_F(Corrupted, MoreBlockedRanksThanRanksFail) {
  segment.control().blocked = 77;
  const auto wait = [&] { receiver.wait_until([] { return false; }); };
  EXPECT_THAT(failure_of(wait),
              testing::HasSubstr("more ranks are blocked or have departed than the node has"));
  // The failed assertion has released the lock.
  segment.control().blocked = 0;
  receiver.native(true);
}

TEST_F(Corrupted, ReturningFromTheMpiTwiceFails) {
  EXPECT_THAT(failure_of([&] { receiver.native(false); }),
              testing::HasSubstr("a rank returns from the MPI below although it is not in it"));
}

TEST_F(Corrupted, RankOfAnotherNodeFails) {
  for (const Rank rank : {-1, 2}) {
    EXPECT_THAT(failure_of([&] { static_cast<void>(segment.status(rank)); }),
                testing::HasSubstr("is not on this node"));
    EXPECT_THAT(failure_of([&] { static_cast<void>(segment.channel(rank, 0)); }),
                testing::HasSubstr("is not on this node"));
  }
}

/// Two ranks of a node whose pairs share channels, in one thread.
class CorruptedOnALargeNode : public testing::Test {
 protected:
  static constexpr int ranks = Segment::most_polled_ranks + 1;

  void send() {
    sent = {.peer = 1, .context = context};
    sender.begin_send(sent);
  }
  [[nodiscard]] std::string failure() {
    try {
      receiver.progress();
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  }

 private:
  Zeros memory_{Segment::bytes_for(ranks)};

 protected:
  Segment segment{memory_.at(), ranks, 0};
  Endpoint sender{segment, 0, Options{}}, receiver{segment, 1, Options{}};
  Transfer sent;
};

TEST_F(CorruptedOnALargeNode, DescriptorWithoutAWriterFails) {
  send();
  segment.shared_channel(1).ring->slots[0].member = ranks;
  EXPECT_THAT(failure(), testing::HasSubstr("a descriptor of a shared channel has no writer"));
}

TEST_F(CorruptedOnALargeNode, DescriptorOutOfSequenceFails) {
  send();
  segment.shared_channel(1).ring->slots[0].turn = 12345;
  EXPECT_THAT(failure(), testing::HasSubstr("the next descriptor of a ring is out of sequence"));
}

TEST_F(CorruptedOnALargeNode, AnnouncementWithoutAChannelFails) {
  segment.arrivals(1).add(5);
  EXPECT_THAT(failure(), testing::HasSubstr("in a channel that it does not have"));
}

TEST_F(Corrupted, TooManyCollectiveBuffersFail) {
  collectives::SharedBufferPool pool(segment);
  ASSERT_TRUE(pool.buffers(context, 2).has_value());
  // The directory begins with its lock and the number of its entries.
  auto* const words = reinterpret_cast<std::uint32_t*>(segment.pool().data());
  ASSERT_EQ(words[1], 1U);
  words[1] = 5000;
  EXPECT_THAT(failure_of([&] { pool.leave(context); }),
              testing::HasSubstr(
                  "the directory of collective buffers has more entries than it has room for"));
}

TEST_F(Corrupted, WaitReportWithoutEndFails) {
  segment.control().deadlocked = 1;
  WaitReportSlot& other = segment.wait_report(0);
  other.report.count = 1000;
  other.is_given = 1;
  const auto say = [&] {
    return collect_deadlock_report(segment, receiver.placement(), "waits", {0});
  };
  EXPECT_THAT(failure_of(say),
              testing::HasSubstr("the wait report of a rank has a wrong length or no end"));
}

}  // namespace
}  // namespace strobe::bcs::runtime
