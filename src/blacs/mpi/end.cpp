// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/mpi/end.hpp"

#include <mpi.h>

#include "layer/mpi/calls.hpp"

namespace strobe::blacs::mpi {
namespace {

using layer::mpi::check;

void (*at_end)() = nullptr;

int call(MPI_Comm, int, void*, void*) {
  at_end();
  return MPI_SUCCESS;
}

}  // namespace

void call_at_end(void (*function)()) {
  at_end = function;
  // MPI_Finalize first frees MPI_COMM_SELF, which deletes its attributes.
  int key = MPI_KEYVAL_INVALID;
  check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, call, &key, nullptr),
        "MPI_Comm_create_keyval");
  check(MPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr), "MPI_Comm_set_attr");
}

}  // namespace strobe::blacs::mpi
