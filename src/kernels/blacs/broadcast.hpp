// SPDX-License-Identifier: BSD-3-Clause
//
// The BLACS broadcast on each of its topologies, and the layer's own broadcast with the same
// timing. LAPACK Working Note 73, section 4.4 and appendix D.3.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "base/opaque.hpp"
#include "kernels/blacs/doubles.hpp"
#include "kernels/blacs/element_calls.hpp"
#include "kernels/blacs/grid.hpp"
#include "kernels/blacs/matrix.hpp"
#include "kernels/blacs/scope.hpp"
#include "kernels/blacs/topology.hpp"
#include "measure/pattern.hpp"
#include "strobe/error.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels::blacs {

[[nodiscard]] inline measure::KernelInfo broadcast_info() {
  std::vector<measure::AxisInfo> axes = matrix_axes();
  for (measure::AxisInfo& axis : scope_axes()) axes.push_back(std::move(axis));
  axes.insert(axes.end(), {topology_axis(), branches_axis(), repetitions_axis(),
                           measure::ranks_axis(), doubles_axis()});
  return {.name = "blacs_broadcast",
          .title = "BLACS broadcast",
          .family = measure::Family::collective,
          .axes = std::move(axes),
          .axis = "size_bytes",
          .time = "from the first entry to the last exit: the note's maximum time",
          .source = "LAPACK Working Note 73, section 4.4, appendix D.3",
          .members =
              [](const measure::Point& point, const measure::Machine& machine) {
                (void)MatrixForm::at(point);
                if (is_primitive(point) && measure::word_at(point, "shape") != "column") {
                  throw Error("topology=primitive broadcasts contiguous data: choose shape=column");
                }
                return ranks_of_scope(point, machine);
              },
          .timing = measure::Timing::completion,
          .work = work_of_matrix};
}

template <layer::OverMpi L>
class Broadcast final : public measure::Kernel {
 public:
  Broadcast(L& layer, const measure::Point& point)
      : layer_(layer),
        calls_(calls_at(point)),
        scope_(point, layer.size()),
        position_(scope_.position(layer.rank().value)),
        root_(scope_.root(position_)),
        matrix_(point) {
    if (is_primitive(point)) return;
    scoped_ = {.scope = scope_.letter(), .top = letter_at(point)};
    grid_.emplace(layer.communicator(), scope_.grid());
    grid_->set_branches(BlacsGrid::Branching::of_broadcasts,
                        static_cast<BlacsGrid::Integer>(measure::number_at(point, "branches")));
  }

  /// Each scope broadcasts data of its own.
  void prepare(std::uint64_t seed) override {
    sent_ = {.seed = seed, .rank = root_};
    matrix_.fill(is_root() ? sent_ : measure::Pattern{.seed = ~seed, .rank = root_});
  }

  void run(std::int64_t repetitions) override {
    if (!grid_) {
      const layer::Bytes data = matrix_.bytes();
      base::repeat(repetitions, [&] { layer_.broadcast(data, layer::Rank{0}); });
    } else if (is_root()) {
      base::repeat(repetitions,
                   [&] { calls_.broadcast(grid_->context(), scoped_, matrix_.arguments()); });
    } else {
      const Coordinates root = scope_.coordinates(root_);
      base::repeat(repetitions, [&] {
        calls_.receive_broadcast(grid_->context(), scoped_, matrix_.arguments(), root);
      });
    }
  }

  [[nodiscard]] measure::Verdict verify() override { return matrix_.check(sent_); }

 private:
  [[nodiscard]] bool is_root() const { return position_ == root_; }

  L& layer_;
  const ElementCalls& calls_;
  ScopeOfPoint scope_;
  int position_;
  int root_;
  MessageMatrix matrix_;
  Scoped scoped_;
  std::optional<BlacsGrid> grid_;
  measure::Pattern sent_;
};

}  // namespace strobe::kernels::blacs
