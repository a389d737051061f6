// SPDX-License-Identifier: BSD-3-Clause
//
// Every call of one process and every message that it sent or got, in their order, for a timeline.
// To keep one is to write it behind the last; when there are as many as were asked for, no more are
// kept.
#pragma once

#include <cstdint>

#include "base/tick_clock.hpp"
#include "bcs/monitor/rows.hpp"

namespace strobe::bcs::monitor {

/// Numbers as they lie in the file, which Python reads (python/strobe/records/call_log.py).
struct LoggedCall {
  std::uint64_t entered = 0;
  std::uint64_t left = 0;
  std::int64_t size_bytes = 0;
  std::uint32_t function = 0;
  std::uint32_t slice = 0;  ///< in which it was left
  // Of a collective: its communicator, how many take part, its root (or -1), and the bytes that it
  // gave this process. Another call has no members.
  std::uint64_t context = 0;
  std::int64_t got_bytes = 0;
  std::int32_t root = -1;
  std::int32_t members = 0;
};

struct LoggedMessage {
  enum Event : std::uint32_t { send_begun, receive_begun, received, cancelled, send_over };

  std::uint64_t at = 0;
  std::uint64_t operation = 0;  ///< what is over was begun last with the same number
  std::uint64_t context = 0;
  std::int64_t size_bytes = 0;
  std::int32_t peer = 0;  ///< a rank of the job
  std::int32_t tag = 0;
  std::uint32_t event = send_begun;
  std::uint32_t unused = 0;  ///< so that there is no gap in the file
};

static_assert(sizeof(LoggedCall) == 56 && sizeof(LoggedMessage) == 48);

class CallLog {
 public:
  /// Keeps so many calls, and as many events of messages.
  explicit CallLog(std::size_t most) : calls_(most), messages_(most) {}

  void add(const LoggedCall& call) { calls_.add(call); }
  void add(const LoggedMessage& message) { messages_.add(message); }
  /// In a signal handler.
  void add_without_memory(const LoggedCall& call) { calls_.add_without_memory(call); }

  [[nodiscard]] const Rows<LoggedCall>& calls() const { return calls_; }
  [[nodiscard]] const Rows<LoggedMessage>& messages() const { return messages_; }

 private:
  Rows<LoggedCall> calls_;
  Rows<LoggedMessage> messages_;
};

}  // namespace strobe::bcs::monitor
