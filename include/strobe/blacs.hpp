// SPDX-License-Identifier: BSD-3-Clause
//
// The BLACS in C++ over MPI: communication of matrices between the processes of a two-dimensional
// grid (R. C. Whaley, LAPACK Working Note 73, 1994).
//
//   strobe::blacs::Grid grid(MPI_COMM_WORLD, 2, 3);
//   if (!grid.is_member()) return;
//   std::vector<double> row = ...;
//   grid.broadcast(Scope::row, MatrixView(row), {grid.own().row, 0}, Topology::increasing_ring());
//   grid.sum(Scope::all, MatrixView(row));                   // left on all
//   auto corners = grid.list({{0, 0}, {1, 2}});              // called by these two only
//   grid.largest(corners, MatrixView(row), Coordinates{0, 0});
//   pdgesv_(..., grid.context(), ...);                       // ScaLAPACK uses the same grid
//
// Matrices are stored by columns. Element types are Int (strobe_blacs_int), float, double and their
// complex types. Programs link strobe_blacs, or strobe_blacs64 with STROBE_BLACS_ILP64 defined.
#pragma once

#include "strobe/blacs/grid.hpp"
#include "strobe/blacs/matrix.hpp"
#include "strobe/blacs/scope.hpp"
#include "strobe/blacs/settings.hpp"
#include "strobe/blacs/shape.hpp"
#include "strobe/blacs/topology.hpp"
#include "strobe/error.hpp"
