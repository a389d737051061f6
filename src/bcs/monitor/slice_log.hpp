// SPDX-License-Identifier: BSD-3-Clause
//
// EMDS of a runtime without a strobe network: what one process did in each slice (table 5.2 of the
// paper). A row counts the calls that returned in the slice. If the log is full, the last rows are
// kept.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/tick_clock.hpp"
#include "bcs/monitor/rows.hpp"

namespace strobe::bcs::monitor {

/// A slice of the runtime.
struct Slice {
  std::uint32_t number = 0;
  std::uint32_t decided = 0;  ///< number of decisions for this process, in all slices
  std::int64_t began_ns = 0;  ///< by the monotonic clock of the host
};

/// The communication of one call.
struct Moved {
  std::uint32_t sent = 0;  ///< messages
  std::uint32_t received = 0;
  std::uint64_t sent_bytes = 0;
  std::uint64_t received_bytes = 0;
  std::uint32_t collectives = 0;
};

/// A row of the file, which Python reads (python/strobe/records/slice_log.py).
struct SliceRow {
  std::int64_t began_ns = 0;
  std::uint64_t waited = 0;  ///< ticks in blocking calls
  std::uint64_t sent_bytes = 0;
  std::uint64_t received_bytes = 0;
  std::uint32_t slice = 0;
  std::uint32_t calls = 0;
  std::uint32_t sent = 0;
  std::uint32_t received = 0;
  std::uint32_t collectives = 0;  ///< calls of collectives
  std::uint32_t decided = 0;      ///< tests, probes and receives that were decided in the slice
};
static_assert(sizeof(SliceRow) == 56);

class SliceLog {
 public:
  /// At most `most` rows, at least one.
  explicit SliceLog(std::size_t most) : most_(most), rows_(most) {}

  /// A call returns; `waited` is its time if it is a blocking one. A signal handler must not
  /// allocate memory.
  void left(const Slice& slice, base::Ticks waited, const Moved& moved,
            bool may_take_memory = true) {
    if (slice.number != open_.slice) [[unlikely]] {
      close(may_take_memory);
      open_.slice = slice.number;
    }
    open_.began_ns = slice.began_ns;
    ++open_.calls;
    open_.waited += waited;
    open_.sent += moved.sent;
    open_.received += moved.received;
    open_.sent_bytes += moved.sent_bytes;
    open_.received_bytes += moved.received_bytes;
    open_.collectives += moved.collectives;
    open_.decided += slice.decided - decided_;
    decided_ = slice.decided;
  }
  /// Completes the last slice.
  void finish(bool may_take_memory = true) { close(may_take_memory); }

  /// In the order of slices.
  [[nodiscard]] std::vector<SliceRow> rows() const;
  /// The number of rows that were dropped for later ones.
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

  /// Writes the file. False if that fails. Async-signal-safe.
  [[nodiscard]] bool write(const char* path) const { return rows_.write(path, first()); }

 private:
  void close(bool may_take_memory);
  [[nodiscard]] std::size_t first() const {
    return rows_.size() == 0 ? 0 : static_cast<std::size_t>(dropped_ % rows_.size());
  }

  std::size_t most_;
  SliceRow open_;
  std::uint32_t decided_ = 0;
  Rows<SliceRow> rows_;  ///< a ring, once it is full
  std::uint64_t dropped_ = 0;
};

}  // namespace strobe::bcs::monitor
