// SPDX-License-Identifier: BSD-3-Clause
//
// Messages of double precision numbers, which LAPACK Working Note 73 measures.
#pragma once

#include <cstddef>
#include <span>

#include "measure/kernel.hpp"

namespace strobe::kernels::blacs {

/// The message size; empty messages are measured too.
[[nodiscard]] inline measure::AxisInfo doubles_axis() {
  return {.name = "size_bytes",
          .choices = {},
          .default_value = 1024,
          .multiple = sizeof(double),
          .is_size = true};
}

[[nodiscard]] inline std::size_t message_bytes(const measure::Point& point) {
  return static_cast<std::size_t>(measure::number_at(point, "size_bytes"));
}

[[nodiscard]] inline measure::Work work_of_doubles(const measure::Point& point) {
  return {.bytes = static_cast<double>(message_bytes(point))};
}

[[nodiscard]] inline double* doubles_of(std::span<std::byte> bytes) {
  return reinterpret_cast<double*>(bytes.data());
}

[[nodiscard]] inline std::size_t doubles_in(std::span<const std::byte> bytes) {
  return bytes.size() / sizeof(double);
}

}  // namespace strobe::kernels::blacs
