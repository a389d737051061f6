// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of strobe/bcs.h. They check what one call can check; the protocol checks the rest.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "bcs/api/guarded.hpp"
#include "bcs/api/process.hpp"
#include "bcs/protocol/numbers.hpp"
#include "strobe/bcs.h"

namespace strobe::bcs::api {

Process*& current() {
  thread_local Process* process = nullptr;
  return process;
}

namespace {

using protocol::Call;
using protocol::ElementType;
using protocol::ReduceOperator;

static_assert(bcs_any_source == protocol::any_source && bcs_any_tag == protocol::any_tag);
static_assert(bcs_no_request == protocol::no_request && bcs_world == protocol::world);

std::byte* bytes_at(void* data) { return static_cast<std::byte*>(data); }
const std::byte* bytes_at(const void* data) { return static_cast<const std::byte*>(data); }

/// Whether there is a pointer, or no data.
bool has_data(const void* data, std::int64_t bytes) { return data != nullptr || bytes <= 0; }

void write_status(bcs_status* status, const Answer& answer) {
  if (status == nullptr) return;
  const bool is_message = answer.source != protocol::any_source;
  *status = {.source = answer.source,
             .tag = is_message ? answer.tag : -1,
             .bytes = is_message ? answer.bytes : 0};
}

/// Starts an operation, and waits for it if it is blocking.
int perform(Process& process, Operation& operation, CallBuffers& data, bcs_waiting waiting,
            bcs_request* request, bcs_status* status = nullptr) {
  if (!is_waiting(waiting) || (waiting == bcs_non_blocking && request == nullptr)) {
    return bcs_error_argument;
  }
  operation.blocking = waiting == bcs_blocking;
  Answer answer;
  process.call(operation, data, answer);
  if (request != nullptr) *request = answer.request;
  if (waiting == bcs_blocking) write_status(status, answer);
  return bcs_ok;
}

/// Tests, or waits, in a call with this return address. *flag says whether the answer is positive.
void perform_test(Process& process, Operation& operation, bcs_waiting waiting, int* flag,
                  Answer& answer, const void* caller) {
  operation.blocking = waiting == bcs_blocking;
  CallBuffers none{.caller = caller};
  process.call(operation, none, answer);
  if (flag != nullptr) *flag = answer.flag ? 1 : 0;
}

int test(Process& process, std::span<bcs_request> requests, bcs_waiting waiting, int* flag,
         bcs_status* statuses, const void* caller) {
  Operation operation{.call = Call::test};
  const auto is_open = [](bcs_request request) { return request != bcs_no_request; };
  std::ranges::copy_if(requests, std::back_inserter(operation.requests), is_open);
  std::ranges::sort(operation.requests);
  if (std::ranges::adjacent_find(operation.requests) != operation.requests.end()) {
    return bcs_error_argument;
  }
  // In the order of the answers.
  operation.requests.clear();
  std::ranges::copy_if(requests, std::back_inserter(operation.requests), is_open);
  Answer answer;
  if (operation.requests.empty()) {
    if (flag != nullptr) *flag = 1;
  } else {
    if (operation.requests.size() > 1) answer.by_request.resize(operation.requests.size());
    perform_test(process, operation, waiting, flag, answer, caller);
  }
  if (!answer.flag) return bcs_ok;
  std::size_t place = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const bool was_open = requests[i] != bcs_no_request;
    const Answer& one = !was_open || answer.by_request.empty() ? answer : answer.by_request[place];
    if (statuses != nullptr) write_status(&statuses[i], was_open ? one : Answer{});
    place += was_open ? 1 : 0;
    requests[i] = bcs_no_request;
  }
  return bcs_ok;
}

/// Sets the blocks of a buffer that holds a part for each rank. False if an argument is missing or
/// the sizes overflow.
template <class Byte, class Pointer>
bool lay_out(Blocks<Byte>& blocks, Pointer data, const bcs_parts* parts, std::int64_t bytes,
             bcs_form form, Rank size) {
  blocks.first = bytes_at(data);
  if (form == bcs_non_vectorial) {
    blocks.bytes = bytes;
    std::int64_t all_bytes = 0;
    return !__builtin_mul_overflow(bytes, size, &all_bytes) && has_data(data, all_bytes);
  }
  if (parts == nullptr || parts->bytes == nullptr) return false;
  std::int64_t end = 0;
  for (Rank rank = 0; rank < size; ++rank) {
    const std::int64_t part_bytes = parts->bytes[rank];
    const std::int64_t offset = parts->offsets == nullptr ? end : parts->offsets[rank];
    if (!has_data(data, part_bytes) || offset < 0 ||
        __builtin_add_overflow(offset, part_bytes, &end)) {
      return false;
    }
    blocks.sizes.push_back(part_bytes);
    blocks.offsets.push_back(offset);
  }
  return true;
}

/// The arguments of an exchange of parts.
struct Exchange {
  Call call;
  bcs_form form;
  bcs_communicator communicator;
  std::int32_t root = 0;
  std::int64_t bytes = 0;
  const void* out = nullptr;
  const bcs_parts* out_parts = nullptr;
  void* in = nullptr;
  const bcs_parts* in_parts = nullptr;
};

/// What a buffer of an exchange holds: nothing, one part, or a part for each rank.
enum class Parts : std::uint8_t { none, one, by_rank };

Parts sent_parts(Call call, bool is_root) {
  if (call == Call::gather || call == Call::allgather) return Parts::one;
  return call == Call::alltoall || is_root ? Parts::by_rank : Parts::none;
}

Parts received_parts(Call call, bool is_root) {
  if (call == Call::scatter) return Parts::one;
  return call != Call::gather || is_root ? Parts::by_rank : Parts::none;
}

/// False if an argument is invalid. `size` is 0 outside of the communicator.
template <class Byte, class Pointer>
bool lay_out(Blocks<Byte>& blocks, Parts held, Pointer data, const bcs_parts* parts,
             const Exchange& exchange, Rank size) {
  if (held == Parts::one) {
    blocks = {bytes_at(data), exchange.bytes};
    return has_data(data, exchange.bytes);
  }
  if (held == Parts::none || size == 0) return true;
  return lay_out(blocks, data, parts, exchange.bytes, exchange.form, size);
}

int perform_exchange(Process& process, const Exchange& exchange, bcs_waiting waiting,
                     bcs_request* request) {
  if (exchange.form != bcs_vectorial && exchange.form != bcs_non_vectorial) {
    return bcs_error_argument;
  }
  const bool is_in = process.is_in(exchange.communicator);
  const bool is_root = is_in && process.rank_in(exchange.communicator) == exchange.root;
  const Rank size = is_in ? process.size_of(exchange.communicator) : 0;
  const Parts sent = sent_parts(exchange.call, is_root);
  const Parts received = received_parts(exchange.call, is_root);
  CallBuffers buffers;
  if (!lay_out(buffers.out, sent, exchange.out, exchange.out_parts, exchange, size) ||
      !lay_out(buffers.in, received, exchange.in, exchange.in_parts, exchange, size)) {
    return bcs_error_argument;
  }
  // Sizes by rank are empty in the form bcs_non_vectorial.
  Operation operation{.call = exchange.call,
                      .has_varying_sizes = exchange.form == bcs_vectorial,
                      .peer = exchange.root,
                      .communicator = exchange.communicator,
                      .bytes = exchange.bytes};
  operation.send_bytes = buffers.out.sizes;
  operation.receive_bytes = buffers.in.sizes;
  return perform(process, operation, buffers, waiting, request);
}

}  // namespace

// The header declares them outside of the namespace, without visibility of these definitions.
extern "C" {

STROBE_BCS_API const char* bcs_error_string(int error) {
  switch (error) {
    case bcs_ok:
      return "no error";
    case bcs_error_outside:
      return "the caller is not a process of a job";
    case bcs_error_argument:
      return "an argument is a null pointer or has an invalid value";
    case bcs_error_memory:
      return "out of memory";
    case bcs_error_machine:
      return "the machine is invalid";
    case bcs_error_no_runtime:
      return "no runtime serves this process: start the program with `strobe run -n RANKS PROGRAM`";
    case bcs_error_release:
      return "`strobe run` and libstrobe_bcs are of different releases: install both from one";
    case bcs_error_repeated:
      return "the process has run a job before, and its MPI is finalized: call bcs_run only once";
    default:
      return "unknown error";
  }
}

STROBE_BCS_API int bcs_rank(bcs_communicator communicator, int32_t* rank) {
  return guarded([&](const Process& process) -> int {
    if (rank == nullptr || !process.is_in(communicator)) return bcs_error_argument;
    *rank = process.rank_in(communicator);
    return bcs_ok;
  });
}

STROBE_BCS_API int bcs_size(bcs_communicator communicator, int32_t* size) {
  return guarded([&](const Process& process) -> int {
    if (size == nullptr || !process.is_in(communicator)) return bcs_error_argument;
    *size = process.size_of(communicator);
    return bcs_ok;
  });
}

STROBE_BCS_API int bcs_compute(double seconds) {
  return guarded([&](Process& process) -> int {
    if (!std::isfinite(seconds) || seconds < 0) return bcs_error_argument;
    process.compute(seconds);
    return bcs_ok;
  });
}

STROBE_BCS_API double bcs_time(void) { return current() == nullptr ? -1.0 : current()->time_s(); }

STROBE_BCS_API int bcs_send(const void* data, int64_t bytes, int32_t destination, int32_t tag,
                            bcs_communicator communicator, bcs_waiting waiting,
                            bcs_request* request) {
  return guarded([&](Process& process) -> int {
    if (!has_data(data, bytes)) return bcs_error_argument;
    Operation operation{.call = Call::send,
                        .peer = destination,
                        .tag = tag,
                        .communicator = communicator,
                        .bytes = bytes};
    CallBuffers moved{.out = {bytes_at(data), bytes}};
    return perform(process, operation, moved, waiting, request);
  });
}

STROBE_BCS_API int bcs_recv(void* data, int64_t bytes, int32_t source, int32_t tag,
                            bcs_communicator communicator, bcs_waiting waiting,
                            bcs_request* request, bcs_status* status) {
  return guarded([&](Process& process) -> int {
    if (!has_data(data, bytes)) return bcs_error_argument;
    Operation operation{.call = Call::receive,
                        .peer = source,
                        .tag = tag,
                        .communicator = communicator,
                        .bytes = bytes};
    CallBuffers moved{.in = {bytes_at(data), bytes}};
    return perform(process, operation, moved, waiting, request, status);
  });
}

STROBE_BCS_API int bcs_probe(int32_t source, int32_t tag, bcs_communicator communicator,
                             bcs_waiting waiting, int* flag, bcs_status* status) {
  const void* const caller = __builtin_return_address(0);
  return guarded([&](Process& process) -> int {
    if (!may_test(waiting, flag)) return bcs_error_argument;
    Operation operation{
        .call = Call::probe, .peer = source, .tag = tag, .communicator = communicator};
    Answer answer;
    perform_test(process, operation, waiting, flag, answer, caller);
    if (answer.flag) write_status(status, answer);
    return bcs_ok;
  });
}

STROBE_BCS_API int bcs_test(bcs_request* request, bcs_waiting waiting, int* flag,
                            bcs_status* status) {
  const void* const caller = __builtin_return_address(0);
  return guarded([&](Process& process) -> int {
    if (request == nullptr || !may_test(waiting, flag)) return bcs_error_argument;
    return test(process, {request, 1}, waiting, flag, status, caller);
  });
}

STROBE_BCS_API int bcs_testall(int32_t count, bcs_request* requests, bcs_waiting waiting, int* flag,
                               bcs_status* statuses) {
  const void* const caller = __builtin_return_address(0);
  return guarded([&](Process& process) -> int {
    if (count < 0 || (requests == nullptr && count > 0) || !may_test(waiting, flag)) {
      return bcs_error_argument;
    }
    return test(process, {requests, static_cast<std::size_t>(count)}, waiting, flag, statuses,
                caller);
  });
}

STROBE_BCS_API int bcs_barrier(bcs_communicator communicator, bcs_waiting waiting,
                               bcs_request* request) {
  return guarded([&](Process& process) -> int {
    Operation operation{.call = Call::barrier, .communicator = communicator};
    CallBuffers none;
    return perform(process, operation, none, waiting, request);
  });
}

STROBE_BCS_API int bcs_bcast(void* data, int64_t bytes, int32_t root, bcs_communicator communicator,
                             bcs_waiting waiting, bcs_request* request) {
  return guarded([&](Process& process) -> int {
    if (!has_data(data, bytes)) return bcs_error_argument;
    const bool is_root = process.is_in(communicator) && process.rank_in(communicator) == root;
    Operation operation{
        .call = Call::broadcast, .peer = root, .communicator = communicator, .bytes = bytes};
    CallBuffers moved;
    if (is_root) {
      moved.out = {bytes_at(data), bytes};
    } else {
      moved.in = {bytes_at(data), bytes};
    }
    return perform(process, operation, moved, waiting, request);
  });
}

STROBE_BCS_API int bcs_reduce(const void* data, void* result, int64_t count, bcs_type type,
                              bcs_operation operation, int32_t root, bcs_communicator communicator,
                              bcs_waiting waiting, bcs_request* request) {
  return guarded([&](Process& process) -> int {
    // In the order of bcs_type.
    constexpr ElementType numbers[] = {ElementType::int32, ElementType::int64, ElementType::uint64,
                                       ElementType::float32, ElementType::float64};
    constexpr ReduceOperator combines[] = {ReduceOperator::sum, ReduceOperator::product,
                                           ReduceOperator::minimum, ReduceOperator::maximum};
    const auto is_one_of = [](auto value, const auto& all) {
      return static_cast<std::size_t>(value) < std::size(all);
    };
    if (!is_one_of(type, numbers) || !is_one_of(operation, combines)) return bcs_error_argument;
    const ElementType number = numbers[type];
    std::int64_t bytes = 0;
    if (__builtin_mul_overflow(count, protocol::bytes_of(number), &bytes))
      return bcs_error_argument;
    const bool gets_it =
        root == bcs_all || (process.is_in(communicator) && process.rank_in(communicator) == root);
    if (!has_data(data, bytes) || (gets_it && !has_data(result, bytes))) {
      return bcs_error_argument;
    }
    Operation called{.call = Call::reduce,
                     .is_allreduce = root == bcs_all,
                     .reduce_operator = combines[operation],
                     .element_type = number,
                     .peer = root == bcs_all ? 0 : root,
                     .communicator = communicator,
                     .bytes = bytes};
    CallBuffers moved{.out = {bytes_at(data), bytes}};
    if (gets_it) moved.in = {bytes_at(result), bytes};
    return perform(process, called, moved, waiting, request);
  });
}

STROBE_BCS_API int bcs_scatter(const void* data, const bcs_parts* parts, void* part, int64_t bytes,
                               int32_t root, bcs_form form, bcs_communicator communicator,
                               bcs_waiting waiting, bcs_request* request) {
  return guarded([&](Process& process) -> int {
    return perform_exchange(process,
                            {.call = Call::scatter,
                             .form = form,
                             .communicator = communicator,
                             .root = root,
                             .bytes = bytes,
                             .out = data,
                             .out_parts = parts,
                             .in = part},
                            waiting, request);
  });
}

STROBE_BCS_API int bcs_gather(const void* part, int64_t bytes, void* data, const bcs_parts* parts,
                              int32_t root, bcs_form form, bcs_communicator communicator,
                              bcs_waiting waiting, bcs_request* request) {
  return guarded([&](Process& process) -> int {
    return perform_exchange(process,
                            {.call = Call::gather,
                             .form = form,
                             .communicator = communicator,
                             .root = root,
                             .bytes = bytes,
                             .out = part,
                             .in = data,
                             .in_parts = parts},
                            waiting, request);
  });
}

STROBE_BCS_API int bcs_allgather(const void* part, int64_t bytes, void* data,
                                 const bcs_parts* parts, bcs_form form,
                                 bcs_communicator communicator, bcs_waiting waiting,
                                 bcs_request* request) {
  return guarded([&](Process& process) -> int {
    return perform_exchange(process,
                            {.call = Call::allgather,
                             .form = form,
                             .communicator = communicator,
                             .bytes = bytes,
                             .out = part,
                             .in = data,
                             .in_parts = parts},
                            waiting, request);
  });
}

STROBE_BCS_API int bcs_alltoall(const void* out, const bcs_parts* out_parts, void* in,
                                const bcs_parts* in_parts, int64_t bytes, bcs_form form,
                                bcs_communicator communicator, bcs_waiting waiting,
                                bcs_request* request) {
  return guarded([&](Process& process) -> int {
    return perform_exchange(process,
                            {.call = Call::alltoall,
                             .form = form,
                             .communicator = communicator,
                             .bytes = form == bcs_vectorial ? 0 : bytes,
                             .out = out,
                             .out_parts = out_parts,
                             .in = in,
                             .in_parts = in_parts},
                            waiting, request);
  });
}

}  // extern "C"

}  // namespace strobe::bcs::api
