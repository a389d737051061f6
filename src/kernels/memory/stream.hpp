// SPDX-License-Identifier: BSD-3-Clause
//
// STREAM (McCalpin 1995, version 5.10): copy, scale, add and triad over the same three arrays, each
// as often as the others, and verified as STREAM verifies them. The functions are those of
// memory_copy to memory_triad; here their arrays follow from each other, as in STREAM.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "kernels/memory/loops.hpp"
#include "kernels/memory/vectors.hpp"
#include "measure/kernel.hpp"

namespace strobe::kernels {

[[nodiscard]] measure::KernelInfo stream_info();

namespace memory {

/// The four functions in the order of an iteration; `q` is 3.
enum class StreamFunction {
  copy,   ///< c = a
  scale,  ///< b = q * c
  add,    ///< c = a + b
  triad   ///< a = b + q * c
};
inline constexpr int stream_functions = 4;
/// After so many iterations the arrays begin again: STREAM's NTIMES. A value grows fifteenfold in
/// an iteration and would overflow after 262.
inline constexpr int stream_iterations = 10;

/// STREAM's check of one array: empty if the average relative error of its elements is at most
/// 1e-13 (double) or 1e-6 (float), else a sentence on the first element that differs. If zero is
/// expected, the error is not relative.
template <class T>
[[nodiscard]] std::string check_stream_array(char name, std::span<const T> array, T expected);

}  // namespace memory

/// Each process has its own arrays; one operation is one pass of one function over them.
class Stream final : public measure::Kernel {
 public:
  explicit Stream(const measure::Point& point);
  [[nodiscard]] bool is_core_bound() const override { return true; }
  void prepare(std::uint64_t seed) override;
  /// The measured function alone; a function repeats itself without changing its result.
  void run(std::int64_t repetitions) override;
  /// The other functions, up to the measured one of the next iteration.
  void after_run() override;
  [[nodiscard]] measure::Verdict verify() override;

 private:
  enum Array : std::uint8_t { a, b, c };

  void begin();
  void do_function(int function, std::int64_t repetitions);
  [[nodiscard]] std::span<std::byte> array(Array which) const { return vectors_[which]; }

  int measured_;  ///< index of the measured function
  memory::ElementType element_;
  memory::Vectors vectors_;
  std::array<memory::Loop, memory::stream_functions> loops_{};
  std::array<memory::Streams, memory::stream_functions> streams_{};
  std::array<double, 3> expected_{};  ///< the elements of each array, which are all equal
  int iteration_ = 0;
};

}  // namespace strobe::kernels
