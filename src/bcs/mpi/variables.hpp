// SPDX-License-Identifier: BSD-3-Clause
// Written by codegen/options.py from options/*.toml.
// clang-format off
//
// The environment variables of the runtime, STROBE_*; an empty one counts as unset.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace strobe::bcs::mpi {

/// In which launchers tell a process its rank, the first one that is set.
inline constexpr std::array rank_variables = {
    "PMI_RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "SLURM_PROCID"};

struct Variables {
  std::string mode = "deterministic";
  std::uint64_t slice_us = 500;
  std::uint64_t slice_bytes = 262144;
  std::uint64_t eager_limit = 65536;
  std::string waiting = "auto";
  std::string progress = "calls";
  bool share = false;
  bool synchronous = false;
  bool cross_memory = true;
  std::optional<std::uint64_t> perturb;
  std::string checks;
  std::string choices;
  std::string hash = "decisions";
  std::string emds;
  std::string events;
  bool or_native = false;
  std::string monitor;
  std::string record;
  std::string live;
  std::optional<std::int32_t> nodes;
  std::optional<std::int32_t> ranks;
  std::optional<std::int32_t> gdb;
  std::optional<std::int64_t> break_on_error;
  std::map<std::string, std::string> given;  ///< those that are set, by name
};

/// Throws strobe::Error with one sentence for the first variable with a wrong value.
[[nodiscard]] Variables read_variables();

}  // namespace strobe::bcs::mpi
