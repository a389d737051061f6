// SPDX-License-Identifier: BSD-3-Clause
//
// The BLACS sum, maximum and minimum on each of its topologies, with the result on one process or
// on all, and the layer's own reduction with the same timing. LAPACK Working Note 73, section 5.5
// and appendix D.4.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/blacs/doubles.hpp"
#include "kernels/blacs/element_calls.hpp"
#include "kernels/blacs/grid.hpp"
#include "kernels/blacs/scope.hpp"
#include "kernels/blacs/topology.hpp"
#include "measure/pattern.hpp"
#include "strobe/error.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels::blacs {

/// `maximum` and `minimum` compare absolute values. With locations=yes they also find the processes
/// that the results come from.
[[nodiscard]] inline measure::KernelInfo combine_info() {
  std::vector<measure::AxisInfo> axes{
      {.name = "left_on", .choices = {"everyone", "one"}},
      {.name = "operation", .choices = {"sum", "maximum", "minimum"}},
      {.name = "locations", .choices = {"no", "yes"}},
      type_axis()};
  for (measure::AxisInfo& axis : scope_axes()) axes.push_back(std::move(axis));
  axes.insert(axes.end(), {topology_axis(), branches_axis(), repetitions_axis(),
                           measure::ranks_axis(), doubles_axis()});
  return {.name = "blacs_combine",
          .title = "BLACS combine",
          .family = measure::Family::collective,
          .axes = std::move(axes),
          .axis = "size_bytes",
          .time = "from the first entry to the last exit: the note's maximum time",
          .source = "LAPACK Working Note 73, section 5.5, appendix D.4",
          .members =
              [](const measure::Point& point, const measure::Machine& machine) {
                const bool locates = measure::word_at(point, "locations") == "yes";
                if (locates && measure::word_at(point, "operation") == "sum") {
                  throw Error("a sum has no locations: choose operation=maximum or minimum");
                }
                if (is_primitive(point) && (locates || !calls_at(point).of_layer)) {
                  throw Error(
                      "topology=primitive has neither locations nor complex numbers: choose "
                      "another topology");
                }
                return ranks_of_scope(point, machine);
              },
          .timing = measure::Timing::completion,
          .work = work_of_doubles};
}

template <layer::OverMpi L>
class Combine final : public measure::Kernel {
 public:
  Combine(L& layer, const measure::Point& point)
      : layer_(layer),
        calls_(calls_at(point)),
        scope_(point, layer.size()),
        position_(scope_.position(layer.rank().value)),
        members_(scope_.members(position_)),
        operation_(measure::word_at(point, "operation")),
        on_all_(measure::word_at(point, "left_on") == "everyone"),
        both_(message_bytes(point)),
        results_(is_primitive(point) ? both_.bytes().size() : 0) {
    if (is_primitive(point)) return;
    if (measure::word_at(point, "locations") == "yes") {
      rows_.resize(elements());
      columns_.resize(elements());
    }
    scoped_ = {.scope = scope_.letter(), .top = letter_at(point)};
    grid_.emplace(layer.communicator(), scope_.grid());
    grid_->set_branches(BlacsGrid::Branching::of_combines,
                        static_cast<BlacsGrid::Integer>(measure::number_at(point, "branches")));
  }

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    for (std::size_t i = 0; i < elements(); ++i) {
      calls_.set(both_.bytes().data(), i, contribution(i, position_));
    }
    if (grid_) {
      std::ranges::fill(rows_, -2);
      std::ranges::fill(columns_, -2);
    } else {
      for (std::size_t i = 0; i < elements(); ++i) calls_.set(results_.bytes().data(), i, -1.0);
    }
  }

  /// The library combines in place, so each sum adds up the results of the sum before it, as in the
  /// note's timer. Values may overflow, which takes no longer.
  void run(std::int64_t repetitions) override {
    if (!grid_) {
      base::repeat(repetitions, [&] { combine_by_layer(both_.bytes(), results_.bytes()); });
      return;
    }
    const BlacsGrid::Integer count = integer(elements());
    const MatrixArguments matrix{.rows = count,
                                 .columns = 1,
                                 .data = both_.bytes().data(),
                                 .leading = count == 0 ? 1 : count};
    const Locations locations{.rows = rows_.data(),
                              .columns = columns_.data(),
                              .leading = rows_.empty() ? -1 : matrix.leading};
    const Coordinates to =
        on_all_ ? Coordinates{.row = -1, .column = -1} : scope_.coordinates(scope_.root(position_));
    const ElementCalls::Combination combine = combination();
    base::repeat(repetitions, [&] { combine(grid_->context(), scoped_, matrix, locations, to); });
  }

  /// Checks one additional operation, whose expected result is known.
  [[nodiscard]] measure::Verdict verify() override {
    if (grid_) {
      prepare(seed_);
      run(1);
    }
    if (!on_all_ && position_ != scope_.root(position_)) return {};
    measure::Buffer& left = grid_ ? both_ : results_;
    measure::Verdict verdict{.bytes = static_cast<std::int64_t>(left.bytes().size()), .wrong = {}};
    for (std::size_t i = 0; i < elements() && verdict.wrong.empty(); ++i) {
      verdict.wrong = wrong_at(i, left.bytes().data());
    }
    return verdict;
  }

 private:
  [[nodiscard]] std::size_t elements() const { return both_.bytes().size() / calls_.size_bytes; }
  [[nodiscard]] bool sums() const { return operation_ == "sum"; }

  [[nodiscard]] ElementCalls::Combination combination() const {
    if (sums()) return calls_.sum;
    return operation_ == "maximum" ? calls_.maximum : calls_.minimum;
  }

  /// Whole numbers, which every type holds, so that every order of summation gives the exact
  /// result. No process's values are a multiple of another one's. The magnitudes of an element
  /// differ on all processes, so that its location is unique. The MPI does not compare magnitudes,
  /// so there all values are positive.
  [[nodiscard]] double contribution(std::size_t i, int position) const {
    const auto place = static_cast<std::size_t>(position);
    if (sums()) return static_cast<double>((i + seed_) % 1009 + place * place + 1);
    const auto processes = static_cast<std::size_t>(layer_.size());
    const auto magnitude = static_cast<double>((i + seed_ + place) % processes * 16 + i % 16 + 1);
    return grid_ && (i + place) % 2 == 1 ? -magnitude : magnitude;
  }

  /// The member whose contribution is the result.
  [[nodiscard]] int winner(std::size_t i) const {
    const auto magnitude = [&](int position) { return std::abs(contribution(i, position)); };
    return operation_ == "maximum" ? *std::ranges::max_element(members_, {}, magnitude)
                                   : *std::ranges::min_element(members_, {}, magnitude);
  }

  [[nodiscard]] std::string wrong_at(std::size_t i, const void* left) const {
    double wanted = 0.0;
    if (sums()) {
      for (const int member : members_) wanted += contribution(i, member);
    } else {
      wanted = contribution(i, winner(i));
    }
    if (!calls_.is_equal(left, i, wanted)) {
      return base::format("element {} is wrong and should be {}", i, wanted);
    }
    if (rows_.empty()) return {};
    const Coordinates place = scope_.coordinates(winner(i));
    if (rows_[i] == place.row && columns_[i] == place.column) return {};
    return base::format(
        "element {} is said to come from process ({}, {}), and it comes from ({}, {})", i, rows_[i],
        columns_[i], place.row, place.column);
  }

  void combine_by_layer(layer::ConstBytes out, layer::Bytes in) {
    const layer::Element element = *calls_.of_layer;
    if (on_all_) {
      layer_.allreduce(out, in, element, layer_operation());
    } else {
      layer_.reduce(out, in, element, layer_operation(), layer::Rank{0});
    }
  }

  [[nodiscard]] layer::Operation layer_operation() const {
    if (sums()) return layer::Operation::sum;
    return operation_ == "maximum" ? layer::Operation::maximum : layer::Operation::minimum;
  }

  L& layer_;
  const ElementCalls& calls_;
  ScopeOfPoint scope_;
  int position_;
  std::vector<int> members_;
  std::string operation_;
  bool on_all_;
  measure::Buffer both_;
  measure::Buffer results_;
  std::vector<BlacsGrid::Integer> rows_;
  std::vector<BlacsGrid::Integer> columns_;
  Scoped scoped_;
  std::optional<BlacsGrid> grid_;
  std::uint64_t seed_ = 0;
};

}  // namespace strobe::kernels::blacs
