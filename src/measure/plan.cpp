// SPDX-License-Identifier: BSD-3-Clause
#include "measure/plan.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/format.hpp"
#include "measure/members.hpp"
#include "measure/peak_share.hpp"
#include "strobe/error.hpp"

namespace strobe::measure {
namespace {

/// The curve of a cell: its key without the axis along x.
std::string curve_of(const Cell& cell) {
  Point rest = cell.point;
  rest.erase(cell.kernel->axis);
  return cell_key(cell.kernel->name, rest);
}

/// All combinations of the axes' points; the first axis varies slowest.
void combine(const std::vector<std::pair<std::string, std::vector<AxisPoint>>>& axes,
             std::size_t depth, Point& point, PointOrigin origin, auto&& emit) {
  if (depth == axes.size()) return emit(point, origin);
  for (const AxisPoint& at : axes[depth].second) {
    point[axes[depth].first] = at.value;
    combine(axes, depth + 1, point, at.origin == PointOrigin::grid ? origin : at.origin, emit);
  }
}

}  // namespace

std::string_view cell_status_name(CellStatus status) {
  switch (status) {
    case CellStatus::satisfied:
      return "satisfied";
    case CellStatus::budget:
      return "budget";
    case CellStatus::failed:
      return "failed";
    case CellStatus::hung:
      return "hung";
    case CellStatus::skipped:
      return "skipped";
  }
  throw Error("a cell status without a name");
}

PlanOptions with_requested(PlanOptions options, const RequestedPlan& requested) {
  Precision& precision = options.precision;
  options.budget_s = requested.budget_s.value_or(options.budget_s);
  options.cell_budget_s = requested.cell_budget_s.value_or(options.cell_budget_s);
  precision.relative_error = requested.relative_error.value_or(precision.relative_error);
  precision.samples_min = requested.samples_min.value_or(precision.samples_min);
  precision.visits_min = requested.visits_min.value_or(precision.visits_min);
  return options;
}

std::size_t Cell::samples() const {
  std::size_t sum = 0;
  for (const auto& [regime, rule] : regimes) sum += rule.samples();
  return sum;
}

Plan::Plan(const PlanOptions& options, Machine machine, Requirement requirement)
    : options_(options),
      machine_(std::move(machine)),
      requirement_(std::move(requirement)),
      random_(options.seed) {}

void Plan::add(const KernelInfo& kernel, const Experiment& experiment) {
  plan_points(kernel, experiment, {});
}

void Plan::plan_points(const KernelInfo& kernel, Experiment experiment, const Shares& shares) {
  defer_shares(kernel, experiment, shares);
  const CellSettings settings{
      .refine =
          std::ranges::any_of(experiment.axes, [](const auto& axis) { return axis.second.refine; }),
      .shares = shares,
      .repetitions = experiment.repetitions,
      .visits_min = experiment.visits_min};
  Point point;
  combine(expanded(kernel, experiment), 0, point, PointOrigin::grid,
          [&](const Point& complete, PointOrigin origin) {
            plan_cell(kernel, complete, origin, settings);
          });
}

std::vector<std::pair<std::string, std::vector<AxisPoint>>> Plan::expanded(
    const KernelInfo& kernel, const Experiment& experiment) const {
  std::vector<std::pair<std::string, std::vector<AxisPoint>>> axes;
  for (const auto& [name, spec] : experiment.axes) {
    const auto info = std::ranges::find(kernel.axes, name, &AxisInfo::name);
    // complete_point refuses an unknown axis, since it knows the existing ones.
    const AxisInfo axis = info == kernel.axes.end() ? AxisInfo{.name = name} : *info;
    axes.emplace_back(name, expand_axis(on_machine(spec, axis, machine_), axis));
  }
  return axes;
}

void Plan::defer_shares(const KernelInfo& kernel, Experiment& experiment, const Shares& shares) {
  for (const AxisInfo& axis : kernel.axes) {
    const auto spec = experiment.axes.find(axis.name);
    if (axis.shares_of.empty() || spec == experiment.axes.end()) continue;
    std::vector<AxisValue> kept;
    for (const AxisValue& value : std::exchange(spec->second.values, {})) {
      const auto* word = std::get_if<std::string>(&value);
      if (word == nullptr || !peak_share_of(*word)) {
        kept.push_back(value);
        continue;
      }
      DeferredPoints deferred{.kernel = &kernel,
                              .experiment = experiment,
                              .axis = axis.name,
                              .word = *word,
                              .source = axis.shares_of,
                              .shares = shares};
      deferred.experiment.axes.erase(axis.name);
      Point point;
      combine(expanded(kernel, deferred.experiment), 0, point, PointOrigin::grid,
              [&](const Point& some, PointOrigin) {
                // A point that the kernel forbids is refused now, not in the middle of the run.
                (void)complete_point(kernel, some, machine_);
                ++deferred.points;
              });
      deferred_.push_back(std::move(deferred));
    }
    spec->second.values = std::move(kept);
  }
}

std::vector<const KernelInfo*> Plan::kernels() const {
  std::set<const KernelInfo*> found;
  for (const Cell& cell : cells_) found.insert(cell.kernel);
  for (const DeferredPoints& deferred : deferred_) found.insert(deferred.kernel);
  std::vector<const KernelInfo*> kernels(found.begin(), found.end());
  std::ranges::sort(kernels, {}, &KernelInfo::name);
  return kernels;
}

void Plan::plan_deferred(double elapsed_s) {
  const int visits = elapsed_s < options_.budget_s / 2.0 ? options_.precision.visits_min : 1;
  for (const DeferredPoints& deferred : std::exchange(deferred_, {})) {
    if (peak_status(deferred.source, visits) == PeakStatus::pending) {
      deferred_.push_back(deferred);
    } else {
      plan_at_share(deferred);
    }
  }
}

Plan::PeakStatus Plan::peak_status(const std::string& source, int visits) const {
  PeakStatus status = PeakStatus::unavailable;
  for (const Cell& cell : cells_) {
    if (cell.kernel->name != source) continue;
    // A cell that is visited until the budget is spent has a usable figure after its first visits.
    if (!cell.status && cell.visits < visits) return PeakStatus::pending;
    if (cell.samples() > 0) status = PeakStatus::known;
  }
  return status;
}

std::vector<AxisMedian> Plan::peak_curve(const std::string& source) const {
  // Prefers the curve with default values of the other axes, in the regime with the most points.
  std::map<std::pair<std::string, Regime>, std::vector<AxisMedian>> curves;
  std::string wanted;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const Cell& cell = cells_[i];
    const auto regime = headline_regime(i);
    if (cell.kernel->name != source || cell.kernel->axis.empty() || !regime) continue;
    curves[{curve_of(cell), *regime}].push_back(
        {number_at(cell.point, cell.kernel->axis), cell.regimes.at(*regime).interval()->median});
    if (wanted.empty()) {
      wanted =
          curve_of({.kernel = cell.kernel, .point = complete_point(*cell.kernel, {}, machine_)});
    }
  }
  std::vector<AxisMedian> best;
  bool best_is_wanted = false;
  for (auto& [which, medians] : curves) {
    const bool is_wanted = which.first == wanted;
    if (std::pair(is_wanted, medians.size()) <= std::pair(best_is_wanted, best.size())) continue;
    best = std::move(medians);
    best_is_wanted = is_wanted;
  }
  std::ranges::sort(best, {}, &AxisMedian::x);
  return best;
}

void Plan::plan_at_share(const DeferredPoints& deferred) {
  const auto size = size_at_peak_share(peak_curve(deferred.source), *peak_share_of(deferred.word));
  if (size) return plan_at(deferred, *size);
  Point point;
  combine(
      expanded(*deferred.kernel, deferred.experiment), 0, point, PointOrigin::grid,
      [&](const Point& some, PointOrigin origin) {
        Cell cell{.kernel = deferred.kernel,
                  .point = complete_point(*deferred.kernel, some, machine_),
                  .origin = origin};
        cell.point[deferred.axis] = deferred.word;
        cell.key = cell_key(cell.kernel->name, cell.point);
        if (!index_of_.try_emplace(cell.key, cells_.size()).second) return;
        new_.push_back(cells_.size());
        cells_.push_back(std::move(cell));
        end(cells_.size() - 1, CellStatus::skipped,
            base::format("{}={} is the size at which {} reaches {:.0f} % of its peak bandwidth, "
                         "which was not measured in this run: measure {} too, or give a number",
                         deferred.axis, deferred.word, deferred.source,
                         100.0 * *peak_share_of(deferred.word), deferred.source));
      });
}

void Plan::plan_at(const DeferredPoints& deferred, std::int64_t value) {
  Experiment experiment = deferred.experiment;
  experiment.axes[deferred.axis].values = {value};
  Shares shares = deferred.shares;
  shares[deferred.axis] = deferred.word;
  plan_points(*deferred.kernel, std::move(experiment), shares);
}

bool Plan::plan_cell(const KernelInfo& kernel, Point point, PointOrigin origin,
                     const CellSettings& settings) {
  Cell cell{
      .kernel = &kernel,
      .point = complete_point(kernel, std::move(point), machine_),
      .origin = origin,
      .refine = settings.refine,
      .shares = settings.shares,
      .wanted_repetitions = settings.repetitions,
      .visits_min = settings.visits_min > 0 ? settings.visits_min : options_.precision.visits_min};
  if (cell.wanted_repetitions == 0 && cell.point.contains(repetitions_axis)) {
    cell.wanted_repetitions = number_at(cell.point, repetitions_axis);
  }
  cell.key = cell_key(kernel.name, cell.point);
  const auto [place, is_new] = index_of_.try_emplace(cell.key, cells_.size());
  if (!is_new) return false;
  new_.push_back(cells_.size());
  std::string reason;
  try {
    if (requirement_) requirement_(kernel, cell.point);
    cell.members = kernel.members(cell.point, machine_);
  } catch (const Error& error) {
    reason = error.what();
  }
  if (cell.members.size() == 2) {
    cell.distance = machine_.distance(cell.members[0], cell.members[1]);
  }
  cells_.push_back(std::move(cell));
  if (!reason.empty()) end(cells_.size() - 1, CellStatus::skipped, reason);
  return true;
}

void Plan::restore_ended(const std::string& key, CellStatus status,
                         std::span<const VisitResult> visits) {
  const auto found = index_of_.find(key);
  if (found == index_of_.end()) return;
  Cell& cell = cells_[found->second];
  cell.status = status;
  for (const VisitResult& visit : visits) {
    keep(cell, visit);
  }
}

void Plan::restore_share(const std::string& kernel, const std::string& axis,
                         const std::string& word, std::int64_t value) {
  for (const DeferredPoints& deferred : std::exchange(deferred_, {})) {
    if (deferred.kernel->name == kernel && deferred.axis == axis && deferred.word == word) {
      plan_at(deferred, value);
    } else {
      deferred_.push_back(deferred);
    }
  }
}

std::optional<std::size_t> Plan::next(double elapsed_s) {
  plan_deferred(elapsed_s);
  if (elapsed_s >= options_.budget_s) {
    // The points that are still deferred are planned nevertheless, so that the record states why
    // they were not measured.
    for (const DeferredPoints& deferred : std::exchange(deferred_, {})) plan_at_share(deferred);
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
  // Each open cell still needs its minimum number of visits, and so do deferred points. All further
  // visits share the rest of this pass.
  double visits_left = cell.visits < cell.visits_min ? 0.0 : 1.0;
  for (const Cell& other : cells_) {
    if (!other.status) visits_left += std::max(0, other.visits_min - other.visits);
  }
  for (const std::size_t other : pass_) {
    const Cell& coming = cells_[other];
    if (!coming.status && coming.visits >= coming.visits_min) visits_left += 1.0;
  }
  for (const DeferredPoints& deferred : deferred_) {
    visits_left += static_cast<double>(deferred.points) * options_.precision.visits_min;
  }
  const double fair = (options_.budget_s - elapsed_s) / visits_left;
  const int own_left = std::max(1, cell.visits_min - cell.visits);
  const double own = (options_.cell_budget_s - cell.elapsed_s) / own_left;
  return std::max(0.0, std::min(fair, own));
}

Precision Plan::precision_of(const Cell& cell) const {
  Precision precision = options_.precision;
  precision.visits_min = cell.visits_min;
  return precision;
}

bool Plan::useful(std::size_t index, Regime regime) const {
  const auto rule = cells_[index].regimes.find(regime);
  return rule == cells_[index].regimes.end() || !rule->second.satisfied();
}

void Plan::skipped_visit(double idle_s) {
  idle_s_ += idle_s;
  if (idle_s_ < options_.budget_s / 4.0) return;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (!cells_[i].status && satisfied_somewhere(cells_[i])) end_by_budget(i, "");
  }
}

bool Plan::enough(std::size_t index, Regime regime, std::span<const double> samples) const {
  const Cell& cell = cells_[index];
  const Precision precision = precision_of(cell);
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

void Plan::visited(std::size_t index, const VisitResult& visit) {
  Cell& cell = cells_[index];
  ++cell.visits;
  cell.elapsed_s += visit.elapsed_s;
  cell.repetitions = visit.repetitions;
  cell.in_step = visit.in_step;
  keep(cell, visit);
  if (cell.status) return;
  if (satisfied_where_it_counts(cell) || cell.kernel->is_once_per_launch) {
    end(index, CellStatus::satisfied, "");
  } else if (cell.elapsed_s >= options_.cell_budget_s) {
    end_by_budget(index, "the budget of the cell was spent");
  }
}

void Plan::keep(Cell& cell, const VisitResult& visit) const {
  cell.regimes.try_emplace(visit.regime, precision_of(cell)).first->second.add_visit(visit.time_s);
  for (std::size_t i = 0; i < std::min(visit.time_s.size(), visit.core_hz.size()); ++i) {
    cell.cycles[visit.regime].push_back(visit.time_s[i] * visit.core_hz[i]);
  }
}

void Plan::failed(std::size_t index, std::string reason) {
  end(index, CellStatus::failed, std::move(reason));
}

void Plan::set_reference(std::optional<Regime> regime) {
  if (regime == reference_) return;
  reference_ = regime;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (!cells_[i].status && satisfied_where_it_counts(cells_[i]))
      end(i, CellStatus::satisfied, "");
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
  // If the machine never returns to its fastest regime, the figures of another regime are still
  // valid.
  if (satisfied_somewhere(cells_[index])) {
    end(index, CellStatus::satisfied, "only in a regime that is not the machine's best");
  } else {
    end(index, CellStatus::budget, std::move(reason));
  }
}

void Plan::end(std::size_t index, CellStatus status, std::string reason) {
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
    CellSettings settings;
    bool refine = false;
    bool has_gaps = false;
  };
  // Medians are compared within one regime, so that a change of regime does not cause a refinement.
  std::map<std::string, Curve> curves;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const Cell& cell = cells_[i];
    if (cell.kernel->axis.empty()) continue;
    Curve& curve = curves[curve_of(cell)];
    curve.refine = curve.refine || cell.refine;
    // The figures of an earlier part of this launch may be missing here, and a line across the gap
    // would be meaningless.
    curve.has_gaps = curve.has_gaps || (cell.status && cell.visits == 0);
    const auto regime = headline_regime(i);
    if (!regime || *regime == regime_disturbed) continue;
    curve.kernel = cell.kernel;
    curve.point = cell.point;
    curve.settings = {true, cell.shares, cell.wanted_repetitions, cell.visits_min};
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
        if (plan_cell(*curve.kernel, curve.point, PointOrigin::refined, curve.settings)) {
          ++refined_[name];
        }
      }
    }
  }
}

std::vector<std::size_t> Plan::take_new() { return std::exchange(new_, {}); }

std::vector<std::size_t> Plan::take_ended() { return std::exchange(ended_, {}); }

}  // namespace strobe::measure
