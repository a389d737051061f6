// SPDX-License-Identifier: BSD-3-Clause
//
// Barrier: no rank leaves before all ranks have entered. CoMet's global synchronisation; MPBench.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <span>
#include <thread>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "measure/kernel.hpp"
#include "measure/members.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels {

[[nodiscard]] inline measure::KernelInfo barrier_info() {
  return {.name = "barrier",
          .title = "Barrier",
          .family = measure::Family::collective,
          .axes = {measure::ranks_axis()},
          .axis = "",
          .time = "from the first entry to the last exit",
          .source = "CoMet, global synchronisation; MPBench, section 3.2",
          .members = measure::first_ranks,
          .timing = measure::Timing::completion};
}

template <layer::MessageLayer L>
class Barrier final : public measure::Kernel {
 public:
  Barrier(L& layer, const measure::Point& /*point*/) : layer_(layer) {}

  void prepare(std::uint64_t /*seed*/) override {}

  void run(std::int64_t repetitions) override {
    base::repeat(repetitions, [&] { layer_.barrier(); });
  }

  /// A barrier moves no data, so the check tests its effect. The last rank sleeps before it enters,
  /// and no other rank may leave before that. A rank that was delayed between the two barriers
  /// waits for a shorter time than it should. All ranks therefore try again until each has waited
  /// once: only a barrier that never blocks fails.
  [[nodiscard]] measure::Verdict verify() override {
    if (layer_.size() == 1) return {};
    const bool comes_late = layer_.rank().value == layer_.size() - 1;
    std::chrono::nanoseconds longest{0};
    for (int attempt = 0; attempt < attempts_max; ++attempt) {
      layer_.barrier();
      if (comes_late) std::this_thread::sleep_for(delay);
      const auto begin = L::now();
      layer_.barrier();
      longest = std::max(longest, L::now() - begin);
      if (all_say(comes_late || longest >= delay / 2)) return {};
    }
    if (comes_late || longest >= delay / 2) return {};
    return {
        .bytes = 0,
        .wrong = base::format("it left the barrier after {} ns, while the last process came {} ns "
                              "after the others",
                              longest.count(), delay.count())};
  }

 private:
  static constexpr std::chrono::nanoseconds delay = std::chrono::milliseconds(1);
  static constexpr int attempts_max = 20;

  [[nodiscard]] bool all_say(bool own) {
    const std::int32_t said = own ? 1 : 0;
    std::int32_t least = 0;
    layer_.allreduce(std::as_bytes(std::span(&said, 1)),
                     std::as_writable_bytes(std::span(&least, 1)), layer::Element::int32,
                     layer::Operation::minimum);
    return least == 1;
  }

  L& layer_;
};

}  // namespace strobe::kernels
