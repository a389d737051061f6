// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/checks.hpp"

#include <memory>
#include <optional>
#include <utility>

#include "base/format.hpp"
#include "bcs/check/message_mark.hpp"
#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi {

using check::Kind;
using check::MessageMark;

namespace {

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

int source_in(const Communicator& communicator, Rank source, const runtime::Envelope& message) {
  if (interposer.checks == nullptr) [[likely]]
    return static_cast<int>(message.mark);
  return static_cast<int>(communicator.members.find(source).value_or(communicator.members.size()));
}

}  // namespace strobe::bcs::mpi
