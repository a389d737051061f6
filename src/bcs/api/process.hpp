// SPDX-License-Identifier: BSD-3-Clause
//
// The process behind the calls of strobe/bcs.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bcs/protocol/operation.hpp"

namespace strobe::bcs::api {

using protocol::Answer;
using protocol::Operation;
using protocol::Rank;

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
};

class Process {
 public:
  virtual ~Process() = default;

  /// Whether the communicator exists and contains this process.
  [[nodiscard]] virtual bool is_in(std::int32_t communicator) const = 0;
  /// Requires that the communicator contains this process.
  [[nodiscard]] virtual Rank rank_in(std::int32_t communicator) const = 0;
  [[nodiscard]] virtual Rank size_of(std::int32_t communicator) const = 0;
  /// Since the start of the job.
  [[nodiscard]] virtual double time_s() const = 0;

  virtual void compute(double seconds) = 0;
  /// Returns when the operation is complete; if it is nonblocking, when it has started. The data of
  /// a nonblocking operation are in place when a test has found it complete. Moves from both
  /// arguments: a waiting process may never continue, so its stack must not own memory.
  [[nodiscard]] virtual Answer call(Operation& operation, CallBuffers& data) = 0;
};

/// The process that runs in this thread; null outside a job.
[[nodiscard]] Process*& current();

}  // namespace strobe::bcs::api
