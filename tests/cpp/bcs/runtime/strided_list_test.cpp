// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/strided_list.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "bcs/runtime/counted_allocations.hpp"
#include "support/thoroughness.hpp"

namespace strobe::bcs::runtime {
namespace {

void expect_same(const StridedList& list, const std::vector<int>& values) {
  ASSERT_EQ(list.size(), values.size());
  EXPECT_THAT(std::vector<int>(list.begin(), list.end()), testing::ElementsAreArray(values));
  for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(list[i], values[i]) << "index " << i;
  const int end = values.empty() ? 0 : std::ranges::max(values) + 3;
  for (int value = 0; value < end; ++value) {
    const auto at = static_cast<std::size_t>(std::ranges::find(values, value) - values.begin());
    ASSERT_EQ(list.find(value).value_or(values.size()), at) << value;
  }
}

/// Of rows with a stride.
std::vector<int> rows(int count, int length, int first, int stride, int step) {
  std::vector<int> values;
  for (int row = 0; row < count; ++row) {
    for (int i = 0; i < length; ++i) values.push_back(first + row * step + i * stride);
  }
  return values;
}

TEST(StridedList, HasTheIntegersOfWhichItWasMade) {
  for (const std::uint64_t seed : thoroughness::sampled(300)) {
    base::Random random(seed);
    const auto below = [&](int end) {
      return static_cast<int>(random.next() % static_cast<std::uint64_t>(end));
    };
    std::vector<int> values;
    for (int parts = below(5); parts > 0; --parts) {
      const int count = 1 + below(6);
      const int length = 1 + below(6);
      const std::vector<int> part =
          below(4) == 0 ? std::vector<int>{below(20), below(20), below(20)}
                        : rows(count, length, 60 + below(40), below(7) - 3, below(13) - 6);
      values.insert(values.end(), part.begin(), part.end());
      if (below(3) == 0) values.pop_back();
    }
    const StridedList list(values);
    ASSERT_NO_FATAL_FAILURE(expect_same(list, values)) << "seed " << seed;
    EXPECT_EQ(list, StridedList(values));
    if (values.empty()) continue;
    std::vector<int> other = values;
    ++other[static_cast<std::size_t>(below(static_cast<int>(other.size())))];
    EXPECT_NE(list, StridedList(other)) << "seed " << seed;
  }
}

TEST(StridedList, IsStoredAlikeHoweverItWasMade) {
  for (int count = 0; count < 20; ++count) {
    for (int period = 1; period < 22; ++period) {
      std::vector<int> values;
      for (int i = 0; i < count; ++i) values.push_back(i % period);
      EXPECT_EQ(StridedList::cyclic(period, count), StridedList(values));
    }
  }
}

TEST(StridedList, OfARegularPatternNeedsNoMemoryOfItsOwn) {
  const std::vector<std::pair<std::string, std::vector<int>>> patterns{
      {"all ranks", rows(1, 1000, 0, 1, 0)},
      {"every third rank", rows(1, 1000, 2, 3, 0)},
      {"ranks in reverse", rows(1, 1000, 2000, -1, 0)},
      {"blocks", rows(125, 8, 0, 0, 1)},
      {"round robin", rows(8, 125, 0, 1, 0)},
      {"a block of a grid", rows(10, 10, 5, 1, 100)},
      {"one rank", {7}}};
  for (const auto& [name, values] : patterns) {
    const std::ptrdiff_t before = counted::bytes();
    const StridedList list(values);
    EXPECT_EQ(counted::bytes(), before) << name;
  }
}

TEST(StridedList, NeedsLittleMemoryWhereFewBlocksDiffer) {
  std::vector<int> node_of;
  for (int node = 0; node < 1000; ++node) {
    const int ranks = node == 0 ? 1 : node == 500 ? 48 : 64;
    node_of.insert(node_of.end(), static_cast<std::size_t>(ranks), node);
  }
  const std::ptrdiff_t before = counted::bytes();
  const StridedList list(node_of);
  EXPECT_LE(counted::bytes() - before, 512);
  ASSERT_NO_FATAL_FAILURE(expect_same(list, node_of));
}

TEST(StridedList, NeedsNoMoreMemoryThanItsIntegers) {
  base::Random random(1);
  std::vector<int> values(10'000);
  for (int& value : values) value = static_cast<int>(random.next() % 1'000'000);
  const std::ptrdiff_t before = counted::bytes();
  const StridedList list(values);
  const StridedList copy = list;
  EXPECT_LE(counted::bytes() - before,
            static_cast<std::ptrdiff_t>(values.size() * sizeof values.front()) + 200);
}

}  // namespace
}  // namespace strobe::bcs::runtime
