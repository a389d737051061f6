// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/mpi/end.hpp"

#include <mpi.h>

#include "layer/mpi/calls.hpp"

namespace strobe::blacs::mpi {
namespace {

using layer::mpi::check;

using Function = void();

int call(MPI_Comm, int, void* function, void*) {
  reinterpret_cast<Function*>(function)();
  return MPI_SUCCESS;
}

}  // namespace

void call_at_end(void (*function)()) {
  // MPI_Finalize first frees MPI_COMM_SELF, which deletes its attributes. Their key lives as long.
  int key = MPI_KEYVAL_INVALID;
  check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, call, &key, nullptr),
        "MPI_Comm_create_keyval");
  check(MPI_Comm_set_attr(MPI_COMM_SELF, key, reinterpret_cast<void*>(function)),
        "MPI_Comm_set_attr");
  check(MPI_Comm_free_keyval(&key), "MPI_Comm_free_keyval");
}

}  // namespace strobe::blacs::mpi
