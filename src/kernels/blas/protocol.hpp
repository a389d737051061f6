// SPDX-License-Identifier: BSD-3-Clause
//
// The protocol between the bench and the process of a BLAS, over a socket: one request, one answer,
// both of fixed size and on the same machine.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "kernels/blas/problem.hpp"
#include "measure/core_watch.hpp"
#include "measure/kernel.hpp"

namespace strobe::kernels::blas {

/// The descriptor of the socket in the process of the BLAS.
inline constexpr int socket_descriptor = 3;

/// A text of fixed capacity; longer texts are truncated.
template <std::size_t size>
class FixedText {
 public:
  FixedText& operator=(std::string_view text) {
    text_.fill('\0');
    std::copy_n(text.begin(), std::min(text.size(), size - 1), text_.begin());
    return *this;
  }
  [[nodiscard]] std::string string() const { return text_.data(); }
  [[nodiscard]] bool empty() const { return text_[0] == '\0'; }

 private:
  std::array<char, size> text_{};
};

enum class Caches : std::int32_t { warm, flushed };

struct Request {
  enum class Kind : std::int32_t {
    describe,  ///< get the library's description
    find,      ///< look for the routine in the type of `spec`
    prepare,   ///< create the operands of `spec`, compute once, and compare
    run,       ///< compute `repetitions` times
    check      ///< fill the operands again, compute once, and compare
  };
  Kind kind = Kind::describe;
  std::uint32_t routine = 0;  ///< index in routines()
  ProblemSpec spec = {};
  Caches caches = Caches::warm;
  std::int64_t repetitions = 0;
};

struct Answer {
  FixedText<384> wrong;  ///< empty if there was no error
  // Answers to `describe`.
  FixedText<256> description;
  FixedText<64> core;
  FixedText<64> steered_by;
  FixedText<64> symbol;  ///< of one of its routines
  bool has_long_integers = false;
  bool has_routine = false;  ///< answers `find`
  // Answers to `prepare` and `check`.
  double units = 0.0;
  std::int64_t bytes = 0;
  // Answers to `run`.
  measure::TimedRegion region = {};
  measure::CoreFacts core_facts = {};
};

}  // namespace strobe::kernels::blas
