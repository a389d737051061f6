// SPDX-License-Identifier: BSD-3-Clause
//
// rank-<R>.json: the record of one process of a job under `strobe run`. Its schema is
// schema/rank.schema.json.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "bcs/monitor/mmds.hpp"

namespace strobe::bcs::monitor {

/// Calls that the guarantee of a deterministic run does not cover, and why.
struct OutsideGuarantee {
  const char* function = "";
  std::uint64_t count = 0;
  const char* why = "";
};

/// A place that calls a test or a nonblocking probe, if calls there have waited for slices.
struct Poll {
  const char* function = "";
  CallSite where;
  std::uint64_t calls = 0;
  std::uint64_t slices = 0;  ///< calls that waited until a slice began
  double waited_s = 0.0;     ///< by all calls together
};

/// A send that was not received when its process called MPI_Finalize.
struct Unreceived {
  std::int32_t to = 0;  ///< a rank of the job
  std::int32_t tag = 0;
  std::string communicator;
  std::int64_t size_bytes = 0;
  CallSite sent_at;  ///< of the last send to that rank with that tag and communicator
};

/// Facts about the process that do not change.
struct RankFacts {
  std::int32_t rank = 0;
  std::int32_t size = 0;
  std::string host;
  std::int32_t pid = 0;
  std::string mpi_library;  ///< as MPI_Get_library_version says
  std::string flavour;      ///< mpich, openmpi or abi
  std::string mode;
  std::map<std::string, std::string> options;  ///< by the names of their variables
};

/// Facts about the end of the process.
struct RankEnd {
  double run_time_s = 0.0;           ///< from the end of MPI_Init to MPI_Finalize
  double stopped_s = 0.0;            ///< part of the run time: other jobs had the time slot
  std::uint64_t slices = 0;          ///< number of slices
  std::uint64_t decisions_hash = 0;  ///< the sum over all ranks is that of the job
  std::span<const OutsideGuarantee> outside_guarantee;
  std::span<const Unreceived> unreceived;
  std::span<const Poll> polls;
  /// finalized, deadlock, error, abort, exit, signal, or running if the process was killed.
  std::string_view end = "finalized";
  std::string_view sentence;  ///< explains any other end
  /// Where a signal, MPI_Abort or exit ended it, as in CallSite; empty if that is not known.
  std::string_view ended_at_line;
  std::string_view ended_in_file;
  std::uint64_t ended_at_address = 0;
  /// After a deadlock, the ranks that could have ended its wait; not all of very many.
  std::span<const std::int32_t> waits_for;
  /// The exit status of the process, if it chose one before MPI_Finalize.
  std::optional<std::int32_t> exit_status;
};

/// Writes the record of a process, and its logs.
class RankRecordWriter {
 public:
  RankRecordWriter(const std::filesystem::path& folder, RankFacts facts);

  /// Writes the record completely or not at all. `mmds` is null if the rank was not monitored. A
  /// tick takes `seconds_per_tick`. False if the record cannot be written. Async-signal-safe.
  [[nodiscard]] bool write(const RankEnd& end, const Mmds* mmds, double seconds_per_tick) const;
  /// The same without the logs, which may be large, of a process that runs.
  [[nodiscard]] bool write_so_far(const RankEnd& end, const Mmds& mmds,
                                  double seconds_per_tick) const;
  /// The error message if the record cannot be written.
  [[nodiscard]] const std::string& refusal() const { return refusal_; }

 private:
  [[nodiscard]] bool write_part(const std::string& part, const RankEnd& end, const Mmds* mmds,
                                double seconds_per_tick, bool has_logs) const;

  RankFacts facts_;
  std::string path_, part_, so_far_, calls_, messages_, collectives_, slices_;
  std::string refusal_;
};

}  // namespace strobe::bcs::monitor
