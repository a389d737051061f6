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

/// Where data are, or are to be: one block, or one for each rank of a communicator.
template <class Byte>
struct Blocks {
  Byte* first = nullptr;
  std::int64_t bytes = 0;               ///< of each, one behind the other, where these are empty:
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

/// What a call sends, and where it puts what it gets.
struct CallBuffers {
  Blocks<const std::byte> out{};
  Blocks<std::byte> in{};
};

class Process {
 public:
  virtual ~Process() = default;

  /// Whether there is such a communicator and this process is in it.
  [[nodiscard]] virtual bool is_in(std::int32_t communicator) const = 0;
  /// Of a communicator that it is in.
  [[nodiscard]] virtual Rank rank_in(std::int32_t communicator) const = 0;
  [[nodiscard]] virtual Rank size_of(std::int32_t communicator) const = 0;
  /// Since the begin of the job.
  [[nodiscard]] virtual double time_s() const = 0;

  virtual void compute(double seconds) = 0;
  /// Comes back when the operation is complete, or has been started if it does not block; then its
  /// data are where they belong when a test has found it complete. Takes what it is given along: a
  /// process that waits may never come back, so that nothing on its stack may own memory.
  [[nodiscard]] virtual Answer call(Operation& operation, CallBuffers& data) = 0;
};

/// The one that is running in this thread; null outside a job.
[[nodiscard]] Process*& current();

}  // namespace strobe::bcs::api
