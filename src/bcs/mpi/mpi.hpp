// SPDX-License-Identifier: BSD-3-Clause
//
// mpi.h without a link-time reference to the MPI. In Open MPI, predefined handles are addresses of
// variables: a library that refers to them cannot be loaded into a program without MPI, nor find
// those of an MPI that an interpreter has loaded for itself. They are looked up together with the
// functions.
#pragma once

#include <mpi.h>

// Headers before MPI 4.0 lack these types, which the tables of functions name.
#if MPI_VERSION < 4
using MPI_User_function_c = void(void*, void*, MPI_Count*, MPI_Datatype*);
#endif
#if !defined(MPI_SESSION_NULL)
#if defined(OPEN_MPI)
using MPI_Session = struct ompi_instance_t*;
#else
using MPI_Session = int;
#endif
using MPI_Session_errhandler_function = void(MPI_Session*, int*, ...);
#endif

// Of MPI_Pready_list: Open MPI 5 lacks the standard's const.
#if defined(OPEN_MPI)
using PartitionIndex = int;
#else
using PartitionIndex = const int;
#endif

/// Of MPI_Group_range_incl: the first rank, the last one, and the stride.
using RankRange = int[3];

#if defined(OPEN_MPI)

#define STROBE_EACH_PREDEFINED(x)                                                                  \
  x(ompi_message_null) x(ompi_mpi_2int) x(ompi_mpi_byte) x(ompi_mpi_c_bool) x(ompi_mpi_char)       \
      x(ompi_mpi_character) x(ompi_mpi_comm_null) x(ompi_mpi_comm_self) x(ompi_mpi_comm_world)     \
          x(ompi_mpi_datatype_null) x(ompi_mpi_double) x(ompi_mpi_double_int)                      \
              x(ompi_mpi_errhandler_null) x(ompi_mpi_errors_abort) x(ompi_mpi_errors_are_fatal)    \
                  x(ompi_mpi_errors_return) x(ompi_mpi_float) x(ompi_mpi_float_int)                \
                      x(ompi_mpi_group_empty) x(ompi_mpi_group_null) x(ompi_mpi_info_null)         \
                          x(ompi_mpi_int) x(ompi_mpi_int32_t) x(ompi_mpi_int64_t) x(ompi_mpi_long) \
                              x(ompi_mpi_long_int) x(ompi_mpi_op_band) x(ompi_mpi_op_bor)          \
                                  x(ompi_mpi_op_bxor) x(ompi_mpi_op_land) x(ompi_mpi_op_lor)       \
                                      x(ompi_mpi_op_lxor) x(ompi_mpi_op_max) x(ompi_mpi_op_maxloc) \
                                          x(ompi_mpi_op_min) x(ompi_mpi_op_minloc)                 \
                                              x(ompi_mpi_op_no_op) x(ompi_mpi_op_null)             \
                                                  x(ompi_mpi_op_prod) x(ompi_mpi_op_replace)       \
                                                      x(ompi_mpi_op_sum) x(ompi_mpi_packed)        \
                                                          x(ompi_mpi_uint64_t)                     \
                                                              x(ompi_mpi_unsigned)                 \
                                                                  x(ompi_mpi_wchar)                \
                                                                      x(ompi_mpi_win_null)         \
                                                                          x(ompi_request_null)

namespace strobe::bcs::mpi {

struct Predefined {
#define STROBE_PREDEFINED(name) void* name = nullptr;
  STROBE_EACH_PREDEFINED(STROBE_PREDEFINED)
#undef STROBE_PREDEFINED

  /// Sets each pointer to `find(name)`.
  template <class Find>
  void fill(Find&& find) {
#define STROBE_PREDEFINED(name) this->name = find(#name);
    STROBE_EACH_PREDEFINED(STROBE_PREDEFINED)
#undef STROBE_PREDEFINED
  }
};
extern Predefined predefined;

}  // namespace strobe::bcs::mpi

#undef OMPI_PREDEFINED_GLOBAL
#define OMPI_PREDEFINED_GLOBAL(type, global) \
  (static_cast<type>(::strobe::bcs::mpi::predefined.global))

#endif
