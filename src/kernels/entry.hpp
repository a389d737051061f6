// SPDX-License-Identifier: BSD-3-Clause
//
// An entry of the catalogue: the description of a kernel, and a function that creates it for a
// layer.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "kernels/blas/library_process.hpp"
#include "kernels/matrix/mapping.hpp"
#include "measure/kernel.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels {

/// What a kernel may need in addition to its layer and its point.
struct Resources {
  /// The BLAS libraries of the run, each in its own process.
  std::shared_ptr<blas::Libraries> libraries;
  /// The arrangement of ranks on the grids of the kernels on matrices.
  std::shared_ptr<matrix::Mapping> mapping = std::make_shared<matrix::Mapping>();
  /// When the layer was initialised on this process.
  std::optional<measure::TimedRegion> initialisation = {};
  /// A folder for temporary files, which all processes can see.
  std::filesystem::path scratch = std::filesystem::temp_directory_path();
};

template <layer::MessageLayer L>
struct CatalogueEntry {
  measure::KernelInfo info;
  std::function<std::unique_ptr<measure::Kernel>(L&, const measure::Point&, const Resources&)> make;
  /// Throws strobe::Error, and says what would work, if the resources do not suffice for the kernel
  /// at a point. Empty if the kernel needs no resources.
  std::function<void(const measure::Point&, const Resources&)> require;
};

/// Creates a kernel that needs its layer and its point.
template <class K>
auto over_layer() {
  return [](auto& layer, const measure::Point& point, const Resources&) {
    return std::unique_ptr<measure::Kernel>(std::make_unique<K>(layer, point));
  };
}

/// Creates a kernel that passes no messages.
template <class K>
auto without_layer() {
  return [](auto&, const measure::Point& point, const Resources&) {
    return std::unique_ptr<measure::Kernel>(std::make_unique<K>(point));
  };
}

}  // namespace strobe::kernels
