// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/cooperative_copy.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <thread>
#include <vector>

#include "support/thoroughness.hpp"

namespace strobe::bcs::runtime {
namespace {

std::vector<std::byte> pattern(std::size_t bytes, std::uint32_t number) {
  std::vector<std::byte> data(bytes);
  for (std::size_t i = 0; i < bytes; ++i) {
    data[i] = static_cast<std::byte>(i * 7 + i / 4096 + number);
  }
  return data;
}

std::uint64_t address(const std::vector<std::byte>& data) {
  return reinterpret_cast<std::uint64_t>(data.data());
}

TEST(CooperativeCopy, HasAllBytesWhicheverSideCopies) {
  CooperativeCopyBoard board{};
  for (const std::uint64_t i : thoroughness::sampled(200)) {
    const auto number = static_cast<std::uint32_t>(i + 1);
    const std::size_t bytes = 256 * 1024 + number * 9973;
    const std::vector<std::byte> from = pattern(bytes, number);
    std::vector<std::byte> to(bytes);
    const CooperativeCopy copy{
        .board = &board, .number = number, .other = getpid(), .bytes = bytes};
    copy.open();
    std::thread sender([&] { copy.push([&] { return from.data(); }, address(to)); });
    ASSERT_TRUE(copy.pull(address(from), to.data()));
    ASSERT_EQ(to, from);
    sender.join();
  }
}

TEST(CooperativeCopy, LateSenderCopiesNothing) {
  CooperativeCopyBoard board{};
  const std::vector<std::byte> from = pattern(300'000, 1);
  std::vector<std::byte> to(from.size());
  const CooperativeCopy copy{.board = &board, .number = 1, .other = getpid(), .bytes = from.size()};
  copy.open();
  ASSERT_TRUE(copy.pull(address(from), to.data()));
  EXPECT_EQ(to, from);
  const auto from_nowhere = []() -> const std::byte* {
    ADD_FAILURE();
    return nullptr;
  };
  copy.push(from_nowhere, address(to));
  CooperativeCopy next = copy;
  next.number = 2;
  next.open();
  copy.push(from_nowhere, address(to));
}

TEST(CooperativeCopy, IsDoneByTheReceiverIfTheSystemRefusesTheSender) {
  CooperativeCopyBoard board{};
  const std::vector<std::byte> from = pattern(1'000'000, 1);
  std::vector<std::byte> to(from.size());
  CooperativeCopy copy{.board = &board, .number = 1, .other = getpid(), .bytes = from.size()};
  copy.open();
  // No process has the highest pid, so that writing to it fails.
  CooperativeCopy refused = copy;
  refused.other = 0x7fffffff;
  refused.push([&] { return from.data(); }, address(to));
  EXPECT_EQ(board.refused.load(), 1);
  ASSERT_TRUE(copy.pull(address(from), to.data()));
  EXPECT_EQ(to, from);
}

}  // namespace
}  // namespace strobe::bcs::runtime
