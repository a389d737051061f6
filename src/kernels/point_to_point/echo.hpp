// SPDX-License-Identifier: BSD-3-Clause
//
// Echo: one process sends, the other answers with as many bytes. CoMet, figure 1; the CM-5 study,
// section 5; MPBench's roundtrip.
#pragma once

#include "base/opaque.hpp"
#include "kernels/point_to_point/pair.hpp"

namespace strobe::kernels {

[[nodiscard]] inline measure::KernelInfo echo_info() {
  return {
      .name = "echo",
      .title = "Echo",
      .family = measure::Family::point_to_point,
      .axes = {{.name = "reply", .choices = {"fresh", "returned"}},
               measure::partner_axis(),
               size_axis()},
      .axis = "size_bytes",
      .time = "half of a round trip",
      .source = "CoMet, figure 1; CM-5 study, section 5; MPBench, section 3.2.4",
      .members = measure::pair_with_first,
      .timing = measure::Timing::initiator,
      .time_share = 0.5,
      .work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; }};
}

/// With reply=fresh the partner answers from a buffer of its own, with reply=returned from the one
/// that it received; the second sends cold lines back, which can cost twice as much.
template <layer::MessageLayer L>
class Echo final : public measure::Kernel {
 public:
  Echo(L& layer, const measure::Point& point)
      : pair_(layer, point), returned_(measure::word_at(point, "reply") == "returned") {}

  void prepare(std::uint64_t seed) override { pair_.prepare(seed); }

  void run(std::int64_t repetitions) override {
    L& layer = pair_.layer();
    const layer::Rank partner = pair_.partner();
    const layer::Bytes in = pair_.in().bytes();
    const layer::ConstBytes out = pair_.out().bytes();
    if (pair_.initiates()) {
      base::repeat(repetitions, [&] {
        layer.send(out, partner, pair_.tag);
        layer.receive(in, partner, pair_.tag);
      });
    } else {
      const layer::ConstBytes reply = returned_ ? layer::ConstBytes(in) : out;
      base::repeat(repetitions, [&] {
        layer.receive(in, partner, pair_.tag);
        layer.send(reply, partner, pair_.tag);
      });
    }
  }

  [[nodiscard]] measure::Verdict verify() override {
    const bool own_came_back = returned_ && pair_.initiates();
    return pair_.check(pair_.in().bytes(), own_came_back ? layer::Rank{0} : pair_.partner());
  }

 private:
  Pair<L> pair_;
  bool returned_;
};

}  // namespace strobe::kernels
