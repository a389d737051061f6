// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/contribution.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "bcs/runtime/collectives/reduction_order.hpp"
#include "bcs/runtime/copy.hpp"

namespace strobe::bcs::runtime::collectives {

namespace {

/// Combines `bytes` of the contributions of the first `members` from `first` on. Unlike a schedule
/// it does not change the contributions of others.
void combine(const Call& call, const SharedCollective& shared, int members, std::size_t first,
             std::size_t bytes, std::span<std::byte> scratch) {
  if (bytes == 0 || members == 0) return;
  struct Partial {
    RankRange ranks;
    std::byte* value;
    bool is_contribution;
  };
  // Their sizes are the digits of a binary number: two of one size are combined at once.
  std::array<Partial, most_partial_results + 1> partials;
  std::size_t count = 0;
  for (int member = 0; member < members; ++member) {
    partials[count++] = {{member, member + 1}, shared.contribution(member) + first, true};
    const auto combined = static_cast<std::size_t>(std::countr_one(static_cast<unsigned>(member)));
    std::byte* const room = member + 1 == members ? call.result.at
                            : combined > 0        ? scratch.data() + (combined - 1) * bytes
                                                  : nullptr;
    for (; count > 1 && are_siblings(partials[count - 2].ranks, partials[count - 1].ranks, members);
         --count) {
      Partial& lower = partials[count - 2];
      Partial& upper = partials[count - 1];
      if (upper.is_contribution) copy_bytes(room, upper.value, bytes);
      call.reduction({lower.value, bytes}, room);
      lower = {{lower.ranks.first, upper.ranks.end}, room, false};
    }
  }
  if (members == 1) copy_bytes(call.result.at, partials.front().value, bytes);
}

}  // namespace

DataFlow data_flow_of(CollectiveKind kind) {
  switch (kind) {
    case CollectiveKind::broadcast:
    case CollectiveKind::scatter:
      return DataFlow::from_root;
    case CollectiveKind::gather:
    case CollectiveKind::reduce:
      return DataFlow::to_root;
    case CollectiveKind::scan:
    case CollectiveKind::exscan:
      return DataFlow::upwards;
    default:
      return DataFlow::from_all_to_all;
  }
}

MemberRange needed(const Call& call, Member member) {
  const auto [own, members] = member;
  const int root = call.signature.root;
  switch (data_flow_of(call.signature.kind)) {
    case DataFlow::from_all_to_all:
      return {0, members};
    case DataFlow::from_root:
      return own == root ? MemberRange{} : MemberRange{root, root + 1};
    case DataFlow::to_root:
      return own == root ? MemberRange{0, members} : MemberRange{};
    case DataFlow::upwards:
      return {0, own};
  }
  return {};
}

std::optional<std::size_t> contribution_bytes(const Call& call, int members) {
  switch (call.signature.kind) {
    case CollectiveKind::barrier:
    case CollectiveKind::finalization:
      return 0;
    case CollectiveKind::scatter:
    case CollectiveKind::alltoall:
      return static_cast<std::size_t>(members) * call.signature.bytes;
    case CollectiveKind::allgatherv:
      return std::ranges::max_element(call.in, {}, &Piece::bytes)->bytes;
    case CollectiveKind::broadcast:
    case CollectiveKind::gather:
    case CollectiveKind::allgather:
      return call.signature.bytes;
    default:
      if (is_reduction(call.signature.kind)) return call.mine.bytes;
      return std::nullopt;
  }
}

void give(const Call& call, Member member, std::byte* room, SharedCopy& copy) {
  const bool is_root = member.own == call.signature.root;
  const auto put_together = [&](std::span<const Piece> pieces) {
    for (const Piece& piece : pieces) {
      copy.copy(room, piece.at, piece.bytes);
      room += piece.bytes;
    }
  };
  switch (call.signature.kind) {
    case CollectiveKind::barrier:
    case CollectiveKind::finalization:
      break;
    case CollectiveKind::broadcast:
      if (is_root) copy.copy(room, call.result.at, call.result.bytes);
      break;
    case CollectiveKind::scatter:
      if (is_root) put_together(call.out);
      break;
    case CollectiveKind::alltoall:
      put_together(call.out);
      break;
    default:
      copy.copy(room, call.mine.at, call.mine.bytes);
      break;
  }
}

void take(const Call& call, Member member, const SharedCollective& shared,
          std::span<std::byte> scratch) {
  const auto [own, members] = member;
  const std::size_t block = call.signature.bytes;
  const auto from_each = [&](std::size_t first) {
    for (int from = 0; from < members; ++from) {
      const Piece& piece = call.in[static_cast<std::size_t>(from)];
      copy_bytes(piece.at, shared.contribution(from) + first, piece.bytes);
    }
  };
  const std::byte* const roots = shared.contribution(call.signature.root);
  const bool is_root = own == call.signature.root;
  switch (call.signature.kind) {
    case CollectiveKind::broadcast:
      if (!is_root) copy_bytes(call.result.at, roots, call.result.bytes);
      break;
    case CollectiveKind::scatter:
      copy_bytes(call.result.at, roots + static_cast<std::size_t>(own) * block, call.result.bytes);
      break;
    case CollectiveKind::gather:
      if (is_root) from_each(0);
      break;
    case CollectiveKind::allgather:
    case CollectiveKind::allgatherv:
      from_each(0);
      break;
    case CollectiveKind::alltoall:
      from_each(static_cast<std::size_t>(own) * block);
      break;
    case CollectiveKind::reduce:
      if (is_root) combine(call, shared, members, 0, call.mine.bytes, scratch);
      break;
    case CollectiveKind::allreduce:
      combine(call, shared, members, 0, call.mine.bytes, scratch);
      break;
    case CollectiveKind::scan:
      combine(call, shared, own + 1, 0, call.mine.bytes, scratch);
      break;
    case CollectiveKind::exscan:
      combine(call, shared, own, 0, call.mine.bytes, scratch);
      break;
    case CollectiveKind::reduce_scatter:
    case CollectiveKind::reduce_scatter_block: {
      const auto before = call.counts.first(static_cast<std::size_t>(own));
      const std::size_t first = std::accumulate(before.begin(), before.end(), std::size_t{0});
      combine(call, shared, members, first * call.reduction.element_bytes, call.result.bytes,
              scratch);
      break;
    }
    default:
      break;
  }
}

std::size_t part_bytes(const Call& call, std::size_t room_bytes) {
  constexpr std::size_t page = 4096;
  const std::size_t pages = room_bytes / page * page;
  switch (call.signature.kind) {
    case CollectiveKind::broadcast:
      return pages;
    case CollectiveKind::reduce:
      return pages / call.reduction.element_bytes * call.reduction.element_bytes;
    default:
      return 0;
  }
}

Call part_of(const Call& call, std::size_t first, std::size_t bytes) {
  Call part = call;
  part.signature.bytes = bytes;
  for (Piece* const piece : {&part.mine, &part.result}) {
    if (piece->bytes != 0) *piece = piece->part(first, bytes);
  }
  return part;
}

}  // namespace strobe::bcs::runtime::collectives
