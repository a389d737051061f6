// SPDX-License-Identifier: BSD-3-Clause
//
// Decides what is measured next. The plan visits its cells in shuffled passes, so that the visits
// of a cell are spread over time, and a change of regime affects many cells instead of neighbouring
// points of one curve. The class is pure: it gets the results of visits and returns the next cell
// and the cells that ended.
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
  double cell_budget_s = 2.0;  ///< for all visits of one cell
  std::uint64_t seed = 1;
  double refine_tolerance = 0.1;
  std::size_t refine_max = 6;  ///< maximum number of points that refinement adds to a curve
};

/// `options` with the values that are set in `requested`.
[[nodiscard]] PlanOptions with_requested(PlanOptions options, const RequestedPlan& requested);

/// The state in which a cell ended. `skipped`: the cell cannot be measured on this machine; the
/// reason says what would work.
enum class CellStatus { satisfied, budget, failed, hung, skipped };

[[nodiscard]] std::string_view cell_status_name(CellStatus status);

struct Cell {
  std::string key;
  const KernelInfo* kernel = nullptr;
  Point point;
  PointOrigin origin = PointOrigin::grid;
  bool refine = false;
  std::vector<int> members;          ///< world ranks that run the kernel, the initiator first
  std::optional<Distance> distance;  ///< between the two members, if there are two
  /// Axes whose value was given as a share of a peak, with the word.
  std::map<std::string, std::string> shares;
  std::int64_t wanted_repetitions = 0;  ///< from Experiment or from the cell's axis `repetitions`
  int visits_min = 1;                   ///< minimum number of visits
  // The results of the visits so far.
  std::map<Regime, StoppingRule> regimes;
  std::map<Regime, std::vector<double>> cycles;  ///< cycles per operation; core-bound kernels only
  int visits = 0;
  double elapsed_s = 0.0;
  std::int64_t repetitions = 0;      ///< repetitions in one sample; 0 before the first visit
  bool in_step = false;              ///< whether one operation comes before those of a sample
  std::optional<CellStatus> status;  ///< set when the cell has ended
  std::string reason;

  [[nodiscard]] std::size_t samples() const;
};

/// Throws strobe::Error, and says what would work, if this run lacks something that the kernel
/// needs at a point.
using Requirement = std::function<void(const KernelInfo&, const Point&)>;

class Plan {
 public:
  Plan(const PlanOptions& options, Machine machine, Requirement requirement = nullptr);

  /// Plans every point of the experiment. Throws strobe::Error if the kernel does not allow a
  /// point. A point at a share of another kernel's peak is deferred until that kernel has been
  /// measured. The plan refers to `kernel` from then on.
  void add(const KernelInfo& kernel, const Experiment& experiment);
  void add(const KernelInfo&& kernel, const Experiment& experiment) = delete;

  /// Plans the deferred points whose peak is known: after the minimum number of visits, or after
  /// the first visit if half of the budget is spent, so that they get a part of it. If the peak
  /// will never be known, the point is skipped and its key keeps the word instead of a number.
  void plan_deferred(double elapsed_s);

  struct VisitResult {
    Regime regime = regime_unknown;
    std::vector<double> time_s;
    std::vector<double> core_hz;  ///< clock rate at each sample; core-bound kernels only
    double elapsed_s = 0.0;
    std::int64_t repetitions = 1;
    bool in_step = false;
  };

  /// Marks a cell as ended in an earlier part of this launch, so that it is not visited again. Its
  /// samples count for deferred points.
  void restore_ended(const std::string& key, CellStatus status,
                     std::span<const VisitResult> visits = {});
  /// States that an earlier part of this launch planned this share of a peak as `value`.
  void restore_share(const std::string& kernel, const std::string& axis, const std::string& word,
                     std::int64_t value);

  [[nodiscard]] const Machine& machine() const { return machine_; }
  [[nodiscard]] const std::vector<Cell>& cells() const { return cells_; }
  /// The kernels of all cells, those of deferred points among them, in the order of their names.
  [[nodiscard]] std::vector<const KernelInfo*> kernels() const;
  [[nodiscard]] const Cell& cell(std::size_t index) const { return cells_[index]; }

  /// The next cell to visit. Returns nothing when all cells have ended or `elapsed_s` exceeds the
  /// budget; every cell then has a status. It may plan refined cells: see take_new().
  [[nodiscard]] std::optional<std::size_t> next(double elapsed_s);

  /// For how many seconds the next visit may sample.
  [[nodiscard]] double slice_s(std::size_t index, double elapsed_s) const;

  /// Whether a visit in `regime` can improve a result. It cannot if the cell has already converged
  /// in that regime and waits for another one.
  [[nodiscard]] bool useful(std::size_t index, Regime regime) const;

  /// States that a visit was skipped as not useful and that `idle_s` passed. After a quarter of the
  /// budget in total, the plan accepts the results of other regimes.
  void skipped_visit(double idle_s);

  /// Whether a visit in `regime` may stop after `samples`.
  [[nodiscard]] bool enough(std::size_t index, Regime regime,
                            std::span<const double> samples) const;

  /// The relative half-width of the cell's interval in a regime; nothing below 6 samples.
  [[nodiscard]] std::optional<double> half_width(std::size_t index, Regime regime) const;

  void visited(std::size_t index, const VisitResult& visit);
  void failed(std::size_t index, std::string reason);
  /// Sets the reference regime; ends the cells that have already converged in it.
  void set_reference(std::optional<Regime> regime);

  /// The cells that were planned, or that ended, since the last call.
  [[nodiscard]] std::vector<std::size_t> take_new();
  [[nodiscard]] std::vector<std::size_t> take_ended();

  /// The regime of the headline figure: the reference regime if it has enough samples, otherwise
  /// the one with the most. Nothing without samples.
  [[nodiscard]] std::optional<Regime> headline_regime(std::size_t index) const;

 private:
  void keep(Cell& cell, const VisitResult& visit) const;
  using Shares = std::map<std::string, std::string>;
  /// The settings that all cells of an experiment share, in addition to their axes.
  struct CellSettings {
    bool refine = false;
    Shares shares = {};
    std::int64_t repetitions = 0;
    int visits_min = 0;
  };
  /// Returns whether the cell is new.
  bool plan_cell(const KernelInfo& kernel, Point point, PointOrigin origin,
                 const CellSettings& settings);
  void end(std::size_t index, CellStatus status, std::string reason);
  void end_by_budget(std::size_t index, std::string reason);
  /// The precision that this cell must reach.
  [[nodiscard]] Precision precision_of(const Cell& cell) const;
  [[nodiscard]] bool satisfied_where_it_counts(const Cell& cell) const;
  [[nodiscard]] bool satisfied_somewhere(const Cell& cell) const;
  void begin_pass();
  void plan_refinements();

  /// Points at a share of the peak of the kernel `source`.
  struct DeferredPoints {
    const KernelInfo* kernel = nullptr;
    Experiment experiment;  ///< without the value at `axis`
    std::string axis;
    std::string word;
    std::string source;
    Shares shares;  ///< shares of other axes, already resolved
    std::size_t points = 0;
  };
  void plan_points(const KernelInfo& kernel, Experiment experiment, const Shares& shares);
  void defer_shares(const KernelInfo& kernel, Experiment& experiment, const Shares& shares);
  enum class PeakStatus { pending, known, unavailable };
  [[nodiscard]] PeakStatus peak_status(const std::string& source, int visits) const;
  [[nodiscard]] std::vector<AxisMedian> peak_curve(const std::string& source) const;
  void plan_at_share(const DeferredPoints& deferred);
  void plan_at(const DeferredPoints& deferred, std::int64_t value);
  [[nodiscard]] std::vector<std::pair<std::string, std::vector<AxisPoint>>> expanded(
      const KernelInfo& kernel, const Experiment& experiment) const;

  PlanOptions options_;
  Machine machine_;
  Requirement requirement_;
  base::Random random_;
  std::vector<Cell> cells_;
  std::map<std::string, std::size_t, std::less<>> index_of_;
  std::vector<DeferredPoints> deferred_;
  std::map<std::string, std::size_t> refined_;  // number of points added, by curve
  std::vector<std::size_t> pass_;               // cells still to visit in this pass, last first
  int passes_ = 0;
  std::optional<Regime> reference_;
  double idle_s_ = 0.0;
  std::vector<std::size_t> new_;
  std::vector<std::size_t> ended_;
};

}  // namespace strobe::measure
