// SPDX-License-Identifier: BSD-3-Clause
//
// Memory that processes of one node share. It has no name, so nothing is left behind however the
// processes end.
#pragma once

#include <cstddef>
#include <new>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include "strobe/message_layer.hpp"

namespace strobe::measure {

/// Where a process finds the memory that another made, and how it knows that it has found the right
/// one.
struct SharedPlace {
  int pid = 0;
  int descriptor = -1;
  unsigned long cookie = 0;
};

class SharedMemory {
 public:
  /// All zero; none where the system refuses it.
  [[nodiscard]] static std::optional<SharedMemory> create(std::size_t size_bytes);
  /// None where the memory cannot be reached (another node, or another name space of processes), or
  /// is not what was meant.
  [[nodiscard]] static std::optional<SharedMemory> attach(SharedPlace place,
                                                          std::size_t size_bytes);

  SharedMemory(SharedMemory&& other) noexcept;
  SharedMemory& operator=(SharedMemory&& other) noexcept;
  ~SharedMemory();

  [[nodiscard]] SharedPlace place() const;
  /// Begins two cache lines after the start of a page: processors prefetch lines in pairs.
  [[nodiscard]] std::byte* data() const;

 private:
  struct Head;
  SharedMemory(Head* head, std::size_t size_bytes, int descriptor);
  /// Owns the descriptor; none where the system refuses to map what is behind it.
  [[nodiscard]] static std::optional<SharedMemory> map(int descriptor, std::size_t size_bytes);

  Head* head_ = nullptr;
  std::size_t size_bytes_ = 0;  ///< of all that is mapped
  int descriptor_ = -1;
};

/// A `T` that processes of one node share.
template <class T>
class Shared {
 public:
  [[nodiscard]] static std::optional<Shared> create() {
    auto memory = SharedMemory::create(sizeof(T));
    if (!memory) return std::nullopt;
    T* made = new (memory->data()) T;
    return Shared(std::move(*memory), made);
  }
  [[nodiscard]] static std::optional<Shared> attach(SharedPlace place) {
    auto memory = SharedMemory::attach(place, sizeof(T));
    if (!memory) return std::nullopt;
    T* found = std::launder(reinterpret_cast<T*>(memory->data()));
    return Shared(std::move(*memory), found);
  }
  [[nodiscard]] SharedPlace place() const { return memory_.place(); }
  [[nodiscard]] T* operator->() const { return value_; }

 private:
  Shared(SharedMemory memory, T* value) : memory_(std::move(memory)), value_(value) {}

  SharedMemory memory_;
  T* value_;
};

/// The two ends of a `T`, which one process creates and another attaches to; none on both where
/// that fails. Both call it at the same time.
template <class T, layer::MessageLayer L>
[[nodiscard]] std::optional<T> share(L& layer, layer::Rank creator, layer::Rank other,
                                     layer::Tag tag) {
  std::optional<T> own;
  SharedPlace place;
  char attached = 0;
  if (layer.rank() == creator) {
    own = T::create();
    if (own) place = own->place();
    layer.send(std::as_bytes(std::span(&place, 1)), other, tag);
    layer.receive(std::as_writable_bytes(std::span(&attached, 1)), other, tag);
    if (attached == 0) own.reset();
  } else if (layer.rank() == other) {
    layer.receive(std::as_writable_bytes(std::span(&place, 1)), creator, tag);
    own = T::attach(place);
    attached = own ? 1 : 0;
    layer.send(std::as_bytes(std::span(&attached, 1)), creator, tag);
  }
  return own;
}

}  // namespace strobe::measure
