// SPDX-License-Identifier: BSD-3-Clause
#include "measure/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::measure {
namespace {

/// The curve that a cell lies on: its key without the axis along x.
std::string curve_of(const Cell& cell) {
  Point rest = cell.point;
  rest.erase(cell.kernel->axis);
  return cell_key(cell.kernel->name, rest);
}

/// All combinations of the axes' points, the first axis varying slowest.
void combine(const std::vector<std::pair<std::string, std::vector<AxisPoint>>>& axes,
             std::size_t depth, Point& point, Origin origin, auto&& emit) {
  if (depth == axes.size()) return emit(point, origin);
  for (const AxisPoint& at : axes[depth].second) {
    point[axes[depth].first] = at.value;
    combine(axes, depth + 1, point, at.origin == Origin::grid ? origin : at.origin, emit);
  }
}

}  // namespace

std::string_view status_name(Status status) {
  switch (status) {
    case Status::satisfied:
      return "satisfied";
    case Status::budget:
      return "budget";
    case Status::failed:
      return "failed";
    case Status::hung:
      return "hung";
    case Status::skipped:
      return "skipped";
  }
  throw Error("a status without a name");
}

PlanOptions granted(PlanOptions options, const PlanWishes& wishes) {
  Precision& precision = options.precision;
  options.budget_s = wishes.budget_s.value_or(options.budget_s);
  options.cell_budget_s = wishes.cell_budget_s.value_or(options.cell_budget_s);
  precision.relative_error = wishes.relative_error.value_or(precision.relative_error);
  precision.samples_min = wishes.samples_min.value_or(precision.samples_min);
  precision.visits_min = wishes.visits_min.value_or(precision.visits_min);
  return options;
}

std::size_t Cell::samples() const {
  std::size_t sum = 0;
  for (const auto& [regime, rule] : regimes) sum += rule.samples();
  return sum;
}

Plan::Plan(const PlanOptions& options, Machine machine)
    : options_(options), machine_(std::move(machine)), random_(options.seed) {}

void Plan::add(const KernelInfo& kernel, const Experiment& experiment) {
  std::vector<std::pair<std::string, std::vector<AxisPoint>>> axes;
  bool refine = false;
  for (const auto& [name, spec] : experiment.axes) {
    const auto info = std::ranges::find(kernel.axes, name, &AxisInfo::name);
    // An axis that does not exist is refused by complete_point, which knows what there is.
    const AxisInfo axis = info == kernel.axes.end() ? AxisInfo{.name = name} : *info;
    axes.emplace_back(name, expand_axis(on_machine(spec, axis, machine_), axis));
    refine = refine || spec.refine;
  }
  Point point;
  combine(axes, 0, point, Origin::grid, [&](const Point& complete, Origin origin) {
    plan_cell(kernel, complete, origin, refine);
  });
}

bool Plan::plan_cell(const KernelInfo& kernel, Point point, Origin origin, bool refine) {
  Cell cell{.kernel = &kernel,
            .point = complete_point(kernel, std::move(point), machine_),
            .origin = origin,
            .refine = refine};
  cell.key = cell_key(kernel.name, cell.point);
  const auto [place, is_new] = index_of_.try_emplace(cell.key, cells_.size());
  if (!is_new) return false;
  new_.push_back(cells_.size());
  std::string reason;
  try {
    cell.members = kernel.members(cell.point, machine_);
  } catch (const Error& error) {
    reason = error.what();
  }
  if (cell.members.size() == 2) {
    cell.distance = machine_.distance(cell.members[0], cell.members[1]);
  }
  cells_.push_back(std::move(cell));
  if (!reason.empty()) end(cells_.size() - 1, Status::skipped, reason);
  return true;
}

void Plan::end_earlier(const std::string& key, Status status) {
  const auto found = index_of_.find(key);
  if (found != index_of_.end()) cells_[found->second].status = status;
}

std::optional<std::size_t> Plan::next(double elapsed_s) {
  if (elapsed_s >= options_.budget_s) {
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if (!cells_[i].status) end_by_budget(i, "the budget of the launch was spent");
    }
    return std::nullopt;
  }
  while (!pass_.empty() && cells_[pass_.back()].status) pass_.pop_back();
  if (pass_.empty()) begin_pass();
  if (pass_.empty()) return std::nullopt;
  const std::size_t index = pass_.back();
  pass_.pop_back();
  return index;
}

void Plan::begin_pass() {
  if (passes_ >= options_.precision.visits_min) plan_refinements();
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (!cells_[i].status) pass_.push_back(i);
  }
  random_.shuffle(pass_);
  ++passes_;
}

double Plan::slice_s(std::size_t index, double elapsed_s) const {
  const Cell& cell = cells_[index];
  const auto open = static_cast<double>(
      std::ranges::count_if(cells_, [](const Cell& other) { return !other.status; }));
  const int passes_left = std::max(0, options_.precision.visits_min - passes_);
  const double visits_left = static_cast<double>(pass_.size()) + 1.0 + open * passes_left;
  const double fair = (options_.budget_s - elapsed_s) / visits_left;
  const int own_left = std::max(1, options_.precision.visits_min - cell.visits);
  const double own = (options_.cell_budget_s - cell.elapsed_s) / own_left;
  return std::max(0.0, std::min(fair, own));
}

bool Plan::useful(std::size_t index, Regime regime) const {
  const auto rule = cells_[index].regimes.find(regime);
  return rule == cells_[index].regimes.end() || !rule->second.satisfied();
}

void Plan::waited(double waited_s) {
  waited_s_ += waited_s;
  if (waited_s_ < options_.budget_s / 4.0) return;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (!cells_[i].status && satisfied_somewhere(cells_[i])) end_by_budget(i, "");
  }
}

bool Plan::enough(std::size_t index, Regime regime, std::span<const double> samples) const {
  const Cell& cell = cells_[index];
  const Precision& precision = options_.precision;
  const auto visits = static_cast<std::size_t>(std::max(1, precision.visits_min));
  if (samples.size() < (precision.samples_min + visits - 1) / visits) return false;
  const auto rule = cell.regimes.find(regime);
  return (rule == cell.regimes.end() ? StoppingRule(precision) : rule->second)
      .precise_with(samples);
}

std::optional<double> Plan::half_width(std::size_t index, Regime regime) const {
  const auto rule = cells_[index].regimes.find(regime);
  if (rule == cells_[index].regimes.end() || rule->second.samples() < 6) return std::nullopt;
  return rule->second.interval()->relative_half_width();
}

void Plan::visited(std::size_t index, const Visit& visit) {
  Cell& cell = cells_[index];
  ++cell.visits;
  cell.elapsed_s += visit.elapsed_s;
  cell.repetitions = visit.repetitions;
  cell.regimes.try_emplace(visit.regime, options_.precision).first->second.add_visit(visit.time_s);
  if (cell.status) return;
  if (satisfied_where_it_counts(cell)) {
    end(index, Status::satisfied, "");
  } else if (cell.elapsed_s >= options_.cell_budget_s) {
    end_by_budget(index, "the budget of the cell was spent");
  }
}

void Plan::failed(std::size_t index, std::string reason) {
  end(index, Status::failed, std::move(reason));
}

void Plan::set_reference(std::optional<Regime> regime) {
  if (regime == reference_) return;
  reference_ = regime;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (!cells_[i].status && satisfied_where_it_counts(cells_[i])) end(i, Status::satisfied, "");
  }
}

bool Plan::satisfied_where_it_counts(const Cell& cell) const {
  return std::ranges::any_of(cell.regimes, [&](const auto& entry) {
    const auto& [regime, rule] = entry;
    const bool counts = regime == regime_unknown || regime == reference_;
    return counts && rule.satisfied();
  });
}

bool Plan::satisfied_somewhere(const Cell& cell) const {
  return std::ranges::any_of(cell.regimes, [](const auto& entry) {
    return entry.first != regime_disturbed && entry.second.satisfied();
  });
}

void Plan::end_by_budget(std::size_t index, std::string reason) {
  // A machine that has left its better speed for good still yields figures that stand.
  if (satisfied_somewhere(cells_[index])) {
    end(index, Status::satisfied, "only at a speed that is not the machine's best");
  } else {
    end(index, Status::budget, std::move(reason));
  }
}

void Plan::end(std::size_t index, Status status, std::string reason) {
  if (!cells_[index].status) ended_.push_back(index);
  cells_[index].status = status;
  cells_[index].reason = std::move(reason);
}

std::optional<Regime> Plan::headline_regime(std::size_t index) const {
  const Cell& cell = cells_[index];
  if (reference_) {
    const auto wanted = cell.regimes.find(*reference_);
    if (wanted != cell.regimes.end() &&
        wanted->second.samples() >= options_.precision.samples_min) {
      return reference_;
    }
  }
  const auto most = std::ranges::max_element(
      cell.regimes, {}, [](const auto& entry) { return entry.second.samples(); });
  if (most == cell.regimes.end() || most->second.samples() == 0) return std::nullopt;
  return most->first;
}

void Plan::plan_refinements() {
  struct Curve {
    const KernelInfo* kernel = nullptr;
    Point point;
    std::map<Regime, std::vector<AxisMedian>> medians;
    bool refine = false;
    bool has_gaps = false;
  };
  // Medians are compared within one regime, so that a change of speed is no reason to refine.
  std::map<std::string, Curve> curves;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const Cell& cell = cells_[i];
    if (cell.kernel->axis.empty()) continue;
    Curve& curve = curves[curve_of(cell)];
    curve.refine = curve.refine || cell.refine;
    // What was measured in an earlier launch is not known here, and a line across it means nothing.
    curve.has_gaps = curve.has_gaps || (cell.status && cell.visits == 0);
    const auto regime = headline_regime(i);
    if (!regime || *regime == regime_disturbed) continue;
    curve.kernel = cell.kernel;
    curve.point = cell.point;
    curve.medians[*regime].push_back(
        {number_at(cell.point, cell.kernel->axis), cell.regimes.at(*regime).interval()->median});
  }
  for (auto& [name, curve] : curves) {
    if (!curve.refine || curve.has_gaps || curve.medians.empty()) continue;
    const auto axis = std::ranges::find(curve.kernel->axes, curve.kernel->axis, &AxisInfo::name);
    for (auto& [regime, medians] : curve.medians) {
      std::ranges::sort(medians, {}, &AxisMedian::x);
      for (const std::int64_t x : refine_axis(medians, options_.refine_tolerance, axis->multiple)) {
        if (refined_[name] >= options_.refine_max) break;
        curve.point[curve.kernel->axis] = x;
        if (plan_cell(*curve.kernel, curve.point, Origin::refined, true)) ++refined_[name];
      }
    }
  }
}

std::vector<std::size_t> Plan::take_new() { return std::exchange(new_, {}); }

std::vector<std::size_t> Plan::take_ended() { return std::exchange(ended_, {}); }

}  // namespace strobe::measure
