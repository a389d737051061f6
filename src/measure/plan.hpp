// SPDX-License-Identifier: BSD-3-Clause
//
// What is measured next. The plan goes round its cells in shuffled passes, so that the visits of
// one cell lie apart in time and a change of the machine's speed meets many cells instead of a
// range of neighbours. It is pure: visits go in, the next cell and the ended ones come out.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "measure/axis.hpp"
#include "measure/kernel.hpp"
#include "measure/machine.hpp"
#include "measure/regimes.hpp"
#include "measure/stopping_rule.hpp"
#include "measure/suite.hpp"

namespace strobe::measure {

struct PlanOptions {
  Precision precision;
  double budget_s = 75.0;      ///< for the whole launch
  double cell_budget_s = 2.0;  ///< for the visits of one cell together
  std::uint64_t seed = 1;
  double refine_tolerance = 0.1;
  std::size_t refine_max = 6;  ///< points that one curve may gain
};

/// The options with what is wished in its place.
[[nodiscard]] PlanOptions granted(PlanOptions options, const PlanWishes& wishes);

/// `skipped`: the cell cannot be on this machine, and its reason says what would work.
enum class Status { satisfied, budget, failed, hung, skipped };

[[nodiscard]] std::string_view status_name(Status status);

struct Cell {
  std::string key;
  const KernelInfo* kernel = nullptr;
  Point point;
  Origin origin = Origin::grid;
  bool refine = false;
  std::vector<int> members;          ///< the world's ranks that run it, the initiating one first
  std::optional<Distance> distance;  ///< between the members of a pair
  /// Axes whose number stands for a share of a peak, and the word that said so.
  std::map<std::string, std::string> shares;
  std::int64_t wanted_repetitions = 0;  ///< as in Experiment, or as its axis `repetitions` says
  int visits_min = 1;                   ///< stays that lie apart in time
  // What the visits so far have shown.
  std::map<Regime, StoppingRule> regimes;
  std::map<Regime, std::vector<double>> cycles;  ///< of an operation; kernels of the core only
  int visits = 0;
  double elapsed_s = 0.0;
  std::int64_t repetitions = 0;  ///< in one sample; 0 before the first visit
  std::optional<Status> status;  ///< once ended
  std::string reason;

  [[nodiscard]] std::size_t samples() const;
};

/// Throws strobe::Error that says what would be right where a kernel that could be at a point on
/// this machine cannot be there in this run.
using Wants = std::function<void(const KernelInfo&, const Point&)>;

class Plan {
 public:
  Plan(const PlanOptions& options, Machine machine, Wants wants = nullptr);

  /// Plans every point of the experiment. Throws strobe::Error where the kernel's axes forbid it.
  /// Points at a share of another kernel's peak wait until that kernel has its figures.
  void add(const KernelInfo& kernel, const Experiment& experiment);

  /// Plans the points that wait, as far as their figures are known: after the least number of
  /// visits, or after the first where half the budget is gone, so that they get a part of it. Where
  /// figures never will be known, the point is skipped and keeps the word in place of the number.
  void plan_waiting(double elapsed_s);

  struct Visit {
    Regime regime = regime_unknown;
    std::vector<double> time_s;
    std::vector<double> core_hz;  ///< beside each sample; kernels of the core only
    double elapsed_s = 0.0;
    std::int64_t repetitions = 1;
  };

  /// Counts a cell as ended in an earlier part of this launch, so that it is not visited. What was
  /// sampled then is known to points that wait for it.
  void end_earlier(const std::string& key, Status status, std::span<const Visit> visits = {});
  /// Points at this share of a peak were planned in an earlier part of this launch, as `value`.
  void plan_earlier_share(const std::string& kernel, const std::string& axis,
                          const std::string& word, std::int64_t value);

  [[nodiscard]] const Machine& machine() const { return machine_; }
  [[nodiscard]] const std::vector<Cell>& cells() const { return cells_; }
  [[nodiscard]] const Cell& cell(std::size_t index) const { return cells_[index]; }

  /// The next cell to visit; none when all have ended or `elapsed_s` has used up the budget, and
  /// then every cell has its status. May plan refined cells: see take_new().
  [[nodiscard]] std::optional<std::size_t> next(double elapsed_s);

  /// How long the next visit may sample.
  [[nodiscard]] double slice_s(std::size_t index, double elapsed_s) const;

  /// Whether a visit at `regime` can still gain anything: not where the cell is satisfied at that
  /// speed and waits for another.
  [[nodiscard]] bool useful(std::size_t index, Regime regime) const;

  /// A visit was not made, since it was not useful and `waited_s` passed in vain. The plan waits a
  /// quarter of its budget in all, and then takes the figures that it has.
  void waited(double waited_s);

  /// Whether a visit at `regime` with `samples` so far may stop.
  [[nodiscard]] bool enough(std::size_t index, Regime regime,
                            std::span<const double> samples) const;

  /// The relative half-width of the cell's interval in a regime; none below 6 samples.
  [[nodiscard]] std::optional<double> half_width(std::size_t index, Regime regime) const;

  void visited(std::size_t index, const Visit& visit);
  void failed(std::size_t index, std::string reason);
  /// The regime whose figures are wanted; ends the cells that are satisfied there already.
  void set_reference(std::optional<Regime> regime);

  /// Cells planned, and cells ended, since the last call.
  [[nodiscard]] std::vector<std::size_t> take_new();
  [[nodiscard]] std::vector<std::size_t> take_ended();

  /// The regime whose figures are the headline: the reference where it has enough samples, else the
  /// one that has the most. None without samples.
  [[nodiscard]] std::optional<Regime> headline_regime(std::size_t index) const;

 private:
  void keep(Cell& cell, const Visit& visit) const;
  using Shares = std::map<std::string, std::string>;
  /// What the cells of an experiment have in common, beside their axes.
  struct Manner {
    bool refine = false;
    Shares shares = {};
    std::int64_t repetitions = 0;
    int visits_min = 0;
  };
  /// Whether the cell is new.
  bool plan_cell(const KernelInfo& kernel, Point point, Origin origin, const Manner& manner);
  void end(std::size_t index, Status status, std::string reason);
  void end_by_budget(std::size_t index, std::string reason);
  /// What is wanted of this cell.
  [[nodiscard]] Precision precision_of(const Cell& cell) const;
  [[nodiscard]] bool satisfied_where_it_counts(const Cell& cell) const;
  [[nodiscard]] bool satisfied_somewhere(const Cell& cell) const;
  void begin_pass();
  void plan_refinements();

  /// Points at a share of the peak of `source`.
  struct Waiting {
    const KernelInfo* kernel = nullptr;
    Experiment experiment;  ///< one word at `axis`
    std::string axis;
    std::string word;
    std::string source;
    Shares shares;  ///< that are known already
    std::size_t points = 0;
  };
  void plan_points(const KernelInfo& kernel, Experiment experiment, const Shares& shares);
  void hold_back(const KernelInfo& kernel, Experiment& experiment, const Shares& shares);
  enum class Known { not_yet, now, never };
  [[nodiscard]] Known peak_known(const std::string& source, int visits) const;
  [[nodiscard]] std::vector<AxisMedian> peak_curve(const std::string& source) const;
  void plan_at_share(const Waiting& waiting);
  void plan_at(const Waiting& waiting, std::int64_t value);
  [[nodiscard]] std::vector<std::pair<std::string, std::vector<AxisPoint>>> expanded(
      const KernelInfo& kernel, const Experiment& experiment) const;

  PlanOptions options_;
  Machine machine_;
  Wants wants_;
  base::Random random_;
  std::vector<Cell> cells_;
  std::map<std::string, std::size_t, std::less<>> index_of_;
  std::vector<Waiting> waiting_;
  std::map<std::string, std::size_t> refined_;  // points gained, by curve
  std::vector<std::size_t> pass_;               // cells still to visit in this pass, last first
  int passes_ = 0;
  std::optional<Regime> reference_;
  double waited_s_ = 0.0;
  std::vector<std::size_t> new_;
  std::vector<std::size_t> ended_;
};

}  // namespace strobe::measure
