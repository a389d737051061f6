// SPDX-License-Identifier: BSD-3-Clause
//
// The Fortran names of the clocks.
// Written by codegen/blacs_bindings.py; change the table there.
// clang-format off

#include <complex>

#include "blacs/first_letter.hpp"
#include "blacs/levels.hpp"
#include "blacs/machine.hpp"
#include "blacs/observed_call.hpp"
#include "blacs/routines.hpp"
#include "blacs/support.hpp"
#include "strobe/blacs.h"

#ifdef __GNUC__
#define STROBE_BLACS_WEAK STROBE_BLACS_API __attribute__((weak))
#else
#define STROBE_BLACS_WEAK
#endif

namespace {
using namespace strobe::blacs;
static_assert(sizeof(strobe_blacs_int) == sizeof(Int));
}  // namespace

extern "C" {

STROBE_BLACS_WEAK double dcputime00_() {
  return cpu_time_s();
}

STROBE_BLACS_WEAK double dwalltime00_() {
  return wall_time_s();
}
}
