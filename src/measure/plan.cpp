// SPDX-License-Identifier: BSD-3-Clause
#include "measure/plan.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/format.hpp"
#include "measure/members.hpp"
#include "measure/peak_share.hpp"
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

Plan::Plan(const PlanOptions& options, Machine machine, Wants wants)
    : options_(options),
      machine_(std::move(machine)),
      wants_(std::move(wants)),
      random_(options.seed) {}

void Plan::add(const KernelInfo& kernel, const Experiment& experiment) {
  plan_points(kernel, experiment, {});
}

void Plan::plan_points(const KernelInfo& kernel, Experiment experiment, const Shares& shares) {
  hold_back(kernel, experiment, shares);
  const Manner manner{.refine = std::ranges::any_of(
                          experiment.axes, [](const auto& axis) { return axis.second.refine; }),
                      .shares = shares,
                      .repetitions = experiment.repetitions,
                      .visits_min = experiment.visits_min};
  Point point;
  combine(
      expanded(kernel, experiment), 0, point, Origin::grid,
      [&](const Point& complete, Origin origin) { plan_cell(kernel, complete, origin, manner); });
}

std::vector<std::pair<std::string, std::vector<AxisPoint>>> Plan::expanded(
    const KernelInfo& kernel, const Experiment& experiment) const {
  std::vector<std::pair<std::string, std::vector<AxisPoint>>> axes;
  for (const auto& [name, spec] : experiment.axes) {
    const auto info = std::ranges::find(kernel.axes, name, &AxisInfo::name);
    // An axis that does not exist is refused by complete_point, which knows what there is.
    const AxisInfo axis = info == kernel.axes.end() ? AxisInfo{.name = name} : *info;
    axes.emplace_back(name, expand_axis(on_machine(spec, axis, machine_), axis));
  }
  return axes;
}

void Plan::hold_back(const KernelInfo& kernel, Experiment& experiment, const Shares& shares) {
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
      Waiting waiting{.kernel = &kernel,
                      .experiment = experiment,
                      .axis = axis.name,
                      .word = *word,
                      .source = axis.shares_of,
                      .shares = shares};
      waiting.experiment.axes.erase(axis.name);
      Point point;
      combine(expanded(kernel, waiting.experiment), 0, point, Origin::grid,
              [&](const Point& some, Origin) {
                // What the kernel forbids is refused now, not when the run is half over.
                (void)complete_point(kernel, some, machine_);
                ++waiting.points;
              });
      waiting_.push_back(std::move(waiting));
    }
    spec->second.values = std::move(kept);
  }
}

void Plan::plan_waiting(double elapsed_s) {
  const int visits = elapsed_s < options_.budget_s / 2.0 ? options_.precision.visits_min : 1;
  for (const Waiting& waiting : std::exchange(waiting_, {})) {
    if (peak_known(waiting.source, visits) == Known::not_yet) {
      waiting_.push_back(waiting);
    } else {
      plan_at_share(waiting);
    }
  }
}

Plan::Known Plan::peak_known(const std::string& source, int visits) const {
  Known known = Known::never;
  for (const Cell& cell : cells_) {
    if (cell.kernel->name != source) continue;
    // What is measured again and again until the budget is spent has a figure long before.
    if (!cell.status && cell.visits < visits) return Known::not_yet;
    if (cell.samples() > 0) known = Known::now;
  }
  return known;
}

std::vector<AxisMedian> Plan::peak_curve(const std::string& source) const {
  // The curve of the defaults where it was measured, within the regime that has most of it.
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

void Plan::plan_at_share(const Waiting& waiting) {
  const auto size = size_at_peak_share(peak_curve(waiting.source), *peak_share_of(waiting.word));
  if (size) return plan_at(waiting, *size);
  Point point;
  combine(
      expanded(*waiting.kernel, waiting.experiment), 0, point, Origin::grid,
      [&](const Point& some, Origin origin) {
        Cell cell{.kernel = waiting.kernel,
                  .point = complete_point(*waiting.kernel, some, machine_),
                  .origin = origin};
        cell.point[waiting.axis] = waiting.word;
        cell.key = cell_key(cell.kernel->name, cell.point);
        if (!index_of_.try_emplace(cell.key, cells_.size()).second) return;
        new_.push_back(cells_.size());
        cells_.push_back(std::move(cell));
        end(cells_.size() - 1, Status::skipped,
            base::format("{}={} is where {} reaches {:.0f} % of its peak bandwidth in this run, "
                         "which has no figures of it: measure {} too, or give a number",
                         waiting.axis, waiting.word, waiting.source,
                         100.0 * *peak_share_of(waiting.word), waiting.source));
      });
}

void Plan::plan_at(const Waiting& waiting, std::int64_t value) {
  Experiment experiment = waiting.experiment;
  experiment.axes[waiting.axis].values = {value};
  Shares shares = waiting.shares;
  shares[waiting.axis] = waiting.word;
  plan_points(*waiting.kernel, std::move(experiment), shares);
}

bool Plan::plan_cell(const KernelInfo& kernel, Point point, Origin origin, const Manner& manner) {
  Cell cell{
      .kernel = &kernel,
      .point = complete_point(kernel, std::move(point), machine_),
      .origin = origin,
      .refine = manner.refine,
      .shares = manner.shares,
      .wanted_repetitions = manner.repetitions,
      .visits_min = manner.visits_min > 0 ? manner.visits_min : options_.precision.visits_min};
  if (cell.wanted_repetitions == 0 && cell.point.contains(repetitions_axis)) {
    cell.wanted_repetitions = number_at(cell.point, repetitions_axis);
  }
  cell.key = cell_key(kernel.name, cell.point);
  const auto [place, is_new] = index_of_.try_emplace(cell.key, cells_.size());
  if (!is_new) return false;
  new_.push_back(cells_.size());
  std::string reason;
  try {
    if (wants_) wants_(kernel, cell.point);
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

void Plan::end_earlier(const std::string& key, Status status, std::span<const Visit> visits) {
  const auto found = index_of_.find(key);
  if (found == index_of_.end()) return;
  Cell& cell = cells_[found->second];
  cell.status = status;
  for (const Visit& visit : visits) {
    keep(cell, visit);
  }
}

void Plan::plan_earlier_share(const std::string& kernel, const std::string& axis,
                              const std::string& word, std::int64_t value) {
  for (const Waiting& waiting : std::exchange(waiting_, {})) {
    if (waiting.kernel->name == kernel && waiting.axis == axis && waiting.word == word) {
      plan_at(waiting, value);
    } else {
      waiting_.push_back(waiting);
    }
  }
}

std::optional<std::size_t> Plan::next(double elapsed_s) {
  plan_waiting(elapsed_s);
  if (elapsed_s >= options_.budget_s) {
    // What still waits is planned all the same, so that the record tells why it was not measured.
    for (const Waiting& waiting : std::exchange(waiting_, {})) plan_at_share(waiting);
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
  // Each open cell has its least number of visits to come, and so have the points that wait; beyond
  // that, what is left of this pass.
  double visits_left = cell.visits < cell.visits_min ? 0.0 : 1.0;
  for (const Cell& other : cells_) {
    if (!other.status) visits_left += std::max(0, other.visits_min - other.visits);
  }
  for (const std::size_t other : pass_) {
    const Cell& coming = cells_[other];
    if (!coming.status && coming.visits >= coming.visits_min) visits_left += 1.0;
  }
  for (const Waiting& waiting : waiting_) {
    visits_left += static_cast<double>(waiting.points) * options_.precision.visits_min;
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

void Plan::waited(double waited_s) {
  waited_s_ += waited_s;
  if (waited_s_ < options_.budget_s / 4.0) return;
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

void Plan::visited(std::size_t index, const Visit& visit) {
  Cell& cell = cells_[index];
  ++cell.visits;
  cell.elapsed_s += visit.elapsed_s;
  cell.repetitions = visit.repetitions;
  keep(cell, visit);
  if (cell.status) return;
  if (satisfied_where_it_counts(cell)) {
    end(index, Status::satisfied, "");
  } else if (cell.elapsed_s >= options_.cell_budget_s) {
    end_by_budget(index, "the budget of the cell was spent");
  }
}

void Plan::keep(Cell& cell, const Visit& visit) const {
  cell.regimes.try_emplace(visit.regime, precision_of(cell)).first->second.add_visit(visit.time_s);
  for (std::size_t i = 0; i < std::min(visit.time_s.size(), visit.core_hz.size()); ++i) {
    cell.cycles[visit.regime].push_back(visit.time_s[i] * visit.core_hz[i]);
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
    Manner manner;
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
    curve.manner = {true, cell.shares, cell.wanted_repetitions, cell.visits_min};
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
        if (plan_cell(*curve.kernel, curve.point, Origin::refined, curve.manner)) {
          ++refined_[name];
        }
      }
    }
  }
}

std::vector<std::size_t> Plan::take_new() { return std::exchange(new_, {}); }

std::vector<std::size_t> Plan::take_ended() { return std::exchange(ended_, {}); }

}  // namespace strobe::measure
