// SPDX-License-Identifier: BSD-3-Clause
//
// The C names of the clocks.
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

namespace {
using namespace strobe::blacs;
static_assert(sizeof(strobe_blacs_int) == sizeof(Int));
}  // namespace

extern "C" {

double Cdcputime00() {
  return cpu_time_s();
}

double Cdwalltime00() {
  return wall_time_s();
}
}
