// SPDX-License-Identifier: BSD-3-Clause
//
// rank-<R>.json: what one process of a job under `strobe run` was, did and came to. Its schema is
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

/// Calls that the determinism of a run does not cover, and why.
struct OutsideGuarantee {
  const char* function = "";
  std::uint64_t count = 0;
  const char* why = "";
};

/// A send that nobody had received when its process came to MPI_Finalize.
struct Unreceived {
  std::int32_t to = 0;  ///< a rank of the job
  std::int32_t tag = 0;
  std::string communicator;
  std::int64_t size_bytes = 0;
};

/// What the process is from the beginning on.
struct RankFacts {
  std::int32_t rank = 0;
  std::int32_t size = 0;
  std::string host;
  std::int32_t pid = 0;
  std::string mpi_library;  ///< in its own words
  std::string flavour;      ///< mpich, openmpi or abi
  std::string mode;
  std::map<std::string, std::string> options;  ///< by the names of their variables
};

/// What it did, and came to.
struct RankEnd {
  double run_time_s = 0.0;           ///< from the end of MPI_Init to MPI_Finalize
  double slept_s = 0.0;              ///< of it, with its core left to others
  std::uint64_t slices = 0;          ///< edges, where they do not come by the clock
  std::uint64_t decisions_hash = 0;  ///< those of all ranks are added to that of the job
  std::span<const OutsideGuarantee> outside_guarantee;
  std::span<const Unreceived> unreceived;
  /// Or deadlock, error, abort, exit, signal; running: it was killed.
  std::string_view end = "finalized";
  std::string_view sentence;  ///< that says more of any other end
  /// Of the process, as a shell tells it, where it chose that before it came to MPI_Finalize.
  std::optional<std::int32_t> exit_status;
};

/// The record of a process, and the logs that belong to it.
class RankRecordWriter {
 public:
  RankRecordWriter(const std::filesystem::path& folder, RankFacts facts);

  /// Writes the record, whole or not at all. `mmds` is null where the rank was not watched; else
  /// its ticks are worth `seconds_per_tick`. False where the record cannot be written. It takes no
  /// memory and no lock: a signal handler may call it, whatever it has interrupted.
  [[nodiscard]] bool write(const RankEnd& end, const Mmds* mmds, double seconds_per_tick) const;
  /// A sentence for a record that cannot be written.
  [[nodiscard]] const std::string& refusal() const { return refusal_; }

 private:
  [[nodiscard]] bool write_part(const RankEnd& end, const Mmds* mmds,
                                double seconds_per_tick) const;

  RankFacts facts_;
  std::string path_, part_, calls_, messages_, slices_;
  std::string refusal_;
};

}  // namespace strobe::bcs::monitor
