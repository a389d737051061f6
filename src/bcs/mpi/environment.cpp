// SPDX-License-Identifier: BSD-3-Clause
//
// The handlers of MPI_Init, MPI_Finalize and MPI_Abort, and of functions that free datatypes and
// operations.
#include <chrono>
#include <cstdlib>
#include <optional>
#include <thread>
#include <vector>

#include "base/format.hpp"
#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/call_site.hpp"
#include "bcs/mpi/datatype.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/record.hpp"
#include "bcs/mpi/reduction_op.hpp"
#include "bcs/mpi/sessions.hpp"
#include "bcs/mpi/thread_level.hpp"
#include "bcs/runtime/threads.hpp"

namespace strobe::bcs::mpi::handlers {

namespace {

template <class Init>
int start_runtime_after(Init&& init) {
  const std::vector<pid_t> threads_before = runtime::threads_of_process();
  const int error = init();
  if (error == MPI_SUCCESS) start_runtime(threads_before);
  return error;
}

}  // namespace

int init(int* argc, char*** argv) {
  if (show_hidden_world()) return MPI_SUCCESS;
  int provided = MPI_THREAD_SINGLE;
  return start_runtime_after([&] { return init_for_program(argc, argv, std::nullopt, &provided); });
}

int init_thread(int* argc, char*** argv, int required, int* provided) {
  if (show_hidden_world()) {
    *provided = thread_level_of_program();
    return MPI_SUCCESS;
  }
  return start_runtime_after([&] { return init_for_program(argc, argv, required, provided); });
}

int finalize() { return finalize_mpi(); }

int abort(MPI_Comm comm, int errorcode) {
  write_record("abort",
               base::format("rank {} called MPI_Abort with error code {}",
                            process().endpoint.rank(), errorcode),
               errorcode, {}, find_call_site());
  native().Abort(comm, errorcode);
  // MPICH's MPI_Abort returns if its launcher takes a moment to end the job.
  std::this_thread::sleep_for(std::chrono::seconds(2));
  std::_Exit(errorcode);
}

int type_free(MPI_Datatype* datatype) {
  if (datatype == nullptr || !defer_type_free(*datatype)) return pass_through;
  *datatype = MPI_DATATYPE_NULL;
  return MPI_SUCCESS;
}

int op_free(MPI_Op* op) {
  if (op == nullptr || !defer_op_free(*op)) return pass_through;
  *op = MPI_OP_NULL;
  return MPI_SUCCESS;
}

}  // namespace strobe::bcs::mpi::handlers
