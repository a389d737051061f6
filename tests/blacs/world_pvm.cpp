// SPDX-License-Identifier: BSD-3-Clause
//
// PVM is joined through the BLACS alone, which have spawned the processes.
#include <cstdlib>

#include "blacs/pvm/machine.hpp"
#include "world.hpp"

namespace strobe::blacs_test {

bool has_started() { return blacs::pvm::runs(); }

bool has_ended() { return !blacs::pvm::runs(); }

void start(int*, char***) { blacs::pvm::start(); }

void end_machine() { blacs::pvm::end(); }

void abort_machine(int status) { blacs::pvm::abort(status); }

Layer layer_of_all() { return blacs::pvm::another_world(); }

}  // namespace strobe::blacs_test
