// SPDX-License-Identifier: BSD-3-Clause
//
// Locks between ranks of one node and of several.
#include "bcs/runtime/lock_service.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>

#include "ranks.hpp"

namespace strobe::bcs::runtime {
namespace {

constexpr Context object = 11;

/// One rank's locks, with waiting.
class WaitingLocks {
 public:
  explicit WaitingLocks(Endpoint& endpoint) : endpoint_(endpoint), locks_(endpoint) {
    wait_for_all(endpoint);
  }
  ~WaitingLocks() {
    wait_for_all(endpoint_);
    EXPECT_EQ(endpoint_.wait_until([&] { return locks_.has_sent_all(); }), WaitOutcome::complete);
  }
  WaitingLocks(const WaitingLocks&) = delete;
  WaitingLocks& operator=(const WaitingLocks&) = delete;

  void request(Rank target, LockKind kind) { locks_.request(object, target, kind); }
  [[nodiscard]] bool has(Rank target) const { return locks_.has(object, target); }
  WaitOutcome wait(Rank target) {
    return endpoint_.wait_until([&] { return has(target); });
  }
  void lock(Rank target, LockKind kind) {
    request(target, kind);
    EXPECT_EQ(wait(target), WaitOutcome::complete);
  }
  void unlock(Rank target) { locks_.release(object, target); }

 private:
  Endpoint& endpoint_;
  LockService locks_;
};

void pass(Endpoint& endpoint, Rank from, Rank to) {
  if (endpoint.rank() != from && endpoint.rank() != to) return;
  Transfer transfer;
  transfer.peer = endpoint.rank() == from ? to : from;
  transfer.context = context;
  endpoint.rank() == from ? endpoint.begin_send(transfer) : endpoint.begin_receive(transfer);
  EXPECT_EQ(endpoint.wait_for(transfer), WaitOutcome::complete);
}

class LocksOnNodes : public testing::TestWithParam<int> {
 protected:
  static void run(int ranks, const std::function<void(Endpoint&)>& program) {
    run_job(GetParam(), ranks, Options{}, program);
  }
};

TEST_P(LocksOnNodes, OneRankAtATimeHasAnExclusiveLock) {
  int plain = 0;
  run(4, [&](Endpoint& endpoint) {
    WaitingLocks locks(endpoint);
    for (int turn = 0; turn < 50; ++turn) {
      locks.lock(1, LockKind::exclusive);
      ++plain;
      locks.unlock(1);
    }
  });
  EXPECT_EQ(plain, 200);
}

TEST_P(LocksOnNodes, RanksShareALockAndKeepOutExclusiveOnes) {
  std::atomic<int> writers{0};
  std::atomic<int> readers{0};
  run(4, [&](Endpoint& endpoint) {
    WaitingLocks locks(endpoint);
    const bool writes = endpoint.rank() == 3;
    for (int turn = 0; turn < 50; ++turn) {
      locks.lock(0, writes ? LockKind::exclusive : LockKind::shared);
      ++(writes ? writers : readers);
      EXPECT_TRUE(writers == 0 || readers == 0);
      --(writes ? writers : readers);
      locks.unlock(0);
    }
  });
}

TEST_P(LocksOnNodes, AnExclusiveLockThatIsWaitedForDelaysNoSharedOne) {
  run(3, [&](Endpoint& endpoint) {
    WaitingLocks locks(endpoint);
    if (endpoint.rank() == 0) locks.lock(0, LockKind::shared);
    pass(endpoint, 0, 1);
    if (endpoint.rank() == 1) locks.request(0, LockKind::exclusive);
    pass(endpoint, 1, 2);
    if (endpoint.rank() == 2) {
      locks.lock(0, LockKind::shared);
      locks.unlock(0);
    }
    pass(endpoint, 2, 0);
    if (endpoint.rank() == 0) locks.unlock(0);
    if (endpoint.rank() == 1) {
      EXPECT_EQ(locks.wait(0), WaitOutcome::complete);
      locks.unlock(0);
    }
  });
}

TEST_P(LocksOnNodes, RanksThatWaitForEachOthersLocksAreADeadlock) {
  run(2, [&](Endpoint& endpoint) {
    LockService locks(endpoint);
    wait_for_all(endpoint);
    const auto take = [&](Rank target) {
      locks.request(object, target, LockKind::exclusive);
      return endpoint.wait_until([&] { return locks.has(object, target); });
    };
    EXPECT_EQ(take(endpoint.rank()), WaitOutcome::complete);
    wait_for_all(endpoint);
    EXPECT_EQ(take(1 - endpoint.rank()), WaitOutcome::deadlock);
  });
}

INSTANTIATE_TEST_SUITE_P(Nodes, LocksOnNodes, testing::Values(1, 2));

}  // namespace
}  // namespace strobe::bcs::runtime
