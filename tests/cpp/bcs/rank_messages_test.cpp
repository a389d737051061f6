// SPDX-License-Identifier: BSD-3-Clause
//
// Endpoints whose messages the helper serves. Ranks are threads of this process.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "bcs/realtime/helper.hpp"
#include "bcs/realtime/rank_messages.hpp"
#include "bcs/runtime/collectives/collectives.hpp"
#include "bcs/runtime/random_program.hpp"
#include "bcs/runtime/ranks.hpp"
#include "support/thoroughness.hpp"

namespace strobe::bcs::realtime {
namespace {

using runtime::context;
using runtime::Endpoint;
using runtime::WaitOutcome;

constexpr std::chrono::microseconds shortest_slice{100};

class UnexpectedEnder final : public RankEnder {
 public:
  [[noreturn]] void fails(const std::string& sentence) override {
    ADD_FAILURE() << sentence;
    std::abort();
  }
  [[noreturn]] void ended(JobEnd end) override {
    ADD_FAILURE() << "the job ended: " << static_cast<int>(end);
    std::abort();
  }
};

struct Served {
  JobEnd end = JobEnd::running;
  std::vector<protocol::Envelope> unreceived;
  std::uint32_t slices = 0;
};

struct Offload {
  int nodes = 1;
  int ranks = 2;
  std::int64_t eager_bytes = 4096;
};

/// Runs `program` on all ranks.
Served serve(const Offload& offload, const std::function<void(Endpoint&)>& program) {
  runtime::Options options;
  options.policy = protocol::strict;
  options.slice = shortest_slice;
  const runtime::StridedList node_of = runtime::StridedList::cyclic(offload.nodes, offload.ranks);
  protocol::Job job(protocol::strict, {node_of.begin(), node_of.end()});
  job.eager_bytes = offload.eager_bytes;
  job.slice_bytes = 30'000;
  const runtime::Zeros memory(Board::bytes_for(offload.ranks));
  Board board(memory.at(), offload.ranks);
  UnexpectedEnder ender;
  Helper helper(job, board, shortest_slice, monitor::Observer(monitor::Emds({}, 0, {})));
  std::vector<std::atomic<Endpoint*>> endpoints(static_cast<std::size_t>(offload.ranks));
  helper.call_after_answer(
      [&](Rank rank) { endpoints[static_cast<std::size_t>(rank)].load()->wake(rank); });
  std::barrier start(offload.ranks);
  std::barrier end(offload.ranks);
  std::thread helping;
  runtime::run_job(offload.nodes, offload.ranks, options, [&](Endpoint& endpoint) {
    endpoints[static_cast<std::size_t>(endpoint.rank())] = &endpoint;
    RankMessages messages(job, endpoint.rank(), board, ender, false);
    start.arrive_and_wait();
    if (endpoint.rank() == 0) {
      EXPECT_TRUE(helper.can_move_data());
      helping = std::thread([&] { helper.run(); });
    }
    endpoint.offload_to(messages);
    program(endpoint);
    if (board.control().end.load() == JobEnd::running) messages.finish();
    end.arrive_and_wait();
    if (endpoint.rank() == 0) helping.join();
    end.arrive_and_wait();
    endpoint.end_offload();
  });
  return {board.control().end, helper.unreceived(), board.control().slice};
}

runtime::Transfer transfer(Rank peer, std::int32_t tag, void* data, std::size_t bytes) {
  return {.peer = peer,
          .tag = tag,
          .context = context,
          .data = static_cast<std::byte*>(data),
          .bytes = bytes};
}

class Offloaded : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Nodes, Offloaded, testing::Values(1, 2));

TEST_P(Offloaded, RandomProgramsReceiveWhatWasSent) {
  for (const std::uint64_t seed : thoroughness::sampled(10)) {
    for (const int ranks : {2, 3, 5}) {
      const auto program =
          runtime::random_program(seed + 1, ranks, thoroughness::stress_messages() / 20);
      const Served found =
          serve({GetParam(), ranks, runtime::most_bytes_to_any_source},
                [&](Endpoint& endpoint) { runtime::Part(endpoint, program).run(); });
      EXPECT_EQ(found.end, JobEnd::finished);
      EXPECT_TRUE(found.unreceived.empty());
    }
  }
}

TEST_P(Offloaded, LongMessagesTakeSlices) {
  constexpr std::size_t bytes = 1'000'000;
  const Served found = serve({GetParam(), 2}, [&](Endpoint& endpoint) {
    std::vector<std::uint8_t> data(bytes, endpoint.rank() == 0 ? 3 : 0);
    runtime::Transfer moved = transfer(1 - endpoint.rank(), 0, data.data(), bytes);
    endpoint.rank() == 0 ? endpoint.begin_send(moved) : endpoint.begin_receive(moved);
    EXPECT_EQ(endpoint.wait_for(moved), WaitOutcome::complete);
    EXPECT_EQ(data, std::vector<std::uint8_t>(bytes, 3));
  });
  EXPECT_GE(found.slices, bytes / 30'000);
}

TEST_P(Offloaded, ContextsDoNotMatch) {
  serve({GetParam(), 2}, [&](Endpoint& endpoint) {
    std::array<int, 2> data{endpoint.rank() == 0 ? 1 : 0, endpoint.rank() == 0 ? 2 : 0};
    for (const int i : {0, 1}) {
      // The receiver begins with the context that the sender uses last.
      const auto place = static_cast<std::size_t>(endpoint.rank() == 0 ? i : 1 - i);
      runtime::Transfer moved = transfer(1 - endpoint.rank(), 0, &data[place], sizeof(int));
      moved.context = context + place;
      endpoint.rank() == 0 ? endpoint.begin_send(moved) : endpoint.begin_receive(moved);
      EXPECT_EQ(endpoint.wait_for(moved), WaitOutcome::complete);
    }
    EXPECT_EQ(data, (std::array{1, 2}));
  });
}

TEST_P(Offloaded, AReceiveThatHasNotMatchedIsCancelled) {
  const Served found = serve({GetParam(), 2}, [&](Endpoint& endpoint) {
    int value = 0;
    runtime::Transfer receive = transfer(runtime::any_source, 4, &value, sizeof value);
    endpoint.begin_receive(receive);
    EXPECT_TRUE(endpoint.cancel(receive));
    EXPECT_TRUE(receive.is_cancelled && receive.is_complete);
    EXPECT_FALSE(endpoint.cancel(receive));
    // The number of the request is used again.
    value = endpoint.rank();
    runtime::Transfer send = transfer(1 - endpoint.rank(), 5, &value, sizeof value);
    endpoint.begin_send(send);
    int got = -1;
    receive = transfer(1 - endpoint.rank(), 5, &got, sizeof got);
    endpoint.begin_receive(receive);
    EXPECT_EQ(endpoint.wait_for(receive), WaitOutcome::complete);
    EXPECT_FALSE(receive.is_cancelled);
    EXPECT_EQ(got, 1 - endpoint.rank());
  });
  EXPECT_TRUE(found.unreceived.empty());
}

TEST_P(Offloaded, ASendThatHasNotMatchedIsCancelled) {
  const Served found = serve({GetParam(), 2}, [&](Endpoint& endpoint) {
    int value = 7;
    runtime::Transfer send = transfer(1 - endpoint.rank(), 6, &value, sizeof value);
    send.is_synchronous = true;
    endpoint.begin_send(send);
    EXPECT_TRUE(endpoint.begin_cancel(send));
    EXPECT_EQ(endpoint.wait_for(send), WaitOutcome::complete);
    EXPECT_TRUE(send.is_cancelled);
    EXPECT_FALSE(endpoint.begin_cancel(send));
  });
  EXPECT_EQ(found.end, JobEnd::finished);
  EXPECT_TRUE(found.unreceived.empty());
}

TEST_P(Offloaded, ASynchronousSendWaitsForItsReceive) {
  serve({GetParam(), 2}, [&](Endpoint& endpoint) {
    int value = 1;
    runtime::Transfer first = transfer(1 - endpoint.rank(), 0, &value, sizeof value);
    runtime::Transfer second = transfer(1 - endpoint.rank(), 1, &value, sizeof value);
    if (endpoint.rank() == 0) {
      first.is_synchronous = true;
      endpoint.begin_send(first);
      EXPECT_FALSE(first.is_complete);
      endpoint.begin_send(second);
      EXPECT_TRUE(second.is_complete);
      EXPECT_EQ(endpoint.wait_for(first), WaitOutcome::complete);
      return;
    }
    endpoint.begin_receive(second);
    EXPECT_EQ(endpoint.wait_for(second), WaitOutcome::complete);
    endpoint.begin_receive(first);
    EXPECT_EQ(endpoint.wait_for(first), WaitOutcome::complete);
  });
}

TEST_P(Offloaded, AProbeFindsTheMessageAndAClaimTakesIt) {
  serve({GetParam(), 3}, [&](Endpoint& endpoint) {
    int value = endpoint.rank();
    if (endpoint.rank() != 0) {
      runtime::Transfer send = transfer(0, 3, &value, sizeof value);
      send.mark = 40U + static_cast<std::uint32_t>(endpoint.rank());
      endpoint.begin_send(send);
      return;
    }
    const runtime::Message* found = nullptr;
    const auto has_found = [&] {
      found = endpoint.offload()->expected(context, runtime::any_source, runtime::any_tag);
      return found != nullptr;
    };
    EXPECT_EQ(endpoint.wait_until(has_found), WaitOutcome::complete);
    EXPECT_EQ(found->envelope.tag, 3);
    EXPECT_EQ(found->envelope.bytes, sizeof value);
    EXPECT_EQ(found->envelope.mark, 40U + static_cast<std::uint32_t>(found->source));
    const Rank first = found->source;
    runtime::OwnedMessage claimed = endpoint.claim(*found);
    ASSERT_NE(claimed, nullptr);
    // Another receive does not get it.
    int other = -1;
    runtime::Transfer receive = transfer(runtime::any_source, 3, &other, sizeof other);
    endpoint.begin_receive(receive);
    EXPECT_EQ(endpoint.wait_for(receive), WaitOutcome::complete);
    EXPECT_EQ(other, 3 - first);
    runtime::Transfer of_claimed = transfer(runtime::any_source, 3, &value, sizeof value);
    endpoint.begin_receive_of(std::move(claimed), of_claimed);
    EXPECT_EQ(endpoint.wait_for(of_claimed), WaitOutcome::complete);
    EXPECT_EQ(value, first);
    EXPECT_EQ(endpoint.visible(context, runtime::any_source, runtime::any_tag), nullptr);
  });
}

TEST_P(Offloaded, AMessageThatIsTooLongIsTruncated) {
  serve({GetParam(), 2}, [&](Endpoint& endpoint) {
    std::array<int, 4> data{1, 2, 3, 4};
    if (endpoint.rank() == 0) {
      runtime::Transfer send = transfer(1, 0, data.data(), sizeof data);
      endpoint.begin_send(send);
      return;
    }
    std::array<int, 4> got{};
    runtime::Transfer receive = transfer(0, 0, got.data(), 2 * sizeof(int));
    endpoint.begin_receive(receive);
    EXPECT_EQ(endpoint.wait_for(receive), WaitOutcome::complete);
    EXPECT_TRUE(receive.is_truncated);
    EXPECT_EQ(receive.received.bytes, sizeof data);
    EXPECT_EQ(got, (std::array{1, 2, 0, 0}));
  });
}

TEST_P(Offloaded, ADeadlockEndsAllWaits) {
  const Served found = serve({GetParam(), 3}, [&](Endpoint& endpoint) {
    runtime::Transfer receive = transfer((endpoint.rank() + 1) % 3, 0, nullptr, 0);
    endpoint.begin_receive(receive);
    EXPECT_EQ(endpoint.wait_for(receive), WaitOutcome::deadlock);
    EXPECT_TRUE(endpoint.quiescence().is_deadlocked());
  });
  EXPECT_EQ(found.end, JobEnd::deadlock);
}

TEST_P(Offloaded, UnreceivedMessagesAreKnown) {
  const Served found = serve({GetParam(), 2}, [&](Endpoint& endpoint) {
    runtime::Transfer send = transfer(1, 9, nullptr, 0);
    if (endpoint.rank() == 0) endpoint.begin_send(send);
  });
  ASSERT_EQ(found.unreceived.size(), 1U);
  EXPECT_EQ(found.unreceived.front().tag, 9);
  EXPECT_EQ(found.unreceived.front().context, context);
}

// Collectives.

using runtime::collectives::Call;
using runtime::collectives::CollectiveKind;
using runtime::collectives::CollectiveOutcome;
using runtime::collectives::Collectives;
using runtime::collectives::Piece;

template <class T>
Piece piece_of(T& data) {
  return {reinterpret_cast<std::byte*>(&data), sizeof data};
}

Call sum_of(double& mine, double& result, CollectiveKind kind, int root) {
  return {.signature = {.kind = kind,
                        .operation = runtime::collectives::Operator::sum,
                        .element = runtime::collectives::Element::floating_point,
                        .root = root,
                        .bytes = sizeof mine},
          .mine = piece_of(mine),
          .result = piece_of(result),
          .reduction = {.combine = nullptr, .element_bytes = sizeof mine}};
}

TEST_P(Offloaded, TheProtocolServesCollectivesOfAnyGroup) {
  constexpr int ranks = 5;
  const Served found = serve({GetParam(), ranks}, [&](Endpoint& endpoint) {
    // All ranks, in reverse, and the even ones.
    std::vector<Rank> reversed, even;
    for (Rank rank = ranks - 1; rank >= 0; --rank) reversed.push_back(rank);
    for (Rank rank = 0; rank < ranks; rank += 2) even.push_back(rank);
    Collectives all(endpoint, 100, runtime::StridedList(reversed), ranks - 1 - endpoint.rank());
    double mine = endpoint.rank() + 0.25;
    double sum = 0.0;
    // `combine` is null: only the helper combines.
    EXPECT_EQ(all.run(sum_of(mine, sum, CollectiveKind::allreduce, 0)),
              CollectiveOutcome::complete);
    EXPECT_EQ(sum, 11.25);
    for (int root = 0; root < ranks; ++root) {
      const bool is_root = ranks - 1 - endpoint.rank() == root;
      double value = is_root ? root + 0.5 : 0.0;
      EXPECT_EQ(all.run({.signature = {.kind = CollectiveKind::broadcast,
                                       .root = root,
                                       .bytes = sizeof value},
                         .result = piece_of(value)}),
                CollectiveOutcome::complete);
      EXPECT_EQ(value, root + 0.5);
      sum = -1.0;
      EXPECT_EQ(all.run(sum_of(mine, sum, CollectiveKind::reduce, root)),
                CollectiveOutcome::complete);
      EXPECT_EQ(sum, is_root ? 11.25 : -1.0);
    }
    if (endpoint.rank() % 2 == 0) {
      Collectives some(endpoint, 200, runtime::StridedList(even), endpoint.rank() / 2);
      EXPECT_EQ(some.run({.signature = {.kind = CollectiveKind::barrier}}),
                CollectiveOutcome::complete);
      EXPECT_EQ(some.run(sum_of(mine, sum, CollectiveKind::allreduce, 0)),
                CollectiveOutcome::complete);
      EXPECT_EQ(sum, 6.75);
    }
  });
  EXPECT_EQ(found.end, JobEnd::finished);
}

TEST(Mismatch, OfCollectivesOfANodeIsTold) {
  serve({1, 2}, [&](Endpoint& endpoint) {
    Collectives all(endpoint, 100, runtime::StridedList::consecutive(2), endpoint.rank());
    double value = 1.0;
    const Call broadcast{.signature = {.kind = CollectiveKind::broadcast, .bytes = sizeof value},
                         .result = piece_of(value)};
    const Call barrier{.signature = {.kind = CollectiveKind::barrier}};
    // The second call is in a later slice, in which there is no other.
    if (endpoint.rank() == 1) std::this_thread::sleep_for(20 * shortest_slice);
    EXPECT_EQ(all.run(endpoint.rank() == 0 ? broadcast : barrier), CollectiveOutcome::mismatch);
    EXPECT_EQ(all.complaint(),
              "rank 0 calls broadcast (root 0, 8 bytes) as collective 1, where rank 1 calls "
              "barrier");
  });
}

}  // namespace
}  // namespace strobe::bcs::realtime
