// SPDX-License-Identifier: BSD-3-Clause
//
// rank-<R>.order: the order in which one process begins and completes its operations. From those of
// all ranks hidden_deadlock.hpp finds whether the program depends on buffering, and `strobe
// explore` which other messages its receives could get (python/strobe/explore).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace strobe::bcs::check {

struct OrderEvent {
  enum class Kind : std::uint8_t {
    send_begins,
    receive_begins,
    collective_begins,
    send_ends,
    receive_ends,
    collective_ends,
    probe_ends,
    status_unseen,  ///< the program has not looked at the status of a receive, and never will
    // Only where a file of choices is given (bcs/mpi/poll.hpp).
    poll_begins,     ///< a call whose result MPI leaves open
    poll_operation,  ///< one that it may find complete
    poll_finds,      ///< one that it has found complete, or a message
    poll_ends,
    receive_matched,  ///< a receive has got a message of which the program does not know
    // The same, of one-sided operations and locks of windows (bcs/mpi/ordered_accesses.hpp).
    access_begins,     ///< a one-sided operation, MPI_Win_sync, or a request for a lock
    access_bytes,      ///< what it accesses
    access_performed,  ///< it has taken effect, of which the program may not know
    access_ends,       ///< the program knows that it has taken effect
    access_copied,     ///< the request of a put or an accumulate is complete
    lock_released,
    signal,       ///< MPI_Win_post and MPI_Win_complete, to one rank
    signal_seen,  ///< MPI_Win_start and MPI_Win_wait, from one rank
    // In each log (python/strobe/coscheduling/freed_sends.py).
    send_freed,      ///< the program has freed the request of a send that may be in progress
    told_otherwise,  ///< a call of the MPI may have told of other ranks what no event tells
    // Only where a file of choices is given, and several threads call MPI
    // (bcs/mpi/thread_choices.hpp).
    thread_goes,   ///< the next events are of this thread
    probe_begins,  ///< a blocking probe, which the next end of a probe of this thread ends
  };

  Kind kind{};
  /// A send completes without its receive, a receive takes a message from any source, or the call
  /// that found the end did not wait for it: what comes next depends on nothing. Of a poll: it does
  /// not block; of its operations: the program knows that it is complete; of what it finds: it is a
  /// message. Of an access that has taken effect: it has left the memory as it was. Of what is told
  /// otherwise: it may have been told at any time. Of a thread that goes on: it begins a call.
  bool is_free = false;
  /// Of a collective; 0 if there are more than this can count. Of a send: whether it needs its
  /// receive. Of a poll: its scope (bcs/mpi/poll.hpp). Of an access: its kind, and 4 if it writes,
  /// 8 if it has a result, and 16 if it is an accumulate (bcs/runtime/access_order.hpp).
  std::uint16_t members = 0;
  /// Of an operation that begins: its place. Of one that ends, of a status, and of what a poll
  /// finds: the number of the event that began it, and so of a freed send. Of an operation of a
  /// poll: that of its own begin, or of the poll if it is complete at once. Of the other events of
  /// an access: that of its begin.
  std::uint32_t of = 0;
  /// Another rank of the job. Of a collective: the hash of its communicator and its start. Of an
  /// operation of a poll: the event of the poll. Of an access: its target. Of a freed send: the
  /// place that freed it. Of a thread that goes on: its number. Of what is told otherwise by a
  /// synchronization: the hash of what its members share.
  std::uint32_t peer = 0;
  /// Of a message: among those from its source to its destination. Of a collective: among those of
  /// its communicator. Of an operation of a poll: its position in the array. Of an access: with
  /// which others it commutes. Of one that has taken effect: the slice. Of a thread that goes
  /// on: how many the program has created. Of a synchronization: among those of its members, from
  /// 1; 0 of what else is told otherwise.
  std::uint32_t number = 0;
  /// Of a message, a receive or a probe; -1: any. Of a collective: its kind. Of a request that a
  /// poll finds: its position in the array.
  std::int32_t tag = 0;
  /// Of a message, a receive or a probe: the hash of its communicator. Of a collective: its root, a
  /// rank of the job. Of a receive that ends: the hash of its data, if a receive from any source
  /// came before; 0 if it is not known. Of what a poll finds: the event that began it. Of an
  /// access: the hash of its window.
  std::uint32_t context = 0;
  // The bytes of an access: the lower and the upper half of the first one as `peer` and `number`,
  // and the upper and the lower half of their number as `tag` and `context`.
};
static_assert(sizeof(OrderEvent) == 24);

class OrderLog {
 public:
  /// So many events are kept; the log ends there.
  static constexpr std::uint32_t most_events = 1U << 20U;
  /// The last event of a log that has lost some, as its `of`.
  static constexpr std::uint32_t lost = 0xffffffff;

  /// Throws strobe::Error if the file cannot be written.
  OrderLog(const std::filesystem::path& folder, std::int32_t rank);
  OrderLog(const OrderLog&) = delete;
  OrderLog& operator=(const OrderLog&) = delete;
  ~OrderLog();

  /// The number of the event.
  std::uint32_t add(const OrderEvent& event) {
    if (count_ == most_events) return lost;
    buffer_.push_back(event);
    if (buffer_.size() == buffered_events) flush();
    return count_++;
  }
  /// The number of the next event.
  [[nodiscard]] std::uint32_t next() const { return count_; }
  /// Writes what is in the buffer. A log that cannot be written has lost events.
  void flush();
  /// Ends the log, of which the rest of the program is no part: several threads have no one order.
  void abandon() { count_ = most_events; }

 private:
  static constexpr std::size_t buffered_events = 4096;

  int file_;
  std::uint32_t count_ = 0;
  std::vector<OrderEvent> buffer_;
};

/// The file of a rank.
[[nodiscard]] std::filesystem::path order_file(const std::filesystem::path& folder,
                                               std::int32_t rank);
/// The events of a rank; `is_whole` says whether none is missing.
struct Order {
  std::vector<OrderEvent> events;
  bool is_whole = true;
};
/// That of a rank without a file has no events, and is not whole; so is that of several threads,
/// in turns or not.
[[nodiscard]] Order read_order(const std::filesystem::path& folder, std::int32_t rank);

}  // namespace strobe::bcs::check
