// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/mpi/control_message.hpp"

#include "base/byte_stream.hpp"

namespace strobe::blacs::mpi {
namespace {

/// Visits the members of a message in the order of its bytes.
template <class Visitor, class Message>
void visit(Visitor& visitor, Message& message) {
  visitor.value(message.kind);
  visitor.value(message.wait);
  visitor.value(message.dependency);
  visitor.value(message.probe.initiator);
  visitor.value(message.probe.wait);
  visitor.value(message.probe.computation);
  visitor.value(message.probe.lowest_process);
  visitor.value(message.probe.is_certain);
  visitor.array(message.probe.path);
  visitor.array(message.text);
  visitor.value(message.final_counts.collectives);
  visitor.array(message.final_counts.sends);
}

}  // namespace

bool ControlMessage::FinalCounts::meets(const Dependency& awaited) const {
  switch (awaited.event) {
    case EventKind::send:
      for (const EventCounts::StreamSends& each : sends) {
        if (each.stream == awaited.stream) return each.messages >= awaited.number;
      }
      return false;
    case EventKind::collective:
      return collectives >= awaited.number;
    case EventKind::receive:
      break;  // the MPI may buffer the message
  }
  return true;
}

std::vector<std::byte> ControlMessage::packed() const {
  base::ByteWriter writer;
  visit(writer, *this);
  return writer.take();
}

ControlMessage ControlMessage::unpacked(std::span<const std::byte> bytes) {
  ControlMessage message;
  base::ByteReader reader(bytes);
  visit(reader, message);
  return message;
}

}  // namespace strobe::blacs::mpi
