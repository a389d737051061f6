// SPDX-License-Identifier: BSD-3-Clause
//
// The BLACS sum over all processes on each of its topologies, with the result on one process or on
// all, and the layer's own reduction with the same timing. LAPACK Working Note 73, section 5.5 and
// appendix D.4.
#pragma once

#include <optional>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/blacs/doubles.hpp"
#include "kernels/blacs/grid.hpp"
#include "kernels/blacs/topology.hpp"
#include "measure/pattern.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels::blacs {

[[nodiscard]] inline measure::KernelInfo combine_info() {
  return {.name = "blacs_combine",
          .title = "BLACS sum",
          .family = measure::Family::collective,
          .axes = {{.name = "left_on", .choices = {"everyone", "one"}},
                   topology_axis(),
                   branches_axis(),
                   repetitions_axis(),
                   measure::ranks_axis(),
                   doubles_axis()},
          .axis = "size_bytes",
          .time = "from the first entry to the last exit: the note's maximum time",
          .source = "LAPACK Working Note 73, section 5.5, appendix D.4",
          .members = ranks_of_topology,
          .timing = measure::Timing::completion,
          .work = work_of_doubles};
}

template <layer::OverMpi L>
class Combine final : public measure::Kernel {
 public:
  Combine(L& layer, const measure::Point& point)
      : layer_(layer),
        on_all_(measure::word_at(point, "left_on") == "everyone"),
        both_(message_bytes(point)),
        sums_(is_primitive(point) ? both_.bytes().size() : 0) {
    if (is_primitive(point)) return;
    top_ = letter_at(point);
    grid_.emplace(layer.communicator(), layer.size());
    grid_->set_branches(BlacsGrid::Branching::of_combines,
                        static_cast<BlacsGrid::Integer>(measure::number_at(point, "branches")));
  }

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    double* const own = doubles_of(both_.bytes());
    for (std::size_t i = 0; i < elements(); ++i) own[i] = contribution(i, layer_.rank().value);
    double* const sums = doubles_of(sums_.bytes());
    for (std::size_t i = 0; i < doubles_in(sums_.bytes()); ++i) sums[i] = -1.0;
  }

  /// The library sums in place, so each sum adds up the results of the sum before it, as in the
  /// note's timer. Values may overflow to infinity, which takes no longer.
  void run(std::int64_t repetitions) override {
    const layer::Bytes both = both_.bytes();
    if (!grid_) {
      base::repeat(repetitions, [&] { combine_by_layer(both, sums_.bytes()); });
      return;
    }
    const BlacsGrid::Integer count = integer(doubles_in(both));
    const BlacsGrid::Integer leading = count == 0 ? 1 : count;
    const BlacsGrid::Integer destination = on_all_ ? -1 : 0;
    base::repeat(repetitions, [&] {
      Cdgsum2d(grid_->context(), "All", &top_, count, 1, doubles_of(both), leading, destination, 0);
    });
  }

  /// Checks one additional sum, whose expected result is known.
  [[nodiscard]] measure::Verdict verify() override {
    if (grid_) {
      prepare(seed_);
      run(1);
    }
    if (!on_all_ && layer_.rank() != layer::Rank{0}) return {};
    measure::Buffer& left = grid_ ? both_ : sums_;
    measure::Verdict verdict{.bytes = static_cast<std::int64_t>(left.bytes().size()), .wrong = {}};
    const double* const found = doubles_of(left.bytes());
    for (std::size_t i = 0; i < elements() && verdict.wrong.empty(); ++i) {
      double wanted = 0.0;
      for (int rank = 0; rank < layer_.size(); ++rank) wanted += contribution(i, rank);
      if (found[i] == wanted) continue;
      verdict.wrong = base::format("element {} is {} and should be {}", i, found[i], wanted);
    }
    return verdict;
  }

 private:
  [[nodiscard]] std::size_t elements() const { return doubles_in(both_.bytes()); }

  /// Integers, so that every order of summation gives the exact result. No rank's values are a
  /// multiple of another rank's.
  [[nodiscard]] double contribution(std::size_t i, int rank) const {
    return static_cast<double>((i + seed_) % 1009) + 1013.0 * rank * rank + 1.0;
  }

  void combine_by_layer(layer::ConstBytes out, layer::Bytes in) {
    constexpr auto element = layer::Element::float64;
    constexpr auto operation = layer::Operation::sum;
    if (on_all_) {
      layer_.allreduce(out, in, element, operation);
    } else {
      layer_.reduce(out, in, element, operation, layer::Rank{0});
    }
  }

  L& layer_;
  bool on_all_;
  measure::Buffer both_;
  measure::Buffer sums_;
  char top_ = ' ';
  std::optional<BlacsGrid> grid_;
  std::uint64_t seed_ = 0;
};

}  // namespace strobe::kernels::blacs
