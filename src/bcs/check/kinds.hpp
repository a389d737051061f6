// SPDX-License-Identifier: BSD-3-Clause
// Written by codegen/checks.py from codegen/checks.toml.
// clang-format off
//
// What --check can find.
#pragma once

#include <cstdint>
#include <string_view>

namespace strobe::bcs::check {

enum class Kind : std::uint8_t {
  type_mismatch,
  type_name_mismatch,
  message_truncated,
  message_not_received,
  request_not_completed,
  request_not_freed,
  request_never_started,
  request_freed_while_active,
  object_not_freed,
  buffer_overlap,
  send_buffer_changed,
  receive_buffer_accessed,
  origin_buffer_accessed,
  buffer_freed,
  buffer_too_small,
  conflicting_accesses,
  conflicting_puts_of_same_data,
  epoch_missing,
  epoch_not_ended,
  window_overrun,
  target_too_small,
  message_race,
  freed_object_used,
  request_used_again,
  collective_request_freed,
  deadlock,
  hidden_deadlock,
  collective_mismatch,
  collective_type_mismatch,
  thread_level,
  invalid_argument,
  overlapping_blocks,
  missing_finalize,
  call_outside_of_mpi,
  failed_call,
  crash_in_call,
};

inline constexpr std::string_view kind_names[] = {
    "type-mismatch",
    "type-name-mismatch",
    "message-truncated",
    "message-not-received",
    "request-not-completed",
    "request-not-freed",
    "request-never-started",
    "request-freed-while-active",
    "object-not-freed",
    "buffer-overlap",
    "send-buffer-changed",
    "receive-buffer-accessed",
    "origin-buffer-accessed",
    "buffer-freed",
    "buffer-too-small",
    "conflicting-accesses",
    "conflicting-puts-of-same-data",
    "epoch-missing",
    "epoch-not-ended",
    "window-overrun",
    "target-too-small",
    "message-race",
    "freed-object-used",
    "request-used-again",
    "collective-request-freed",
    "deadlock",
    "hidden-deadlock",
    "collective-mismatch",
    "collective-type-mismatch",
    "thread-level",
    "invalid-argument",
    "overlapping-blocks",
    "missing-finalize",
    "call-outside-of-mpi",
    "failed-call",
    "crash-in-call",
};

[[nodiscard]] constexpr std::string_view name_of(Kind kind) {
  return kind_names[static_cast<int>(kind)];
}

}  // namespace strobe::bcs::check
