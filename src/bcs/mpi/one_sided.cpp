// SPDX-License-Identifier: BSD-3-Clause
//
// The handlers of one-sided operations, which the MPI performs, or the runtime in an order that is
// chosen. --check looks at them before.
#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/ordered_accesses.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/reduction_op.hpp"

namespace strobe::bcs::mpi::handlers {

namespace {

using check::AccessKind;
using check::Combination;

/// The operation at the target.
std::uint8_t combination_of(MPI_Op op) {
  const auto asked = operator_of(op);
  if (asked == runtime::collectives::Operator::no_op)
    return static_cast<std::uint8_t>(Combination::nothing);
  return static_cast<std::uint8_t>(static_cast<int>(Combination::first_operator) +
                                   static_cast<int>(asked));
}

bool is_read_only(MPI_Op op) {
  return combination_of(op) == static_cast<std::uint8_t>(Combination::nothing);
}

std::int64_t size_of(const DataArgument& data) {
  const DatatypeLayout* const layout = layout_of(data.type);
  return layout == nullptr ? 0 : data.count * layout->size_bytes;
}

void log(const OneSidedCall& call) {
  using monitor::LoggedMessage;
  const Window* const window = process().windows.find(call.window);
  if (window == nullptr || call.target < 0) return;
  const auto target = static_cast<std::size_t>(call.target);
  if (call.sent) log_at_target(LoggedMessage::put_begun, *window, target, size_of(*call.sent));
  if (call.received)
    log_at_target(LoggedMessage::get_begun, *window, target, size_of(*call.received));
}

/// The request of an operation that has one; null for another one.
using WantedRequest = std::optional<MPI_Request*>;

int begun(OneSidedCall call, WantedRequest request) {
  call.has_request = request.has_value();
  if (interposer.checks != nullptr) [[unlikely]] {
    OneSidedChecks& checks = interposer.checks->one_sided();
    if (const int error = checks.refuse(call.window); error != MPI_SUCCESS) return error;
    if (!checks.accesses(call)) return pass_through;
  }
  if (interposer.mmds != nullptr) [[unlikely]]
    log(call);
  OrderedAccesses* const accesses = process().accesses.get();
  if (accesses == nullptr) [[likely]]
    return pass_through;
  const bool is_begun =
      request ? accesses->begin(call, *request) : accesses->begin(call) != nullptr;
  return is_begun ? MPI_SUCCESS : pass_through;
}

int put(const DataArgument& sent, int target, MPI_Aint displacement, const DataArgument& at_target,
        MPI_Win window, WantedRequest request = std::nullopt) {
  return begun({.window = window,
                .kind = AccessKind::put,
                .target = target,
                .displacement = displacement,
                .count = at_target.count,
                .type = at_target.type,
                .sent = sent},
               request);
}

int get(const DataArgument& received, int target, MPI_Aint displacement,
        const DataArgument& at_target, MPI_Win window, WantedRequest request = std::nullopt) {
  return begun({.window = window,
                .kind = AccessKind::get,
                .target = target,
                .displacement = displacement,
                .count = at_target.count,
                .type = at_target.type,
                .received = received},
               request);
}

int accumulate(const DataArgument& sent, const std::optional<DataArgument>& received, int target,
               MPI_Aint displacement, const DataArgument& at_target, MPI_Op op, MPI_Win window,
               WantedRequest request = std::nullopt) {
  return begun({.window = window,
                .kind = AccessKind::accumulate,
                .target = target,
                .displacement = displacement,
                .count = at_target.count,
                .type = at_target.type,
                .sent = is_read_only(op) ? std::nullopt : std::optional(sent),
                .received = received,
                .operation = op,
                .combination = combination_of(op)},
               request);
}

}  // namespace

int put(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
        int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype,
        MPI_Win win) {
  return put({origin_addr, origin_count, origin_datatype}, target_rank, target_disp,
             {nullptr, target_count, target_datatype}, win);
}

int rput(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
         int target_rank, MPI_Aint target_disp, MPI_Count target_count,
         MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
  return put({origin_addr, origin_count, origin_datatype}, target_rank, target_disp,
             {nullptr, target_count, target_datatype}, win, request);
}

int get(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) {
  return get({origin_addr, origin_count, origin_datatype}, target_rank, target_disp,
             {nullptr, target_count, target_datatype}, win);
}

int rget(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
         MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
         MPI_Request* request) {
  return get({origin_addr, origin_count, origin_datatype}, target_rank, target_disp,
             {nullptr, target_count, target_datatype}, win, request);
}

int accumulate(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
               int target_rank, MPI_Aint target_disp, MPI_Count target_count,
               MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
  return accumulate({origin_addr, origin_count, origin_datatype}, std::nullopt, target_rank,
                    target_disp, {nullptr, target_count, target_datatype}, op, win);
}

int raccumulate(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                int target_rank, MPI_Aint target_disp, MPI_Count target_count,
                MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
  return accumulate({origin_addr, origin_count, origin_datatype}, std::nullopt, target_rank,
                    target_disp, {nullptr, target_count, target_datatype}, op, win, request);
}

int get_accumulate(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                   void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype,
                   int target_rank, MPI_Aint target_disp, MPI_Count target_count,
                   MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
  return accumulate({origin_addr, origin_count, origin_datatype},
                    DataArgument{result_addr, result_count, result_datatype}, target_rank,
                    target_disp, {nullptr, target_count, target_datatype}, op, win);
}

int rget_accumulate(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                    void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype,
                    int target_rank, MPI_Aint target_disp, MPI_Count target_count,
                    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
  return accumulate({origin_addr, origin_count, origin_datatype},
                    DataArgument{result_addr, result_count, result_datatype}, target_rank,
                    target_disp, {nullptr, target_count, target_datatype}, op, win, request);
}

int fetch_and_op(const void* origin_addr, void* result_addr, MPI_Datatype datatype, int target_rank,
                 MPI_Aint target_disp, MPI_Op op, MPI_Win win) {
  return accumulate({origin_addr, 1, datatype}, DataArgument{result_addr, 1, datatype}, target_rank,
                    target_disp, {nullptr, 1, datatype}, op, win);
}

int compare_and_swap(const void* origin_addr, const void* compare_addr, void* result_addr,
                     MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win) {
  return begun({.window = win,
                .kind = AccessKind::accumulate,
                .target = target_rank,
                .displacement = target_disp,
                .count = 1,
                .type = datatype,
                .sent = DataArgument{origin_addr, 1, datatype},
                .compared = DataArgument{compare_addr, 1, datatype},
                .received = DataArgument{result_addr, 1, datatype},
                .combination = static_cast<std::uint8_t>(Combination::exchange)},
               std::nullopt);
}

}  // namespace strobe::bcs::mpi::handlers
