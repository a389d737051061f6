// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/mpi/letter.hpp"

#include <cstring>
#include <type_traits>
#include <utility>

namespace strobe::blacs::mpi {
namespace {

/// Appends values to bytes.
class Writer {
 public:
  template <class T>
  void value(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(&value, sizeof(T));
  }
  template <class Run>
  void run(const Run& run) {
    value(run.size());
    append(run.data(), run.size() * sizeof(typename Run::value_type));
  }
  [[nodiscard]] std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  void append(const void* from, std::size_t size_bytes) {
    const auto* const first = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), first, first + size_bytes);
  }
  std::vector<std::byte> bytes_;
};

/// Reads them back in the same order.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class T>
  void value(T& value) {
    take(&value, sizeof(T));
  }
  template <class Run>
  void run(Run& run) {
    std::size_t size = 0;
    value(size);
    run.resize(size);
    take(run.data(), size * sizeof(typename Run::value_type));
  }

 private:
  void take(void* into, std::size_t size_bytes) {
    if (size_bytes != 0) std::memcpy(into, bytes_.data(), size_bytes);
    bytes_ = bytes_.subspan(size_bytes);
  }
  std::span<const std::byte> bytes_;
};

/// Says once in which order a letter's parts lie.
template <class Each, class A>
void visit(Each& each, A& letter) {
  each.value(letter.kind);
  each.value(letter.wait);
  each.value(letter.need);
  each.value(letter.probe.initiator);
  each.value(letter.probe.wait);
  each.value(letter.probe.attempt);
  each.value(letter.probe.lowest);
  each.value(letter.probe.is_certain);
  each.run(letter.probe.path);
  each.run(letter.text);
  each.value(letter.done.entered);
  each.run(letter.done.sent);
}

}  // namespace

bool Letter::Done::has(const Need& wanted) const {
  switch (wanted.deed) {
    case Deed::send:
      for (const Ledger::Sent& each : sent) {
        if (each.stream == wanted.stream) return each.messages >= wanted.number;
      }
      return false;
    case Deed::enter:
      return entered >= wanted.number;
    case Deed::take:
      break;  // the MPI may have a buffer for it
  }
  return true;
}

std::vector<std::byte> Letter::packed() const {
  Writer writer;
  visit(writer, *this);
  return writer.take();
}

Letter Letter::unpacked(std::span<const std::byte> bytes) {
  Letter letter;
  Reader reader(bytes);
  visit(reader, letter);
  return letter;
}

}  // namespace strobe::blacs::mpi
