// SPDX-License-Identifier: BSD-3-Clause
//
// Echoes of several pairs at the same time, each between the two halves of the machine: the latency
// under the load of the other pairs, as osu_multi_lat measures it.
#pragma once

#include <cstdint>

#include "base/opaque.hpp"
#include "kernels/point_to_point/multi_pair.hpp"
#include "kernels/point_to_point/pair.hpp"

namespace strobe::kernels {

[[nodiscard]] inline measure::KernelInfo multi_pair_echo_info() {
  return {.name = "multi_pair_echo",
          .title = "Echo of several pairs across the halves of the machine",
          .family = measure::Family::point_to_point,
          .axes = {{.name = "pairs", .choices = {}, .default_value = 1, .minimum = 1}, size_axis()},
          .axis = "size_bytes",
          .time = "half of a round trip of every pair, from the first entry to the last exit",
          .source = "OSU Micro-Benchmarks, osu_multi_lat",
          .members = detail::pairs_across_halves,
          .timing = measure::Timing::completion,
          .time_share = 0.5,
          .work = [](const measure::Point& point) {
            return measure::Work{.bytes = size_at(point) *
                                          static_cast<double>(measure::number_at(point, "pairs"))};
          }};
}

template <layer::MessageLayer L>
class MultiPairEcho final : public measure::Kernel {
 public:
  MultiPairEcho(L& layer, const measure::Point& point)
      : layer_(layer), out_(bytes_at(point, "size_bytes")), in_(out_.bytes().size()) {}

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    measure::fill(out_.bytes(), {.seed = seed, .rank = layer_.rank().value});
    measure::fill(in_.bytes(), {.seed = ~seed, .rank = 0});
  }

  void run(std::int64_t repetitions) override {
    const layer::ConstBytes out = out_.bytes();
    const layer::Bytes in = in_.bytes();
    const layer::Rank partner = this->partner();
    if (is_first()) {
      return base::repeat(repetitions, [&] {
        layer_.send(out, partner, tag);
        layer_.receive(in, partner, tag);
      });
    }
    base::repeat(repetitions, [&] {
      layer_.receive(in, partner, tag);
      layer_.send(out, partner, tag);
    });
  }

  [[nodiscard]] measure::Verdict verify() override {
    return {
        .bytes = static_cast<std::int64_t>(in_.bytes().size()),
        .wrong = measure::find_wrong_byte(in_.bytes(), {.seed = seed_, .rank = partner().value})};
  }

 private:
  static constexpr layer::Tag tag{1};

  [[nodiscard]] int pairs() const { return layer_.size() / 2; }
  [[nodiscard]] bool is_first() const { return layer_.rank().value < pairs(); }
  [[nodiscard]] layer::Rank partner() const {
    return {is_first() ? layer_.rank().value + pairs() : layer_.rank().value - pairs()};
  }

  L& layer_;
  measure::Buffer out_;
  measure::Buffer in_;
  std::uint64_t seed_ = 0;
};

}  // namespace strobe::kernels
