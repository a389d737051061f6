// SPDX-License-Identifier: BSD-3-Clause
//
// --check of the buffers of operations in progress: overlaps, and accesses by the program before an
// operation is complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/clock.hpp"
#include "bcs/check/buffer_watch.hpp"
#include "bcs/check/check_log.hpp"
#include "bcs/check/object_bounds.hpp"
#include "bcs/check/page_guard.hpp"
#include "bcs/check/pending_buffers.hpp"
#include "bcs/mpi/places.hpp"

namespace strobe::bcs::mpi {

/// What an operation does with a buffer of the program. One-sided ones `put` and `get`.
enum class BufferUse : std::uint8_t { sent, received, put, got };

/// A buffer of an operation. It has no values until BufferChecks::init, since each call of MPI
/// would pay for them.
struct CheckedBuffer {
  std::span<const std::byte> memory;
  std::uint64_t pending;   ///< its number (check/pending_buffers.hpp); 0: it is not in progress
  std::uint64_t contents;  ///< the hash at its begin
  check::Place place;      ///< of the call that initialized the operation
  BufferUse use;
  std::uint8_t has_contents;  ///< whether they are hashed
  std::uint8_t watch;         ///< check/buffer_watch.hpp
  std::uint16_t guard;        ///< check/page_guard.hpp

  CheckedBuffer() {}  // NOLINT(modernize-use-equals-default)
};

/// The contents of longer buffers are not compared.
constexpr std::size_t most_compared_bytes = 64 * 1024;

/// How long an operation uses a buffer.
enum class Duration : std::uint8_t {
  of_call,       ///< until the call returns that begins it
  of_operation,  ///< until a later call
  of_message,    ///< the same, for a message of its own and not for a part of a collective
};

/// The hash of what is in a buffer; 0 of one that is too long to be looked at.
[[nodiscard]] std::uint64_t contents_of(std::span<const std::byte> buffer);

class BufferChecks {
 public:
  /// `is_thorough`: all uses of all buffers are looked at, by page protection, and their sizes.
  /// Throws strobe::Error if that is not possible.
  BufferChecks(check::CheckLog& log, Places& places, bool is_thorough);
  BufferChecks(const BufferChecks&) = delete;
  BufferChecks& operator=(const BufferChecks&) = delete;
  ~BufferChecks();

  [[nodiscard]] bool is_thorough() const { return bounds_.has_value(); }
  /// If thorough: whether the memory of a buffer, as object_of has it, belongs to one object.
  void check_size(std::span<const std::byte> memory, BufferUse use, check::Place place);
  /// The operation has not begun, and may never begin.
  static void init(CheckedBuffer& buffer);
  /// An operation begins that uses this memory. Memory that is not contiguous is given as none.
  void begin(CheckedBuffer& buffer, std::span<const std::byte> memory, BufferUse use,
             check::Place place, Duration duration);
  /// In the call of this thread the application learns that the operation is complete.
  void end(CheckedBuffer& buffer);
  /// The application makes no more calls: it may access all buffers.
  void stop();
  /// The application cannot know any more when the operation is complete.
  void forget(CheckedBuffer& buffer);
  /// Two buffers of one call, the second of which is written.
  void compare(std::span<const std::byte> read, std::span<const std::byte> written,
               check::Place place);

  /// Whether this use of a place is looked at closely, which takes microseconds: the first uses
  /// are, and then one in ever more.
  [[nodiscard]] bool is_sampled(check::Place place);
  [[nodiscard]] check::BufferWatch& watch() { return watch_; }

 private:
  void look_at(CheckedBuffer& buffer);
  [[nodiscard]] bool is_watched(check::Place place);
  [[nodiscard]] std::uint64_t hash_of(const CheckedBuffer& buffer) const;
  void report_overlap(const check::PendingBuffer& buffer, const check::PendingBuffer& pending);

  check::CheckLog& log_;
  Places& places_;
  check::PendingBuffers pending_;
  check::BufferWatch watch_;
  std::unique_ptr<check::PageGuard> guard_;       ///< null unless thorough
  std::optional<check::ObjectBounds> bounds_{};   ///< none unless thorough
  std::vector<std::uint32_t> uses_;               ///< of each place
  decltype(base::monotonic_now()) next_watch_{};  ///< when one may be watched in addition
};

}  // namespace strobe::bcs::mpi
