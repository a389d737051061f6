// SPDX-License-Identifier: BSD-3-Clause
//
// Broadcast from rank 0 to all, by the layer's own call or by a schedule of sends and receives.
// CoMet, figure 3; the CM-5 study, section 6; MPBench.
#pragma once

#include <array>
#include <utility>

#include "base/opaque.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "layer/collectives.hpp"
#include "measure/members.hpp"
#include "schedule/rooted.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

[[nodiscard]] inline measure::KernelInfo broadcast_info() {
  return {
      .name = "broadcast",
      .title = "Broadcast",
      .family = measure::Family::collective,
      .axes = {{.name = "algorithm", .choices = {"native", "linear", "binomial"}},
               {.name = "acknowledged_by", .choices = {"nobody", "everybody"}},
               measure::ranks_axis(),
               size_axis()},
      .axis = "size_bytes",
      .time = "from the first entry to the last exit",
      .source = "CoMet, figure 3; CM-5 study, section 6; MPBench, section 3.2.6",
      .members = measure::first_ranks,
      .timing = measure::Timing::completion,
      .work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; },
      .buffers = size_at};
}

/// algorithm=native is the layer's own broadcast. The other values are topologies of a schedule;
/// the papers used them on machines without a broadcast. With acknowledged_by=everybody, each other
/// rank sends 4 bytes to the root after each broadcast, which MPBench's time includes (section
/// 3.4.4).
template <layer::MessageLayer L>
class Broadcast final : public measure::Kernel {
 public:
  Broadcast(L& layer, const measure::Point& point)
      : layer_(layer),
        is_native_(measure::word_at(point, "algorithm") == "native"),
        is_acknowledged_(measure::word_at(point, "acknowledged_by") == "everybody"),
        data_(bytes_at(point, "size_bytes")) {
    if (is_native_) return;
    steps_ = schedule::broadcast(topology_of(measure::word_at(point, "algorithm")),
                                 layer::collectives::position_of(layer_, root));
  }

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    measure::fill(data_.bytes(), {.seed = layer_.rank() == root ? seed : ~seed, .rank = 0});
  }

  void run(std::int64_t repetitions) override {
    const layer::Bytes data = data_.bytes();
    if (is_acknowledged_) {
      base::repeat(repetitions, [&] {
        broadcast(data);
        acknowledge();
      });
    } else if (is_native_) {
      base::repeat(repetitions, [&] { layer_.broadcast(data, root); });
    } else {
      base::repeat(repetitions, [&] { layer::collectives::broadcast(layer_, steps_, data); });
    }
  }

  [[nodiscard]] measure::Verdict verify() override {
    return {.bytes = static_cast<std::int64_t>(data_.bytes().size()),
            .wrong = measure::find_wrong_byte(data_.bytes(), {.seed = seed_, .rank = 0})};
  }

 private:
  static constexpr layer::Rank root{0};

  static constexpr layer::Tag acknowledgement_tag{1};

  void broadcast(layer::Bytes data) {
    if (is_native_) return layer_.broadcast(data, root);
    layer::collectives::broadcast(layer_, steps_, data);
  }

  void acknowledge() {
    std::array<std::byte, 4> acknowledgement{};
    if (layer_.rank() != root) return layer_.send(acknowledgement, root, acknowledgement_tag);
    for (int rank = 1; rank < layer_.size(); ++rank) {
      layer_.receive(acknowledgement, layer::Rank{rank}, acknowledgement_tag);
    }
  }

  static schedule::Topology topology_of(const std::string& word) {
    if (word == "linear") return schedule::fully_connected;
    if (word == "binomial") return schedule::binomial;
    throw Error("unknown algorithm of a broadcast: " + word);
  }

  L& layer_;
  bool is_native_;
  bool is_acknowledged_;
  measure::Buffer data_;
  schedule::Steps steps_;
  std::uint64_t seed_ = 0;
};

}  // namespace strobe::kernels
