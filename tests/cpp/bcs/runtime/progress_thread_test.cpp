// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/progress_thread.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

#include "bcs/runtime/collectives/collectives.hpp"
#include "long_messages.hpp"

namespace strobe::bcs::runtime {
namespace {

Options with_progress_thread() {
  Options options;
  options.has_progress_thread = true;
  return options;
}

/// A rank with its progress thread. It has its turn but while it computes.
class RankWithThread {
 public:
  explicit RankWithThread(Endpoint& endpoint)
      : turns_(endpoint, {.for_progress = true}, {}), thread_(endpoint, turns_) {
    turns_.enter();
  }
  RankWithThread(const RankWithThread&) = delete;
  RankWithThread& operator=(const RankWithThread&) = delete;
  ~RankWithThread() { turns_.leave(); }

  void compute(const std::function<void()>& work) {
    turns_.leave();
    work();
    turns_.enter();
  }
  /// Until this is so, which only the progress thread of some rank can bring about.
  void compute_until(const std::function<bool()>& is_so) {
    for (bool is_over = false; !is_over;) {
      compute([] { std::this_thread::yield(); });
      is_over = is_so();
    }
  }

 private:
  ThreadTurns turns_;
  ProgressThread thread_;
};

class ProgressOnNodes : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(ProgressThread, ProgressOnNodes, testing::Values(1, 2));

/// The receive is complete although its rank only looks, and so is the send.
TEST_P(ProgressOnNodes, LongMessagesArriveWhileBothRanksCompute) {
  for (const bool cross_memory : {true, false}) {
    Options options = with_progress_thread();
    options.cross_memory = cross_memory;
    run_job(GetParam(), 2, options, [](Endpoint& endpoint) {
      RankWithThread rank(endpoint);
      LongData data = endpoint.rank() == 0 ? long_message(5) : LongData(long_count);
      Transfer transfer = transfer_of(1 - endpoint.rank(), data);
      endpoint.rank() == 0 ? endpoint.begin_send(transfer) : endpoint.begin_receive(transfer);
      rank.compute_until([&] { return transfer.is_complete; });
      EXPECT_EQ(data, long_message(5));
    });
  }
}

/// Adds numbers, and notes whether another thread than that of the rank does so.
struct Addition {
  std::thread::id rank = std::this_thread::get_id();
  bool is_elsewhere = false;

  static void combine(const void* with, const std::byte* earlier, std::byte* later,
                      std::size_t elements) {
    auto& addition = *static_cast<Addition*>(const_cast<void*>(with));
    if (std::this_thread::get_id() != addition.rank) addition.is_elsewhere = true;
    for (std::size_t i = 0; i < elements; ++i) {
      reinterpret_cast<std::uint32_t*>(later)[i] +=
          reinterpret_cast<const std::uint32_t*>(earlier)[i];
    }
  }
};

/// Adds up a message of each rank while the ranks compute, unless that is the application's work.
void reduce(Endpoint& endpoint, collectives::Operator operation) {
  RankWithThread rank(endpoint);
  collectives::Collectives all(endpoint, 11, StridedList(std::vector<Rank>{0, 1}), endpoint.rank());
  LongData mine = long_message(static_cast<std::uint32_t>(endpoint.rank()));
  LongData sum(long_count);
  const std::size_t bytes = long_count * sizeof sum[0];
  Addition addition;
  collectives::Call call;
  call.signature = {.kind = collectives::CollectiveKind::allreduce,
                    .mode = collectives::CollectiveMode::non_blocking,
                    .operation = operation,
                    .bytes = bytes};
  call.mine = {reinterpret_cast<std::byte*>(mine.data()), bytes};
  call.result = {reinterpret_cast<std::byte*>(sum.data()), bytes};
  call.reduction = {
      .combine = Addition::combine, .with = &addition, .element_bytes = sizeof sum[0]};
  const auto sums = all.prepare(call);
  sums->start();
  const auto is_complete = [&] { return sums->is_complete(); };
  if (operation == collectives::Operator::users) {
    rank.compute([] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); });
    EXPECT_EQ(endpoint.wait_until(is_complete), WaitOutcome::complete);
    EXPECT_FALSE(addition.is_elsewhere);
  } else {
    rank.compute_until(is_complete);
  }
  for (std::size_t i = 0; i < long_count; ++i) ASSERT_EQ(sum[i], 2 * i + 1) << i;
  // No rank leaves before the other is complete.
  LongData nothing;
  Transfer send = transfer_of(1 - endpoint.rank(), nothing);
  Transfer receive = send;
  endpoint.begin_send(send);
  endpoint.begin_receive(receive);
  for (const Transfer* each : {&send, &receive})
    EXPECT_EQ(endpoint.wait_for(*each), WaitOutcome::complete);
}

TEST_P(ProgressOnNodes, CollectivesGoOn) {
  run_job(GetParam(), 2, with_progress_thread(),
          [](Endpoint& endpoint) { reduce(endpoint, collectives::Operator::sum); });
}

TEST_P(ProgressOnNodes, OperationsOfTheApplicationAreCalledByItsOwnThread) {
  run_job(GetParam(), 2, with_progress_thread(),
          [](Endpoint& endpoint) { reduce(endpoint, collectives::Operator::users); });
}

/// A full ring is emptied, although its reader computes.
TEST_P(ProgressOnNodes, ManyShortMessagesFindRoom) {
  run_job(GetParam(), 2, with_progress_thread(), [](Endpoint& endpoint) {
    RankWithThread rank(endpoint);
    constexpr std::size_t messages = 2000;
    std::vector<LongData> data(messages,
                               LongData(300, static_cast<std::uint32_t>(endpoint.rank())));
    std::vector<Transfer> transfers;
    for (LongData& each : data) transfers.push_back(transfer_of(1 - endpoint.rank(), each));
    for (Transfer& each : transfers)
      endpoint.rank() == 0 ? endpoint.begin_send(each) : endpoint.begin_receive(each);
    rank.compute_until([&] {
      return std::ranges::all_of(transfers, [](const Transfer& each) { return each.is_complete; });
    });
  });
}

/// A computing rank is not blocked, so that a deadlock is proven only when it waits, too.
TEST(ProgressThread, IsNoRank) {
  std::atomic<int> computed = 0;
  std::atomic<int> stuck = 0;
  run_ranks(2, with_progress_thread(), [&](Endpoint& endpoint) {
    RankWithThread rank(endpoint);
    if (endpoint.rank() == 0) {
      rank.compute([] { std::this_thread::sleep_for(std::chrono::milliseconds(50)); });
      computed = 1;
    }
    LongData nothing;
    Transfer transfer = transfer_of(1 - endpoint.rank(), nothing);
    endpoint.begin_receive(transfer);
    if (endpoint.wait_for(transfer) == WaitOutcome::deadlock && computed == 1) ++stuck;
  });
  EXPECT_EQ(stuck, 2);
}

}  // namespace
}  // namespace strobe::bcs::runtime
