// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/point_to_point/one_sided.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "layer/mpi/mpi_layer.hpp"
#include "support/groups.hpp"

namespace strobe::kernels {
namespace {

using layer::mpi::MpiLayer;

/// An MPI layer whose one-sided operations have no effect.
class Idle : public MpiLayer {
 public:
  explicit Idle(MpiLayer&& base) : MpiLayer(std::move(base)) {}

  class Window : public layer::mpi::Window {
   public:
    explicit Window(layer::mpi::Window&& base) : layer::mpi::Window(std::move(base)) {}
    void put(layer::ConstBytes, layer::Rank, std::size_t) {}
    void get(layer::Bytes, layer::Rank, std::size_t) {}
    void accumulate(layer::ConstBytes, layer::Rank, std::size_t, layer::Element, layer::Operation) {
    }
  };
  [[nodiscard]] Window allocate_window(std::size_t size_bytes) {
    return Window(MpiLayer::allocate_window(size_bytes));
  }
  [[nodiscard]] Idle group(std::span<const layer::Rank> members) {
    return Idle(MpiLayer::group(members));
  }
};

template <class L>
measure::Verdict verdict_of(L& pair, const measure::Point& point) {
  OneSidedKernel<L> kernel(pair, point);
  kernel.prepare(5);
  kernel.run(2);
  kernel.run(3);
  return kernel.verify();
}

std::vector<measure::Point> all_points() {
  std::vector<measure::Point> points;
  const measure::KernelInfo info = one_sided_info();
  for (const std::string& operation : info.axes[0].choices) {
    for (const std::string& synchronisation : info.axes[1].choices) {
      for (const std::int64_t size_bytes : {8, 4096, 100000}) {
        points.push_back({{"operation", operation},
                          {"synchronisation", synchronisation},
                          {"size_bytes", size_bytes}});
      }
    }
  }
  return points;
}

TEST(OneSided, MovesEveryByteWithEverySynchronisation) {
  auto pair = testing::first_of_world(2);
  if (!pair) return;
  for (const measure::Point& point : all_points()) {
    const measure::Verdict verdict = verdict_of(*pair, point);
    EXPECT_EQ(verdict.wrong, "") << measure::cell_key("one_sided", point);
    const bool is_get = measure::word_at(point, "operation") == "get";
    const bool looks = (pair->rank().value == 0) == is_get;
    EXPECT_EQ(verdict.bytes, looks ? measure::number_at(point, "size_bytes") : 0);
  }
}

TEST(OneSided, SeesThatNothingWasMoved) {
  auto pair = testing::first_of_world(2);
  if (!pair) return;
  Idle idle(std::move(*pair));
  for (const measure::Point& point : all_points()) {
    const measure::Verdict verdict = verdict_of(idle, point);
    const bool is_get = measure::word_at(point, "operation") == "get";
    const bool looks = (idle.rank().value == 0) == is_get;
    EXPECT_EQ(verdict.wrong.empty(), !looks) << measure::cell_key("one_sided", point);
  }
}

}  // namespace
}  // namespace strobe::kernels
