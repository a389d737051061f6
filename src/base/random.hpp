// SPDX-License-Identifier: BSD-3-Clause
//
// Random numbers that are the same on every machine and with every standard library, so that a seed
// reproduces a run. The generator is SplitMix64 (Steele, Lea and Flood 2014).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace strobe::base {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  /// Uniform in [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  /// Uniform in 0 to bound - 1, up to a bias of bound / 2^32 (Lemire 2019, without his rejection).
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>((next() >> 32) * bound >> 32);
  }

  /// The shuffle of Fisher and Yates.
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1], items[static_cast<std::size_t>(next() % i)]);
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace strobe::base
