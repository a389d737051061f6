// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "blacs/pool.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::blacs {

/// Memory for the time of one operation. A little of it lies in the caller's frame, which costs
/// nothing; more comes from the pool, and goes back there.
template <class Wire>
class Scratch {
 public:
  Scratch(Pool<Wire>& pool, std::size_t size_bytes) : pool_(pool), size_bytes_(size_bytes) {
    if (size_bytes > near_.size()) far_ = pool.take(size_bytes);
  }
  /// For a copy of `original`, or to there.
  Scratch(Pool<Wire>& pool, std::size_t size_bytes, const void* original)
      : Scratch(pool, size_bytes) {
    if (far_.exists()) far_.keep_away_from(original);
  }
  ~Scratch() {
    if (far_.exists()) pool_.give_back(std::move(far_));
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  [[nodiscard]] std::byte* data() { return far_.exists() ? far_.data() : near_.data(); }
  [[nodiscard]] layer::Bytes bytes() { return {data(), size_bytes_}; }
  template <class T>
  [[nodiscard]] T* as() {
    return reinterpret_cast<T*>(data());
  }

 private:
  Pool<Wire>& pool_;
  std::size_t size_bytes_;
  Buffer far_;
  alignas(64) std::array<std::byte, 512> near_;
};

}  // namespace strobe::blacs
