// SPDX-License-Identifier: BSD-3-Clause
//
// One-sided communication with several targets, and one-sided atomic operations: their checks pass
// over MPI, and fail if an operation has no effect.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "kernels/collective/one_sided_all.hpp"
#include "kernels/point_to_point/one_sided_atomic.hpp"
#include "layer/mpi/mpi_layer.hpp"
#include "support/groups.hpp"

namespace strobe::kernels {
namespace {

using layer::mpi::MpiLayer;

/// An MPI layer whose one-sided operations have no effect.
class Lazy : public MpiLayer {
 public:
  explicit Lazy(MpiLayer&& base) : MpiLayer(std::move(base)) {}

  class Window : public layer::mpi::Window {
   public:
    explicit Window(layer::mpi::Window&& base) : layer::mpi::Window(std::move(base)) {}
    void put(layer::ConstBytes, layer::Rank, std::size_t) {}
    void get(layer::Bytes, layer::Rank, std::size_t) {}
    void get_accumulate(layer::ConstBytes, layer::Bytes, layer::Rank, std::size_t, layer::Element,
                        layer::Operation) {}
    void fetch_and_op(layer::ConstBytes, layer::Bytes, layer::Rank, std::size_t, layer::Element,
                      layer::Operation) {}
    void compare_and_swap(layer::ConstBytes, layer::ConstBytes, layer::Bytes, layer::Rank,
                          std::size_t, layer::Element) {}
  };
  [[nodiscard]] Window allocate_window(std::size_t size_bytes) {
    return Window(MpiLayer::allocate_window(size_bytes));
  }
  [[nodiscard]] Window create_window(std::size_t size_bytes) {
    return Window(MpiLayer::create_window(size_bytes));
  }
  [[nodiscard]] Lazy group(std::span<const layer::Rank> members) {
    return Lazy(MpiLayer::group(members));
  }
};

/// The default point with a value for every combination of some axes, at two sizes.
std::vector<measure::Point> points_of(const measure::KernelInfo& info,
                                      const std::vector<std::string>& axes, int ranks,
                                      const std::vector<std::int64_t>& sizes_bytes) {
  const measure::Machine machine = measure::Machine::flat(ranks);
  std::vector<measure::Point> points{{}};
  for (const std::string& name : axes) {
    const auto axis = std::ranges::find(info.axes, name, &measure::AxisInfo::name);
    std::vector<measure::Point> longer;
    for (const measure::Point& point : points) {
      for (const std::string& word : axis->choices) {
        longer.push_back(point);
        longer.back()[name] = word;
      }
    }
    points = std::move(longer);
  }
  std::vector<measure::Point> complete;
  for (const measure::Point& point : points) {
    for (const std::int64_t size_bytes : sizes_bytes) {
      measure::Point sized = point;
      sized["size_bytes"] = size_bytes;
      sized = measure::complete_point(info, sized, machine);
      try {
        (void)info.members(sized, machine);
        complete.push_back(sized);
      } catch (const Error&) {
        continue;  // an atomic operation on several elements
      }
    }
  }
  return complete;
}

template <class K, class L>
measure::Verdict verdict_of(L& layer, const measure::Point& point) {
  K kernel(layer, point);
  kernel.prepare(5);
  kernel.run(2);
  kernel.after_run();
  kernel.run(67);
  return kernel.verify();
}

/// The number of messages that arrive at a rank, or that it gets.
std::int64_t arrivals(const measure::Point& point, int rank, int size) {
  const std::string& pattern = measure::word_at(point, "pattern");
  const bool is_put = measure::word_at(point, "operation") == "put";
  if (pattern == "all_to_all") return size - 1;
  if (pattern == "one_to_all") return (rank == 0) == is_put ? 0 : (is_put ? 1 : size - 1);
  return is_put && size == 2 ? 1 : 2;  // two messages from one process go to one slot
}

TEST(OneSidedAll, MovesEveryByteInEveryPattern) {
  auto layer = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  if (layer.size() < 2) return;
  std::vector<measure::Point> points =
      points_of(one_sided_all_info(), {"operation", "pattern", "memory"}, layer.size(), {5000});
  const std::vector<measure::Point> more =
      points_of(one_sided_all_info(), {"operation", "flush", "completion"}, layer.size(), {5000});
  points.insert(points.end(), more.begin(), more.end());
  for (const measure::Point& point : points) {
    const auto verdict = verdict_of<OneSidedAll<MpiLayer>>(layer, point);
    EXPECT_EQ(verdict.wrong, "") << measure::cell_key("one_sided_all", point);
    EXPECT_EQ(verdict.bytes, arrivals(point, layer.rank().value, layer.size()) *
                                 measure::number_at(point, "size_bytes"))
        << measure::cell_key("one_sided_all", point);
  }
}

TEST(OneSidedAll, SeesThatNothingWasMoved) {
  Lazy layer(MpiLayer::duplicate_of(MPI_COMM_WORLD));
  if (layer.size() < 2) return;
  const auto points =
      points_of(one_sided_all_info(), {"operation", "pattern"}, layer.size(), {7, 5000});
  for (const measure::Point& point : points) {
    const auto verdict = verdict_of<OneSidedAll<Lazy>>(layer, point);
    const bool looks = arrivals(point, layer.rank().value, layer.size()) > 0;
    EXPECT_EQ(verdict.wrong.empty(), !looks) << measure::cell_key("one_sided_all", point);
  }
}

TEST(OneSidedAll, TimesInitiatorsWithoutTheirLock) {
  auto layer = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  if (layer.size() < 2) return;
  const measure::Point point = measure::complete_point(
      one_sided_all_info(), {{"pattern", "one_to_all"}}, measure::Machine::flat(layer.size()));
  OneSidedAll<MpiLayer> kernel(layer, point);
  kernel.prepare(5);
  const std::int64_t entry_ns = MpiLayer::now().count();
  kernel.run(10);
  const measure::TimedRegion whole{entry_ns, MpiLayer::now().count()};
  const auto timed = kernel.timed_region(whole);
  ASSERT_EQ(timed.has_value(), layer.rank().value == 0);
  if (!timed) return;
  EXPECT_GE(timed->entry_ns, whole.entry_ns);
  EXPECT_LE(timed->exit_ns, whole.exit_ns);
  EXPECT_GT(timed->exit_ns, timed->entry_ns);
}

TEST(OneSidedAll, NeedsATarget) {
  EXPECT_THROW(
      (void)one_sided_all_info().members({{"ranks", std::int64_t{1}}}, measure::Machine::flat(2)),
      Error);
}

std::vector<measure::Point> points_of_atomics() {
  return points_of(one_sided_atomic_info(), {"operation", "flush", "memory"}, 2, {4, 8, 4000});
}

TEST(OneSidedAtomic, GetsAndChangesEveryElement) {
  auto pair = testing::first_of_world(2);
  if (!pair) return;
  const auto points = points_of_atomics();
  EXPECT_EQ(points.size(), 2u * 2 * (3 + 2 + 2));
  for (const measure::Point& point : points) {
    const auto verdict = verdict_of<OneSidedAtomic<MpiLayer>>(*pair, point);
    EXPECT_EQ(verdict.wrong, "") << measure::cell_key("one_sided_atomic", point);
    EXPECT_EQ(verdict.bytes, measure::number_at(point, "size_bytes"));
  }
}

TEST(OneSidedAtomic, SeesThatNothingWasChanged) {
  auto pair = testing::first_of_world(2);
  if (!pair) return;
  Lazy lazy(std::move(*pair));
  for (const measure::Point& point : points_of_atomics()) {
    EXPECT_NE(verdict_of<OneSidedAtomic<Lazy>>(lazy, point).wrong, "")
        << measure::cell_key("one_sided_atomic", point);
  }
}

}  // namespace
}  // namespace strobe::kernels
