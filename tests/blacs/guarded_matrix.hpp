// SPDX-License-Identifier: BSD-3-Clause
//
// A matrix as a routine sees it, and beside it the image of what its memory must be afterwards:
// the bytes before, between the columns, outside the trapezoid and behind are random, and every one
// of them is compared.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "base/format.hpp"
#include "base/random.hpp"
#include "shape.hpp"

namespace strobe::blacs_test {

template <class T>
std::string shown(const T& value) {
  return base::format("{}", value);
}
template <class R>
std::string shown(const std::complex<R>& value) {
  return base::format("({}, {})", value.real(), value.imag());
}

template <class T>
class GuardedMatrix {
 public:
  /// A leading dimension below M means M.
  GuardedMatrix(const Shape& shape, Int lda, std::uint64_t seed)
      : shape_(shape), stride_(static_cast<std::size_t>(std::max<Int>({lda, shape.m, 0}))) {
    const std::size_t columns = static_cast<std::size_t>(std::max<Int>(shape.n, 0));
    // Libraries treat well aligned memory apart, so that matrices start anywhere.
    begin_ = guard_bytes + seed % 4 * sizeof(T);
    const std::size_t words =
        (begin_ + stride_ * columns * sizeof(T) + guard_bytes + sizeof(seed) - 1) / sizeof(seed);
    memory_.resize(words * sizeof(seed));
    base::Random random(seed);
    for (std::size_t word = 0; word < words; ++word) {
      const std::uint64_t bits = random.next();
      std::memcpy(memory_.data() + word * sizeof(bits), &bits, sizeof(bits));
    }
    image_ = memory_;
  }

  Pointer<T> data() { return reinterpret_cast<Pointer<T>>(memory_.data() + begin_); }
  const Shape& shape() const { return shape_; }

  T at(Int i, Int j) const { return read(memory_, i, j); }
  void expect(Int i, Int j, const T& value) {
    std::memcpy(image_.data() + offset(i, j), &value, sizeof(T));
  }
  void put(Int i, Int j, const T& value) {
    expect(i, j, value);
    std::memcpy(memory_.data() + offset(i, j), &value, sizeof(T));
  }

  /// What the routine left in the matrix is right whatever it is, but not what it left outside.
  void expect_anything() {
    shape_.each([&](Int i, Int j) { expect(i, j, at(i, j)); });
  }

  /// One sentence on the first byte that is wrong, and how many elements are.
  std::optional<std::string> difference() const {
    if (memory_ == image_) {
      return std::nullopt;
    }
    std::size_t wrong = 0;
    std::string first;
    shape_.each([&](Int i, Int j) {
      if (std::memcmp(memory_.data() + offset(i, j), image_.data() + offset(i, j), sizeof(T)) !=
          0) {
        if (++wrong == 1) {
          first = base::format("element ({}, {}): expected {}, found {}", i, j,
                               shown(read(image_, i, j)), shown(read(memory_, i, j)));
        }
      }
    });
    if (wrong > 0) {
      return base::format("{}; wrong are {} of {} elements", first, wrong, shape_.count());
    }
    std::size_t byte = 0;
    while (memory_[byte] == image_[byte]) {
      ++byte;
    }
    return base::format("a byte outside the matrix changed: byte {} from its first element",
                        static_cast<std::ptrdiff_t>(byte) - static_cast<std::ptrdiff_t>(begin_));
  }

 private:
  static constexpr std::size_t guard_bytes = 64;

  std::size_t offset(Int i, Int j) const {
    return begin_ +
           (static_cast<std::size_t>(j) * stride_ + static_cast<std::size_t>(i)) * sizeof(T);
  }
  T read(const std::vector<std::byte>& bytes, Int i, Int j) const {
    T value;
    std::memcpy(&value, bytes.data() + offset(i, j), sizeof(T));
    return value;
  }

  Shape shape_;
  std::size_t stride_;
  std::size_t begin_;
  std::vector<std::byte> memory_;
  std::vector<std::byte> image_;
};

}  // namespace strobe::blacs_test
