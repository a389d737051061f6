// SPDX-License-Identifier: BSD-3-Clause
//
// Broadcast from process 0 to all. CoMet, figure 3; the CM-5 study, section 6; MPBench.
#pragma once

#include "base/opaque.hpp"
#include "kernels/point_to_point/pair.hpp"

namespace strobe::kernels {

[[nodiscard]] inline measure::KernelInfo broadcast_info() {
  return {
      .name = "broadcast",
      .title = "Broadcast",
      .family = measure::Family::collective,
      .axes = {measure::ranks_axis(), size_axis()},
      .axis = "size_bytes",
      .time = "from the first entry to the last exit",
      .source = "CoMet, figure 3; CM-5 study, section 6; MPBench, section 3.2.6",
      .members = measure::first_ranks,
      .timing = measure::Timing::completion,
      .work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; }};
}

template <layer::MessageLayer L>
class Broadcast final : public measure::Kernel {
 public:
  Broadcast(L& layer, const measure::Point& point)
      : layer_(layer), data_(static_cast<std::size_t>(measure::number_at(point, "size_bytes"))) {}

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    const bool is_root = layer_.rank() == layer::Rank{0};
    measure::fill(data_.bytes(), {.seed = is_root ? seed : ~seed, .rank = 0});
  }

  void run(std::int64_t repetitions) override {
    const layer::Bytes data = data_.bytes();
    base::repeat(repetitions, [&] { layer_.broadcast(data, layer::Rank{0}); });
  }

  [[nodiscard]] measure::Verdict verify() override {
    return {.bytes = static_cast<std::int64_t>(data_.bytes().size()),
            .wrong = measure::find_wrong_byte(data_.bytes(), {.seed = seed_, .rank = 0})};
  }

 private:
  L& layer_;
  measure::Buffer data_;
  std::uint64_t seed_ = 0;
};

}  // namespace strobe::kernels
