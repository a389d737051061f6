// SPDX-License-Identifier: BSD-3-Clause
//
// rank-<R>.json: what one process of a job under `strobe run` was, did and came to. Its schema is
// schema/rank.schema.json.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bcs/monitor/mmds.hpp"

namespace strobe::bcs::monitor {

/// Calls that the determinism of a run does not cover, and why.
struct OutsideGuarantee {
  std::string function;
  std::uint64_t count = 0;
  std::string why;
};

/// A send that nobody had received when its process came to MPI_Finalize.
struct Unreceived {
  std::int32_t to = 0;  ///< a rank of the job
  std::int32_t tag = 0;
  std::string communicator;
  std::int64_t size_bytes = 0;
};

struct RankRecord {
  std::int32_t rank = 0;
  std::int32_t size = 0;
  std::string host;
  std::int32_t pid = 0;
  std::string mpi_library;  ///< in its own words
  std::string flavour;      ///< mpich, openmpi or abi
  std::string mode;
  std::map<std::string, std::string> options;  ///< by the names of their variables
  double run_time_s = 0.0;                     ///< from the end of MPI_Init to MPI_Finalize
  double slept_s = 0.0;                        ///< of it, with its core left to others
  std::uint64_t slices = 0;                    ///< edges, where they do not come by the clock
  std::uint64_t decisions_hash = 0;            ///< those of all ranks are added to that of the job
  std::vector<OutsideGuarantee> outside_guarantee;
  std::vector<Unreceived> unreceived;
  std::string end = "finalized";  ///< or deadlock, error, abort, exit; running: it was killed
  std::string sentence;           ///< that says more of any other end
  /// Of the process, as a shell tells it, where it chose that before it came to MPI_Finalize.
  std::optional<std::int32_t> exit_status;
};

/// Writes the record into `folder`, whole or not at all. `mmds` is null where the rank was not
/// watched; else its ticks are worth `seconds_per_tick`. Throws strobe::Error.
void write_rank_record(const std::filesystem::path& folder, const RankRecord& record,
                       const Mmds* mmds, double seconds_per_tick);

}  // namespace strobe::bcs::monitor
