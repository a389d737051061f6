// SPDX-License-Identifier: BSD-3-Clause
//
// The kernels of the bench's message layer without the type of the layer, so that most of the bench
// is compiled once for all layers.
#pragma once

#include <string_view>
#include <vector>

#include "kernels/entry.hpp"
#include "measure/kernel.hpp"

namespace strobe::bench {

struct LayerKernels {
  /// Whether the layer has all that a kernel asks. A kernel or a word that is unknown was then
  /// mistyped.
  bool has_everything = false;
  std::vector<const measure::KernelInfo*> infos;
  /// Throws strobe::Error with a list of all kernels.
  const measure::KernelInfo& (*find)(std::string_view name) = nullptr;
  /// Throws strobe::Error if the resources do not suffice for the kernel at the point.
  void (*require)(const measure::KernelInfo& info, const measure::Point& point,
                  const kernels::Resources& resources) = nullptr;
};

}  // namespace strobe::bench
