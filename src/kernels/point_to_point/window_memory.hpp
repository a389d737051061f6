// SPDX-License-Identifier: BSD-3-Clause
//
// The memory of the windows of one-sided kernels. Memory that the layer allocates can be shared by
// the processes of a node, and an operation is then a copy. OSU uses it by default, and IMB memory
// of the process.
#pragma once

#include <cstddef>
#include <string>

#include "measure/kernel.hpp"
#include "strobe/error.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels {

[[nodiscard]] inline measure::AxisInfo memory_axis() {
  return {.name = "memory", .choices = {"allocated", "own"}};
}

template <layer::RemoteAtomics L>
[[nodiscard]] typename L::Window window_at(L& layer, const measure::Point& point,
                                           std::size_t size_bytes) {
  const std::string& word = measure::word_at(point, "memory");
  if (word == "allocated") return layer.allocate_window(size_bytes);
  if (word == "own") return layer.create_window(size_bytes);
  throw Error("unknown memory of a window: " + word);
}

}  // namespace strobe::kernels
