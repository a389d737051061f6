// SPDX-License-Identifier: BSD-3-Clause
//
// What --check knows of windows: their epochs, and which accesses conflict.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "bcs/check/epochs.hpp"
#include "bcs/check/window_accesses.hpp"

namespace strobe::bcs::check {
namespace {

constexpr Place here = 1, there = 2;

Kind kind_of(const Epochs::Error& error) { return error ? error->kind : Kind::failed_call; }

TEST(Epochs, AllowAccessesOnlyToTheirTargets) {
  Epochs epochs;
  EXPECT_EQ(kind_of(epochs.access(0, false, here)), Kind::epoch_missing);
  EXPECT_FALSE(epochs.lock(1, true, here));
  EXPECT_FALSE(epochs.access(1, true, here));
  EXPECT_EQ(kind_of(epochs.access(0, false, here)), Kind::epoch_missing);
  EXPECT_TRUE(epochs.is_exclusive());
  EXPECT_FALSE(epochs.unlock(1));
  EXPECT_FALSE(epochs.start({2}, here));
  EXPECT_FALSE(epochs.access(2, false, here));
  EXPECT_EQ(kind_of(epochs.access(2, true, here)), Kind::epoch_missing);
  EXPECT_EQ(kind_of(epochs.access(1, false, here)), Kind::epoch_missing);
  EXPECT_FALSE(epochs.complete());
}

TEST(Epochs, EndBeforeOthersBegin) {
  Epochs epochs;
  EXPECT_FALSE(epochs.lock(1, false, here));
  const Epochs::Error again = epochs.lock(1, false, there);
  EXPECT_EQ(kind_of(again), Kind::epoch_not_ended);
  EXPECT_EQ(again->began, here);
  EXPECT_FALSE(epochs.lock(2, false, here));
  EXPECT_EQ(kind_of(epochs.lock_all(there)), Kind::epoch_not_ended);
  EXPECT_EQ(kind_of(epochs.start({0}, there)), Kind::epoch_not_ended);
  EXPECT_EQ(kind_of(epochs.fence(true, true)), Kind::epoch_not_ended);
  EXPECT_EQ(kind_of(epochs.end()), Kind::epoch_not_ended);
  EXPECT_FALSE(epochs.unlock(1));
  EXPECT_FALSE(epochs.unlock(2));
  EXPECT_FALSE(epochs.end());
}

TEST(Epochs, OfFencesNeedAnotherFenceOnlyAfterAccesses) {
  Epochs epochs;
  EXPECT_FALSE(epochs.fence(true, true));
  EXPECT_FALSE(epochs.lock(1, false, here));
  EXPECT_FALSE(epochs.unlock(1));
  EXPECT_FALSE(epochs.end());
  EXPECT_FALSE(epochs.access(1, false, there));
  const Epochs::Error early = epochs.lock(1, false, here);
  EXPECT_EQ(kind_of(early), Kind::epoch_not_ended);
  EXPECT_EQ(early->began, there);
  EXPECT_EQ(kind_of(epochs.end()), Kind::epoch_not_ended);
  EXPECT_FALSE(epochs.fence(true, false));
  EXPECT_EQ(kind_of(epochs.access(1, false, here)), Kind::epoch_missing);
  EXPECT_FALSE(epochs.end());
}

TEST(Epochs, EndOnlyWhatHasBegun) {
  Epochs epochs;
  EXPECT_EQ(kind_of(epochs.unlock(0)), Kind::epoch_missing);
  EXPECT_EQ(kind_of(epochs.unlock_all()), Kind::epoch_missing);
  EXPECT_EQ(kind_of(epochs.complete()), Kind::epoch_missing);
  EXPECT_EQ(kind_of(epochs.wait()), Kind::epoch_missing);
  EXPECT_EQ(kind_of(epochs.flush(0)), Kind::epoch_missing);
  EXPECT_EQ(kind_of(epochs.flush_all()), Kind::epoch_missing);
  EXPECT_FALSE(epochs.post(here));
  EXPECT_EQ(kind_of(epochs.post(there)), Kind::epoch_not_ended);
  EXPECT_FALSE(epochs.wait());
  epochs.exposure_ended();
  EXPECT_FALSE(epochs.end());
}

WindowAccess access(int origin, AccessKind kind, EpochKind epoch = EpochKind::fence) {
  return {.begin = 8, .bytes = 8, .origin = origin, .kind = kind, .epoch_kind = epoch};
}

TEST(WindowAccesses, ConflictIfTheyOverlapAndOneWrites) {
  const WindowAccess put = access(0, AccessKind::put);
  WindowAccess other = access(1, AccessKind::get);
  EXPECT_TRUE(do_conflict(put, other));
  EXPECT_FALSE(do_conflict(access(0, AccessKind::get), other));
  other.begin = 16;
  EXPECT_FALSE(do_conflict(put, other));
  other.begin = 15;
  EXPECT_TRUE(do_conflict(put, other));
  other.bytes = 0;
  EXPECT_FALSE(do_conflict(put, other));
}

TEST(WindowAccesses, OfOneProcessAreOrderedByItsCompletions) {
  WindowAccess put = access(0, AccessKind::put, EpochKind::locked);
  const WindowAccess before = put;
  EXPECT_FALSE(do_conflict(before, put));
  put.place = there;
  EXPECT_TRUE(do_conflict(before, put));
  ++put.completions;
  EXPECT_FALSE(do_conflict(before, put));
  put.completions = 0;
  ++put.local_completions;
  EXPECT_TRUE(do_conflict(before, put));
  WindowAccess get = access(0, AccessKind::get, EpochKind::locked);
  get.has_result = true;
  EXPECT_FALSE(do_conflict(get, put));
  EXPECT_FALSE(do_conflict(access(0, AccessKind::load), access(0, AccessKind::put)));
}

TEST(WindowAccesses, UnderLocksMayBeOrderedOtherwise) {
  WindowAccess put = access(0, AccessKind::put, EpochKind::locked);
  put.last_phase = 0;
  WindowAccess other = access(1, AccessKind::put, EpochKind::locked);
  EXPECT_TRUE(do_conflict(put, other));
  other.phase = 1;
  EXPECT_FALSE(do_conflict(put, other));
  EXPECT_FALSE(do_conflict(other, put));
  other.phase = 0;
  other.may_follow = true;
  EXPECT_FALSE(do_conflict(put, other));
  other.may_follow = false;
  other.is_exclusive = true;
  EXPECT_FALSE(do_conflict(put, other));
}

TEST(WindowAccesses, ThatAreNotCompleteConflictWithLaterOnes) {
  WindowAccess put = access(0, AccessKind::put, EpochKind::locked);
  put.last_phase = 1;
  WindowAccess other = access(1, AccessKind::put, EpochKind::locked);
  other.phase = 1;
  EXPECT_TRUE(do_conflict(put, other));
  EXPECT_TRUE(do_conflict(other, put));
  other.may_follow = true;
  EXPECT_FALSE(do_conflict(put, other));
  other.may_follow = false;
  put.may_follow = true;
  EXPECT_TRUE(do_conflict(put, other));
  other.phase = 2;
  EXPECT_FALSE(do_conflict(put, other));
  put.last_phase = WindowAccess::not_complete;
  EXPECT_TRUE(do_conflict(put, other));
}

TEST(WindowAccesses, CombineIfTheirOperatorsDo) {
  const auto accumulate = [](int origin, int combination) {
    WindowAccess made = access(origin, AccessKind::accumulate);
    made.combination = static_cast<std::uint8_t>(combination);
    made.type = 1;
    return made;
  };
  constexpr int sum = static_cast<int>(Combination::first_operator), product = sum + 1;
  EXPECT_FALSE(do_conflict(accumulate(0, sum), accumulate(1, sum)));
  EXPECT_TRUE(do_conflict(accumulate(0, sum), accumulate(1, product)));
  EXPECT_FALSE(do_conflict(accumulate(0, sum), accumulate(0, product)));
  EXPECT_FALSE(
      do_conflict(accumulate(0, sum), accumulate(1, static_cast<int>(Combination::nothing))));
  EXPECT_TRUE(do_conflict(accumulate(0, sum), access(1, AccessKind::get)));
  EXPECT_FALSE(do_conflict(accumulate(0, static_cast<int>(Combination::nothing)),
                           access(1, AccessKind::get)));
  WindowAccess other = accumulate(1, sum);
  other.type = 2;
  EXPECT_TRUE(do_conflict(accumulate(0, sum), other));
}

TEST(WindowAccesses, OfTheProcessItselfMayBeOrderedByMessages) {
  const WindowAccess put = access(0, AccessKind::put);
  WindowAccess store = access(1, AccessKind::store);
  EXPECT_TRUE(do_conflict(put, store));
  store.phase = 1;
  EXPECT_FALSE(do_conflict(put, store));
  EXPECT_TRUE(do_conflict(put, access(1, AccessKind::put)));
}

TEST(WindowAccesses, OfTheProcessItselfUnderLocksConflictIfBothWrite) {
  const auto locked = [](int origin, AccessKind kind) {
    WindowAccess made = access(origin, kind);
    made.epoch_kind = EpochKind::locked;
    return made;
  };
  WindowAccess put = locked(0, AccessKind::put);
  WindowAccess store = locked(1, AccessKind::store);
  EXPECT_TRUE(do_conflict(put, store));
  EXPECT_FALSE(do_conflict(put, locked(1, AccessKind::load)));
  EXPECT_FALSE(do_conflict(locked(0, AccessKind::get), store));
  put.is_exclusive = true;
  EXPECT_FALSE(do_conflict(put, store));
  store.is_without_lock = true;
  EXPECT_TRUE(do_conflict(put, store));
  store.may_follow = true;
  EXPECT_FALSE(do_conflict(put, store));
}

TEST(WindowAccesses, SomewhereInBytesConflictOnlyWithAllOfThem) {
  WindowAccess load = access(1, AccessKind::load);
  load.is_somewhere = true;
  WindowAccess put = access(0, AccessKind::put);
  EXPECT_TRUE(do_conflict(load, put));
  put.bytes = 4;
  EXPECT_FALSE(do_conflict(load, put));
}

TEST(WindowAccesses, AreSamePutsIfTheirDataAre) {
  WindowAccess put = access(0, AccessKind::put);
  WindowAccess other = access(1, AccessKind::put);
  EXPECT_FALSE(are_same_puts(put, other));
  put.contents = other.contents = 5;
  EXPECT_TRUE(are_same_puts(put, other));
  other.contents = 6;
  EXPECT_FALSE(are_same_puts(put, other));
}

TEST(WindowAccesses, AreFoundOnceForTwoPlaces) {
  std::vector<WindowAccess> all;
  for (int i = 0; i < 100; ++i) {
    all.push_back(access(i % 2, AccessKind::put));
    all.back().begin = static_cast<std::uint64_t>(i / 2 * 8);
    all.back().place = i % 2 == 0 ? here : there;
  }
  const auto found = conflicts(all);
  ASSERT_EQ(found.size(), 1);
  EXPECT_EQ(found.front().first.origin, 0);
  EXPECT_EQ(found.front().second.place, there);
}

}  // namespace
}  // namespace strobe::bcs::check
