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
#include "bcs/mpi/process.hpp"

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

Checks::Checks(const std::string& folder, std::int32_t rank)
    : log_(folder, rank),
      places_(log_),
      folder_(folder),
      order_(folder, rank),
      buffers_(log_, places_),
      one_sided_(log_, places_, buffers_) {}

void Checks::initialized_send(PointToPointOperation& operation) {
  CheckedType& type = checked(*operation.data.layout());
  operation.checked.place = places_.current(&type);
  const auto signature = type.of_bytes(static_cast<std::uint64_t>(operation.data.bytes()));
  const MessageMark mark = signature ? MessageMark::of(*signature, operation.checked.place)
                                     : MessageMark::of(operation.checked.place);
  operation.transfer.mark = mark.bits();
}

void Checks::initialized_receive(PointToPointOperation& operation) {
  operation.checked.place = places_.current(&checked(*operation.data.layout()));
}

namespace {

std::uint32_t context_hash(const Communicator& communicator) {
  return static_cast<std::uint32_t>(base::hash_of(communicator.context) >> 32U);
}

/// Of a partitioned operation: both sides may divide the data in ways of their own, and the program
/// writes to partitions that are not ready yet.
bool is_of_partition(const PointToPointOperation& operation) {
  return operation.transfer.is_internal;
}

/// The call of this thread may find an operation complete without waiting for it, or waits for any
/// one of several.
bool is_free_of_waiting() {
  const std::string_view name = facts_of(call_state.function).name;
  return name.starts_with("MPI_Test") || name.starts_with("MPI_Request_") ||
         name == "MPI_Waitany" || name == "MPI_Waitsome";
}

}  // namespace

void Checks::begins(PointToPointOperation& operation) {
  begins_with_buffer(operation);
  if (is_of_partition(operation)) return;
  const runtime::Transfer& transfer = operation.transfer;
  operation.checked.order = order_.add(
      {.kind = operation.is_send ? OrderEvent::Kind::send_begins : OrderEvent::Kind::receive_begins,
       .is_free = operation.is_send ? operation.is_buffered : operation.is_from_any,
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
  if (operation.is_send) {
    order_.add({.kind = OrderEvent::Kind::send_ends,
                .is_free = is_free_of_waiting(),
                .of = operation.checked.order});
    return;
  }
  order_.add({.kind = OrderEvent::Kind::receive_ends,
              .is_free = is_free_of_waiting(),
              .of = operation.checked.order,
              .peer = static_cast<std::uint32_t>(transfer.source),
              .number = transfer.received.number});
  received(operation);
}

void Checks::begins_with_buffer(PointToPointOperation& operation) {
  const bool is_checked = !operation.is_buffered && !is_of_partition(operation);
  buffers_.begin(operation.checked.buffer,
                 is_checked ? operation.data.contiguous() : std::span<const std::byte>(),
                 operation.is_send ? BufferUse::sent : BufferUse::received, operation.checked.place,
                 operation.is_nonblocking);
}

void Checks::is_known(PointToPointOperation& operation) {
  one_sided_.observes();
  buffers_.look_at(operation.checked.buffer);
}

void Checks::forgets(PointToPointOperation& operation) {
  buffers_.forget(operation.checked.buffer);
}

void Checks::probed(const runtime::Message& message, const Communicator& communicator,
                    std::int32_t tag, bool is_from_any) {
  one_sided_.observes();
  order_.add({.kind = OrderEvent::Kind::probe_ends,
              .is_free = is_from_any,
              .of = places_.current(),
              .peer = static_cast<std::uint32_t>(message.source),
              .number = message.envelope.number,
              .tag = tag,
              .context = context_hash(communicator)});
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
      .where = {{.role = "received", .rank = log_.rank(), .place = operation.checked.place},
                {.role = "sent", .rank = operation.transfer.source, .place = mark.place()}}});
}

namespace {

/// How many members' calls a member looks at, at most, in one collective.
constexpr std::size_t most_expected = 4096;

/// Hash and place of a call, in one word that other members read.
std::uint64_t remark_of(std::uint32_t signature, check::Place place) {
  return std::uint64_t{signature} << 32U | place;
}

/// 0 if the signature is not known.
std::uint32_t hash_of(const std::optional<check::SequenceHash>& signature) {
  if (!signature) return 0;
  const auto mixed =
      static_cast<std::uint32_t>(base::hash_of(signature->value, signature->power) >> 32U);
  return mixed == 0 ? 1 : mixed;
}

std::uint32_t hash_of(const UserBuffer& data) {
  if (data.bytes() == 0) return 0;
  return hash_of(checked(*data.layout()).of_bytes(static_cast<std::uint64_t>(data.bytes())));
}

/// The signature of the blocks of all members together.
std::uint32_t hash_of(std::span<const UserBuffer> blocks) {
  check::SequenceHash whole;
  for (const UserBuffer& block : blocks) {
    if (block.bytes() == 0) continue;
    const auto signature =
        checked(*block.layout()).of_bytes(static_cast<std::uint64_t>(block.bytes()));
    if (!signature) return 0;
    whole = whole + *signature;
  }
  return hash_of(whole);
}

/// What the other members must call as well: the hash of a block that is the same on all of them.
std::uint32_t common_signature(const Collective& collective) {
  if (collective.kind() == CollectiveKind::allgatherv)
    return hash_of(collective.received_from_each());
  const Collective::Block& block = collective.block();
  if (block.layout == nullptr || block.bytes == 0) return 0;
  return hash_of(checked(*block.layout).of_bytes(block.bytes));
}

/// The hash of what this member sends to the root, or receives from it.
std::uint32_t own_signature(const Collective& collective) {
  if (collective.is_root()) return 0;
  const auto& data =
      collective.kind() == CollectiveKind::gatherv ? collective.sent() : collective.received();
  return data ? hash_of(*data) : 0;
}

DatatypeLayout* layout_of_call(const Collective& collective) {
  if (collective.block().layout != nullptr) return collective.block().layout;
  if (collective.sent()) return collective.sent()->layout();
  if (collective.received()) return collective.received()->layout();
  if (!collective.received_from_each().empty())
    return collective.received_from_each().front().layout();
  return collective.sent_to_each().empty() ? nullptr : collective.sent_to_each().front().layout();
}

}  // namespace

void Checks::calls(const Collective& collective) {
  Communicator& communicator = collective.communicator();
  if (collective.kind() == CollectiveKind::finalization || communicator.size() == 1) return;
  compare(communicator);
  DatatypeLayout* const layout = layout_of_call(collective);
  const check::Place place = places_.current(layout == nullptr ? nullptr : &checked(*layout));
  const std::uint64_t sequence = collective.sequence();
  const auto expect = [&](int member, std::uint32_t signature) {
    if (member == communicator.rank || signature == 0 ||
        communicator.expected_calls.size() >= most_expected) {
      return;
    }
    communicator.expected_calls.push_back({.sequence = sequence,
                                           .member = member,
                                           .signature = signature,
                                           .place = place,
                                           .kind = collective.kind()});
  };
  if (collective.kind() != CollectiveKind::gatherv &&
      collective.kind() != CollectiveKind::scatterv) {
    const std::uint32_t signature = common_signature(collective);
    communicator.collectives->set_remark(remark_of(signature, place));
    expect((communicator.rank + 1) % communicator.size(), signature);
    return;
  }
  communicator.collectives->set_remark(remark_of(own_signature(collective), place));
  if (!collective.is_root()) return;
  const std::span<const UserBuffer> blocks = collective.kind() == CollectiveKind::gatherv
                                                 ? collective.received_from_each()
                                                 : collective.sent_to_each();
  for (std::size_t i = 0; i < blocks.size(); ++i) expect(static_cast<int>(i), hash_of(blocks[i]));
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
  order_.add({.kind = OrderEvent::Kind::collective_ends,
              .is_free = is_free_of_waiting(),
              .of = collective.order()});
}

void Checks::begins_with_buffers(Collective& collective) {
  const check::Place place = places_.current();
  std::vector<CheckedBuffer>& buffers = collective.checked_buffers();
  const Collective::Memory memory = collective.memory();
  buffers_.compare(memory.read, memory.written, place);
  buffers.clear();
  for (const auto& [part, use] :
       {std::pair(memory.read, BufferUse::sent), std::pair(memory.written, BufferUse::received)}) {
    if (!part.empty())
      buffers_.begin(buffers.emplace_back(), part, use, place, collective.is_nonblocking());
  }
}

void Checks::compare(Communicator& communicator) {
  const runtime::collectives::Collectives& collectives = *communicator.collectives;
  std::erase_if(communicator.expected_calls, [&](const ExpectedCall& expected) {
    const auto remark = collectives.remark_of(expected.member, expected.sequence);
    // A member that has not called it yet will; the history of one that is far ahead has lost it.
    if (!remark) {
      return expected.sequence + runtime::collectives::CallHistory::kept < collectives.sequence();
    }
    const auto signature = static_cast<std::uint32_t>(*remark >> 32U);
    // Other differences are errors of their own.
    if (signature != 0 && signature != expected.signature &&
        collectives.is_same_call(expected.member, expected.sequence))
      report_difference(communicator, expected, static_cast<std::uint32_t>(*remark));
    return true;
  });
}

void Checks::report_difference(const Communicator& communicator, const ExpectedCall& expected,
                               std::uint32_t other_place) {
  const Rank other = communicator.member(expected.member);
  log_.add(check::Finding{
      .kind = Kind::collective_type_mismatch,
      .text = base::format("calls {} with {{0}} as collective {} on {}, where rank {} has {{1}}",
                           runtime::collectives::name_of(expected.kind), expected.sequence,
                           name_of(communicator), expected.member),
      .where = {{.role = "called", .rank = log_.rank(), .place = expected.place},
                {.role = "called", .rank = other, .place = other_place}}});
}

void Checks::stops() {
  process().communicators.for_each([this](Communicator& communicator) { compare(communicator); });
  one_sided_.stops();
  if (interposer.turns != nullptr && interposer.turns->threads() > 1) order_.abandon();
  order_.flush();
}

void Checks::concludes() {
  if (log_.rank() == 0) report_hidden_deadlock();
}

void Checks::report_hidden_deadlock() {
  std::vector<check::Order> orders;
  for (Rank rank = 0; rank < process().endpoint.ranks(); ++rank)
    orders.push_back(check::read_order(folder_, rank));
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
