// SPDX-License-Identifier: BSD-3-Clause
//
// What a rank keeps in memory is proportional to the ranks that it exchanges messages with, not to
// the ranks of its job or of a communicator. This counts the bytes on up to 10^6 ranks.
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bcs/runtime/collectives/collectives.hpp"
#include "bcs/runtime/counted_allocations.hpp"
#include "bcs/runtime/ranks.hpp"
#include "bcs/runtime/unused_link.hpp"

namespace strobe::bcs::runtime {
namespace {

constexpr int ranks_of_a_node = 50;

/// How ranks are dealt to nodes.
struct Dealt {
  const char* name;
  std::function<int(Rank rank, int nodes)> node;
};

class MemoryOfARank : public testing::TestWithParam<Dealt> {
 protected:
  static constexpr int sizes[] = {10'000, 100'000, 1'000'000};

  /// The placement of the rank in the middle of a job.
  static Placement placement_of(int ranks, Link& link) {
    const int nodes = ranks / ranks_of_a_node;
    const Rank own = ranks / 2;
    Placement placement{.rank = own, .ranks = ranks, .members = {}, .link = &link};
    StridedList::Builder node_of;
    for (Rank rank = 0; rank < ranks; ++rank) {
      node_of.append(GetParam().node(rank, nodes));
      if (GetParam().node(rank, nodes) == GetParam().node(own, nodes)) {
        placement.members.push_back(rank);
      }
    }
    placement.set_nodes(node_of.finish());
    return placement;
  }
};
INSTANTIATE_TEST_SUITE_P(
    Placements, MemoryOfARank,
    testing::Values(Dealt{"in_blocks", [](Rank rank, int) { return rank / ranks_of_a_node; }},
                    Dealt{"round_robin", [](Rank rank, int nodes) { return rank % nodes; }}),
    [](const auto& dealt) { return std::string(dealt.param.name); });

struct Bytes {
  std::ptrdiff_t kept = 0;
  std::ptrdiff_t most = 0;  ///< while it was made
};

constexpr std::ptrdiff_t kib = 1024;

/// The bytes that `make()` allocates.
Bytes bytes_of(const std::function<void()>& make) {
  counted::restart();
  const std::ptrdiff_t before = counted::bytes();
  make();
  return {.kept = counted::bytes() - before, .most = counted::most_bytes() - before};
}

TEST_P(MemoryOfARank, IsTheSameForAnyNumberOfRanks) {
  UnusedLink link;
  const Zeros memory(Segment::bytes_for(ranks_of_a_node));
  std::optional<std::ptrdiff_t> first;
  for (const int ranks : sizes) {
    Segment segment(memory.at(), ranks_of_a_node);
    std::optional<Endpoint> endpoint;
    std::vector<std::unique_ptr<collectives::Collectives>> communicators;
    Context context = 100;
    const auto make = [&](const StridedList& members) {
      const auto own = static_cast<int>(*members.find(endpoint->rank()));
      communicators.push_back(
          std::make_unique<collectives::Collectives>(*endpoint, context++, members, own));
    };
    const Bytes world = bytes_of([&] {
      endpoint.emplace(segment, placement_of(ranks, link), Options{});
      make(StridedList::consecutive(ranks));
    });
    const Bytes others = bytes_of([&] {
      const auto with_stride = [&](Rank first_member, int stride) {
        StridedList::Builder members;
        for (Rank rank = first_member; rank < ranks; rank += stride) members.append(rank);
        return members.finish();
      };
      make(with_stride(0, 2));
      make(with_stride(0, ranks_of_a_node));
      make(with_stride(ranks / 2, 1));
    });
    if (!first) first = world.kept + others.kept;
    EXPECT_NEAR(static_cast<double>(world.kept + others.kept), static_cast<double>(*first), kib)
        << ranks << " ranks";
    EXPECT_LE(world.most, 64 * kib) << ranks << " ranks";
    endpoint->close();
  }
}

TEST_P(MemoryOfARank, GrowsWithItsPartners) {
  UnusedLink link;
  const Zeros memory(Segment::bytes_for(ranks_of_a_node));
  for (const int ranks : sizes) {
    Segment segment(memory.at(), ranks_of_a_node);
    Endpoint endpoint(segment, placement_of(ranks, link), Options{});
    std::ptrdiff_t partners = 0;
    std::vector<Transfer> sends;
    std::vector<Transfer> receives;
    sends.reserve(64);
    receives.reserve(64);
    const Bytes bytes = bytes_of([&] {
      for (int distance = 1; distance < ranks; distance *= 2) {
        const Rank partner = (endpoint.rank() + distance) % ranks;
        if (endpoint.is_here(partner)) continue;
        endpoint.begin_send(sends.emplace_back(Transfer{.peer = partner, .context = context}));
        endpoint.begin_receive(
            receives.emplace_back(Transfer{.peer = partner, .context = context}));
        ++partners;
      }
    });
    EXPECT_GE(partners, 7);
    EXPECT_LE(bytes.kept, partners * 12 * kib) << partners << " partners";
    for (Transfer& receive : receives) endpoint.cancel(receive);
    endpoint.close();
  }
}

}  // namespace
}  // namespace strobe::bcs::runtime
