// SPDX-License-Identifier: BSD-3-Clause
//
// The BLACS broadcast on each of its topologies, and the layer's own broadcast with the same
// timing. LAPACK Working Note 73, section 4.4 and appendix D.3.
#pragma once

#include <optional>

#include "base/opaque.hpp"
#include "kernels/blacs/doubles.hpp"
#include "kernels/blacs/grid.hpp"
#include "kernels/blacs/topology.hpp"
#include "measure/pattern.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels::blacs {

[[nodiscard]] inline measure::KernelInfo broadcast_info() {
  return {.name = "blacs_broadcast",
          .title = "BLACS broadcast",
          .family = measure::Family::collective,
          .axes = {topology_axis(), branches_axis(), repetitions_axis(), measure::ranks_axis(),
                   doubles_axis()},
          .axis = "size_bytes",
          .time = "from the first entry to the last exit: the note's maximum time",
          .source = "LAPACK Working Note 73, section 4.4, appendix D.3",
          .members = ranks_of_topology,
          .timing = measure::Timing::completion,
          .work = work_of_doubles};
}

template <layer::OverMpi L>
class Broadcast final : public measure::Kernel {
 public:
  Broadcast(L& layer, const measure::Point& point) : layer_(layer), data_(message_bytes(point)) {
    if (is_primitive(point)) return;
    top_ = letter_at(point);
    grid_.emplace(layer.communicator(), layer.size());
    grid_->set_branches(BlacsGrid::Branching::of_broadcasts,
                        static_cast<BlacsGrid::Integer>(measure::number_at(point, "branches")));
  }

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    measure::fill(data_.bytes(), {.seed = is_root() ? seed : ~seed, .rank = 0});
  }

  void run(std::int64_t repetitions) override {
    const layer::Bytes data = data_.bytes();
    if (!grid_) {
      base::repeat(repetitions, [&] { layer_.broadcast(data, layer::Rank{0}); });
      return;
    }
    const BlacsGrid::Integer elements = integer(doubles_in(data));
    const BlacsGrid::Integer leading = elements == 0 ? 1 : elements;
    if (is_root()) {
      base::repeat(repetitions, [&] {
        Cdgebs2d(grid_->context(), "All", &top_, elements, 1, doubles_of(data), leading);
      });
    } else {
      base::repeat(repetitions, [&] {
        Cdgebr2d(grid_->context(), "All", &top_, elements, 1, doubles_of(data), leading, 0, 0);
      });
    }
  }

  [[nodiscard]] measure::Verdict verify() override {
    return {.bytes = static_cast<std::int64_t>(data_.bytes().size()),
            .wrong = measure::find_wrong_byte(data_.bytes(), {.seed = seed_, .rank = 0})};
  }

 private:
  [[nodiscard]] bool is_root() const { return layer_.rank() == layer::Rank{0}; }

  L& layer_;
  measure::Buffer data_;
  char top_ = ' ';
  std::optional<BlacsGrid> grid_;
  std::uint64_t seed_ = 0;
};

}  // namespace strobe::kernels::blacs
