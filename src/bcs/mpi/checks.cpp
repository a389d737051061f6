// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/checks.hpp"

#include <memory>
#include <optional>
#include <utility>

#include "base/format.hpp"
#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi {

using check::Kind;
using check::MessageMark;

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

CheckedType& checked(DatatypeLayout& layout) {
  if (layout.checked == nullptr) layout.checked = std::make_unique<CheckedType>(layout.type);
  return *layout.checked;
}

}  // namespace

void Checks::initialized_send(PointToPointOperation& operation) {
  CheckedType& type = checked(*operation.data.layout());
  operation.place = places_.current(&type);
  const auto signature = type.of_bytes(static_cast<std::uint64_t>(operation.data.bytes()));
  const MessageMark mark =
      signature ? MessageMark::of(*signature, operation.place) : MessageMark::of(operation.place);
  operation.transfer.mark = mark.bits();
}

void Checks::initialized_receive(PointToPointOperation& operation) {
  operation.place = places_.current(&checked(*operation.data.layout()));
}

void Checks::received(const PointToPointOperation& operation) {
  const runtime::Envelope& message = operation.transfer.received;
  if (message.bytes == 0 || message.bytes > operation.transfer.bytes) return;
  CheckedType& type = checked(*operation.data.layout());
  const MessageMark mark(message.mark);
  const auto signature = type.of_bytes(message.bytes);
  if (!signature || !mark.differs_from(*signature)) return;
  const Communicator& communicator = *operation.communicator;
  const int source = source_in(communicator, operation.transfer.source, message);
  log_.add(check::Finding{
      .kind = Kind::type_mismatch,
      .text = base::format("receives {{0}}, but rank {} sent {{1}} ({} bytes with tag {} on {})",
                           source, message.bytes, message.tag, name_of(communicator)),
      .where = {{.role = "received", .rank = log_.rank(), .place = operation.place},
                {.role = "sent", .rank = operation.transfer.source, .place = mark.place()}}});
}

void Checks::not_received(const monitor::Unreceived& send, MessageMark mark) {
  log_.add(
      {.kind = Kind::message_not_received,
       .text = base::format("sent {} bytes with tag {} to rank {} on {}, which no rank received",
                            send.size_bytes, send.tag, send.to, send.communicator),
       .where = {{.role = "sent", .rank = log_.rank(), .place = mark.place()}}});
}

void Checks::frees(const Request& request) {
  const auto add = [&](Kind kind, std::string what) {
    log_.add({.kind = kind,
              .text = "frees " + std::move(what),
              .where = {{.role = "freed", .rank = log_.rank(), .place = places_.current()},
                        {.role = "made", .rank = log_.rank(), .place = request.history.place}}});
  };
  if (!request.is_active) {
    // A program may have no use for a request, but it does not wait for it then.
    if (!request.history.was_started && request.history.was_awaited)
      add(Kind::request_never_started, "a persistent request that it never started");
    return;
  }
  if (request.history.is_cancel_called) return;
  const bool is_message = request.operation == nullptr;
  const bool is_receive = is_message && !request.point_to_point.is_send;
  // A small standard send may be freed, as in an example of the standard (MPI 4.1, section 3.7.3).
  const bool is_small_send = is_message && !is_receive &&
                             process().endpoint.completes_alone(request.point_to_point.transfer);
  // Of a receive the program cannot know when the data are there, even if they are already.
  if (is_receive || (!is_small_send && !request.is_complete())) {
    add(Kind::request_freed_while_active,
        base::format("the request of {} that it has not completed", is_receive   ? "a receive"
                                                                    : is_message ? "a send"
                                                                                 : "an operation"));
  }
}

void Checks::created(check::ObjectKind kind, std::uintptr_t handle, bool is_by_application) {
  const bool is_followed = is_by_application && !is_finalizing_;
  const check::Place place = is_followed ? places_.current() : 0;
  const std::lock_guard lock(objects_lock_);
  objects_.created(kind, handle, place);
}

void Checks::freed(check::ObjectKind kind, std::uintptr_t handle) {
  const std::lock_guard lock(objects_lock_);
  objects_.freed(kind, handle);
}

void Checks::end() {
  check::Leftovers leftovers;
  objects_.add_to(leftovers);
  process().requests.for_each_in_use(
      [&](const Request& request) { leftovers.add(leftover_of(request), request.history.place); });
  for (const check::Finding& finding : leftovers.findings(log_.rank())) log_.add(finding);
}

int source_in(const Communicator& communicator, Rank source, const runtime::Envelope& message) {
  if (interposer.checks == nullptr) [[likely]]
    return static_cast<int>(message.mark);
  return static_cast<int>(communicator.members.find(source).value_or(communicator.members.size()));
}

}  // namespace strobe::bcs::mpi
