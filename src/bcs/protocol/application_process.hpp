// SPDX-License-Identifier: BSD-3-Clause
//
// A process of the application, as the calls of strobe/bcs.h need it: simulated (bcs/api), or a
// rank of a real job (bcs/mpi).
//
// The real one is in another shared library than its caller (libstrobe_run_*.so and libstrobe_bcs),
// and each may have an allocator of its own. So neither frees memory of the other: arguments are
// read, and results are written to memory that the caller provides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bcs/protocol/core.hpp"

namespace strobe::bcs::protocol {

/// The memory of a buffer: one block, or one block for each rank of a communicator.
template <class Byte>
struct Blocks {
  Byte* first = nullptr;
  std::int64_t bytes = 0;               ///< of each contiguous block, if these are empty:
  std::vector<std::int64_t> sizes{};    ///< by rank
  std::vector<std::int64_t> offsets{};  ///< by rank, from `first`

  [[nodiscard]] std::span<Byte> of(Rank rank) const {
    const auto place = static_cast<std::size_t>(rank);
    const std::int64_t size = sizes.empty() ? bytes : sizes[place];
    if (size <= 0) return {};
    return {first + (offsets.empty() ? rank * bytes : offsets[place]),
            static_cast<std::size_t>(size)};
  }
};

/// The send buffer and the receive buffer of a call.
struct CallBuffers {
  Blocks<const std::byte> out{};
  Blocks<std::byte> in{};
  const void* caller = nullptr;  ///< the return address of a test or a probe
};

/// Copies the data that a call of a communicator with so many members sends, and lets `data` refer
/// to the copy, so that the program may change its own.
[[nodiscard]] std::vector<std::byte> copy_sent_data(const Operation& operation, Rank members,
                                                    CallBuffers& data);

/// How many global variables and events a process has.
inline constexpr std::int32_t global_variables = 128;
inline constexpr std::int32_t global_events = 64;
inline constexpr std::int32_t no_variable = -1;
inline constexpr std::int32_t no_event = -1;

/// An Xfer-And-Signal of global variables.
struct GlobalTransfer {
  std::int32_t communicator = world;
  Rank destination = all_members;  ///< in the communicator
  std::int32_t first = 0;          ///< variable
  std::span<const std::int64_t> values{};
  std::int32_t local_event = no_event;
  std::int32_t remote_event = no_event;
};

/// A Compare-And-Write of global variables.
struct GlobalCondition {
  std::int32_t communicator = world;
  std::int32_t variable = 0;
  Comparison comparison = Comparison::equal;
  std::int64_t value = 0;
  std::int32_t write = no_variable;  ///< the variable that gets `new_value` if the condition holds
  std::int64_t new_value = 0;
};

class ApplicationProcess {
 public:
  virtual ~ApplicationProcess() = default;

  /// Whether the communicator exists and contains this process.
  [[nodiscard]] virtual bool is_in(std::int32_t communicator) const = 0;
  /// Requires that the communicator contains this process.
  [[nodiscard]] virtual Rank rank_in(std::int32_t communicator) const = 0;
  [[nodiscard]] virtual Rank size_of(std::int32_t communicator) const = 0;
  /// Since the start of the job.
  [[nodiscard]] virtual double time_s() const = 0;

  virtual void compute(double seconds) = 0;
  /// Returns when the operation is complete; if it is nonblocking, when it has started. The data of
  /// a nonblocking operation are in place when a test has found it complete. For a test of several
  /// requests, `answer.by_request` has as many elements. The process may move from the first two
  /// arguments: a waiting process may never continue, so its stack must not own memory.
  virtual void call(Operation& operation, CallBuffers& data, Answer& answer) = 0;

  // The core primitives on global variables. The arguments are valid.
  [[nodiscard]] virtual std::int64_t read(std::int32_t variable) = 0;
  virtual void write(std::int32_t variable, std::int64_t value) = 0;
  virtual void xfer_and_signal(const GlobalTransfer& transfer) = 0;
  /// Takes a signal if there is one; if `blocks`, waits for one. Whether it has taken one.
  [[nodiscard]] virtual bool test_event(std::int32_t event, bool blocks, const void* caller) = 0;
  [[nodiscard]] virtual bool compare_and_write(const GlobalCondition& condition) = 0;
};

/// A group of ranks of the job, as bcs_group.
struct RankGroup {
  std::int32_t size = 0;
  const Rank* ranks = nullptr;
};

/// The program of one rank of a real job.
struct RankProgram {
  const char* release = nullptr;  ///< of libstrobe_bcs
  std::span<const RankGroup> groups{};
  /// Returns what is wrong with the end of the program, as a part of a sentence; null if nothing.
  const char* (*run)(ApplicationProcess& process, void* argument) = nullptr;
  void* argument = nullptr;
};

enum class RankEnd : std::int32_t {
  finished,
  other_release,  ///< the libraries are of different releases; nothing was run
  wrong_group,    ///< a group has a rank that the job does not have; nothing was run
  repeated,       ///< this process has run a program and finalized its MPI; nothing was run
};

/// The function of libstrobe_run_*.so that runs a program as this rank; its name is
/// run_rank_symbol.
using RunRank = RankEnd (*)(const RankProgram& program);
inline constexpr const char* run_rank_symbol = "strobe_run_rank";

}  // namespace strobe::bcs::protocol
