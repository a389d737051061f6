// SPDX-License-Identifier: BSD-3-Clause
//
// Senders that write long messages into receives whose ranks compute. "Computes" means here that
// the rank does not use its endpoint.
#include "bcs/runtime/receive_announcements.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "base/random.hpp"
#include "bcs/runtime/receive_forecast.hpp"
#include "long_messages.hpp"

namespace strobe::bcs::runtime {
namespace {

class Step {
 public:
  void reach() { is_reached_.store(true, std::memory_order_release); }
  void wait() const {
    while (!is_reached_.load(std::memory_order_acquire)) std::this_thread::yield();
  }

 private:
  std::atomic<bool> is_reached_{false};
};

/// Rank 1 calls `post`, rank 0 `send` while rank 1 computes, and then rank 1 calls `finish`.
template <class Post, class Send, class Finish>
void run_in_order(Post&& post, Send&& send, Finish&& finish, const Options& options = {}) {
  Step posted;
  Step sent;
  run_ranks(2, options, [&](Endpoint& endpoint) {
    if (endpoint.rank() == 1) {
      post(endpoint);
      posted.reach();
      sent.wait();
      finish(endpoint);
    } else {
      posted.wait();
      send(endpoint, sent);
    }
  });
}

/// Sends one message, and says whether it was complete at once.
bool is_complete_at_once(Endpoint& endpoint, Step& sent, LongData data, std::int32_t tag = 0) {
  Transfer transfer = transfer_of(1, data, tag);
  endpoint.begin_send(transfer);
  const bool is_complete = transfer.is_complete;
  sent.reach();
  EXPECT_EQ(endpoint.wait_for(transfer), WaitOutcome::complete);
  return is_complete;
}

TEST(ReceiveAnnouncements, SenderWritesIntoAPostedReceive) {
  LongData buffer(long_count);
  Transfer receive = transfer_of(0, buffer, any_tag);
  run_in_order(
      [&](Endpoint& endpoint) { endpoint.begin_receive(receive); },
      [](Endpoint& endpoint, Step& sent) {
        EXPECT_TRUE(is_complete_at_once(endpoint, sent, long_message(3, long_count - 10), 5));
      },
      [&](Endpoint& endpoint) {
        EXPECT_FALSE(receive.is_complete);
        buffer.resize(long_count - 10);
        EXPECT_EQ(buffer, long_message(3, long_count - 10));
        EXPECT_EQ(endpoint.wait_for(receive), WaitOutcome::complete);
        EXPECT_EQ(receive.received.tag, 5);
        EXPECT_EQ(receive.received.bytes, (long_count - 10) * sizeof buffer[0]);
        EXPECT_EQ(receive.source, 0);
      });
}

TEST(ReceiveAnnouncements, AMessageThatIsHereIsFetchedByTheReceive) {
  LongData buffer(long_count);
  Step sent;
  run_ranks(2, Options{}, [&](Endpoint& endpoint) {
    LongData data = endpoint.rank() == 0 ? long_message(4) : LongData(long_count);
    Transfer transfer = transfer_of(1 - endpoint.rank(), data);
    if (endpoint.rank() == 0) {
      endpoint.begin_send(transfer);
      sent.reach();
    } else {
      sent.wait();
      endpoint.begin_receive(transfer);
      EXPECT_TRUE(transfer.is_complete);
      EXPECT_EQ(data, long_message(4));
    }
    EXPECT_EQ(endpoint.wait_for(transfer), WaitOutcome::complete);
  });
}

TEST(ReceiveAnnouncements, MessagesGoToReceivesInTheirOrder) {
  std::vector<LongData> buffers(3, LongData(long_count));
  std::vector<Transfer> receives;
  for (LongData& buffer : buffers) receives.push_back(transfer_of(0, buffer));
  receives[1].tag = 1;
  run_in_order(
      [&](Endpoint& endpoint) {
        for (Transfer& receive : receives) endpoint.begin_receive(receive);
      },
      [](Endpoint& endpoint, Step& sent) {
        std::vector<LongData> data{long_message(1), long_message(2), long_message(3)};
        std::vector<Transfer> sends;
        for (LongData& each : data) sends.push_back(transfer_of(1, each));
        sends[2].tag = 1;
        for (Transfer& send : sends) {
          endpoint.begin_send(send);
          EXPECT_TRUE(send.is_complete);
        }
        sent.reach();
      },
      [&](Endpoint& endpoint) {
        for (Transfer& receive : receives)
          EXPECT_EQ(endpoint.wait_for(receive), WaitOutcome::complete);
        EXPECT_EQ(buffers[0], long_message(1));
        EXPECT_EQ(buffers[1], long_message(3));
        EXPECT_EQ(buffers[2], long_message(2));
      });
}

/// The receiver has not read the short message, which takes the receive, when the long one is sent.
TEST(ReceiveAnnouncements, AReceiveIsOfTheFirstMessageThatMatches) {
  LongData first(long_count);
  LongData second(long_count);
  Transfer receives[2] = {transfer_of(0, first, any_tag), transfer_of(0, second)};
  run_in_order(
      [&](Endpoint& endpoint) {
        for (Transfer& each : receives) endpoint.begin_receive(each);
      },
      [](Endpoint& endpoint, Step& sent) {
        LongData number{8};
        Transfer transfer = transfer_of(1, number);
        endpoint.begin_send(transfer);
        EXPECT_FALSE(is_complete_at_once(endpoint, sent, long_message(5)));
      },
      [&](Endpoint& endpoint) {
        for (Transfer& each : receives) EXPECT_EQ(endpoint.wait_for(each), WaitOutcome::complete);
        EXPECT_EQ(first[0], 8U);
        EXPECT_EQ(first[1], 0U);
        EXPECT_EQ(second, long_message(5));
      });
}

TEST(ReceiveAnnouncements, AReceiveFromAnySourceBeforeItKeepsItsMessage) {
  LongData any(long_count);
  LongData named(long_count);
  Transfer receives[2] = {transfer_of(any_source, any), transfer_of(0, named, any_tag)};
  receives[0].lowest_source = 0;
  run_in_order(
      [&](Endpoint& endpoint) {
        for (Transfer& each : receives) endpoint.begin_receive(each);
      },
      [](Endpoint& endpoint, Step& sent) {
        EXPECT_FALSE(is_complete_at_once(endpoint, sent, long_message(6)));
        LongData later = long_message(7);
        Transfer transfer = transfer_of(1, later);
        endpoint.begin_send(transfer);
        EXPECT_EQ(endpoint.wait_for(transfer), WaitOutcome::complete);
      },
      [&](Endpoint& endpoint) {
        for (Transfer& each : receives) {
          endpoint.await(each);
          EXPECT_EQ(endpoint.wait_for(each), WaitOutcome::complete);
        }
        EXPECT_EQ(any, long_message(6));
        EXPECT_EQ(named, long_message(7));
      });
}

TEST(ReceiveAnnouncements, ACanceledReceiveIsNotWritten) {
  LongData buffer(long_count);
  Transfer receive = transfer_of(0, buffer);
  run_in_order(
      [&](Endpoint& endpoint) {
        endpoint.begin_receive(receive);
        EXPECT_TRUE(endpoint.cancel(receive));
      },
      [](Endpoint& endpoint, Step& sent) {
        EXPECT_FALSE(is_complete_at_once(endpoint, sent, long_message(1)));
      },
      [&](Endpoint& endpoint) {
        EXPECT_EQ(buffer, LongData(long_count));
        endpoint.begin_receive(receive);
        EXPECT_EQ(endpoint.wait_for(receive), WaitOutcome::complete);
        EXPECT_EQ(buffer, long_message(1));
      });
}

TEST(ReceiveAnnouncements, AReceiveThatIsWrittenCannotBeCanceled) {
  LongData buffer(long_count);
  Transfer receive = transfer_of(0, buffer);
  run_in_order([&](Endpoint& endpoint) { endpoint.begin_receive(receive); },
               [](Endpoint& endpoint, Step& sent) {
                 EXPECT_TRUE(is_complete_at_once(endpoint, sent, long_message(1)));
               },
               [&](Endpoint& endpoint) {
                 EXPECT_FALSE(endpoint.cancel(receive));
                 EXPECT_EQ(endpoint.wait_for(receive), WaitOutcome::complete);
                 EXPECT_FALSE(receive.is_cancelled);
               });
}

TEST(ReceiveAnnouncements, AMessageLongerThanTheBufferIsTruncated) {
  LongData buffer(long_count + 1);
  Transfer receive = transfer_of(0, buffer);
  receive.bytes -= sizeof buffer[0];
  run_in_order([&](Endpoint& endpoint) { endpoint.begin_receive(receive); },
               [](Endpoint& endpoint, Step& sent) {
                 EXPECT_FALSE(is_complete_at_once(endpoint, sent, long_message(1, long_count + 1)));
               },
               [&](Endpoint& endpoint) {
                 EXPECT_EQ(endpoint.wait_for(receive), WaitOutcome::complete);
                 EXPECT_TRUE(receive.is_truncated);
                 EXPECT_EQ(buffer[long_count], 0U);
               });
}

TEST(ReceiveAnnouncements, NothingIsWrittenWhereThatIsNotAllowed) {
  Options apart;
  apart.cross_memory = false;
  Options slices;
  slices.policy = *protocol::policy_named("adaptive");
  for (const Options& options : {apart, slices}) {
    LongData buffer(long_count);
    Transfer receive = transfer_of(0, buffer);
    run_in_order([&](Endpoint& endpoint) { endpoint.begin_receive(receive); },
                 [](Endpoint& endpoint, Step& sent) {
                   EXPECT_FALSE(is_complete_at_once(endpoint, sent, long_message(1)));
                 },
                 [&](Endpoint& endpoint) {
                   EXPECT_EQ(endpoint.wait_for(receive), WaitOutcome::complete);
                   EXPECT_EQ(buffer, long_message(1));
                 },
                 options);
  }
}

TEST(ReceiveForecast, ExpectsWhatTheRankDidTheLastTime) {
  using namespace std::chrono_literals;
  ReceiveForecast forecast;
  Transfer computed;
  Transfer awaited;
  awaited.tag = 1;
  EXPECT_TRUE(forecast.computes_after(computed, 0us));
  forecast.note_wait(1ms);
  EXPECT_FALSE(forecast.has_posted());
  EXPECT_TRUE(forecast.computes_after(awaited, 2ms));
  forecast.note_activity(4ms);
  forecast.note_wait(4ms + 1us);
  EXPECT_FALSE(forecast.computes_after(awaited, 5ms));
  forecast.note_wait(5ms);
  EXPECT_TRUE(forecast.computes_after(computed, 6ms));
}

/// More receives than a rank can announce, of two tags, for short and long messages.
TEST(ReceiveAnnouncements, EachMessageGoesToTheReceiveThatMatchingGivesIt) {
  constexpr int rounds = 40;
  constexpr std::size_t most = 3 * ReceiveBoard::most / 2;
  base::Random random(7);
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::int32_t> tags;
    std::vector<std::size_t> counts;
    for (std::size_t i = 0; i < most; ++i) {
      tags.push_back(static_cast<std::int32_t>(random.next() % 2));
      counts.push_back(random.next() % 3 == 0 ? 5 : long_count);
    }
    run_ranks(2, Options{}, [&](Endpoint& endpoint) {
      std::vector<LongData> data(most);
      std::vector<Transfer> transfers;
      for (std::size_t i = 0; i < most; ++i) {
        const auto seed = static_cast<std::uint32_t>(1000 * i);
        data[i] = endpoint.rank() == 0 ? long_message(seed, counts[i]) : LongData(long_count);
        transfers.push_back(transfer_of(1 - endpoint.rank(), data[i], tags[i]));
      }
      for (std::size_t i = 0; i < most; ++i) {
        if (endpoint.rank() == 1 && i % 5 == 4) endpoint.progress();
        endpoint.rank() == 0 ? endpoint.begin_send(transfers[i])
                             : endpoint.begin_receive(transfers[i]);
        if (i % 7 == 6) {
          EXPECT_EQ(endpoint.wait_for(transfers[i]), WaitOutcome::complete);
        }
      }
      for (std::size_t i = 0; i < most; ++i) {
        EXPECT_EQ(endpoint.wait_for(transfers[i]), WaitOutcome::complete);
        if (endpoint.rank() == 0) continue;
        data[i].resize(counts[i]);
        EXPECT_EQ(data[i], long_message(static_cast<std::uint32_t>(1000 * i), counts[i])) << i;
      }
    });
  }
}

}  // namespace
}  // namespace strobe::bcs::runtime
