// SPDX-License-Identifier: BSD-3-Clause
//
// What the cases are drawn from: shapes, leading dimensions, spellings of the letters, topologies.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "call.hpp"
#include "run.hpp"
#include "shape.hpp"

namespace strobe::blacs_test {

/// A whole number in [0, end).
int below(base::Random& random, int end);
const char* pick(base::Random& random, std::initializer_list<const char*> words);

/// Any case and any word will do, as long as the first letter is right.
const char* spelled_scope(char scope, base::Random& random);
const char* spelled_uplo(Form form, base::Random& random);
const char* spelled_diag(bool unit, base::Random& random);

/// One string a topology: ' ', rings, hypercube, trees, fully connected.
const std::vector<std::string>& topologies();
const char* spelled_topology(const std::string& topology, base::Random& random);

/// Empty, one element, one row, one column, tall, wide, square: general, or as each trapezoid.
std::vector<Shape> shapes(const Run& run, bool trapezoids);
Shape any_shape(const Run& run, bool trapezoids, base::Random& random);
/// Some hundred thousand elements: beyond what message layers send eagerly.
Shape large_shape(bool trapezoids, base::Random& random);
/// Another general matrix of as many elements.
Shape reshaped(const Shape& shape, base::Random& random);

/// Whether the library ends programs whose arguments it would otherwise make the best of.
[[nodiscard]] bool is_strict();

/// M, more than M, or, where the library is not strict, less than M, which means M.
Int any_lda(Int m, base::Random& random);

/// Sets a number of rings and branches for broadcasts (11, 12) or combines (13, 14) and says so.
std::string set_branches(const Grid& grid, Int what_rings, base::Random& random);

}  // namespace strobe::blacs_test
