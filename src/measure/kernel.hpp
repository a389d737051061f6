// SPDX-License-Identifier: BSD-3-Clause
//
// The interface of a kernel. A kernel prepares its data, repeats its operation between two readings
// of the clock, and verifies the data that it moved. It does not sample, synchronise or record.
// `run` is called once per sample and loops inside, so that the virtual call does not count as part
// of an operation.
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

/// How a sample is timed: by the initiator's clock alone, or from the first entry to the last exit
/// of all members.
enum class Timing { initiator, completion };

/// The meaning of an axis's values: a quantity, a number of ranks, a rank, the name of a BLAS
/// library or its number of threads, a NUMA node on which ranks run or one with memory, or a number
/// of ranks on a NUMA node.
enum class AxisKind {
  quantity,
  rank_count,
  rank,
  library,
  thread_count,
  cpu_node,
  memory_node,
  node_rank_count
};

/// One axis of a kernel. Its values are words if it has `choices` or is an axis of libraries;
/// otherwise they are numbers in [minimum, maximum] and multiples of `multiple`.
struct AxisInfo {
  std::string name;
  std::vector<std::string> choices;  ///< the first is the default
  std::int64_t default_value = 0;
  std::int64_t minimum = 0;
  std::int64_t maximum = std::int64_t{1} << 40;
  std::int64_t multiple = 1;
  bool is_size = false;  ///< a size in bytes, set by `--size`
  /// The name of a kernel with a size axis. The words `n50` and `n90` then stand for the sizes at
  /// which that kernel reaches 50 and 90 % of its peak bandwidth in this run.
  std::string shares_of = {};
  AxisKind kind = AxisKind::quantity;
};

/// The axis of a kernel that is measured for several numbers of consecutive operations; its value
/// is the number of repetitions in one sample.
inline constexpr std::string_view repetitions_axis = "repetitions";

/// The work of one operation, from which rates are computed.
struct Work {
  double bytes = 0.0;
  double flops = 0.0;
  double operands_bytes = 0.0;  ///< the memory of all operands; 0 if the kernel has none
};

/// A kernel's entry in the catalogue, for users, the plan and the reports.
struct KernelInfo {
  std::string name;
  std::string title;
  Family family = Family::point_to_point;
  std::vector<AxisInfo> axes;
  std::string axis;  ///< the axis along x in a figure; empty if the kernel has none
  std::string time;  ///< what the time of one operation covers
  std::string source;
  /// The world ranks that run the kernel at a point; the first one initiates, and all other ranks
  /// sleep. Throws strobe::Error if the kernel cannot run at that point on this machine, and says
  /// what would work.
  std::function<std::vector<int>(const Point&, const Machine&)> members;
  Timing timing = Timing::initiator;
  /// Whether each operation ends, at all members, with a message that another one sent in it. After
  /// one operation the members are then in step, whatever they did before.
  bool is_answered = false;
  double time_share = 1.0;  ///< the fraction of a repetition that is one operation (an echo is two)
  std::int64_t repetitions_min = 1;
  std::int64_t repetitions_max = std::int64_t{1} << 40;
  /// Whether a launch can measure the kernel only once. Its cell then ends after one sample, and
  /// more launches give more samples.
  bool is_once_per_launch = false;
  std::function<Work(const Point&)> work = [](const Point&) { return Work{}; };
  /// The bytes that the buffers of one process take at a point.
  std::function<double(const Point&)> buffers = [](const Point&) { return 0.0; };
  /// If the kernel can deadlock at a point: why, and which choice avoids it. Empty if no deadlock
  /// is known.
  std::function<std::string(const Point&)> deadlock = [](const Point&) { return std::string(); };
};

/// The result of a verification.
struct Verdict {
  std::int64_t bytes = 0;  ///< number of bytes that were checked
  std::string wrong;  ///< the first wrong byte or element and its position; empty if all are right
};

/// Ranks of the kernel's group on a grid of processes, row by row.
using Placement = std::vector<std::vector<int>>;

/// The time from entry to exit of a region on one process, by its layer's clock.
struct TimedRegion {
  std::int64_t entry_ns = 0;
  std::int64_t exit_ns = 0;
};

/// The time of one operation after a barrier, by the local clocks: over the processes, the mean,
/// the shortest and the longest of their means.
struct AfterBarriers {
  std::int64_t operations = 0;
  double mean_s = 0.0;
  double minimum_s = 0.0;
  double maximum_s = 0.0;
};

class Kernel {
 public:
  Kernel() = default;
  virtual ~Kernel() = default;
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  /// Fills the send buffers with a pattern of `seed`, and the receive buffers with a different one.
  virtual void prepare(std::uint64_t seed) = 0;
  /// Whether the time of the operation depends on the core alone. The sampler then observes the
  /// core's clock rate and disturbances around every run.
  [[nodiscard]] virtual bool is_core_bound() const { return false; }
  /// The same observations of the last run, if another process ran the operation; otherwise
  /// nothing.
  [[nodiscard]] virtual std::optional<CoreFacts> core_facts() const { return std::nullopt; }
  /// The process id of the process that ran the last operation, if that was not this one; otherwise
  /// nothing.
  [[nodiscard]] virtual std::optional<int> process() const { return std::nullopt; }
  /// How many sends returned before their receiver received anything, if the kernel observed it;
  /// otherwise nothing.
  [[nodiscard]] virtual std::optional<std::int64_t> buffered_sends() const { return std::nullopt; }
  /// The ranks on their grid, if the kernel arranges its processes on one; otherwise empty.
  [[nodiscard]] virtual Placement placement() const { return {}; }
  /// The measured region: `repetitions` times the operation. All members call it with the same
  /// argument. A kernel with one member may throw strobe::Error if its operation fails.
  virtual void run(std::int64_t repetitions) = 0;
  /// The part of the last run that is timed; `whole` is all of it. A kernel whose processes must
  /// first get into step returns the part after that. A process whose time is not part of the
  /// result returns nothing.
  [[nodiscard]] virtual std::optional<TimedRegion> timed_region(TimedRegion whole) const {
    return whole;
  }
  /// Called after each run, outside of the timed region: completes pending operations and prepares
  /// the next run.
  virtual void after_run() {}
  /// Checks the data that this process holds after the runs since `prepare`. All members call it at
  /// the same time, so that a kernel may add a run. No message of another kernel may arrive before
  /// all have returned, because pending receives are cancelled here.
  [[nodiscard]] virtual Verdict verify() = 0;
};

/// The point with a value for every axis of `info`; missing ones get the default. Throws
/// strobe::Error for an unknown axis, an unknown word or a number out of range, and says what is
/// allowed.
[[nodiscard]] Point complete_point(const KernelInfo& info, Point point, const Machine& machine);

}  // namespace strobe::measure
