// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "blacs/pool.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::blacs {

/// Memory for the duration of one operation. Small memory is on the stack, larger memory comes from
/// the pool.
template <class Transport>
class Scratch {
 public:
  Scratch(Pool<Transport>& pool, std::size_t size_bytes) : pool_(pool), size_bytes_(size_bytes) {
    if (size_bytes > inline_.size()) pooled_ = pool.take(size_bytes);
  }
  /// For a copy from or to `original`.
  Scratch(Pool<Transport>& pool, std::size_t size_bytes, const void* original)
      : Scratch(pool, size_bytes) {
    if (pooled_.exists()) pooled_.avoid_aliasing_with(original);
  }
  ~Scratch() {
    if (pooled_.exists()) pool_.give_back(std::move(pooled_));
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  [[nodiscard]] std::byte* data() { return pooled_.exists() ? pooled_.data() : inline_.data(); }
  [[nodiscard]] layer::Bytes bytes() { return {data(), size_bytes_}; }
  template <class T>
  [[nodiscard]] T* as() {
    return reinterpret_cast<T*>(data());
  }

 private:
  Pool<Transport>& pool_;
  std::size_t size_bytes_;
  Buffer pooled_;
  alignas(64) std::array<std::byte, 512> inline_;
};

}  // namespace strobe::blacs
