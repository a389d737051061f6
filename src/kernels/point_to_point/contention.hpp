// SPDX-License-Identifier: BSD-3-Clause
//
// Echo under load on the links: two processes echo, and two others exchange messages of another
// size without a pause. CoMet, figures 5, 6 and 21.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

namespace detail {

/// An axis for a rank; the value -1 lets the topology choose it.
[[nodiscard]] inline measure::AxisInfo chosen_rank_axis(std::string name) {
  return {.name = std::move(name),
          .choices = {},
          .default_value = -1,
          .minimum = -1,
          .kind = measure::AxisKind::rank};
}

}  // namespace detail

/// The four processes of the paper's figure 5: both pairs must use the same part of the machine.
/// The echo spans the longest distance of this machine. The load goes from a process near one end
/// to a process near the other. Ranks that the point names are kept. Order: first, partner, loader,
/// loaded.
[[nodiscard]] inline std::vector<int> contenders(const measure::Point& point,
                                                 const measure::Machine& machine) {
  constexpr std::array axes{"first", "partner", "loader", "loaded"};
  measure::require_ranks(static_cast<int>(axes.size()), machine);
  std::vector<int> four;
  for (const char* axis : axes) {
    four.push_back(static_cast<int>(measure::number_at(point, axis)));
    measure::require_ranks(four.back() + 1, machine);
  }
  // The nearest, or farthest, rank without a role; the lowest one of several.
  const auto choose = [&](std::size_t place, auto&& cost) {
    if (four[place] >= 0) return;
    std::optional<int> best;
    for (int rank = 0; rank < machine.ranks(); ++rank) {
      if (std::ranges::find(four, rank) != four.end()) continue;
      if (!best || cost(rank) < cost(*best)) best = rank;
    }
    four[place] = *best;
  };
  const auto hops = [&](int a, int b) { return machine.distance(a, b).hops; };
  choose(0, [](int rank) { return rank; });
  choose(1, [&](int rank) { return -hops(four[0], rank); });
  choose(2, [&](int rank) { return hops(four[0], rank); });
  choose(3, [&](int rank) { return hops(four[1], rank); });
  for (std::size_t a = 0; a < four.size(); ++a) {
    for (std::size_t b = a + 1; b < four.size(); ++b) {
      if (four[a] != four[b]) continue;
      throw Error(base::format("{} and {} are both rank {}: contention needs four different ranks",
                               axes[a], axes[b], four[a]));
    }
  }
  return four;
}

[[nodiscard]] inline measure::KernelInfo contention_info() {
  return {
      .name = "contention",
      .title = "Echo under load on the links",
      .family = measure::Family::point_to_point,
      .axes = {{.name = "load_bytes", .choices = {}, .shares_of = "echo"},
               detail::chosen_rank_axis("first"),
               detail::chosen_rank_axis("partner"),
               detail::chosen_rank_axis("loader"),
               detail::chosen_rank_axis("loaded"),
               size_axis()},
      .axis = "size_bytes",
      .time = "half of a round trip while two other processes exchange messages of load_bytes",
      .source = "CoMet, figures 5, 6 and 21",
      .members = contenders,
      .timing = measure::Timing::initiator,
      .time_share = 0.5,
      .work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; }};
}

/// With load_bytes=0 the same two processes stay idle.
template <layer::MessageLayer L>
class Contention final : public measure::Kernel {
 public:
  Contention(L& layer, const measure::Point& point)
      : layer_(layer),
        loads_(layer.rank() == loader || layer.rank() == loaded),
        is_loaded_(measure::number_at(point, "load_bytes") > 0),
        out_(static_cast<std::size_t>(
            measure::number_at(point, loads_ ? "load_bytes" : "size_bytes"))),
        in_(out_.bytes().size()) {}

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    measure::fill(out_.bytes(), {.seed = seed, .rank = layer_.rank().value});
    measure::fill(in_.bytes(), {.seed = ~seed, .rank = 0});
  }

  void run(std::int64_t repetitions) override {
    if (layer_.rank() == first) {
      echo(repetitions);
    } else if (layer_.rank() == partner) {
      answer(repetitions);
    } else if (is_loaded_) {
      load();
    }
  }

  /// The timed region starts when the load is running and ends before it stops.
  [[nodiscard]] std::optional<measure::TimedRegion> timed_region(
      measure::TimedRegion whole) const override {
    return layer_.rank() == first ? timed_region_ : whole;
  }

  [[nodiscard]] measure::Verdict verify() override {
    if (loads_ && !is_loaded_) return {};
    const int source = layer_.rank().value ^ 1;
    return {.bytes = static_cast<std::int64_t>(in_.bytes().size()),
            .wrong = measure::find_wrong_byte(in_.bytes(), {.seed = seed_, .rank = source})};
  }

 private:
  static constexpr layer::Rank first{0};
  static constexpr layer::Rank partner{1};
  static constexpr layer::Rank loader{2};
  static constexpr layer::Rank loaded{3};
  static constexpr layer::Tag tag{1};
  static constexpr layer::Tag flows_tag{2};
  static constexpr layer::Tag stop_tag{3};
  static constexpr layer::Tag goes_on_tag{4};
  static constexpr layer::Tag last_tag{5};

  void echo(std::int64_t repetitions) {
    if (is_loaded_) layer_.receive({}, loader, flows_tag);
    const layer::ConstBytes out = out_.bytes();
    const layer::Bytes in = in_.bytes();
    const auto entry = L::now();
    base::repeat(repetitions, [&] {
      layer_.send(out, partner, tag);
      layer_.receive(in, partner, tag);
    });
    timed_region_ = {.entry_ns = entry.count(), .exit_ns = L::now().count()};
    if (is_loaded_) layer_.send({}, loader, stop_tag);
  }

  void answer(std::int64_t repetitions) {
    const layer::ConstBytes out = out_.bytes();
    const layer::Bytes in = in_.bytes();
    base::repeat(repetitions, [&] {
      layer_.receive(in, first, tag);
      layer_.send(out, first, tag);
    });
  }

  /// Between two exchanges, the loader probes for the request to stop. Before each exchange it
  /// announces with an empty message whether it is the last, so that this does not depend on the
  /// contents of the load.
  void load() {
    const bool leads = layer_.rank() == loader;
    const layer::Rank other = leads ? loaded : loader;
    const layer::ConstBytes out = out_.bytes();
    const layer::Bytes in = in_.bytes();
    bool stops = false;
    for (bool flows = false; !stops; flows = true) {
      if (leads) {
        stops = layer_.probe_now(first, stop_tag).has_value();
        layer_.send({}, other, stops ? last_tag : goes_on_tag);
      }
      layer_.exchange(out, other, in, other, tag);
      if (leads && !flows) layer_.send({}, first, flows_tag);
      if (!leads) stops = was_last();
    }
    if (leads) layer_.receive({}, first, stop_tag);
  }

  /// Whether the exchange that has just ended was the last. Its announcement was sent before it,
  /// and that of the next one may be here, too. So the last is looked for first: where it is, all
  /// are.
  bool was_last() {
    while (true) {
      const bool is_last_here = layer_.probe_now(loader, last_tag).has_value();
      if (layer_.probe_now(loader, goes_on_tag)) {
        layer_.receive({}, loader, goes_on_tag);
        return false;
      }
      if (is_last_here) {
        layer_.receive({}, loader, last_tag);
        return true;
      }
    }
  }

  L& layer_;
  bool loads_;
  bool is_loaded_;
  measure::Buffer out_;
  measure::Buffer in_;
  measure::TimedRegion timed_region_;
  std::uint64_t seed_ = 0;
};

}  // namespace strobe::kernels
