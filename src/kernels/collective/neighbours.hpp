// SPDX-License-Identifier: BSD-3-Clause
//
// Neighbourhood collectives on a torus, and the exchange with two neighbours in a ring by messages.
// The OSU Micro-Benchmarks measure the first, IMB-MPI1's Exchange is the second.
#pragma once

#include <array>
#include <cstdint>

#include "base/opaque.hpp"
#include "kernels/collective/collective_call.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"

namespace strobe::kernels {

namespace detail {

/// The work is what a rank sends to its four neighbours.
[[nodiscard]] inline measure::KernelInfo neighbour_info(std::string name, std::string title) {
  return {.name = std::move(name),
          .title = std::move(title),
          .family = measure::Family::collective,
          .axes = {measure::ranks_axis(), size_axis()},
          .axis = "size_bytes",
          .time = "from the first entry to the last exit",
          .source = "OSU Micro-Benchmarks, neighbourhood collectives",
          .members = measure::first_ranks,
          .timing = measure::Timing::completion,
          .work = [](const measure::Point& point) {
            return measure::Work{.bytes = 4.0 * size_at(point)};
          }};
}

}  // namespace detail

[[nodiscard]] inline measure::KernelInfo neighbour_allgather_info() {
  return detail::neighbour_info("neighbour_allgather", "Allgather with the neighbours on a torus");
}

[[nodiscard]] inline measure::KernelInfo neighbour_alltoall_info() {
  return detail::neighbour_info("neighbour_alltoall", "Alltoall with the neighbours on a torus");
}

template <layer::AllNonblockingCollectives L, CollectiveKind kind>
class NeighbourCollective final : public measure::Kernel {
 public:
  NeighbourCollective(L& layer, const measure::Point& point)
      : call_(layer, kind, bytes_at(point, "size_bytes")) {}

  void prepare(std::uint64_t seed) override { call_.fill(seed); }
  void run(std::int64_t repetitions) override {
    base::repeat(repetitions, [&] { call_.block_until_done(); });
  }
  [[nodiscard]] measure::Verdict verify() override { return call_.check(); }

 private:
  CollectiveCall<L> call_;
};

template <layer::AllNonblockingCollectives L>
using NeighbourAllgather = NeighbourCollective<L, CollectiveKind::neighbour_allgather>;
template <layer::AllNonblockingCollectives L>
using NeighbourAlltoall = NeighbourCollective<L, CollectiveKind::neighbour_alltoall>;

[[nodiscard]] inline measure::KernelInfo ring_exchange_info() {
  return {.name = "ring_exchange",
          .title = "Exchange with both neighbours in a ring",
          .family = measure::Family::collective,
          .axes = {measure::ranks_axis(), size_axis()},
          .axis = "size_bytes",
          .time =
              "from the first entry to the last exit, when every process has sent and received "
              "two messages",
          .source = "Intel MPI Benchmarks, IMB-MPI1 Exchange",
          .members = measure::first_ranks,
          .timing = measure::Timing::completion,
          .work = [](const measure::Point& point) {
            return measure::Work{.bytes = 4.0 * size_at(point)};
          }};
}

/// Each rank starts a send to the rank before and to the rank after it, receives from both, and
/// waits for its sends.
template <layer::MessageLayer L>
class RingExchange final : public measure::Kernel {
 public:
  RingExchange(L& layer, const measure::Point& point)
      : layer_(layer),
        out_{measure::Buffer(bytes_at(point, "size_bytes")),
             measure::Buffer(bytes_at(point, "size_bytes"))},
        in_{measure::Buffer(bytes_at(point, "size_bytes")),
            measure::Buffer(bytes_at(point, "size_bytes"))} {}

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    for (const std::size_t side : {before, after}) {
      measure::fill(out_[side].bytes(), pattern(layer_.rank().value, side));
      measure::fill(in_[side].bytes(), {.seed = ~seed, .rank = 0});
    }
  }

  void run(std::int64_t repetitions) override {
    const layer::Rank left = at_distance(-1);
    const layer::Rank right = at_distance(1);
    base::repeat(repetitions, [&] {
      std::array requests{layer_.start_send(out_[before].bytes(), left, tags[before]),
                          layer_.start_send(out_[after].bytes(), right, tags[after])};
      // The left neighbour sent this message to its right.
      layer_.receive(in_[before].bytes(), left, tags[after]);
      layer_.receive(in_[after].bytes(), right, tags[before]);
      layer_.wait_all(requests);
    });
  }

  [[nodiscard]] measure::Verdict verify() override {
    measure::Verdict verdict;
    for (const std::size_t side : {before, after}) {
      const int from = at_distance(side == before ? -1 : 1).value;
      verdict.bytes += static_cast<std::int64_t>(in_[side].bytes().size());
      if (!verdict.wrong.empty()) continue;
      verdict.wrong = measure::find_wrong_byte(in_[side].bytes(), pattern(from, 1 - side));
    }
    return verdict;
  }

 private:
  static constexpr std::size_t before = 0;
  static constexpr std::size_t after = 1;
  static constexpr std::array<layer::Tag, 2> tags{layer::Tag{1}, layer::Tag{2}};

  [[nodiscard]] layer::Rank at_distance(int distance) const {
    return {(layer_.rank().value + layer_.size() + distance) % layer_.size()};
  }
  [[nodiscard]] measure::Pattern pattern(int from, std::size_t side) const {
    return {.seed = seed_ + side, .rank = from};
  }

  L& layer_;
  std::array<measure::Buffer, 2> out_;
  std::array<measure::Buffer, 2> in_;
  std::uint64_t seed_ = 0;
};

}  // namespace strobe::kernels
