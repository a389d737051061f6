// SPDX-License-Identifier: BSD-3-Clause
//
// A kernel in the catalogue: what is known of it, and how it is made over a layer.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "kernels/blas/process.hpp"
#include "kernels/matrix/mapping.hpp"
#include "measure/kernel.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels {

/// What a kernel may need beside its layer and its point.
struct Resources {
  /// The BLAS libraries of the run, each in a process of its own.
  std::shared_ptr<blas::Libraries> libraries;
  /// Who is beside whom in the grids of the kernels on matrices.
  std::shared_ptr<matrix::Mapping> mapping = std::make_shared<matrix::Mapping>();
  /// Where kernels may make a file for a moment; all processes see it.
  std::filesystem::path scratch = std::filesystem::temp_directory_path();
};

template <layer::MessageLayer L>
struct Entry {
  measure::KernelInfo info;
  std::function<std::unique_ptr<measure::Kernel>(L&, const measure::Point&, const Resources&)> make;
  /// Throws strobe::Error that says what would be right where the kernel cannot be at a point with
  /// what there is for it; empty where the machine alone decides.
  std::function<void(const measure::Point&, const Resources&)> want;
};

/// The maker of a kernel that wants its layer and its point.
template <class K>
auto over_layer() {
  return [](auto& layer, const measure::Point& point, const Resources&) {
    return std::unique_ptr<measure::Kernel>(std::make_unique<K>(layer, point));
  };
}

/// The maker of a kernel that passes no messages.
template <class K>
auto without_layer() {
  return [](auto&, const measure::Point& point, const Resources&) {
    return std::unique_ptr<measure::Kernel>(std::make_unique<K>(point));
  };
}

}  // namespace strobe::kernels
