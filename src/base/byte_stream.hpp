// SPDX-License-Identifier: BSD-3-Clause
//
// Values and arrays one after the other in bytes, for messages between processes of one machine
// type. Both sides name the same types in the same order.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/assert.hpp"

namespace strobe::base {

class ByteWriter {
 public:
  template <class T>
  void value(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(&value, sizeof(T));
  }
  /// The number of elements, and the elements. A string is an array, too.
  template <class Array>
  void array(const Array& array) {
    static_assert(std::is_trivially_copyable_v<typename Array::value_type>);
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

/// Reads what a ByteWriter has written. Throws Error if a value is cut off.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <class T>
  void value(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    take(&value, 1, sizeof(T));
  }
  template <class Array>
  void array(Array& array) {
    std::size_t size = 0;
    value(size);
    ensure_there(size, sizeof(typename Array::value_type));
    array.resize(size);
    take(array.data(), size, sizeof(typename Array::value_type));
  }
  [[nodiscard]] bool is_at_end() const { return rest_.empty(); }

 private:
  void ensure_there(std::size_t count, std::size_t size_bytes) const {
    ensure(count <= rest_.size() / size_bytes, "a message ends before its last value");
  }
  void take(void* into, std::size_t count, std::size_t size_bytes) {
    ensure_there(count, size_bytes);
    if (count != 0) std::memcpy(into, rest_.data(), count * size_bytes);
    rest_ = rest_.subspan(count * size_bytes);
  }

  std::span<const std::byte> rest_;
};

}  // namespace strobe::base
