// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/page_guard.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

namespace strobe::bcs::check {
namespace {

using memory::Allocation;
using memory::MemoryListener;
using memory::ProgramMemory;
using memory::Release;

constexpr std::size_t page = 4096;

bool guard_excuses = false;
int times_opened = 0;
MemoryListener* listener = nullptr;
std::vector<void*> given_back;
// Of the library that follows a program's memory, what these tests need.
const ProgramMemory memory_of_guard_test{
    .listen = [](MemoryListener* to) { listener = to; },
    .allocation_before = [](const void* /*at*/) { return Allocation{}; },
    .give_back = [](void* memory, std::size_t /*bytes*/,
                    Release /*release*/) { given_back.push_back(memory); },
    .set_action = [](int signal, const struct sigaction* action,
                     struct sigaction* before) { return sigaction(signal, action, before); }};

class PageGuardTest : public testing::Test {
 protected:
  PageGuardTest()
      : memory_(static_cast<volatile std::byte*>(mmap(nullptr, pages * page, PROT_READ | PROT_WRITE,
                                                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    guard_excuses = false;
    times_opened = 0;
    given_back.clear();
  }
  ~PageGuardTest() override { munmap(const_cast<std::byte*>(memory_), pages * page); }

  [[nodiscard]] std::span<const std::byte> part(std::size_t begin, std::size_t end) const {
    return {const_cast<std::byte*>(memory_) + begin, end - begin};
  }
  std::uint16_t begin(std::span<const std::byte> buffer, Access access,
                      PageGuard::Writer writer = PageGuard::Writer::runtime) {
    return guard_.begin(buffer, access, writer);
  }

  static constexpr std::size_t pages = 8;
  volatile std::byte* memory_;
  PageGuard guard_{
      memory_of_guard_test,
      {.is_excused = [] { return guard_excuses; },
       .describe = [](const void* interrupted, AccessSite& site) { site.address = interrupted; },
       .opened = [] { ++times_opened; }}};
};

TEST_F(PageGuardTest, SeesAWriteToEachPageOfASendBuffer) {
  for (std::size_t at = page; at < 3 * page; at += 1000) {
    const std::uint16_t number = begin(part(100, 3 * page), Access::write);
    memory_[at] = std::byte{1};
    const PageGuard::Seen seen = guard_.end(number);
    ASSERT_TRUE(seen.accessed.has_value()) << at;
    EXPECT_NE(seen.accessed->address, nullptr);
    EXPECT_TRUE(memory_[at] == std::byte{1});
  }
}

TEST_F(PageGuardTest, AReadOfASendBufferIsNone) {
  const std::uint16_t number = begin(part(0, 3 * page), Access::write);
  EXPECT_TRUE(memory_[page] == std::byte{0});
  EXPECT_FALSE(guard_.end(number).accessed.has_value());
}

TEST_F(PageGuardTest, SeesAReadOfAReceiveBuffer) {
  const std::uint16_t number = begin(part(0, 3 * page), Access::any);
  EXPECT_TRUE(memory_[page + 5] == std::byte{0});
  EXPECT_TRUE(guard_.end(number).accessed.has_value());
}

TEST_F(PageGuardTest, WhatLiesBesideOnTheSamePagesIsFree) {
  const std::uint16_t number = begin(part(page + 100, 4 * page + 100), Access::any);
  memory_[page + 99] = std::byte{1};
  memory_[4 * page + 100] = std::byte{1};
  EXPECT_FALSE(guard_.end(number).accessed.has_value());
  const PageGuard::Edges edges = guard_.edges(begin(part(page + 100, 4 * page + 100), Access::any));
  EXPECT_EQ(edges.first.size(), page - 100);
  EXPECT_EQ(edges.last.size(), 100U);
}

TEST_F(PageGuardTest, AnExcusedAccessOpensUntilTheCallReturns) {
  const std::uint16_t number = begin(part(0, 3 * page), Access::any);
  guard_excuses = true;
  memory_[page] = std::byte{1};
  memory_[page + 1] = std::byte{1};
  EXPECT_EQ(times_opened, 1);
  guard_.close_opened();
  guard_excuses = false;
  memory_[2 * page] = std::byte{1};
  EXPECT_TRUE(guard_.end(number).accessed.has_value());
}

TEST_F(PageGuardTest, TheSystemMayWriteWhereItWasAnnounced) {
  const std::span<const std::byte> buffer = part(0, 3 * page);
  const std::uint16_t number = begin(buffer, Access::any);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(write(ends[1], "x", 1), 1);
  auto* const at = const_cast<std::byte*>(buffer.data()) + page;
  EXPECT_EQ(read(ends[0], at, 1), -1);
  guard_.arrives(buffer.data(), buffer.size(), false);
  EXPECT_EQ(read(ends[0], at, 1), 1);
  EXPECT_EQ(times_opened, 1);
  EXPECT_FALSE(guard_.end(number).accessed.has_value());
  close(ends[0]);
  close(ends[1]);
}

TEST_F(PageGuardTest, TwoSendsShareTheirPages) {
  const std::uint16_t one = begin(part(0, 3 * page), Access::write);
  const std::uint16_t other = begin(part(page, 4 * page), Access::write);
  EXPECT_FALSE(guard_.end(one).accessed.has_value());
  memory_[0] = std::byte{1};
  memory_[page] = std::byte{1};
  EXPECT_TRUE(guard_.end(other).accessed.has_value());
}

TEST_F(PageGuardTest, EdgesThatChangeBeforeTheDataArriveAreSeen) {
  for (const bool changes : {false, true}) {
    const std::span<const std::byte> buffer = part(page + 8, page + 16);
    const std::uint16_t number = begin(buffer, Access::any, PageGuard::Writer::followed);
    if (changes) memory_[page + 15] = std::byte{7};
    memory_[page + 16] = std::byte{7};
    guard_.arrives(buffer.data(), buffer.size(), false);
    memory_[page + 8] = std::byte{9};
    EXPECT_EQ(guard_.end(number).was_changed_early, changes);
  }
}

TEST_F(PageGuardTest, MemoryThatIsWrittenByOthersIsNotProtected) {
  const std::uint16_t number = begin(part(0, 3 * page), Access::any, PageGuard::Writer::others);
  memory_[page] = std::byte{1};
  EXPECT_FALSE(guard_.end(number).accessed.has_value());
}

TEST_F(PageGuardTest, ReadOnlyMemoryStaysSo) {
  auto* const at = const_cast<std::byte*>(memory_);
  ASSERT_EQ(mprotect(at, pages * page, PROT_READ), 0);
  EXPECT_FALSE(guard_.end(begin(part(0, 3 * page), Access::write)).accessed.has_value());
  EXPECT_DEATH(memory_[page] = std::byte{1}, "");
}

TEST_F(PageGuardTest, MemoryThatTheProgramProtectsIsLeftAlone) {
  listener->protects(const_cast<std::byte*>(memory_), page);
  const std::uint16_t number = begin(part(0, 3 * page), Access::any);
  memory_[2 * page] = std::byte{1};
  EXPECT_FALSE(guard_.end(number).accessed.has_value());
}

TEST_F(PageGuardTest, MemoryThatIsFreedIsKeptUntilTheEnd) {
  auto* const at = const_cast<std::byte*>(memory_);
  const std::uint16_t one = begin(part(0, 16), Access::write);
  const std::uint16_t other = begin(part(16, 32), Access::write);
  EXPECT_FALSE(listener->is_interested_in(at + page, page));
  ASSERT_TRUE(listener->is_interested_in(at, page));
  EXPECT_TRUE(listener->releases(at, page, Release::unmap));
  EXPECT_TRUE(guard_.end(one).released.has_value());
  EXPECT_TRUE(given_back.empty());
  EXPECT_TRUE(guard_.end(other).released.has_value());
  EXPECT_EQ(given_back, std::vector<void*>{at});
}

TEST_F(PageGuardTest, ASystemCallOfTheProgramIsAnAccess) {
  const std::uint16_t number = begin(part(0, 3 * page), Access::write);
  const std::byte* const at = part(page, 2 * page).data();
  listener->passes(at, page, false);
  listener->passed(at, page, false);
  listener->passes(at, page, true);
  memory_[page] = std::byte{1};  // as the system does
  listener->passed(at, 1, true);
  EXPECT_EQ(times_opened, 1);
  EXPECT_TRUE(guard_.end(number).accessed.has_value());
}

volatile int own_faults = 0;
void* own_page = nullptr;

TEST_F(PageGuardTest, TheHandlerOfTheProgramGetsItsOwnFaults) {
  own_page = const_cast<std::byte*>(memory_) + 7 * page;
  struct sigaction own{};
  own.sa_sigaction = [](int /*number*/, siginfo_t* /*info*/, void* /*context*/) {
    own_faults = own_faults + 1;
    mprotect(own_page, page, PROT_READ | PROT_WRITE);
  };
  own.sa_flags = SA_SIGINFO;
  listener->sets_action(&own, nullptr);
  const std::uint16_t number = begin(part(0, 3 * page), Access::write);
  ASSERT_EQ(mprotect(own_page, page, PROT_NONE), 0);
  memory_[7 * page] = std::byte{1};
  EXPECT_EQ(own_faults, 1);
  memory_[page] = std::byte{1};
  EXPECT_EQ(own_faults, 1);
  EXPECT_TRUE(guard_.end(number).accessed.has_value());
  struct sigaction now{};
  listener->sets_action(nullptr, &now);
  EXPECT_EQ(now.sa_sigaction, own.sa_sigaction);
}

TEST_F(PageGuardTest, AChildHasCopiesOfTheBuffers) {
  const std::uint16_t number = begin(part(0, 3 * page), Access::any);
  const pid_t child = fork();
  if (child == 0) {
    memory_[page] = std::byte{1};
    _exit(0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_FALSE(guard_.end(number).accessed.has_value());
}

TEST_F(PageGuardTest, FurtherBuffersAreNotGuarded) {
  std::vector<std::uint16_t> numbers;
  for (std::size_t i = 0; i < PageGuard::most; ++i)
    numbers.push_back(begin(part(i, i + 1), Access::write));
  EXPECT_EQ(begin(part(0, page), Access::write), PageGuard::none);
  static_cast<void>(guard_.end(numbers[7]));
  EXPECT_EQ(begin(part(0, page), Access::write), numbers[7]);
}

}  // namespace
}  // namespace strobe::bcs::check
