// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/mpi/control_message.hpp"

#include <cstring>
#include <type_traits>
#include <utility>

namespace strobe::blacs::mpi {
namespace {

/// Appends the bytes of values.
class Writer {
 public:
  template <class T>
  void value(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(&value, sizeof(T));
  }
  template <class Array>
  void array(const Array& array) {
    value(array.size());
    append(array.data(), array.size() * sizeof(typename Array::value_type));
  }
  [[nodiscard]] std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  void append(const void* from, std::size_t size_bytes) {
    const auto* const first = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), first, first + size_bytes);
  }
  std::vector<std::byte> bytes_;
};

/// Reads values in the order in which they were written.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class T>
  void value(T& value) {
    take(&value, sizeof(T));
  }
  template <class Array>
  void array(Array& array) {
    std::size_t size = 0;
    value(size);
    array.resize(size);
    take(array.data(), size * sizeof(typename Array::value_type));
  }

 private:
  void take(void* into, std::size_t size_bytes) {
    if (size_bytes != 0) std::memcpy(into, bytes_.data(), size_bytes);
    bytes_ = bytes_.subspan(size_bytes);
  }
  std::span<const std::byte> bytes_;
};

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

bool ControlMessage::FinalCounts::meets(const Dependency& dependency) const {
  switch (dependency.event) {
    case EventKind::send:
      for (const EventCounts::StreamSends& each : sends) {
        if (each.stream == dependency.stream) return each.messages >= dependency.number;
      }
      return false;
    case EventKind::collective:
      return collectives >= dependency.number;
    case EventKind::receive:
      break;  // the MPI may buffer the message
  }
  return true;
}

std::vector<std::byte> ControlMessage::packed() const {
  Writer writer;
  visit(writer, *this);
  return writer.take();
}

ControlMessage ControlMessage::unpacked(std::span<const std::byte> bytes) {
  ControlMessage message;
  Reader reader(bytes);
  visit(reader, message);
  return message;
}

}  // namespace strobe::blacs::mpi
