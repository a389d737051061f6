// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of strobe/bcs_core.h. They check all their arguments.
#include <cstdint>

#include "bcs/api/guarded.hpp"
#include "bcs/api/process.hpp"
#include "strobe/bcs_core.h"

namespace strobe::bcs::api {

namespace {

using protocol::Comparison;

static_assert(bcs_variables == protocol::global_variables && bcs_events == protocol::global_events);
static_assert(bcs_no_variable == protocol::no_variable && bcs_no_event == protocol::no_event);
static_assert(bcs_all == protocol::all_members);

bool is_variable(bcs_variable variable) { return variable >= 0 && variable < bcs_variables; }
bool is_event(bcs_event event) { return event >= 0 && event < bcs_events; }
bool is_event_or_none(bcs_event event) { return event == bcs_no_event || is_event(event); }

bool is_valid(const Process& process, const protocol::GlobalTransfer& transfer,
              std::int32_t count) {
  return count >= 0 && transfer.first >= 0 && count <= bcs_variables - transfer.first &&
         process.is_in(transfer.communicator) && transfer.destination >= bcs_all &&
         transfer.destination < process.size_of(transfer.communicator) &&
         is_event_or_none(transfer.local_event) && is_event_or_none(transfer.remote_event);
}

}  // namespace

// The header declares them outside of the namespace, without visibility of these definitions.
extern "C" {

STROBE_BCS_API int bcs_read(bcs_variable variable, int64_t* value) {
  return guarded([&](Process& process) -> int {
    if (!is_variable(variable) || value == nullptr) return bcs_error_argument;
    *value = process.read(variable);
    return bcs_ok;
  });
}

STROBE_BCS_API int bcs_write(bcs_variable variable, int64_t value) {
  return guarded([&](Process& process) -> int {
    if (!is_variable(variable)) return bcs_error_argument;
    process.write(variable, value);
    return bcs_ok;
  });
}

STROBE_BCS_API int bcs_xfer_and_signal(const int64_t* values, int32_t count, bcs_variable first,
                                       int32_t destination, bcs_communicator communicator,
                                       bcs_event local_event, bcs_event remote_event) {
  return guarded([&](Process& process) -> int {
    protocol::GlobalTransfer transfer{.communicator = communicator,
                                      .destination = destination,
                                      .first = first,
                                      .local_event = local_event,
                                      .remote_event = remote_event};
    if (!is_valid(process, transfer, count) || (values == nullptr && count > 0)) {
      return bcs_error_argument;
    }
    transfer.values = {values, static_cast<std::size_t>(count)};
    process.xfer_and_signal(transfer);
    return bcs_ok;
  });
}

STROBE_BCS_API int bcs_test_event(bcs_event event, bcs_waiting waiting, int* flag) {
  const void* const caller = __builtin_return_address(0);
  return guarded([&](Process& process) -> int {
    if (!is_event(event) || !may_test(waiting, flag)) return bcs_error_argument;
    const bool is_signaled = process.test_event(event, waiting == bcs_blocking, caller);
    if (flag != nullptr) *flag = is_signaled ? 1 : 0;
    return bcs_ok;
  });
}

STROBE_BCS_API int bcs_compare_and_write(bcs_communicator communicator, bcs_variable variable,
                                         bcs_comparison comparison, int64_t value,
                                         bcs_variable written, int64_t new_value, int* holds) {
  return guarded([&](Process& process) -> int {
    // In the order of bcs_comparison.
    constexpr Comparison comparisons[] = {Comparison::greater_equal, Comparison::less,
                                          Comparison::equal, Comparison::not_equal};
    if (!is_variable(variable) || comparison < bcs_greater_equal || comparison > bcs_not_equal ||
        (written != bcs_no_variable && !is_variable(written)) || holds == nullptr ||
        !process.is_in(communicator)) {
      return bcs_error_argument;
    }
    *holds = process.compare_and_write({.communicator = communicator,
                                        .variable = variable,
                                        .comparison = comparisons[comparison],
                                        .value = value,
                                        .write = written,
                                        .new_value = new_value})
                 ? 1
                 : 0;
    return bcs_ok;
  });
}

}  // extern "C"

}  // namespace strobe::bcs::api
