// SPDX-License-Identifier: BSD-3-Clause
//
// What is measured. A kernel prepares its data, repeats its operation between two readings of the
// clock, and verifies what it moved; sampling, synchronising and recording are not its business.
// `run` is called once a sample and loops inside, so the call costs nothing an operation.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "measure/core_watch.hpp"
#include "measure/machine.hpp"
#include "measure/point.hpp"

namespace strobe::measure {

enum class Family { point_to_point, collective, matrix, memory, blas };

[[nodiscard]] std::string_view family_name(Family family);

/// Whose clock times a sample: the initiating member's alone, or the whole group's, from the first
/// entry to the last exit.
enum class Timing { initiator, completion };

/// What the values of an axis are: things of any kind, numbers of processes, a process, or the
/// names of BLAS libraries that the run was given.
enum class Counts { things, ranks, rank, libraries };

/// One axis of a kernel. With `choices`, and where it counts libraries, it is a word; else a number
/// in [minimum, maximum] that is a multiple of `multiple`.
struct AxisInfo {
  std::string name;
  std::vector<std::string> choices;  ///< the first is the default
  std::int64_t default_value = 0;
  std::int64_t minimum = 0;
  std::int64_t maximum = std::int64_t{1} << 40;
  std::int64_t multiple = 1;
  bool is_size = false;  ///< counted in bytes, and what `--size` sets
  /// A kernel over sizes. The words `n50` and `n90` then stand for the sizes at which it reaches 50
  /// and 90 % of its peak bandwidth in this run.
  std::string shares_of = {};
  Counts counts = Counts::things;
};

/// The axis of a kernel that is asked how it fares when so many operations follow each other, which
/// are those of one sample.
inline constexpr std::string_view repetitions_axis = "repetitions";

/// What one operation does, for rates.
struct Work {
  double bytes = 0.0;
  double flops = 0.0;
};

/// A kernel's entry in the catalogue; what a person, a plan and a report need to know of it.
struct KernelInfo {
  std::string name;
  std::string title;
  Family family = Family::point_to_point;
  std::vector<AxisInfo> axes;
  std::string axis;  ///< the axis that is drawn along x; empty where there is none
  std::string time;  ///< what the time of one operation is
  std::string source;
  /// The processes that run the kernel at a point, by their ranks in the world; the first of them
  /// initiates, the others sleep meanwhile. Throws strobe::Error that says what would be right
  /// where the kernel cannot be at that point on this machine.
  std::function<std::vector<int>(const Point&, const Machine&)> members;
  Timing timing = Timing::initiator;
  double time_share = 1.0;  ///< the part of a repetition that is one operation (an echo is two)
  std::int64_t repetitions_min = 1;
  std::int64_t repetitions_max = std::int64_t{1} << 40;
  std::function<Work(const Point&)> work = [](const Point&) { return Work{}; };
  /// Where the kernel may wait for ever: what it means when it does, and what would not; empty at
  /// a point where nothing is known to make it wait.
  std::function<std::string(const Point&)> deadlock = [](const Point&) { return std::string(); };
};

/// What a check of the moved data found.
struct Verdict {
  std::int64_t bytes = 0;  ///< how many were checked
  std::string wrong;       ///< empty where all were right, else what and where
};

/// Processes on a grid, row by row, by their ranks in the kernel's group.
using Placement = std::vector<std::vector<int>>;

/// A stretch of one process's time, by its layer's clock.
struct Region {
  std::int64_t entry_ns = 0;
  std::int64_t exit_ns = 0;
};

class Kernel {
 public:
  Kernel() = default;
  virtual ~Kernel() = default;
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  /// Fills what will be sent with a pattern of `seed`, and what will be received with another.
  virtual void prepare(std::uint64_t seed) = 0;
  /// Whether the core alone decides how long the operation takes: then its clock, and what came
  /// between, are looked at around every run.
  [[nodiscard]] virtual bool is_of_the_core() const { return false; }
  /// The same of the last run, where it was another process that ran and looked; else nothing.
  [[nodiscard]] virtual std::optional<CoreFacts> core() const { return std::nullopt; }
  /// The process in which the last run's operation ran, by its number on the system, where that is
  /// not this one; else nothing.
  [[nodiscard]] virtual std::optional<int> process() const { return std::nullopt; }
  /// Who is beside whom, where a kernel lays its processes on a grid; else nothing.
  [[nodiscard]] virtual Placement placement() const { return {}; }
  /// The measured region: the operation, `repetitions` times. All members call it alike. A kernel
  /// of one process may throw strobe::Error where its operation breaks.
  virtual void run(std::int64_t repetitions) = 0;
  /// What counts of the last run, which took `whole`: a part of it where a kernel must come into
  /// step first, and nothing on a process whose time is not what is asked for.
  [[nodiscard]] virtual std::optional<Region> counted(Region whole) const { return whole; }
  /// After each run, outside the measured time: ends what the run left under way, and makes ready
  /// what the next one finds.
  virtual void settle() {}
  /// Whether this process holds what it should after the runs since `prepare`. All members call it
  /// at the same time, so that it may add a run; and no message may come for another kernel of the
  /// group before all have returned, since receives that are under way are withdrawn here.
  [[nodiscard]] virtual Verdict verify() = 0;
};

/// The point with every axis of `info`, defaults filled in. Throws strobe::Error, naming what would
/// be right, on an unknown axis, a word that is no choice, or a number out of bounds.
[[nodiscard]] Point complete_point(const KernelInfo& info, Point point, const Machine& machine);

}  // namespace strobe::measure
