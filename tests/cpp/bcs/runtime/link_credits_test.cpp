// SPDX-License-Identifier: BSD-3-Clause
//
// What a rank holds of a rank of another node is bounded, and credits decide nothing.
#include "bcs/runtime/link_credits.hpp"

#include <gmock/gmock.h>

#include <deque>
#include <numeric>
#include <string>
#include <vector>

#include "ranks.hpp"
#include "strobe/error.hpp"
#include "two_nodes.hpp"

namespace strobe::bcs::runtime {
namespace {

constexpr Credits most = LinkCredits::most;

TEST(LinkCredits, BoundMessagesAndTheirBytes) {
  LinkCredits credits;
  for (std::uint32_t message = 0; message < most.messages; ++message) {
    ASSERT_TRUE(credits.take(1, 0));
  }
  EXPECT_FALSE(credits.take(1, 0));
  EXPECT_TRUE(credits.take(0, most_data_with_descriptor)) << "those of other pairs";
  for (std::size_t bytes = most_data_with_descriptor; bytes < most.bytes;
       bytes += most_data_with_descriptor) {
    ASSERT_TRUE(credits.take(0, most_data_with_descriptor));
  }
  EXPECT_FALSE(credits.take(0, 1));
  EXPECT_TRUE(credits.take(0, 0));
}

TEST(LinkCredits, SufficeForAnyMessageOnceAllAreTaken) {
  for (const std::size_t bytes :
       {std::size_t{0}, std::size_t{1}, std::size_t{5000}, most_data_with_descriptor}) {
    LinkCredits sender, receiver;
    for (int message = 0; message < 10'000; ++message) {
      ASSERT_TRUE(sender.take(0, bytes)) << bytes << " bytes, message " << message;
      if (const auto owed = receiver.owe(0, bytes)) sender.restore(0, *owed);
    }
  }
}

TEST(LinkCredits, ThatNoMessageTookFail) {
  LinkCredits credits;
  ASSERT_TRUE(credits.take(0, 100));
  EXPECT_THROW(credits.restore(0, {.messages = 1, .bytes = 101}), Error);
  EXPECT_THROW(credits.restore(0, {.messages = 2, .bytes = 0}), Error);
  credits.restore(0, {.messages = 1, .bytes = 100});
}

/// Rank 0 sends all messages before rank 1 takes the first.
void expect_bounded(std::size_t messages, std::size_t bytes) {
  SCOPED_TRACE(std::to_string(bytes) + " bytes");
  TwoNodes nodes{Options{}};
  std::vector<std::vector<unsigned char>> data;
  for (std::size_t i = 0; i < messages; ++i) {
    data.emplace_back(bytes, static_cast<unsigned char>(i % 251));
  }
  std::vector<Transfer> sends(messages);
  for (std::size_t i = 0; i < messages; ++i) {
    sends[i] = {.peer = 1,
                .tag = static_cast<std::int32_t>(i),
                .context = context,
                .data = reinterpret_cast<std::byte*>(data[i].data()),
                .bytes = bytes};
    nodes[0].begin_send(sends[i]);
    nodes[0].progress();
  }
  EXPECT_LE(nodes.network.held_for(1), most.messages);
  EXPECT_LE(nodes.network.bytes_held_for(1), most.bytes);
  EXPECT_FALSE(sends.back().is_complete);
  std::vector<unsigned char> in(bytes);
  for (std::size_t i = 0; i < messages; ++i) {
    Transfer receive{.peer = 0,
                     .tag = any_tag,
                     .context = context,
                     .data = reinterpret_cast<std::byte*>(in.data()),
                     .bytes = bytes};
    nodes[1].begin_receive(receive);
    while (!receive.is_complete) {
      nodes[1].progress();
      nodes[0].progress();
      ASSERT_LE(nodes.network.held_for(1), most.messages);
    }
    ASSERT_EQ(receive.received.tag, static_cast<std::int32_t>(i));
    ASSERT_EQ(in, data[i]);
  }
  if (bytes > Options{}.eager_limit) {
    while (!sends.back().is_complete) nodes[0].progress();
  }
  EXPECT_TRUE(sends.back().is_complete);
}

TEST(TwoNodes, HoldABoundedNumberOfMessages) {
  expect_bounded(3000, 8);
  expect_bounded(600, 1000);
  expect_bounded(100, most_data_with_descriptor);
  expect_bounded(600, 100'000);  // direct
}

TEST(TwoNodes, CancelASendThatWaitsForCredits) {
  TwoNodes nodes{Options{}};
  std::vector<Transfer> sends(most.messages + 1);
  for (Transfer& send : sends) {
    send = {.peer = 1, .context = context, .is_synchronous = true};
    nodes[0].begin_send(send);
  }
  ASSERT_TRUE(nodes[0].begin_cancel(sends.back()));
  for (std::size_t i = 0; i + 1 < sends.size(); ++i) {
    Transfer receive{.peer = 0, .context = context};
    nodes[1].begin_receive(receive);
    while (!receive.is_complete) nodes[1].progress();
  }
  while (!sends.back().is_complete) {
    nodes[0].progress();
    nodes[1].progress();
  }
  EXPECT_TRUE(sends.back().is_cancelled);
}

TEST(TwoNodes, SendAllBeforeARankDeparts) {
  TwoNodes nodes{Options{}};
  std::vector<Transfer> sends(2 * most.messages);
  for (Transfer& send : sends) {
    send = {.peer = 1, .context = context};
    nodes[0].begin_send(send);
  }
  nodes[0].close();
  EXPECT_EQ(nodes.network.held_for(1), sends.size());
  EXPECT_TRUE(sends.back().is_complete);
}

/// Three ranks send more than their credits, to a receiver that takes from any of them.
void flood(Endpoint& endpoint) {
  const bool is_receiver = endpoint.rank() == 0;
  std::vector<int> numbers(3 * most.messages * (is_receiver ? 3 : 1));
  std::iota(numbers.begin(), numbers.end(), 0);
  std::deque<Transfer> transfers;
  for (int& number : numbers) {
    Transfer& transfer = transfers.emplace_back();
    transfer = {.peer = is_receiver ? any_source : 0,
                .context = context,
                .data = reinterpret_cast<std::byte*>(&number),
                .bytes = sizeof number};
    is_receiver ? endpoint.begin_receive(transfer) : endpoint.begin_send(transfer);
  }
  std::vector<int> next(4);
  for (Transfer& transfer : transfers) {
    ASSERT_EQ(endpoint.wait_for(transfer), WaitOutcome::complete);
    if (!is_receiver) continue;
    const int number = *reinterpret_cast<const int*>(transfer.data);
    ASSERT_EQ(number, next[static_cast<std::size_t>(transfer.source)]++);
  }
}

TEST(Credits, ChangeNoDecision) {
  const auto decisions_on = [](int nodes, const char* mode) {
    Options options;
    options.policy = *protocol::policy_named(mode);
    return run_job(nodes, 4, options, flood);
  };
  const auto on_one_node = decisions_on(1, "deterministic");
  EXPECT_EQ(decisions_on(2, "deterministic"), on_one_node);
  EXPECT_EQ(decisions_on(4, "deterministic"), on_one_node);
  decisions_on(2, "fast");
  decisions_on(4, "strict");
}

}  // namespace
}  // namespace strobe::bcs::runtime
