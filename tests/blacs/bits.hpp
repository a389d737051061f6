// SPDX-License-Identifier: BSD-3-Clause
//
// Elements whose bytes are random: who only moves data moves these, NaNs and all.
#pragma once

#include <cstring>

#include "base/random.hpp"
#include "guarded_matrix.hpp"

namespace strobe::blacs_test {

template <class T>
T random_bits(base::Random& random) {
  T value;
  std::uint64_t words[(sizeof(T) + 7) / 8];
  for (std::uint64_t& word : words) {
    word = random.next();
  }
  std::memcpy(&value, words, sizeof(T));
  return value;
}

/// The message of this seed, as its sender has it.
template <class T>
void put_message(GuardedMatrix<T>& matrix, std::uint64_t seed) {
  base::Random random(seed);
  matrix.shape().each([&](Int i, Int j) { matrix.put(i, j, random_bits<T>(random)); });
}

/// The same message, as its receiver must have it: of a shorter one, the first `length` elements.
template <class T>
void expect_message(GuardedMatrix<T>& matrix, std::uint64_t seed,
                    std::size_t length = static_cast<std::size_t>(-1)) {
  base::Random random(seed);
  matrix.shape().each([&](Int i, Int j) {
    if (length > 0) {
      --length;
      matrix.expect(i, j, random_bits<T>(random));
    }
  });
}

}  // namespace strobe::blacs_test
