// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/segment.hpp"

#include <algorithm>

namespace strobe::bcs::runtime {

namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t most_payload = 4 * most_data_with_descriptor;
constexpr std::size_t least_payload = 8 * 1024;
/// Rings of bytes are as large as leaves so many channels to each rank.
constexpr std::size_t wanted_channels_per_rank = 48;

std::size_t in_pages(std::size_t bytes) { return (bytes + page - 1) / page * page; }

/// Of the collectives. On a large node two communicators of all ranks get large buffers, and all
/// pairs of 64 ranks have a channel.
std::size_t pool_bytes_per_rank(bool is_large) {
  return is_large ? std::size_t{720} * 1024 : Segment::most_bytes_per_rank;
}

/// In whole cache lines, so that ranks do not share one.
std::size_t bytes_of_set(std::size_t ranks) {
  return (MemberSet::bytes_for(static_cast<int>(ranks) + 1) + 63) / 64 * 64;
}

}  // namespace

Segment::Segment(std::byte* memory, int ranks, std::size_t most_pairs)
    : memory_(memory), ranks_(ranks) {
  base::ensure(ranks <= most_ranks, "a node has more ranks than its shared memory can number");
  const auto count = static_cast<std::size_t>(ranks);
  const std::size_t large = is_polled() ? 0 : count;  // what only large nodes have
  statuses_ = in_pages(sizeof(Control));
  receive_boards_ = statuses_ + in_pages(count * sizeof(RankStatus));
  wait_reports_ = receive_boards_ + in_pages(count * sizeof(ReceiveBoard));
  pairs_ = wait_reports_ + in_pages(count * sizeof(WaitReportSlot));
  writers_ = pairs_ + in_pages(large * count * sizeof(Atomic<std::uint32_t>));
  arrivals_ = writers_ + in_pages(large * sizeof(SharedWriters));
  waiting_ = arrivals_ + in_pages(large * bytes_of_set(count));
  pool_ = waiting_ + in_pages(large * bytes_of_set(count));
  rings_ = pool_ + count * pool_bytes_per_rank(!is_polled());

  const std::size_t room = most_fixed_bytes + count * most_bytes_per_rank - rings_ - page;
  const std::size_t wanted = large + count * std::min(count, wanted_channels_per_rank);
  payload_bytes_ = most_payload;
  const auto fitting = [&] { return room / (sizeof(Ring) + payload_bytes_); };
  while (payload_bytes_ > least_payload && fitting() < wanted) payload_bytes_ /= 2;
  channels_ = large + std::min({count * count, fitting() - large, most_pairs});
  if (is_polled()) channels_ = count * count;
  payloads_ = rings_ + in_pages(channels_ * sizeof(Ring));
  end_ = payloads_ + channels_ * payload_bytes_;
}

std::size_t Segment::bytes_for(int ranks) { return Segment(nullptr, ranks).end_; }

RankStatus& Segment::status(Rank rank) {
  ensure_on_node(rank);
  return reinterpret_cast<RankStatus*>(memory_ + statuses_)[rank];
}

ReceiveBoard& Segment::receive_board(Rank rank) {
  ensure_on_node(rank);
  return reinterpret_cast<ReceiveBoard*>(memory_ + receive_boards_)[rank];
}

WaitReportSlot& Segment::wait_report(Rank rank) {
  ensure_on_node(rank);
  return reinterpret_cast<WaitReportSlot*>(memory_ + wait_reports_)[rank];
}

/// 0, or the number of the channel and 1.
Atomic<std::uint32_t>& Segment::pair(Rank from, Rank to) {
  const std::size_t place = static_cast<std::size_t>(to) * static_cast<std::size_t>(ranks_) +
                            static_cast<std::size_t>(from);
  return reinterpret_cast<Atomic<std::uint32_t>*>(memory_ + pairs_)[place];
}

Channel Segment::channel_at(std::size_t number) {
  base::ensure(number < channels_, "a pair of ranks has a channel that the node does not have");
  return {.ring = reinterpret_cast<Ring*>(memory_ + rings_) + number,
          .payload = {memory_ + payloads_ + number * payload_bytes_, payload_bytes_},
          .writers = nullptr,
          .waiting = {}};
}

Channel Segment::shared_channel(Rank to) {
  ensure_on_node(to);
  Channel channel = channel_at(static_cast<std::size_t>(to));
  channel.writers = reinterpret_cast<SharedWriters*>(memory_ + writers_) + to;
  channel.waiting = set_at(waiting_, to);
  return channel;
}

Channel Segment::channel(Rank from, Rank to) {
  ensure_on_node(from);
  ensure_on_node(to);
  if (is_polled()) return channel_at(static_cast<std::size_t>(from * ranks_ + to));
  const std::uint32_t known = pair(from, to).load(std::memory_order_relaxed);
  if (known == 0) return {};
  return known > static_cast<std::uint32_t>(ranks_) ? channel_at(known - 1) : shared_channel(to);
}

Channel Segment::open_channel(Rank from, Rank to) {
  if (const Channel known = channel(from, to); known.ring != nullptr) return known;
  const auto shared = static_cast<std::size_t>(ranks_);
  const std::size_t number =
      shared + control().pairs_with_channels.fetch_add(1, std::memory_order_relaxed);
  const bool is_own = number < channels_;
  pair(from, to).store(
      static_cast<std::uint32_t>(is_own ? number : static_cast<std::size_t>(to)) + 1,
      std::memory_order_relaxed);
  return channel(from, to);
}

MemberSet Segment::set_at(std::size_t place, Rank rank) const {
  const std::size_t bytes = bytes_of_set(static_cast<std::size_t>(ranks_));
  std::byte* const at = memory_ + place + static_cast<std::size_t>(rank) * bytes;
  return {reinterpret_cast<MemberSet::Word*>(at), ranks_ + 1};
}

MemberSet Segment::arrivals(Rank to) {
  ensure_on_node(to);
  return is_polled() ? MemberSet() : set_at(arrivals_, to);
}

std::span<std::byte> Segment::pool() { return {memory_ + pool_, rings_ - pool_}; }

}  // namespace strobe::bcs::runtime
