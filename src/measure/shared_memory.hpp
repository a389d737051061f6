// SPDX-License-Identifier: BSD-3-Clause
//
// Memory that processes of a node share. It has no name, so nothing remains however the processes
// end.
#pragma once

#include <cstddef>
#include <new>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include "strobe/message_layer.hpp"

namespace strobe::measure {

/// Identifies shared memory of another process; the cookie proves that it is the right one.
struct SharedMemoryHandle {
  int pid = 0;
  int descriptor = -1;
  unsigned long cookie = 0;
};

class SharedMemory {
 public:
  /// Zero-initialised; nothing if the system refuses the memory.
  [[nodiscard]] static std::optional<SharedMemory> create(std::size_t size_bytes);
  /// Nothing if the memory cannot be reached (another node, or another PID name space), or if size
  /// or cookie differ.
  [[nodiscard]] static std::optional<SharedMemory> attach(SharedMemoryHandle handle,
                                                          std::size_t size_bytes);

  SharedMemory(SharedMemory&& other) noexcept;
  SharedMemory& operator=(SharedMemory&& other) noexcept;
  ~SharedMemory();

  [[nodiscard]] SharedMemoryHandle handle() const;
  /// Begins two cache lines after the start of a page, because processors prefetch lines in pairs.
  [[nodiscard]] std::byte* data() const;

 private:
  struct Header;
  SharedMemory(Header* header, std::size_t size_bytes, int descriptor);
  /// Takes ownership of the descriptor; nothing if the system refuses to map it.
  [[nodiscard]] static std::optional<SharedMemory> map(int descriptor, std::size_t size_bytes);

  Header* header_ = nullptr;
  std::size_t size_bytes_ = 0;  ///< of the whole mapping
  int descriptor_ = -1;
};

/// A `T` that processes of a node share.
template <class T>
class Shared {
 public:
  [[nodiscard]] static std::optional<Shared> create() {
    auto memory = SharedMemory::create(sizeof(T));
    if (!memory) return std::nullopt;
    T* made = new (memory->data()) T;
    return Shared(std::move(*memory), made);
  }
  [[nodiscard]] static std::optional<Shared> attach(SharedMemoryHandle handle) {
    auto memory = SharedMemory::attach(handle, sizeof(T));
    if (!memory) return std::nullopt;
    T* found = std::launder(reinterpret_cast<T*>(memory->data()));
    return Shared(std::move(*memory), found);
  }
  [[nodiscard]] SharedMemoryHandle handle() const { return memory_.handle(); }
  [[nodiscard]] T* operator->() const { return value_; }

 private:
  Shared(SharedMemory memory, T* value) : memory_(std::move(memory)), value_(value) {}

  SharedMemory memory_;
  T* value_;
};

/// Creates a `T` on one rank and attaches to it on another; nothing on both if that fails. Both
/// ranks call it at the same time.
template <class T, layer::MessageLayer L>
[[nodiscard]] std::optional<T> share(L& layer, layer::Rank creator, layer::Rank other,
                                     layer::Tag tag) {
  std::optional<T> own;
  SharedMemoryHandle handle;
  char attached = 0;
  if (layer.rank() == creator) {
    own = T::create();
    if (own) handle = own->handle();
    layer.send(std::as_bytes(std::span(&handle, 1)), other, tag);
    layer.receive(std::as_writable_bytes(std::span(&attached, 1)), other, tag);
    if (attached == 0) own.reset();
  } else if (layer.rank() == other) {
    layer.receive(std::as_writable_bytes(std::span(&handle, 1)), creator, tag);
    own = T::attach(handle);
    attached = own ? 1 : 0;
    layer.send(std::as_bytes(std::span(&attached, 1)), creator, tag);
  }
  return own;
}

}  // namespace strobe::measure
