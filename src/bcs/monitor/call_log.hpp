// SPDX-License-Identifier: BSD-3-Clause
//
// All calls, messages and collectives of one process, in their order, for a timeline and for
// predictions. Adding one is a write to memory and a reading of a clock or two. When the log is
// full, it drops the following ones.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/tick_clock.hpp"
#include "bcs/monitor/call_site.hpp"
#include "bcs/monitor/rows.hpp"

namespace strobe::bcs::monitor {

// These are rows of files, which Python reads (python/strobe/records/call_log.py).

struct LoggedCall {
  static constexpr std::uint32_t no_site = std::numeric_limits<std::uint32_t>::max();

  std::uint64_t entered = 0;
  std::uint64_t left = 0;
  std::int64_t size_bytes = 0;
  std::uint32_t function = 0;
  std::uint32_t slice = 0;        ///< at its end
  std::uint32_t site = no_site;   ///< where the program called: its number in the log's `sites`
  std::uint32_t unused = 0;       ///< padding of the file
  std::uint64_t computed_ns = 0;  ///< the thread's processor time since its previous call
};

struct LoggedMessage {
  enum Event : std::uint32_t {
    send_begun,
    receive_begun,
    received,
    cancelled,
    send_over,
    // To and from a neighbor, in a neighborhood collective.
    neighbor_sends,
    neighbor_receives,
    // Of members of a communicator, a window or a file, which synchronize: without data.
    notice_sent,
    notice_received,
    // At a target of one-sided operations, whose window is the context.
    put_begun,
    get_begun,
    lock_asked,          ///< taken or released, which the target answers
    accesses_completed,  ///< all that were begun there; everywhere, if the peer is negative
  };

  std::uint64_t at = 0;
  /// An end belongs to the last begin with this number. For a neighbor that of the collective: its
  /// row.
  std::uint64_t operation = 0;
  std::uint64_t context = 0;
  std::int64_t size_bytes = 0;
  std::int32_t peer = 0;  ///< a rank of the job
  std::int32_t tag = 0;
  std::uint32_t event = send_begun;
  std::uint32_t unused = 0;  ///< padding of the file
};

/// A collective from its begin, which is a start of a persistent one.
struct LoggedCollective {
  std::uint64_t begun = 0;
  std::uint64_t over = 0;  ///< 0 if it is not over
  std::uint64_t context = 0;
  std::int64_t gave_bytes = 0;  ///< by this process; of a broadcast what is received, too
  std::int64_t got_bytes = 0;
  std::int32_t root = -1;      ///< of a rooted one
  std::int32_t members = 0;    ///< of the communicator
  std::int32_t own = -1;       ///< this process among them
  std::uint32_t function = 0;  ///< that the program called; of a persistent one the initialization
  std::uint32_t order = 0;     ///< of that call among the collectives of the communicator
  std::uint32_t starts = 0;    ///< of a persistent one, this one included
};

static_assert(sizeof(LoggedCall) == 48 && sizeof(LoggedMessage) == 48 &&
              sizeof(LoggedCollective) == 64);

class CallLog {
 public:
  /// At most `most` calls, and as many message events and collectives.
  explicit CallLog(std::size_t most)
      : calls_(most), messages_(most), collectives_(most), sites_(most_sites) {}

  // A thread on a processor that others want computes for longer by the clock on the wall, and not
  // by its own. To read that takes a call of the system, which is as long as a short message.
  /// Measures what the readings take, which is left out from now on.
  static void measure_readings() {
    reading_s_ = 0;
    double least_s = std::numeric_limits<double>::infinity();
    for (int i = 0; i < readings; ++i) {
      begin_computation();
      least_s = std::min(least_s, base::processor_time_s() - begin_s_);
    }
    reading_s_ = least_s;
  }
  /// MPI_Init returns, or a call of this thread.
  static void begin_computation() { begin_s_ = base::processor_time_s(); }
  /// A call of this thread begins, or MPI_Finalize. Returns for how long the thread computed.
  static std::uint64_t end_computation() {
    const double computed_s = base::processor_time_s() - begin_s_ - reading_s_;
    return computed_ns_ = static_cast<std::uint64_t>(1e9 * std::max(computed_s, 0.0));
  }

  /// Adds a call, which gets `computed_ns` from the last `end_computation`.
  void add(LoggedCall call) {
    call.computed_ns = computed_ns_;
    calls_.add(call);
  }
  void add(const LoggedMessage& message) { messages_.add(message); }
  void add(const LoggedCollective& collective) { collectives_.add(collective); }
  /// The collective of this row is over now. There is no such row if the log was full.
  void is_over(std::size_t row, std::uint64_t now) {
    if (row < collectives_.size()) collectives_[row].over = now;
  }
  /// Async-signal-safe.
  void add_without_memory(LoggedCall call) {
    call.computed_ns = computed_ns_;
    calls_.add_without_memory(call);
  }

  /// The number of a further call site; `no_site` if there are as many as allowed.
  [[nodiscard]] std::uint32_t add_site(CallSite site) {
    if (known_sites_ == sites_.size()) return LoggedCall::no_site;
    sites_[known_sites_] = std::move(site);
    // A signal handler in between writes those that are counted.
    std::atomic_signal_fence(std::memory_order_release);
    return known_sites_++;
  }

  [[nodiscard]] std::span<const CallSite> sites() const {
    return std::span(sites_).first(known_sites_);
  }
  [[nodiscard]] const Rows<LoggedCall>& calls() const { return calls_; }
  [[nodiscard]] const Rows<LoggedMessage>& messages() const { return messages_; }
  [[nodiscard]] const Rows<LoggedCollective>& collectives() const { return collectives_; }

 private:
  static constexpr std::size_t most_sites = 4096;
  static constexpr int readings = 100;

  static inline constinit double reading_s_ = 0;
  static inline thread_local constinit double begin_s_ = 0;  ///< 0 until its first call is over
  static inline thread_local constinit std::uint64_t computed_ns_ = 0;

  Rows<LoggedCall> calls_;
  Rows<LoggedMessage> messages_;
  Rows<LoggedCollective> collectives_;
  std::vector<CallSite> sites_;
  std::uint32_t known_sites_ = 0;
};

}  // namespace strobe::bcs::monitor
