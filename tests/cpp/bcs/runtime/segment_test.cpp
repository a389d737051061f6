// SPDX-License-Identifier: BSD-3-Clause
//
// The shared memory of a node is bounded, each pair of its ranks has a channel, and a rank that
// polls in vain looks at none of them.
#include "bcs/runtime/segment.hpp"

#include <gmock/gmock.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <span>
#include <thread>
#include <vector>

#include "ranks.hpp"

namespace strobe::bcs::runtime {
namespace {

TEST(Segment, NeedsAtMostSixtyFourMebibytesAndOneForEachRank) {
  constexpr std::size_t mebibyte = 1024 * 1024;
  for (int ranks = 1; ranks <= 1024; ++ranks) {
    ASSERT_LE(Segment::bytes_for(ranks), (64 + static_cast<std::size_t>(ranks)) * mebibyte)
        << ranks << " ranks";
  }
  EXPECT_LE(Segment::bytes_for(Segment::most_ranks),
            (64 + static_cast<std::size_t>(Segment::most_ranks)) * mebibyte);
}

constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

/// The memory of a node, of which few pages are used.
class NodeOf {
 public:
  explicit NodeOf(int ranks, std::size_t most_pairs = any_number)
      : memory_(Segment::bytes_for(ranks)),
        bytes_(Segment::bytes_for(ranks)),
        segment(memory_.at(), ranks, most_pairs) {}

  [[nodiscard]] const std::byte* end() const { return memory_.at() + bytes_; }
  /// Pages that are used.
  [[nodiscard]] std::ptrdiff_t pages() const {
    std::vector<unsigned char> used(bytes_ / static_cast<std::size_t>(getpagesize()) + 1);
    EXPECT_EQ(mincore(memory_.at(), bytes_, used.data()), 0);
    return std::ranges::count_if(used, [](unsigned char page) { return (page & 1) != 0; });
  }

 private:
  Zeros memory_;
  std::size_t bytes_;

 public:
  Segment segment;
};

TEST(Segment, GivesEachPairOfFewRanksAChannelFromTheStart) {
  NodeOf node(Segment::most_polled_ranks);
  std::set<const Ring*> rings;
  for (Rank from = 0; from < node.segment.ranks(); ++from) {
    for (Rank to = 0; to < node.segment.ranks(); ++to) {
      rings.insert(node.segment.channel(from, to).ring);
    }
  }
  EXPECT_EQ(rings.size(), 64U);
  EXPECT_EQ(node.segment.payload_bytes(), 4 * most_data_with_descriptor);
}

TEST(Segment, HasAChannelForAllPairsOf64Ranks) {
  NodeOf node(64);
  for (Rank from = 0; from < 64; ++from) {
    for (Rank to = 0; to < 64; ++to) {
      ASSERT_EQ(node.segment.open_channel(from, to).writers, nullptr) << from << " to " << to;
    }
  }
}

TEST(Segment, GivesLaterPairsTheSharedChannelOfTheirReceiver) {
  NodeOf node(20, 3);
  Segment& segment = node.segment;
  EXPECT_EQ(segment.channel(4, 5).ring, nullptr);
  const Channel first = segment.open_channel(4, 5);
  EXPECT_EQ(segment.open_channel(4, 5).ring, first.ring);
  EXPECT_EQ(segment.channel(4, 5).ring, first.ring);
  EXPECT_EQ(first.writers, nullptr);
  std::set<const Ring*> rings{first.ring};
  rings.insert(segment.open_channel(5, 4).ring);
  rings.insert(segment.open_channel(6, 5).ring);
  EXPECT_EQ(rings.size(), 3U);
  for (const Rank from : {7, 8}) {
    const Channel shared = segment.open_channel(from, 5);
    EXPECT_EQ(shared.ring, segment.shared_channel(5).ring);
    EXPECT_EQ(shared.writers, segment.shared_channel(5).writers);
    EXPECT_NE(shared.writers, nullptr);
    EXPECT_FALSE(rings.contains(shared.ring));
  }
  EXPECT_NE(segment.open_channel(7, 6).ring, segment.shared_channel(5).ring);
}

TEST(MemberSet, TakesEachMemberOnceThatWasAdded) {
  for (const int members : {9, 64, 65, 1000, 9000}) {
    std::vector<std::uint64_t> memory(MemberSet::bytes_for(members) / sizeof(std::uint64_t));
    const MemberSet set(reinterpret_cast<MemberSet::Word*>(memory.data()), members);
    std::vector<int> taken;
    const auto take_all = [&] {
      taken.clear();
      set.take_all([&](int member) { taken.push_back(member); });
      std::ranges::sort(taken);
      return taken;
    };
    EXPECT_TRUE(set.is_empty());
    EXPECT_THAT(take_all(), testing::IsEmpty());
    const std::vector<int> added{0, members / 2, members - 1};
    for (int again = 0; again < 2; ++again) {
      for (const int member : added) set.add(member);
      for (const int member : added) set.add(member);
      EXPECT_FALSE(set.is_empty());
      EXPECT_EQ(take_all(), added);
      EXPECT_TRUE(set.is_empty());
    }
  }
}

TEST(RankTable, MakesOnlyPagesThatAreUsed) {
  RankTable<int> table;
  EXPECT_EQ(table.find(123'456), nullptr);
  table[123'456] = 1;
  table[999'999] = 2;
  table[7] = 3;
  EXPECT_EQ(table.made(), 3 * 64U);
  EXPECT_EQ(*table.find(123'456), 1);
  std::vector<std::pair<Rank, int>> found;
  for (auto at = table.begin(); at != table.end(); ++at) {
    if (*at != 0) found.emplace_back(at.rank(), *at);
  }
  EXPECT_THAT(found,
              testing::ElementsAre(std::pair(7, 3), std::pair(123'456, 1), std::pair(999'999, 2)));
}

/// All ranks in one thread.
struct CrowdedNode : NodeOf {
  explicit CrowdedNode(int ranks, std::size_t most_pairs = any_number) : NodeOf(ranks, most_pairs) {
    for (Rank rank = 0; rank < ranks; ++rank) {
      endpoints.push_back(std::make_unique<Endpoint>(segment, rank, Options{}));
    }
  }
  std::vector<std::unique_ptr<Endpoint>> endpoints;
};

void pass(CrowdedNode& node, Rank from, Rank to) {
  int sent = 100 * from + to;
  int received = 0;
  Transfer send{.peer = to,
                .context = context,
                .data = reinterpret_cast<std::byte*>(&sent),
                .bytes = sizeof sent};
  Transfer receive{.peer = from,
                   .context = context,
                   .data = reinterpret_cast<std::byte*>(&received),
                   .bytes = sizeof received};
  node.endpoints[static_cast<std::size_t>(to)]->begin_receive(receive);
  node.endpoints[static_cast<std::size_t>(from)]->begin_send(send);
  node.endpoints[static_cast<std::size_t>(to)]->progress();
  ASSERT_TRUE(receive.is_complete);
  ASSERT_EQ(received, sent);
}

TEST(SharedChannel, HasRoomForEachWriterWhateverAnotherSends) {
  CrowdedNode node(9, 0);
  std::vector<Transfer> flood(1000);
  for (Transfer& send : flood) {
    send = {.peer = 0, .context = context};
    node.endpoints[1]->begin_send(send);
  }
  Transfer send{.peer = 0, .tag = 1, .context = context};
  node.endpoints[2]->begin_send(send);
  EXPECT_TRUE(send.is_complete);
  EXPECT_FALSE(flood.back().is_complete);
  Transfer receive{.peer = 2, .tag = 1, .context = context};
  node.endpoints[0]->begin_receive(receive);
  node.endpoints[0]->progress();
  EXPECT_TRUE(receive.is_complete);
  for (const Transfer& sent : flood) {
    Transfer other{.peer = 1, .context = context};
    node.endpoints[0]->begin_receive(other);
    for (int again = 0; again < 100 && !other.is_complete; ++again) {
      node.endpoints[1]->progress();
      node.endpoints[0]->progress();
    }
    ASSERT_TRUE(other.is_complete && sent.is_complete);
  }
}

TEST(NodeOf256, PollsInVainWithoutALookAtAnyChannel) {
  CrowdedNode node(256);
  for (Rank from = 1; from < 256; ++from) pass(node, from, 0);
  // All channels are at the end. A look at one of them would end the test by a signal.
  auto* const channels = reinterpret_cast<std::byte*>(node.segment.shared_channel(0).ring);
  const auto bytes = static_cast<std::size_t>(node.end() - channels);
  ASSERT_EQ(mprotect(channels, bytes, PROT_NONE), 0);
  for (int again = 0; again < 100; ++again) {
    for (const auto& endpoint : node.endpoints) endpoint->progress();
  }
  ASSERT_EQ(mprotect(channels, bytes, PROT_READ | PROT_WRITE), 0);
  pass(node, 7, 0);
}

TEST(NodeOf256, UsesMemoryForPairsThatExchangeMessages) {
  CrowdedNode node(256);
  const std::ptrdiff_t before = node.pages();
  for (Rank rank = 0; rank < 256; ++rank) pass(node, rank, (rank + 1) % 256);
  // A channel: pages of its descriptors; the table of pairs and the arrivals: one page of each row.
  EXPECT_LE(node.pages() - before, 256 * 4);
}

}  // namespace
}  // namespace strobe::bcs::runtime
