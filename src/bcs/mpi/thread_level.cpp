// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/thread_level.hpp"

#include <optional>

#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/native.hpp"
#include "bcs/mpi/variables.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::mpi {

namespace {

/// What the program has asked for, if the MPI got another level.
std::optional<int> level_of_program;

bool wants_progress_thread() {
  try {
    return read_variables().progress == "thread";
  } catch (const Error&) {
    return false;  // the runtime reports the wrong value when it starts
  }
}

int level_of_mpi() {
  int level = MPI_THREAD_SINGLE;
  native().Query_thread(&level);
  return level;
}

}  // namespace

int init_for_program(int* argc, char*** argv, std::optional<int> required, int* provided) {
  interposer.has_begun = true;
  if (wants_progress_thread()) {
    const int error = native().Init_thread(argc, argv, MPI_THREAD_MULTIPLE, provided);
    const int asked = required.value_or(MPI_THREAD_SINGLE);
    if (error == MPI_SUCCESS && asked < *provided) level_of_program = *provided = asked;
    return error;
  }
  return required ? native().Init_thread(argc, argv, *required, provided)
                  : native().Init(argc, argv);
}

int thread_level_of_program() { return level_of_program.value_or(level_of_mpi()); }

bool is_progress_thread_allowed() { return level_of_mpi() == MPI_THREAD_MULTIPLE; }

namespace handlers {

int query_thread(int* provided) {
  if (provided == nullptr || !level_of_program) return pass_through;
  *provided = *level_of_program;
  return MPI_SUCCESS;
}

}  // namespace handlers

}  // namespace strobe::bcs::mpi
