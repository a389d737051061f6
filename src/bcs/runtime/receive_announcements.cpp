// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/receive_announcements.hpp"

#include <bit>

#include "base/assert.hpp"
#include "bcs/runtime/transition.hpp"

namespace strobe::bcs::runtime {

namespace {

enum State : std::uint32_t { unused, open, claimed };
constexpr std::uint32_t state_bits = 2;
constexpr std::uint32_t state_mask = (1U << state_bits) - 1;

State state_of(std::uint32_t word) { return static_cast<State>(word & state_mask); }
std::uint32_t with(std::uint32_t word, State state) { return (word & ~state_mask) | state; }
std::uint32_t next_use(std::uint32_t word) { return (word & ~state_mask) + (1U << state_bits); }

/// An announced receive as a sender has read it. If its state has not changed since, it is so.
struct Found {
  ReceiveAnnouncement* announcement;
  std::uint32_t state;
  std::int32_t tag;
  std::uint32_t read;
  std::uint64_t address;
  std::uint64_t bytes;
  std::uint64_t order;
};

std::optional<Found> read(ReceiveAnnouncement& announcement, int source, const Transfer& send) {
  const std::uint32_t state = announcement.state.load(std::memory_order_acquire);
  if (state_of(state) != open || announcement.source.load(std::memory_order_relaxed) != source ||
      announcement.context.load(std::memory_order_relaxed) != send.context) {
    return std::nullopt;
  }
  const std::int32_t tag = announcement.tag.load(std::memory_order_relaxed);
  if (tag != any_tag && tag != send.tag) return std::nullopt;
  return Found{.announcement = &announcement,
               .state = state,
               .tag = tag,
               .read = announcement.read.load(std::memory_order_relaxed),
               .address = announcement.address.load(std::memory_order_relaxed),
               .bytes = announcement.bytes.load(std::memory_order_relaxed),
               .order = announcement.order.load(std::memory_order_relaxed)};
}

std::optional<Found> first_receive_for(ReceiveBoard& board, int source, const Transfer& send) {
  for (;;) {
    const std::uint32_t announced = board.announced.load(std::memory_order_acquire);
    std::optional<Found> first;
    for (ReceiveAnnouncement& each : board.announcements) {
      STROBE_TRANSITION(reading_announcement);
      const std::optional<Found> found = read(each, source, send);
      if (found && (!first || found->order < first->order)) first = found;
    }
    // Otherwise an earlier receive may have been announced where this had looked already.
    if (board.announced.load(std::memory_order_relaxed) == announced) return first;
  }
}

}  // namespace

ReceiveAnnouncement& ReceiveAnnouncements::announcement_of(const Transfer& receive) {
  base::ensure(receive.announcement != 0 && receive.announcement <= ReceiveBoard::most,
               "a receive has an announcement that its rank does not have");
  return board_.announcements[receive.announcement - 1];
}

void ReceiveAnnouncements::announce(Transfer& receive, int source, std::uint32_t read) {
  const auto place = static_cast<std::uint32_t>(std::countr_one(used_));
  if (place >= ReceiveBoard::most) return;
  used_ |= 1U << place;
  receive.announcement = static_cast<std::uint8_t>(place + 1);
  board_.current.store(++count_, std::memory_order_relaxed);
  ReceiveAnnouncement& announcement = board_.announcements[place];
  announcement.source.store(source, std::memory_order_relaxed);
  announcement.tag.store(receive.tag, std::memory_order_relaxed);
  announcement.read.store(read, std::memory_order_relaxed);
  announcement.context.store(receive.context, std::memory_order_relaxed);
  announcement.address.store(reinterpret_cast<std::uint64_t>(receive.data),
                             std::memory_order_relaxed);
  announcement.bytes.store(receive.bytes, std::memory_order_relaxed);
  announcement.order.store(receive.order, std::memory_order_relaxed);
  const std::uint32_t before = announcement.state.load(std::memory_order_relaxed);
  STROBE_TRANSITION(announcing_receive);
  announcement.state.store(with(next_use(before), open), std::memory_order_release);
  board_.announced.fetch_add(1, std::memory_order_release);
}

void ReceiveAnnouncements::free(Transfer& receive) {
  used_ &= ~(1U << (receive.announcement - 1U));
  receive.announcement = 0;
  board_.current.store(--count_, std::memory_order_relaxed);
}

bool ReceiveAnnouncements::withdraw(Transfer& receive) {
  Atomic<std::uint32_t>& state = announcement_of(receive).state;
  std::uint32_t seen = state.load(std::memory_order_relaxed);
  STROBE_TRANSITION(withdrawing);
  if (state_of(seen) != open ||
      !state.compare_exchange_strong(seen, with(seen, unused), std::memory_order_relaxed)) {
    return false;
  }
  free(receive);
  return true;
}

void ReceiveAnnouncements::end(Transfer& receive, bool is_delivered) {
  Atomic<std::uint32_t>& state = announcement_of(receive).state;
  const std::uint32_t seen = state.load(std::memory_order_relaxed);
  base::ensure(state_of(seen) != unused && (!is_delivered || state_of(seen) == claimed),
               "a sender has written the data of a receive that it has not claimed");
  state.store(with(seen, unused), std::memory_order_relaxed);
  free(receive);
}

std::optional<std::uint64_t> claim_receive(
    ReceiveBoard& board, int source, const Transfer& send,
    FunctionRef<bool(std::uint32_t read, Context context, std::int32_t tag)> may_be_unread) {
  while (board.current.load(std::memory_order_relaxed) != 0 &&
         board.waits.load(std::memory_order_relaxed) == 0) {
    const std::optional<Found> found = first_receive_for(board, source, send);
    if (!found || found->bytes < send.bytes ||
        may_be_unread(found->read, send.context, found->tag)) {
      return std::nullopt;
    }
    STROBE_TRANSITION(claiming_receive);
    std::uint32_t seen = found->state;
    if (found->announcement->state.compare_exchange_strong(seen, with(seen, claimed),
                                                           std::memory_order_relaxed)) {
      return found->address;
    }
  }
  return std::nullopt;
}

}  // namespace strobe::bcs::runtime
