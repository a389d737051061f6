// SPDX-License-Identifier: BSD-3-Clause
//
// Writes the records of a launch as JSON Lines (docs/reference/run-folder.md). Each record is
// written whole and at once, so that a killed run keeps everything it measured.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "measure/kernel.hpp"
#include "measure/plan.hpp"
#include "measure/regimes.hpp"
#include "strobe/error.hpp"

namespace strobe::measure {

struct LayerFacts {
  std::string name;
  std::string standard;
  std::string library;
  /// Message sizes, in bytes, at which the layer changes its protocol, by the layer's own names.
  std::map<std::string, std::int64_t> limits = {};
};

struct ProcessFacts {
  int rank = 0;
  std::string host;
  int pid = 0;
  int cpu = 0;
  std::vector<int> affinity;
};

struct CompilerFacts {
  std::string name;
  std::string version;
  std::string flags;
};

struct ClockFacts {
  base::Calibration calibration;
  bool shared = true;
  double offset_error_s = 0.0;
};

/// Everything that is needed to repeat a launch.
struct LaunchFacts {
  int launch = 0;
  std::string version;
  std::string commit;
  std::vector<std::string> command;
  std::string suite;
  std::string suite_file;
  LayerFacts layer;
  std::vector<ProcessFacts> processes;
  int host_rank = 0;  ///< Machine::host
  bool oversubscribed = false;
  ClockFacts clock;
  PlanOptions options;
  double sample_s = 0.0;
  CompilerFacts compiler;
  std::vector<const KernelInfo*> kernels;
};

/// A BLAS library of the run, as far as it provides information.
struct LibraryFacts {
  std::string name;
  std::string path;         ///< empty for the built-in reference loops
  std::string description;  ///< version and build
  std::string core;         ///< the implementation that it chose for this processor
  int integer_bits = 32;
  std::string symbol;      ///< the symbol of one of its routines
  std::string steered_by;  ///< the variables that choose another implementation
  std::map<std::string, std::string> unset =
      {};             ///< variables that were set and that the library process did not get
  std::string wrong;  ///< why it cannot be used; otherwise empty
};

/// The results of one visit.
struct VisitFacts {
  int visit = 0;
  double start_s = 0.0;
  Regime regime = regime_unknown;
  std::int64_t repetitions = 1;
  bool in_step = false;  ///< whether each sample began with one operation that is not timed
  std::vector<double> time_s;
  std::vector<double> local_mean_s;  ///< of several processes that are timed, as are the next three
  std::vector<double> local_minimum_s;
  std::vector<double> local_maximum_s;
  std::vector<double> initiator_s;
  std::optional<AfterBarriers> after_barriers;  ///< collectives only
  std::vector<std::size_t> late;
  std::vector<double> core_hz;      ///< core-bound kernels only: the clock rate at each sample
  std::vector<double> disturbed_s;  ///< disturbed samples; they were taken again
  std::optional<double> exchange_before_s, exchange_after_s, work_before_s, work_after_s;
  std::int64_t switches = 0;
  std::optional<double> half_width;
  std::optional<int> process;                  ///< Kernel::process
  std::optional<std::int64_t> buffered_sends;  ///< Kernel::buffered_sends

  /// Called if every sample was disturbed: the disturbed samples then are the result.
  void disturb() {
    regime = regime_disturbed;
    std::swap(time_s, disturbed_s);
  }
};

/// The record file cannot be written; the text contains the system's reason.
class RecordError : public Error {
 public:
  using Error::Error;
};

class Recorder {
 public:
  /// Appends records to `file`; "-" is the standard output. Throws RecordError if it cannot be
  /// written, here and in every function below.
  explicit Recorder(const std::filesystem::path& file);
  /// Writes no records.
  Recorder();
  ~Recorder();
  Recorder(Recorder&& other) noexcept;
  Recorder& operator=(Recorder&& other) noexcept;

  void launch(const LaunchFacts& facts);
  void library(const LibraryFacts& facts);
  void plan(std::size_t cells, double budget_s);
  void cell(const Cell& cell, Work work);
  void visit(const std::string& cell, int visit);
  void first(const std::string& cell, const std::vector<double>& time_s);
  void samples(const std::string& cell, const VisitFacts& facts);
  void placement(const Placement& grid);
  void regime(Regime regime, const RegimeFacts& facts);
  void verification(const std::string& cell, int visit, const Verdict& verdict);
  void cell_end(const std::string& cell, CellStatus status, const std::string& reason, int visits,
                std::size_t samples, double elapsed_s);
  void end(double elapsed_s, bool complete);

 private:
  void write(const std::string& line);

  std::string name_;
  int descriptor_ = -1;
};

/// The kernels' catalogue entries, as in the `run` record and in `--list --json`.
[[nodiscard]] std::string catalogue_json(const std::vector<const KernelInfo*>& kernels,
                                         const std::string& version,
                                         const std::vector<std::string>& suites);

/// What an interrupted launch has recorded, for the launch that resumes it.
struct InterruptedLaunch {
  std::map<std::string, CellStatus> ended;                       ///< cells that ended
  std::map<std::string, std::vector<Plan::VisitResult>> visits;  ///< visits of all cells
  /// The sizes that stand for a share of a peak: kernel, axis and word, and the number.
  std::map<std::array<std::string, 3>, std::int64_t> shares;
  std::vector<RegimeFacts> regimes;  ///< by their index
};

/// Reads the records of the launch from `file`, and removes an incomplete last line from the file.
/// Throws strobe::Error if another line is not a record.
[[nodiscard]] InterruptedLaunch read_interrupted_launch(const std::filesystem::path& file,
                                                        int launch);

}  // namespace strobe::measure
