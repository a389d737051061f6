// SPDX-License-Identifier: BSD-3-Clause
//
// The extensions of BLACS 1.1 with the arguments of their interface. The element type is an
// argument. The C and Fortran names (bindings/) call these functions. An error ends the program;
// see stop.hpp.
#pragma once

#include "strobe/blacs/integer.hpp"
#include "strobe/blacs/matrix.hpp"
#include "strobe/blacs/scope.hpp"
#include "strobe/blacs_extensions.h"

namespace strobe::blacs::extensions {

/// UPLO, DIAG, M, N and LDA. An uplo of 'g' is a general matrix.
struct ShapeArguments {
  char uplo;
  char diag;
  Int m;
  Int n;
  Int lda;
};

[[nodiscard]] Int create_scope(const char* routine, Int context, Int count, const Int* rows,
                               const Int* columns) noexcept;
void free_scope(const char* routine, Int context, Int scope) noexcept;
void barrier(const char* routine, Int context, Int scope) noexcept;

/// The type is the letter of the element type in names of routines, here and below.
void broadcast(const char* routine, Int context, Int scope, char top, char type, void* matrix,
               const ShapeArguments& shape, Coordinates source) noexcept;
/// Sets `row` and `column` to the source. A value of -1 before the call accepts every source.
void receive_any(const char* routine, Int context, char type, void* matrix,
                 const ShapeArguments& shape, Int* row, Int* column) noexcept;

/// The combination is a value of strobe_blacs_combination, here and below.
void last_source(const char* routine, Int context, Int* row, Int* column) noexcept;
void combine(const char* routine, Int context, Int scope, char top, Int combination, char type,
             void* matrix, const ShapeArguments& shape, Coordinates destination) noexcept;
void combine_located(const char* routine, Int context, Int scope, char top, Int combination,
                     char type, void* matrix, const ShapeArguments& shape, const Origins& origins,
                     Coordinates destination) noexcept;
void combine_user(const char* routine, Int context, Int scope, char top,
                  const strobe_blacs_operation& operation, void* matrix,
                  const ShapeArguments& shape, Coordinates destination) noexcept;

}  // namespace strobe::blacs::extensions
