// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/realtime/rank_mailbox.hpp"

#include <unistd.h>

#include <chrono>
#include <utility>

namespace strobe::bcs::realtime {

namespace {

/// A waiting rank checks so often whether the others still run.
constexpr std::chrono::milliseconds check_interval{500};

/// Whether a number is not before another one. Numbers wrap around.
bool is_reached(std::uint32_t number, std::uint32_t by) {
  return static_cast<std::int32_t>(by - number) >= 0;
}

}  // namespace

RankMailbox::RankMailbox(Board& board, Rank rank, RankEnder& ender)
    : board_(board), box_(board.mailbox(rank)), ender_(ender) {
  box_.probe = address_of(&probed_);
  box_.pid.store(getpid(), std::memory_order_release);
}

void RankMailbox::end_if_over() {
  if (end() != JobEnd::running) ender_.ended(end());
}

std::uint32_t RankMailbox::post(const Descriptor& descriptor) {
  const std::uint32_t posted = box_.posted.load(std::memory_order_relaxed);
  wait_until_taken(posted + 1 - Mailbox::capacity);
  box_.descriptors[posted % Mailbox::capacity] = descriptor;
  box_.posted.store(posted + 1, std::memory_order_release);
  return posted + 1;
}

void RankMailbox::wait_until_taken(std::uint32_t number) {
  for (;;) {
    const std::uint32_t taken = box_.taken.load(std::memory_order_acquire);
    if (is_reached(number, taken)) return;
    end_if_over();
    if (!runtime::futex_wait(box_.taken, taken, check_interval)) ender_.check();
  }
}

void RankMailbox::keep_until_taken(std::vector<std::byte> data) {
  const std::uint32_t taken = box_.taken.load(std::memory_order_acquire);
  while (!kept_.empty() && is_reached(kept_.front().posted, taken)) kept_.pop_front();
  if (data.empty()) return;
  kept_.push_back({box_.posted.load(std::memory_order_relaxed), std::move(data)});
}

protocol::Answer RankMailbox::wait_for_answer(std::uint32_t number) {
  for (;;) {
    const std::uint32_t answered = box_.answered.load(std::memory_order_acquire);
    end_if_over();
    if (answered == number) return answer();
    if (!runtime::futex_wait(box_.answered, answered, check_interval)) ender_.check();
  }
}

protocol::Answer RankMailbox::answer() const {
  return {.flag = box_.flag != 0,
          .request = box_.request,
          .source = box_.source,
          .tag = box_.tag,
          .bytes = box_.bytes,
          .mark = box_.mark,
          .sequence = box_.sequence};
}

bool RankMailbox::is_complete(const CompletionWord& word) const {
  // The helper writes it while this rank reads it.
  const std::uint64_t number =
      std::atomic_ref(const_cast<std::uint64_t&>(word.number)).load(std::memory_order_relaxed);
  return number != 0 && number <= completions();
}

void RankMailbox::wait_for_end() {
  while (end() == JobEnd::running) {
    const std::uint32_t answered = box_.answered.load(std::memory_order_acquire);
    if (end() != JobEnd::running) break;
    if (!runtime::futex_wait(box_.answered, answered, check_interval)) ender_.check();
  }
  if (end() != JobEnd::finished) ender_.ended(end());
}

}  // namespace strobe::bcs::realtime
