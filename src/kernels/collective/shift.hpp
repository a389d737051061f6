// SPDX-License-Identifier: BSD-3-Clause
//
// Circular shift: every rank sends to the rank `shift` further on. The CM-5 study, section 7, table
// 6 and figure 16, with its three methods.
#pragma once

#include <numeric>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/point_to_point/method.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

/// The paper gives the bandwidth per node, so the work is one message.
[[nodiscard]] inline measure::KernelInfo shift_info() {
  return {
      .name = "shift",
      .title = "Circular shift",
      .family = measure::Family::collective,
      .axes = {{.name = "method", .choices = {"exchange", "echo", "swap"}},
               {.name = "shift", .choices = {}, .default_value = 1, .minimum = 1},
               measure::ranks_axis(),
               size_axis()},
      .axis = "size_bytes",
      .time = "from the first entry to the last exit, when every process has sent and received",
      .source = "CM-5 study, section 7, table 6 and figure 16",
      .members =
          [](const measure::Point& point, const measure::Machine& machine) {
            const std::int64_t shift = measure::number_at(point, "shift");
            const std::int64_t ranks = measure::number_at(point, "ranks");
            if (shift % ranks == 0) {
              throw Error(
                  base::format("a shift by {} maps each of {} ranks to itself: choose one that is "
                               "not a multiple of their number",
                               shift, ranks));
            }
            return measure::first_ranks(point, machine);
          },
      .timing = measure::Timing::completion,
      .work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; }};
}

/// method=exchange sends and receives in one call, method=swap in one call with one buffer, and
/// method=echo in two blocking calls. If every rank sent first, a layer without buffering would
/// deadlock: "the naive arrangement" of the paper. A shift forms cycles of ranks / gcd(ranks,
/// shift) ranks, and in each cycle every second rank receives first. In a cycle of odd length two
/// neighbours both send first. The other neighbour of the first one receives, so the first one
/// completes its send, receives, and the whole cycle completes.
template <layer::MessageLayer L>
class Shift final : public measure::Kernel {
 public:
  Shift(L& layer, const measure::Point& point)
      : layer_(layer),
        method_(method_of(measure::word_at(point, "method"))),
        shift_(static_cast<int>(measure::number_at(point, "shift") % layer.size())),
        out_(bytes_at(point, "size_bytes")),
        in_(out_.bytes().size()) {}

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    shifts_ = 0;
    measure::fill(out_.bytes(), pattern_of(layer_.rank().value));
    measure::fill(in_.bytes(), {.seed = ~seed, .rank = 0});
  }

  void run(std::int64_t repetitions) override {
    const layer::ConstBytes out = out_.bytes();
    const layer::Bytes in = in_.bytes();
    const layer::Rank next{rank_at(1)};
    const layer::Rank previous{rank_at(-1)};
    shifts_ += repetitions;
    switch (method_) {
      case TwoWayMethod::exchange:
        return base::repeat(repetitions, [&] { layer_.exchange(out, next, in, previous, tag); });
      case TwoWayMethod::swap:
        return base::repeat(repetitions, [&] { layer_.swap(out_.bytes(), next, previous, tag); });
      case TwoWayMethod::echo:
        if (sends_first()) {
          return base::repeat(repetitions, [&] {
            layer_.send(out, next, tag);
            layer_.receive(in, previous, tag);
          });
        }
        return base::repeat(repetitions, [&] {
          layer_.receive(in, previous, tag);
          layer_.send(out, next, tag);
        });
    }
  }

  /// A swapped buffer moves with every shift. If it has come back to its owner, the check would not
  /// notice missing shifts, so one shift is added.
  [[nodiscard]] measure::Verdict verify() override {
    const bool is_swap = method_ == TwoWayMethod::swap;
    const layer::ConstBytes got = is_swap ? out_.bytes() : in_.bytes();
    const auto source = [&] {
      return rank_at(is_swap ? -static_cast<int>(shifts_ % layer_.size()) : -1);
    };
    if (source() == layer_.rank().value) run(1);
    return {.bytes = static_cast<std::int64_t>(got.size()),
            .wrong = measure::find_wrong_byte(got, pattern_of(source()))};
  }

 private:
  static constexpr layer::Tag tag{1};

  /// The rank so many shifts further on.
  [[nodiscard]] int rank_at(int shifts) const {
    const std::int64_t size = layer_.size();
    const std::int64_t rank = layer_.rank().value + std::int64_t{shifts} * shift_;
    return static_cast<int>((rank % size + size) % size);
  }

  /// Whether this rank has an even index in its cycle, counted from the cycle's lowest rank.
  [[nodiscard]] bool sends_first() const {
    const int circles = std::gcd(shift_, layer_.size());
    int place = 0;
    while (rank_at(-place) >= circles) ++place;
    return place % 2 == 0;
  }

  [[nodiscard]] measure::Pattern pattern_of(int rank) const {
    return {.seed = seed_, .rank = rank};
  }

  L& layer_;
  TwoWayMethod method_;
  int shift_;
  measure::Buffer out_;
  measure::Buffer in_;
  std::int64_t shifts_ = 0;
  std::uint64_t seed_ = 0;
};

}  // namespace strobe::kernels
