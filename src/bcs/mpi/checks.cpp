// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/checks.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "base/hash.hpp"
#include "bcs/check/hidden_deadlock.hpp"
#include "bcs/check/message_mark.hpp"
#include "bcs/check/missing_members.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/thread_choices.hpp"

namespace strobe::bcs::mpi {

using check::Kind;
using check::MessageMark;
using check::OrderEvent;

namespace {

constexpr check::Leftover not_completed{.kind = Kind::request_not_completed,
                                        .omits = "completes",
                                        .one = "an operation",
                                        .many = "operations",
                                        .did = "began"};
constexpr check::Leftover not_freed{.kind = Kind::request_not_freed,
                                    .omits = "frees",
                                    .one = "a persistent request",
                                    .many = "persistent requests",
                                    .did = "initialized"};
constexpr check::Leftover not_started{.kind = Kind::request_never_started,
                                      .omits = "starts",
                                      .one = not_freed.one,
                                      .many = not_freed.many,
                                      .did = not_freed.did};

const check::Leftover& leftover_of(const Request& request) {
  if (request.is_active) return not_completed;
  return request.history.was_started ? not_freed : not_started;
}

}  // namespace

Checks::Checks(const std::string& folder, std::int32_t rank, bool looks_at_buffers)
    : log_(folder, rank),
      places_(log_),
      folder_(folder),
      order_(folder, rank),
      buffers_(log_, places_, looks_at_buffers),
      statuses_(order_, buffers_.watch()),
      collective_types_(log_, places_),
      threads_(log_),
      one_sided_(log_, places_, buffers_) {}

void Checks::initialized_send(PointToPointOperation& operation) {
  CheckedType& type = checked(*operation.data.layout());
  operation.checked.place = places_.current(&type);
  BufferChecks::init(operation.checked.buffer);
  const auto signature = type.of_bytes(static_cast<std::uint64_t>(operation.data.bytes()));
  const MessageMark mark = signature ? MessageMark::of(*signature, operation.checked.place)
                                     : MessageMark::of(operation.checked.place);
  operation.transfer.mark = mark.bits();
}

void Checks::initialized_receive(PointToPointOperation& operation) {
  operation.checked.place = places_.current(&checked(*operation.data.layout()));
  BufferChecks::init(operation.checked.buffer);
}

void Checks::exchanges(const PointToPointOperation& send, const PointToPointOperation& receive) {
  if (send.is_with_proc_null || receive.is_with_proc_null) return;
  buffers_.compare(send.data.contiguous(), receive.data.contiguous(), send.checked.place);
}

std::uint32_t context_hash(const Communicator& communicator) {
  return static_cast<std::uint32_t>(base::hash_of(communicator.context) >> 32U);
}

namespace {

/// Of a partitioned operation, both sides of which may divide the data in ways of their own.
bool is_of_partition(const PointToPointOperation& operation) {
  return operation.transfer.is_internal;
}

/// What comes after the call does not depend on the operation that it completes.
bool is_free_of_waiting() { return facts_of(call_state.function).is_undecided; }

}  // namespace

void Checks::begins(PointToPointOperation& operation) {
  begins_with_buffer(operation);
  if (is_of_partition(operation)) return is_told_otherwise(true);
  const runtime::Transfer& transfer = operation.transfer;
  has_received_from_any_ = has_received_from_any_ || operation.is_from_any;
  operation.checked.is_cancel_called = operation.checked.is_forgotten = false;
  operation.checked.order = order_.add(
      {.kind = operation.is_send ? OrderEvent::Kind::send_begins : OrderEvent::Kind::receive_begins,
       .is_free = operation.is_send ? operation.is_buffered : operation.is_from_any,
       .members = static_cast<std::uint16_t>(operation.is_send &&
                                             !process().endpoint.completes_alone(transfer)),
       .of = operation.checked.place,
       .peer = static_cast<std::uint32_t>(transfer.peer),
       .number = operation.is_send ? process().endpoint.sent_to(transfer.peer) : 0,
       .tag = transfer.tag,
       .context = context_hash(*operation.communicator)});
}

void Checks::ended(PointToPointOperation& operation) {
  one_sided_.observes();
  buffers_.end(operation.checked.buffer);
  if (is_of_partition(operation)) return;
  const runtime::Transfer& transfer = operation.transfer;
  const bool is_free = is_free_of_waiting() || operation.checked.is_forgotten;
  if (!operation.is_send || !process().endpoint.completes_alone(transfer)) learn_in_turn();
  if (operation.is_send) {
    // To wait for a cancelled operation is local (MPI 4.1, section 3.8.4).
    order_.add({.kind = OrderEvent::Kind::send_ends,
                .is_free = is_free || operation.checked.is_cancel_called,
                .of = operation.checked.order});
    return;
  }
  order_.add({.kind = OrderEvent::Kind::receive_ends,
              .is_free = is_free,
              .of = operation.checked.order,
              .peer = static_cast<std::uint32_t>(transfer.source),
              .number = transfer.received.number,
              .context = contents_of_received(operation)});
  received(operation);
}

std::uint32_t Checks::contents_of_received(PointToPointOperation& receive) {
  const std::uint64_t bytes = receive.transfer.received.bytes;
  if (!has_received_from_any_ || bytes > most_compared_bytes || bytes > receive.transfer.bytes)
    return 0;
  const std::uint64_t contents = receive.data.contents(static_cast<std::size_t>(bytes));
  return static_cast<std::uint32_t>(contents >> 32U) | 1U;
}

void Checks::status_written(const PointToPointOperation& receive, const MPI_Status* status) {
  statuses_.written(receive.checked.order, status, buffers_.is_sampled(receive.checked.place));
}

void Checks::begins_with_buffer(PointToPointOperation& operation) {
  // A partitioned receive and a nonblocking buffered send look at their buffers themselves.
  const bool is_checked =
      !operation.is_buffered && (operation.is_send || !is_of_partition(operation));
  const BufferUse use = operation.is_send ? BufferUse::sent : BufferUse::received;
  const check::Place place = operation.checked.place;
  if (buffers_.is_thorough()) buffers_.check_size(operation.data.object(), use, place);
  buffers_.begin(operation.checked.buffer,
                 is_checked ? operation.data.contiguous() : std::span<const std::byte>(), use,
                 place, operation.is_nonblocking ? Duration::of_message : Duration::of_call);
}

void Checks::begins_with(CheckedBuffer& buffer, std::span<const std::byte> memory, BufferUse use) {
  buffers_.begin(buffer, memory, use, places_.current(), Duration::of_operation);
}

void Checks::ended_with(CheckedBuffer& buffer) { buffers_.end(buffer); }

void Checks::learns() {
  is_told_otherwise(true);
  one_sided_.observes();
}

void Checks::is_known(Request& request) {
  learns();  // its end comes later in the log
  if (request.operation == nullptr) {
    PointToPointOperation& operation = request.point_to_point;
    buffers_.end(operation.checked.buffer);
    if (operation.is_from_any) statuses_.queried(operation.checked.order);
  } else if (auto* const collective = dynamic_cast<Collective*>(request.operation.get())) {
    for (CheckedBuffer& buffer : collective->checked_buffers()) buffers_.end(buffer);
  }
}

void Checks::forgets(PointToPointOperation& operation) {
  buffers_.forget(operation.checked.buffer);
  operation.checked.is_forgotten = true;
}

void Checks::is_told_otherwise(bool at_any_time) {
  const bool is_told_already =
      at_any_time ? is_told_at_any_time_ : order_.next() == next_when_told_;
  if (is_told_already) return;
  order_.add({.kind = OrderEvent::Kind::told_otherwise, .is_free = at_any_time});
  next_when_told_ = order_.next();
  is_told_at_any_time_ = is_told_at_any_time_ || at_any_time;
}

namespace {

/// A call that may wait only because the MPI gets or frees memory, or calls the program.
bool is_local(Function function) {
  switch (function) {
    case Function::Alloc_mem:
    case Function::Free_mem:
    case Function::Group_excl:
    case Function::Group_incl:
    case Function::Type_get_contents:
      return true;
    default:
      return false;
  }
}

}  // namespace

void Checks::waits_in_mpi() {
  if (!is_local(call_state.function)) is_told_otherwise(false);
}

void Checks::synchronizes(Context context) {
  one_sided_.observes();
  order_.add({.kind = OrderEvent::Kind::told_otherwise,
              .peer = static_cast<std::uint32_t>(base::hash_of(context) >> 32U),
              .number = ++synchronizations_[context]});
  next_when_told_ = order_.next();
}

void Checks::completed_by_mpi(MPI_Request request) {
  pending_in_mpi_.erase(bits_of(request));
  is_told_otherwise(false);
}

void Checks::begins_to_probe(const Communicator& communicator, runtime::Rank source,
                             std::int32_t tag) {
  order_.add({.kind = OrderEvent::Kind::probe_begins,
              .is_free = true,
              .of = places_.current(),
              .peer = static_cast<std::uint32_t>(source),
              .tag = tag,
              .context = context_hash(communicator)});
}

void Checks::probed(const runtime::Message& message, const Communicator& communicator,
                    std::int32_t tag, bool is_free) {
  one_sided_.observes();
  order_.add({.kind = OrderEvent::Kind::probe_ends,
              .is_free = is_free,
              .of = places_.current(),
              .peer = static_cast<std::uint32_t>(message.source),
              .number = message.envelope.number,
              .tag = tag,
              .context = context_hash(communicator)});
}

void Checks::received(const PointToPointOperation& operation) {
  const runtime::Envelope& message = operation.transfer.received;
  if (message.bytes == 0) return;
  const MessageMark mark(message.mark);
  if (operation.transfer.is_truncated) {
    was_truncated(operation, mark);
    return;
  }
  CheckedType& type = checked(*operation.data.layout());
  const auto signature = type.of_bytes(message.bytes);
  if (!signature || !mark.differs_from(*signature)) return;
  const Communicator& communicator = *operation.communicator;
  const int source = source_in(communicator, operation.transfer.source, message);
  log_.add(check::Finding{
      .kind = Kind::type_mismatch,
      .text = base::format("receives {{0}}, but rank {}{} sent {{1}} ({} bytes with tag {} on {})",
                           source, communicator.is_inter() ? " of the remote group" : "",
                           message.bytes, message.tag, name_of(communicator)),
      .where = {{.role = "received", .rank = log_.rank(), .place = operation.checked.place},
                {.role = "sent", .rank = operation.transfer.source, .place = mark.place()}}});
}

void Checks::was_truncated(const PointToPointOperation& operation, MessageMark mark) {
  const runtime::Transfer& transfer = operation.transfer;
  const Communicator& communicator = *operation.communicator;
  check::Finding finding{
      .kind = Kind::message_truncated,
      .text =
          base::format("receives up to {} bytes, but rank {}{} sent {} (with tag {} on {})",
                       transfer.bytes, source_in(communicator, transfer.source, transfer.received),
                       communicator.is_inter() ? " of the remote group" : "",
                       transfer.received.bytes, transfer.received.tag, name_of(communicator)),
      .where = {{.role = "received", .rank = log_.rank(), .place = operation.checked.place}}};
  if (const check::Place place = places_.current(); place != operation.checked.place)
    finding.where.push_back({.role = "completed", .rank = log_.rank(), .place = place});
  finding.where.push_back({.role = "sent", .rank = transfer.source, .place = mark.place()});
  log_.add(std::move(finding));
}

void Checks::begins(Collective& collective) {
  const Communicator& communicator = collective.communicator();
  if (collective.kind() == CollectiveKind::finalization) return;
  begins_with_buffers(collective);
  const auto members = static_cast<std::uint16_t>(communicator.size());
  const std::uint64_t start =
      base::hash_of(communicator.context, collective.starts(), collective.kind());
  collective.set_order(
      order_.add({.kind = OrderEvent::Kind::collective_begins,
                  .members = members == communicator.size() ? members : std::uint16_t{0},
                  .of = places_.current(),
                  .peer = static_cast<std::uint32_t>(start >> 32U),
                  .number = static_cast<std::uint32_t>(collective.sequence()),
                  .tag = static_cast<std::int32_t>(collective.kind()),
                  .context = static_cast<std::uint32_t>(communicator.member(collective.root()))}));
}

void Checks::ended(Collective& collective) {
  if (collective.kind() == CollectiveKind::finalization) return;
  for (CheckedBuffer& buffer : collective.checked_buffers()) buffers_.end(buffer);
  one_sided_.ended(collective);
  learn_in_turn();
  order_.add({.kind = OrderEvent::Kind::collective_ends,
              .is_free = is_free_of_waiting(),
              .of = *collective.order()});
}

void Checks::begins_with_buffers(Collective& collective) {
  const check::Place place = places_.current();
  std::vector<CheckedBuffer>& buffers = collective.checked_buffers();
  const Collective::Memory memory = collective.memory();
  buffers_.compare(memory.read, memory.written, place);
  if (buffers_.is_thorough()) {
    collective.for_each_object([&](std::span<const std::byte> object, bool is_written) {
      buffers_.check_size(object, is_written ? BufferUse::received : BufferUse::sent, place);
    });
  }
  buffers.clear();
  for (const auto& [part, use] :
       {std::pair(memory.read, BufferUse::sent), std::pair(memory.written, BufferUse::received)}) {
    if (part.empty()) continue;
    buffers_.begin(buffers.emplace_back(), part, use, place,
                   collective.is_nonblocking() ? Duration::of_operation : Duration::of_call);
  }
}

void Checks::last_collective_ended() {
  process().communicators.for_each(
      [this](Communicator& communicator) { collective_types_.compare(communicator); });
  collective_types_.stops();
  one_sided_.last_collective_ended();
  statuses_.end();
  if (interposer.turns != nullptr && interposer.turns->threads() > 1 && !interposer.chooses_threads)
    order_.abandon();
  order_.flush();
}

void Checks::all_ranks_stopped() {
  if (log_.rank() != 0) return;
  std::vector<check::Order> orders;
  for (Rank rank = 0; rank < process().endpoint.ranks(); ++rank)
    orders.push_back(check::read_order(folder_, rank));
  report_hidden_deadlock(orders);
  report_incomplete_collective(orders);
}

void Checks::report_incomplete_collective(const std::vector<check::Order>& orders) {
  const std::optional<check::IncompleteCollective> found = check::incomplete_collective(orders);
  if (!found) return;
  log_.add(
      {.kind = Kind::collective_mismatch,
       .text = base::format(
           "calls {} on a communicator of {} ranks, of which {} until MPI_Finalize",
           runtime::collectives::name_of(static_cast<CollectiveKind>(found->kind)), found->members,
           found->callers == 1 ? "no other one does so"
                               : base::format("only {} do so", found->callers)),
       .where = {{.role = "called", .rank = found->rank, .place = found->place}}});
}

void Checks::report_hidden_deadlock(const std::vector<check::Order>& orders) {
  const std::vector<check::HiddenWait> cycle = check::hidden_deadlock(orders);
  if (cycle.empty()) return;
  check::Finding finding{.kind = Kind::hidden_deadlock,
                         .text = "only continues because of buffering: "};
  for (const check::HiddenWait& wait : cycle) {
    const bool is_first = &wait == &cycle.front();
    finding.text += base::format("{}rank {} may wait for rank {}", is_first ? "" : ", ", wait.rank,
                                 wait.waits_for);
    finding.where.push_back({.role = "may wait", .rank = wait.rank, .place = wait.place});
  }
  log_.add(finding);
}

void Checks::not_received(const monitor::Unreceived& send, MessageMark mark) {
  log_.add(
      {.kind = Kind::message_not_received,
       .text = base::format("sent {} bytes with tag {} to rank {} on {}, which no rank received",
                            send.size_bytes, send.tag, send.to, send.communicator),
       .where = {{.role = "sent", .rank = log_.rank(), .place = mark.place()}}});
}

std::vector<check::Witness> Checks::here_and(std::string_view role, std::string_view other_role,
                                             check::Place other) {
  std::vector<check::Witness> where = {
      {.role = role, .rank = log_.rank(), .place = places_.current()}};
  if (other != 0) where.push_back({.role = other_role, .rank = log_.rank(), .place = other});
  return where;
}

void Checks::completes(std::span<const MPI_Request> handles) {
  if (handles.size() < 2) return;
  std::vector<const Request*> active;
  for (const MPI_Request handle : handles) {
    const Request* const request = process().requests.find(handle);
    if (request != nullptr && request->is_active) active.push_back(request);
  }
  std::ranges::sort(active);
  const auto twice = std::ranges::adjacent_find(active);
  if (twice == active.end()) return;
  log_.add({.kind = Kind::request_used_again,
            .text = "has a request twice in one array",
            .where = here_and("used", "made", (*twice)->history.place)});
}

void Checks::report_used_again(const Request& request) {
  log_.add({.kind = Kind::request_used_again,
            .text = "uses a request that it has completed or freed",
            .where = here_and("used", "completed", request.history.ended)});
}

namespace {

bool is_of_collective(const Request& request) {
  return dynamic_cast<const Collective*>(request.operation.get()) != nullptr;
}

}  // namespace

void Checks::cancels(const Request& request) {
  if (!is_of_collective(request)) return;
  log_.add({.kind = Kind::collective_request_freed,
            .text = "cancels the request of a collective",
            .where = here_and("cancelled", "made", request.history.place)});
}

void Checks::frees(const Request& request) {
  if (is_of_collective(request) && !request.is_persistent) {
    log_.add({.kind = Kind::collective_request_freed,
              .text = "frees the request of a nonblocking collective",
              .where = here_and("freed", "made", request.history.place)});
    return;
  }
  const auto add = [&](Kind kind, std::string what) {
    log_.add({.kind = kind,
              .text = "frees " + std::move(what),
              .where = here_and("freed", "made", request.history.place)});
  };
  if (!request.is_active) {
    // A program may have no use for a request, but it does not wait for it then.
    if (!request.history.was_started && request.history.was_awaited)
      add(Kind::request_never_started, "a persistent request that it never started");
    return;
  }
  const bool is_message = request.operation == nullptr;
  if (is_message && request.point_to_point.is_send && !request.is_known)
    return frees_active_send(request);
  if (request.is_known || (is_message && request.point_to_point.checked.is_cancel_called)) return;
  // Of a receive the program cannot know when the data are there, even if they are already; and a
  // persistent operation is made for being completed and started again.
  if (!is_message && !request.is_persistent && request.is_complete()) return;
  add(Kind::request_freed_while_active, base::format("the request of {} that it has not completed",
                                                     is_message ? "a receive" : "an operation"));
}

void Checks::frees_active_send(const Request& request) {
  const PointToPointOperation& send = request.point_to_point;
  if (send.checked.is_cancel_called || send.is_with_proc_null || is_of_partition(send)) return;
  // A small standard send may be freed, as in an example of the standard (MPI 4.1, section 3.7.3).
  const bool needs_no_receive =
      process().endpoint.completes_alone(send.transfer) || request.is_complete();
  if (!request.is_persistent && needs_no_receive) return;
  // The receiver's answer can tell that it is complete: strobe.coscheduling.freed_sends looks for
  // one in the logs of all ranks.
  order_.add(
      {.kind = OrderEvent::Kind::send_freed, .of = send.checked.order, .peer = places_.current()});
}

void Checks::created(check::ObjectKind kind, std::uintptr_t handle, bool is_by_application) {
  const bool is_followed = is_by_application && !is_finalizing_;
  created(kind, handle, is_followed ? places_.current() : 0);
}

void Checks::created(check::ObjectKind kind, std::uintptr_t handle, check::Place place) {
  const std::lock_guard lock(objects_lock_);
  objects_.created(kind, handle, place);
}

void Checks::is_being_created(check::ObjectKind kind, std::uintptr_t handle) {
  const std::lock_guard lock(objects_lock_);
  objects_.is_being_created(kind, handle);
}

std::optional<check::Place> Checks::frees(check::ObjectKind kind, std::uintptr_t handle,
                                          bool is_by_application) {
  const check::Place place = is_by_application ? places_.current() : 0;
  const std::lock_guard lock(objects_lock_);
  return objects_.frees(kind, handle, place);
}

void Checks::freed(check::ObjectKind kind, std::uintptr_t handle) {
  const std::lock_guard lock(objects_lock_);
  objects_.freed(kind, handle);
}

void Checks::is_to_commit(std::uintptr_t datatype) {
  const std::lock_guard lock(objects_lock_);
  objects_.is_to_commit(datatype);
}

void Checks::committed(std::uintptr_t datatype) {
  const std::lock_guard lock(objects_lock_);
  objects_.committed(datatype);
}

bool Checks::is_uncommitted(std::uintptr_t datatype) {
  const std::lock_guard lock(objects_lock_);
  return objects_.is_uncommitted(datatype);
}

bool Checks::is_freed(check::ObjectKind kind, std::uintptr_t handle, std::string_view name) {
  std::optional<check::Place> freed;
  if (kind == check::ObjectKind::communicator && has_unknown_communicators_) return false;
  {
    const std::lock_guard lock(objects_lock_);
    freed = objects_.freed_at(kind, handle);
  }
  if (!freed) return false;
  log_.add({.kind = Kind::freed_object_used,
            .text = base::format("uses a handle of {} that it has freed", name),
            .where = here_and("used", "freed", *freed)});
  return true;
}

void Checks::report_call(Kind kind, std::string does) {
  log_.add({.kind = kind,
            .text = std::move(does),
            .where = {{.role = "called", .rank = log_.rank(), .place = places_.current()}}});
}

void Checks::got_invalid_argument(std::string does) {
  report_call(Kind::invalid_argument, std::move(does));
}

void Checks::uses_packed(std::span<const std::byte> buffer, std::int64_t position,
                         std::int64_t bytes, BufferUse use) {
  if (buffers_.is_thorough()) buffers_.check_size(buffer, use, places_.current());
  const auto size = static_cast<std::int64_t>(buffer.size());
  if (position >= 0 && position + bytes <= size) return;
  report_call(Kind::buffer_too_small,
              base::format("{} {} bytes at position {} {} a buffer of {} bytes",
                           use == BufferUse::received ? "packs" : "unpacks", bytes, position,
                           use == BufferUse::received ? "into" : "from", size));
}

void Checks::failed_silently(std::string reason) {
  std::erase_if(reason, [](char c) { return c == '{' || c == '}'; });
  report_call(Kind::failed_call, base::format("fails in {}, which only returns the error: {}",
                                              facts_of(call_state.function).name, reason));
}

void Checks::called_after_finalize() {
  report_call(Kind::call_outside_of_mpi,
              base::format("calls {} after MPI_Finalize", facts_of(call_state.function).name));
}

void Checks::made_by_mpi(MPI_Request request) {
  // The handle of the communicator is known only when the request is complete, and only to the
  // program: it may be that of one that was freed.
  const Function function = call_state.function;
  if (function == Function::Comm_idup || function == Function::Comm_idup_with_info ||
      function == Function::X_Comm_ishrink)
    has_unknown_communicators_ = true;
  pending_in_mpi_.insert_or_assign(bits_of(request), places_.current());
}

void Checks::last_call_ended() {
  buffers_.stop();
  check::Leftovers leftovers;
  for (const auto& [request, place] : pending_in_mpi_) leftovers.add(not_completed, place);
  objects_.add_to(leftovers);
  process().requests.for_each_in_use(
      [&](const Request& request) { leftovers.add(leftover_of(request), request.history.place); });
  for (const check::Finding& finding : leftovers.findings(log_.rank())) log_.add(finding);
  process().messages.for_each([this](const MatchedMessage& matched) { not_received(matched); });
}

void Checks::not_received(const MatchedMessage& matched) {
  const runtime::Envelope& message = matched.message->envelope;
  const Rank source = matched.message->source;
  log_.add(
      {.kind = Kind::message_not_received,
       .text = base::format("matches {} bytes with tag {} from rank {} on {} by a probe, and "
                            "does not receive them",
                            message.bytes, message.tag,
                            source_in(*matched.communicator, source, message),
                            name_of(*matched.communicator)),
       .where = {{.role = "matched", .rank = log_.rank(), .place = matched.place},
                 {.role = "sent", .rank = source, .place = MessageMark(message.mark).place()}}});
}

int source_in(const Communicator& communicator, Rank source, const runtime::Envelope& message) {
  if (interposer.checks == nullptr) [[likely]]
    return static_cast<int>(message.mark);
  return static_cast<int>(communicator.members.find(source).value_or(communicator.members.size()));
}

}  // namespace strobe::bcs::mpi
