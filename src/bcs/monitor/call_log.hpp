// SPDX-License-Identifier: BSD-3-Clause
//
// All calls and messages of one process, in their order, for a timeline. Adding one is a write to
// memory. When the log is full, it drops the following ones.
#pragma once

#include <cstdint>

#include "base/tick_clock.hpp"
#include "bcs/monitor/rows.hpp"

namespace strobe::bcs::monitor {

/// A row of the file, which Python reads (python/strobe/records/call_log.py).
struct LoggedCall {
  std::uint64_t entered = 0;
  std::uint64_t left = 0;
  std::int64_t size_bytes = 0;
  std::uint32_t function = 0;
  std::uint32_t slice = 0;  ///< at its end
  // Of a collective: its communicator, how many ranks take part, its root (or -1), and the bytes
  // that this process received. Other calls have no members.
  std::uint64_t context = 0;
  std::int64_t got_bytes = 0;
  std::int32_t root = -1;
  std::int32_t members = 0;
};

struct LoggedMessage {
  enum Event : std::uint32_t { send_begun, receive_begun, received, cancelled, send_over };

  std::uint64_t at = 0;
  std::uint64_t operation = 0;  ///< an end belongs to the last begin with this number
  std::uint64_t context = 0;
  std::int64_t size_bytes = 0;
  std::int32_t peer = 0;  ///< a rank of the job
  std::int32_t tag = 0;
  std::uint32_t event = send_begun;
  std::uint32_t unused = 0;  ///< padding of the file
};

static_assert(sizeof(LoggedCall) == 56 && sizeof(LoggedMessage) == 48);

class CallLog {
 public:
  /// At most `most` calls, and as many message events.
  explicit CallLog(std::size_t most) : calls_(most), messages_(most) {}

  void add(const LoggedCall& call) { calls_.add(call); }
  void add(const LoggedMessage& message) { messages_.add(message); }
  /// Async-signal-safe.
  void add_without_memory(const LoggedCall& call) { calls_.add_without_memory(call); }

  [[nodiscard]] const Rows<LoggedCall>& calls() const { return calls_; }
  [[nodiscard]] const Rows<LoggedMessage>& messages() const { return messages_; }

 private:
  Rows<LoggedCall> calls_;
  Rows<LoggedMessage> messages_;
};

}  // namespace strobe::bcs::monitor
