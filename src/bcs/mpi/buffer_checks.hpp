// SPDX-License-Identifier: BSD-3-Clause
//
// --check: the buffers of operations in progress. Overlaps are found by their addresses, and
// accesses of the program by watchpoints and by hashes of the contents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bcs/check/buffer_watch.hpp"
#include "bcs/check/check_log.hpp"
#include "bcs/check/pending_buffers.hpp"
#include "bcs/mpi/places.hpp"
#include "bcs/mpi/point_to_point_operation.hpp"

namespace strobe::bcs::mpi {

/// What an operation does with a buffer of the program. One-sided ones `put` and `get`.
enum class BufferUse : std::uint8_t { sent, received, put, got };

/// The hash of what is in a buffer; 0 of one that is too long to be looked at.
[[nodiscard]] std::uint64_t contents_of(std::span<const std::byte> buffer);

class BufferChecks {
 public:
  BufferChecks(check::CheckLog& log, Places& places);

  /// An operation begins. One that is not in progress is complete in the same call.
  void begins(CheckedBuffer& checked, std::span<const std::byte> memory, BufferUse use,
              check::Place place, bool is_in_progress);
  /// The program knows that the operation is complete, and may use the buffer.
  void is_known(CheckedBuffer& checked, std::span<const std::byte> memory, BufferUse use,
                check::Place place);
  /// The operation is complete, or the program cannot know any more when it is.
  void forgets(CheckedBuffer& checked, std::span<const std::byte> memory);
  /// Whether this use of a place is looked at closely, which takes microseconds: the first uses
  /// are, and then one in ever more.
  [[nodiscard]] bool is_sampled(check::Place place);

  [[nodiscard]] check::BufferWatch& watch() { return watch_; }

 private:
  void report_overlap(const check::PendingBuffer& buffer, const check::PendingBuffer& pending);

  check::CheckLog& log_;
  Places& places_;
  check::PendingBuffers pending_;
  check::BufferWatch watch_;
  std::vector<std::uint32_t> uses_;  ///< of each place
};

}  // namespace strobe::bcs::mpi
