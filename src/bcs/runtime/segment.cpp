// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/segment.hpp"

#include <algorithm>
#include <bit>

namespace strobe::bcs::runtime {

namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t most_payload = 4 * most_data_with_descriptor;
constexpr std::size_t least_payload = 16 * 1024;
constexpr std::size_t all_payloads = 64UL * 1024 * 1024;
constexpr std::size_t pool_bytes_per_rank = 1024 * 1024;

std::size_t in_pages(std::size_t bytes) { return (bytes + page - 1) / page * page; }

}  // namespace

Segment::Segment(std::byte* memory, int ranks) : memory_(memory), ranks_(ranks) {
  const auto count = static_cast<std::size_t>(ranks);
  payload_bytes_ =
      std::clamp(std::bit_floor(all_payloads / (count * count)), least_payload, most_payload);
  statuses_ = in_pages(sizeof(Control));
  wait_reports_ = statuses_ + in_pages(count * sizeof(RankStatus));
  rings_ = wait_reports_ + in_pages(count * sizeof(WaitReportSlot));
  payloads_ = rings_ + in_pages(count * count * sizeof(Ring));
  pool_ = payloads_ + count * count * payload_bytes_;
  end_ = pool_ + count * pool_bytes_per_rank;
}

std::size_t Segment::bytes_for(int ranks) { return Segment(nullptr, ranks).end_; }

RankStatus& Segment::status(Rank rank) {
  ensure_on_node(rank);
  return reinterpret_cast<RankStatus*>(memory_ + statuses_)[rank];
}

WaitReportSlot& Segment::wait_report(Rank rank) {
  ensure_on_node(rank);
  return reinterpret_cast<WaitReportSlot*>(memory_ + wait_reports_)[rank];
}

Ring& Segment::ring(Rank from, Rank to) {
  ensure_on_node(from);
  ensure_on_node(to);
  return reinterpret_cast<Ring*>(memory_ + rings_)[from * ranks_ + to];
}

std::span<std::byte> Segment::payload(Rank from, Rank to) {
  ensure_on_node(from);
  ensure_on_node(to);
  const auto pair = static_cast<std::size_t>(from * ranks_ + to);
  return {memory_ + payloads_ + pair * payload_bytes_, payload_bytes_};
}

std::span<std::byte> Segment::pool() { return {memory_ + pool_, end_ - pool_}; }

}  // namespace strobe::bcs::runtime
