// SPDX-License-Identifier: BSD-3-Clause
//
// Swap: both processes send from and receive into the same buffer. The CM-5 study, section 5.
#pragma once

#include "base/opaque.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"

namespace strobe::kernels {

[[nodiscard]] inline measure::KernelInfo swap_info() {
  return {
      .name = "swap",
      .title = "Swap",
      .family = measure::Family::point_to_point,
      .axes = {measure::partner_axis(), offset_axis(), size_axis()},
      .axis = "size_bytes",
      .time = "both messages, each replacing the other",
      .source = "CM-5 study, section 5",
      .members = measure::pair_with_first,
      .timing = measure::Timing::initiator,
      .work =
          [](const measure::Point& point) { return measure::Work{.bytes = 2.0 * size_at(point)}; },
      .buffers = pair_buffers};
}

template <layer::MessageLayer L>
class Swap final : public measure::Kernel {
 public:
  Swap(L& layer, const measure::Point& point) : pair_(layer, point) {}

  void prepare(std::uint64_t seed) override {
    pair_.prepare(seed);
    swaps_ = 0;
  }

  void run(std::int64_t repetitions) override {
    L& layer = pair_.layer();
    const layer::Rank partner = pair_.partner();
    const layer::Bytes both = pair_.out().bytes();
    base::repeat(repetitions, [&] { layer.swap(both, partner, partner, pair_.tag); });
    swaps_ += repetitions;
  }

  /// After an even number of swaps the buffer has the same contents as without any, so one is
  /// added.
  [[nodiscard]] measure::Verdict verify() override {
    if (swaps_ % 2 == 0) run(1);
    return pair_.check(pair_.out().bytes(), pair_.partner());
  }

 private:
  Pair<L> pair_;
  std::int64_t swaps_ = 0;
};

}  // namespace strobe::kernels
