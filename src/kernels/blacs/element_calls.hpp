// SPDX-License-Identifier: BSD-3-Clause
//
// The routines of the BLACS by the type of their elements. A kernel chooses its type at a point,
// and calls the routine of that type through one pointer.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "kernels/blacs/grid.hpp"
#include "measure/kernel.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels::blacs {

/// A matrix of a call, or its trapezoid if `uplo` is set.
struct MatrixArguments {
  BlacsGrid::Integer rows = 0;
  BlacsGrid::Integer columns = 0;
  void* data = nullptr;
  BlacsGrid::Integer leading = 1;
  char uplo = 0;
  char diag = 'N';
};

/// SCOPE and TOP of a call.
struct Scoped {
  char scope = 'A';
  char top = ' ';
};

/// A process of the grid.
struct Coordinates {
  BlacsGrid::Integer row = 0;
  BlacsGrid::Integer column = 0;
};

/// RA, CA and LDIA; without memory, LDIA is -1.
struct Locations {
  BlacsGrid::Integer* rows = nullptr;
  BlacsGrid::Integer* columns = nullptr;
  BlacsGrid::Integer leading = -1;
};

using Context = BlacsGrid::Integer;

/// The routines of one type.
struct ElementCalls {
  using Combination = void (*)(Context, Scoped, const MatrixArguments&, const Locations&,
                               Coordinates);

  std::string_view type;
  std::size_t size_bytes;
  bool is_complex;
  std::optional<layer::Element> of_layer;  ///< nothing if the layer cannot combine such elements
  void (*send)(Context, const MatrixArguments&, Coordinates to);
  void (*receive)(Context, const MatrixArguments&, Coordinates from);
  void (*broadcast)(Context, Scoped, const MatrixArguments&);
  void (*receive_broadcast)(Context, Scoped, const MatrixArguments&, Coordinates root);
  Combination sum;
  Combination maximum;
  Combination minimum;
  /// Writes and compares a whole number as element `i`; complex numbers have two equal parts.
  void (*set)(void* elements, std::size_t i, double value);
  bool (*is_equal)(const void* elements, std::size_t i, double value);
};

/// The first type is the note's.
[[nodiscard]] const std::vector<ElementCalls>& element_calls();

[[nodiscard]] measure::AxisInfo type_axis();

/// The routines for the axis `type`.
[[nodiscard]] const ElementCalls& calls_at(const measure::Point& point);

/// Throws strobe::Error unless the message consists of whole elements.
void require_whole_elements(const measure::Point& point);

}  // namespace strobe::kernels::blacs
