// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/node_group.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <vector>

#include "base/random.hpp"
#include "support/thoroughness.hpp"

namespace strobe::bcs::runtime::collectives {
namespace {

/// The nodes of some members: in blocks, round robin, in blocks round robin, or any.
std::vector<int> drawn_placement(base::Random& random) {
  const auto below = [&](std::size_t end) { return static_cast<int>(random.next() % end); };
  const int members = 1 + below(40);
  const int nodes = 1 + below(8);
  const int block = 1 + below(5);
  const int pattern = below(4);
  std::vector<int> placement;
  for (int member = 0; member < members; ++member) {
    placement.push_back(pattern == 0   ? member / block
                        : pattern == 1 ? member % nodes
                        : pattern == 2 ? member / block % nodes
                                       : below(static_cast<std::size_t>(nodes)));
  }
  return placement;
}

TEST(Nodes, HaveTheMembersThatWereDealtToThem) {
  for (const std::uint64_t seed : thoroughness::sampled(300)) {
    base::Random random(seed);
    const std::vector<int> placement = drawn_placement(random);
    const Nodes nodes(placement);
    std::vector<std::vector<int>> members;
    std::map<int, int> numbers;
    for (int member = 0; member < static_cast<int>(placement.size()); ++member) {
      const int node = placement[static_cast<std::size_t>(member)];
      const int number = numbers.try_emplace(node, static_cast<int>(numbers.size())).first->second;
      members.resize(numbers.size());
      members[static_cast<std::size_t>(number)].push_back(member);
      ASSERT_EQ(nodes.of(member), number) << "seed " << seed;
    }
    ASSERT_EQ(nodes.count(), static_cast<int>(members.size()));
    std::size_t place = 0;
    for (int node = 0; node < nodes.count(); ++node) {
      const std::vector<int>& expected = members[static_cast<std::size_t>(node)];
      ASSERT_EQ(nodes.begin(node), place) << "seed " << seed;
      ASSERT_TRUE(std::ranges::equal(nodes.members(node), expected)) << "seed " << seed;
      for (const int member : expected) ASSERT_EQ(nodes.place(member), place++);
    }
    const auto fewest = std::ranges::min(members, {}, &std::vector<int>::size).size();
    EXPECT_EQ(nodes.fewest_members(), static_cast<int>(fewest));
  }
}

/// The ranges of all members of some nodes, added one after the other.
std::vector<RankRange> partial_ranges_one_by_one(const Nodes& nodes, int first, int count) {
  struct Partial {
    RankRange ranks;
  };
  std::vector<Partial> partials;
  for (int node = first; node < first + count; ++node) {
    for (const int member : nodes.members(node % nodes.count())) {
      add_partial(partials, Partial{{member, member + 1}}, nodes.size(), [](auto&&...) {});
    }
  }
  std::vector<RankRange> ranges;
  for (const Partial& partial : partials) ranges.push_back(partial.ranks);
  return ranges;
}

TEST(Nodes, KnowTheirPartialResults) {
  for (const std::uint64_t seed : thoroughness::sampled(100)) {
    base::Random random(seed);
    const Nodes nodes(drawn_placement(random));
    for (int first = 0; first < nodes.count(); ++first) {
      const int most = first == 0 ? nodes.count() : nodes.count() - 1;
      for (int count = 1; count <= most; ++count) {
        ASSERT_EQ(nodes.partial_ranges(first, count),
                  partial_ranges_one_by_one(nodes, first, count))
            << "seed " << seed << ", " << count << " nodes from " << first << " on";
      }
    }
  }
}

}  // namespace
}  // namespace strobe::bcs::runtime::collectives
