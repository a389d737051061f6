// SPDX-License-Identifier: BSD-3-Clause
//
// The records of a launch as JSON Lines (docs/reference/run-folder.md), each written whole and at
// once, so that a killed run keeps all it measured.
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
  /// Sizes in bytes at which the layer changes its protocol, by its own names.
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

/// Everything needed to repeat a launch.
struct LaunchFacts {
  int launch = 0;
  std::string version;
  std::string commit;
  std::vector<std::string> command;
  std::string suite;
  std::string suite_file;
  LayerFacts layer;
  std::vector<ProcessFacts> processes;
  bool oversubscribed = false;
  ClockFacts clock;
  PlanOptions options;
  double sample_s = 0.0;
  CompilerFacts compiler;
  std::vector<const KernelInfo*> kernels;
};

/// A BLAS that the run was given, as far as it says something of itself.
struct LibraryFacts {
  std::string name;
  std::string path;         ///< empty for the reference loops, which are built in
  std::string description;  ///< version and build
  std::string core;         ///< the kernels that it chose for this processor
  int integer_bits = 32;
  std::string symbol;      ///< the name that it has for a routine
  std::string steered_by;  ///< the variables that would make it choose others
  std::map<std::string, std::string> unset = {};  ///< such as were set and were not passed on
  std::string wrong;                              ///< why it cannot be used; else empty
};

/// What one visit found, beside the samples.
struct VisitFacts {
  int visit = 0;
  double start_s = 0.0;
  Regime regime = regime_unknown;
  std::int64_t repetitions = 1;
  std::vector<double> time_s;
  std::vector<double> local_mean_s;  ///< collectives only, as are the next two
  std::vector<double> local_minimum_s;
  std::vector<double> initiator_s;
  std::optional<double> after_barriers_s;  ///< Sampler::take_after_barriers; collectives only
  std::vector<std::size_t> late;
  std::vector<double> core_hz;      ///< kernels of the core only: its clock beside each sample
  std::vector<double> disturbed_s;  ///< samples into which something came, and that were retaken
  std::optional<double> exchange_before_s, exchange_after_s, work_before_s, work_after_s;
  std::int64_t switches = 0;
  std::optional<double> half_width;
  std::optional<int> process;  ///< Kernel::process

  /// Where no sample was left alone, those that were not are all there is.
  void disturb() {
    regime = regime_disturbed;
    std::swap(time_s, disturbed_s);
  }
};

/// The record file cannot be written; the system's reason is in the text.
class RecordError : public Error {
 public:
  using Error::Error;
};

class Recorder {
 public:
  /// Records go to `file`, appended to what it holds; "-" is standard output. Throws RecordError
  /// where it cannot be written, here and in every function below.
  explicit Recorder(const std::filesystem::path& file);
  /// Records go nowhere.
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
  void regime(Regime regime, const Regimes::Speed& speed);
  void verification(const std::string& cell, int visit, const Verdict& verdict);
  void cell_end(const std::string& cell, Status status, const std::string& reason, int visits,
                std::size_t samples, double elapsed_s);
  void end(double elapsed_s, bool complete);

 private:
  void write(const std::string& line);

  std::string name_;
  int descriptor_ = -1;
};

/// A kernel's catalogue entry as the `run` record and `--list --json` give it.
[[nodiscard]] std::string catalogue_json(const std::vector<const KernelInfo*>& kernels,
                                         const std::string& version,
                                         const std::vector<std::string>& suites);

/// What an interrupted launch left for the one that goes on with it.
struct Earlier {
  std::map<std::string, Status> ended;                     ///< cells that are done
  std::map<std::string, std::vector<Plan::Visit>> visits;  ///< to any cell
  /// What points at a share of a peak were planned as: kernel, axis and word, and the number.
  std::map<std::array<std::string, 3>, std::int64_t> shares;
  std::vector<Regimes::Speed> regimes;  ///< by their index
};

/// Reads what `file` holds of the launch. A last line that was cut short is removed from the file.
/// Throws strobe::Error where a line is no record.
[[nodiscard]] Earlier read_earlier(const std::filesystem::path& file, int launch);

}  // namespace strobe::measure
