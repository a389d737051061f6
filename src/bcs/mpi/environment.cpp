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
#include "bcs/mpi/datatype_contents.hpp"
#include "bcs/mpi/followed_objects.hpp"
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

int finalize() {
  const int error = finalize_mpi();
  interposer.has_finalized = true;
  return error;
}

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

namespace {

/// The derived datatypes of which a datatype was made are the application's, which frees them.
int note_types(int error, MPI_Datatype type, const MPI_Datatype* parts) {
  if (error != MPI_SUCCESS) return error;
  const MPI_Count count = types_in(type);
  for (MPI_Count i = 0; i < count; ++i) {
    if (!is_predefined_type(parts[i])) note_created(ObjectKind::datatype, bits_of(parts[i]));
  }
  return error;
}

}  // namespace

int type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes,
                      int array_of_integers[], MPI_Aint array_of_addresses[],
                      MPI_Datatype array_of_datatypes[]) {
  if (interposer.checks == nullptr) return pass_through;
  return note_types(
      native().Type_get_contents(datatype, max_integers, max_addresses, max_datatypes,
                                 array_of_integers, array_of_addresses, array_of_datatypes),
      datatype, array_of_datatypes);
}

int type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses,
                        MPI_Count max_large_counts, MPI_Count max_datatypes,
                        int array_of_integers[], MPI_Aint array_of_addresses[],
                        MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[]) {
  if (interposer.checks == nullptr || native().Type_get_contents_c == nullptr) return pass_through;
  return note_types(
      native().Type_get_contents_c(datatype, max_integers, max_addresses, max_large_counts,
                                   max_datatypes, array_of_integers, array_of_addresses,
                                   array_of_large_counts, array_of_datatypes),
      datatype, array_of_datatypes);
}

int alloc_mem(MPI_Aint size, MPI_Info info, void* baseptr) {
  if (interposer.checks == nullptr || baseptr == nullptr) return pass_through;
  const int error = native().Alloc_mem(size, info, baseptr);
  void* const memory = *static_cast<void**>(baseptr);
  if (error == MPI_SUCCESS && memory != nullptr) note_created(ObjectKind::memory, bits_of(memory));
  return error;
}

int free_mem(void* base) {
  if (interposer.checks == nullptr) return pass_through;
  const ObjectRelease memory(ObjectKind::memory, &base);
  return memory.noted(native().Free_mem(base));
}

int op_free(MPI_Op* op) {
  if (op == nullptr || !defer_op_free(*op)) return pass_through;
  *op = MPI_OP_NULL;
  return MPI_SUCCESS;
}

}  // namespace strobe::bcs::mpi::handlers
