// SPDX-License-Identifier: BSD-3-Clause
//
// What the bench and the process in which a BLAS lives say to each other over a socket: one
// request, one answer, both of fixed size and on the same machine.
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

/// The socket is this descriptor of the process in which the BLAS lives.
inline constexpr int conversation_descriptor = 3;

/// A text of fixed size, cut where it is longer.
template <std::size_t size>
class Text {
 public:
  Text& operator=(std::string_view text) {
    held_.fill('\0');
    std::copy_n(text.begin(), std::min(text.size(), size - 1), held_.begin());
    return *this;
  }
  [[nodiscard]] std::string string() const { return held_.data(); }
  [[nodiscard]] bool empty() const { return held_[0] == '\0'; }

 private:
  std::array<char, size> held_{};
};

enum class Caches : std::int32_t { warm, flushed };

struct Request {
  enum class Kind : std::int32_t {
    describe,  ///< what is known of the library
    prepare,   ///< makes the operands of `task`, computes once, and compares
    run,       ///< computes `repetitions` times
    check      ///< fills the operands again, computes once, and compares
  };
  Kind kind = Kind::describe;
  std::uint32_t routine = 0;  ///< index in routines()
  Task task = {};
  Caches caches = Caches::warm;
  std::int64_t repetitions = 0;
};

struct Answer {
  Text<384> wrong;  ///< empty where all went well
  // To describe.
  Text<256> description;
  Text<64> core;
  Text<64> steered_by;
  Text<64> symbol;  ///< of a routine that it has
  bool has_long_integers = false;
  // To prepare and check.
  double units = 0.0;
  std::int64_t bytes = 0;
  // To run.
  measure::Region region = {};
  measure::CoreFacts core_facts = {};
};

}  // namespace strobe::kernels::blas
