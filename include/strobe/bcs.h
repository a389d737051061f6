/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The BCS API in C and C++: the calls of a process in a buffered coscheduled job (table 4.1 of
 * Fernandez, Petrini and Frachtenberg, Achieving Predictable and Scalable Performance with BCS-MPI,
 * 2005). bcs_simulation.h runs such a job on a simulated machine, bcs_run.h as real processes.
 *
 * A call returns bcs_ok, or an error code if it can see an error in its own arguments, for example
 * a null pointer or an unknown type. With an error code it has started nothing. The job finds
 * all other errors: wrong sizes, ranks, tags or requests, collectives that do not match, a message
 * that is longer than its receive buffer, a deadlock. Such an error ends the job with a sentence
 * that names the ranks and their calls, and the call does not return.
 *
 * Sizes and offsets are in bytes, times in seconds on the job's clock. Ranks are numbered from 0
 * within the communicator. Tags are not negative.
 *
 * A call with `waiting` = bcs_blocking returns when its operation is complete; its request may be
 * NULL. With bcs_non_blocking the call starts the operation and returns a request. bcs_test or
 * bcs_testall complete it; before that, the contents of a receive buffer are undefined. A send
 * copies its data, so the program may change the send buffer after the call. A process must
 * complete all its requests before it ends.
 *
 * MPI and BCS (table 4.2):
 *   MPI_Send, MPI_Isend             bcs_send, blocking or not
 *   MPI_Recv, MPI_Irecv             bcs_recv, blocking or not
 *   MPI_Probe, MPI_Iprobe           bcs_probe, blocking or not
 *   MPI_Wait, MPI_Test              bcs_test, blocking or not
 *   MPI_Waitall, MPI_Testall        bcs_testall, blocking or not
 *   MPI_Barrier                     bcs_barrier
 *   MPI_Bcast                       bcs_bcast
 *   MPI_Reduce, MPI_Allreduce       bcs_reduce, to a root or to bcs_all
 *   MPI_Scatter, MPI_Scatterv       bcs_scatter, vectorial or not
 *   MPI_Gather, MPI_Gatherv         bcs_gather, vectorial or not
 *   MPI_Allgather, MPI_Allgatherv   bcs_allgather, vectorial or not
 *   MPI_Alltoall, MPI_Alltoallv     bcs_alltoall, vectorial or not
 */
#ifndef STROBE_BCS_H
#define STROBE_BCS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __GNUC__
#define STROBE_BCS_API __attribute__((visibility("default")))
#else
#define STROBE_BCS_API
#endif

/* Return values of all calls. */
enum {
  bcs_ok = 0,
  bcs_error_outside = 1,  /* the caller is not a process of a job */
  bcs_error_argument = 2, /* an argument is missing or has no defined meaning */
  bcs_error_memory = 3,   /* not enough memory for a copy of the data */
  bcs_error_machine = 4,  /* the machine is not possible (bcs_simulate) */
  /* bcs_run: */
  bcs_error_no_runtime = 5, /* `strobe run` has not started this process */
  bcs_error_release = 6,    /* `strobe run` is of another release than this library */
  bcs_error_repeated = 7    /* this process has run before */
};

/* Describes an error code. The string is constant and need not be freed. */
STROBE_BCS_API const char* bcs_error_string(int error);

/* Enumerations are integers so that a call can recognise an undefined value. */
typedef int32_t bcs_waiting;
enum { bcs_non_blocking = 0, bcs_blocking = 1 };

/* A started operation. When it has completed, another operation may get the same number. */
typedef int32_t bcs_request;
enum { bcs_no_request = -1 };

/* All processes of the job (bcs_world), or a group that was defined before the job began. */
typedef int32_t bcs_communicator;
enum { bcs_world = 0 };

/* Ranks of the job that form a communicator, in the order of their ranks in it. */
typedef struct {
  int32_t size;
  const int32_t* ranks;
} bcs_group;

/* Wildcards of bcs_recv and bcs_probe. */
enum { bcs_any_source = -1, bcs_any_tag = -1 };

/* Source, tag and size of a received message. For all other operations -1, -1 and 0. */
typedef struct {
  int32_t source;
  int32_t tag;
  int64_t bytes;
} bcs_status;

/* Rank of this process in a communicator. bcs_error_argument: the process is not a member. */
STROBE_BCS_API int bcs_rank(bcs_communicator communicator, int32_t* rank);

/* Number of processes of a communicator. bcs_error_argument: this process is not a member. */
STROBE_BCS_API int bcs_size(bcs_communicator communicator, int32_t* size);

/* Computes for that time: a real process uses the processor for so long, and in a simulation
   virtual time advances by it. bcs_error_argument: the time is negative or not finite. */
STROBE_BCS_API int bcs_compute(double seconds);

/* Time since the job began, in seconds; -1 outside a job. */
STROBE_BCS_API double bcs_time(void);

/* Sends `bytes` bytes to a rank. */
STROBE_BCS_API int bcs_send(const void* data, int64_t bytes, int32_t destination, int32_t tag,
                            bcs_communicator communicator, bcs_waiting waiting,
                            bcs_request* request);

/* Receives a message of at most `bytes` bytes from a rank or from bcs_any_source, with a tag or
   with bcs_any_tag. Messages from one rank arrive in the order of their sends. `status` may be
   NULL. If the call does not block, bcs_test or bcs_testall return the status. */
STROBE_BCS_API int bcs_recv(void* data, int64_t bytes, int32_t source, int32_t tag,
                            bcs_communicator communicator, bcs_waiting waiting,
                            bcs_request* request, bcs_status* status);

/* Tests for a message that bcs_recv with the same arguments would receive, without receiving it. A
   blocking call waits for such a message. *flag becomes 1 if there is one, else 0. `flag` may be
   NULL in a blocking call, `status` in every call. */
STROBE_BCS_API int bcs_probe(int32_t source, int32_t tag, bcs_communicator communicator,
                             bcs_waiting waiting, int* flag, bcs_status* status);

/* Tests whether an operation is complete; a blocking call waits for it. If it is, *flag becomes 1
   and *request becomes bcs_no_request; else *flag becomes 0. bcs_no_request is always complete.
   `flag` may be NULL in a blocking call, `status` in every call. */
STROBE_BCS_API int bcs_test(bcs_request* request, bcs_waiting waiting, int* flag,
                            bcs_status* status);

/* Tests several operations. *flag becomes 1 if all are complete; only then the call changes the
   requests and statuses. `statuses` has one element for each request, or is NULL.
   bcs_error_argument: a request occurs twice. */
STROBE_BCS_API int bcs_testall(int32_t count, bcs_request* requests, bcs_waiting waiting, int* flag,
                               bcs_status* statuses);

/*
 * Collectives. All processes of the communicator call the same ones in the same order, with the
 * same roots, sizes, types and operations.
 */

/* Completes when all processes have called it. */
STROBE_BCS_API int bcs_barrier(bcs_communicator communicator, bcs_waiting waiting,
                               bcs_request* request);

/* Sends the root's data to all processes. */
STROBE_BCS_API int bcs_bcast(void* data, int64_t bytes, int32_t root, bcs_communicator communicator,
                             bcs_waiting waiting, bcs_request* request);

typedef int32_t bcs_type;
enum { bcs_int32, bcs_int64, bcs_uint64, bcs_float, bcs_double };

typedef int32_t bcs_operation;
enum { bcs_sum, bcs_product, bcs_minimum, bcs_maximum };

/* As the root of a reduction: all processes get the result. */
enum { bcs_all = -1 };

/* Combines `count` numbers of each process, element by element. The root gets the result, or all
   processes if the root is bcs_all; on the others `result` may be NULL. `result` may be equal to
   `data`. The order of combination depends on the number of processes only. So the result is the
   same bit by bit for every placement, root, mode and timing. Sums and products of integers wrap
   around. */
STROBE_BCS_API int bcs_reduce(const void* data, void* result, int64_t count, bcs_type type,
                              bcs_operation operation, int32_t root, bcs_communicator communicator,
                              bcs_waiting waiting, bcs_request* request);

/*
 * Collectives with one part of data for each rank, in the order of ranks. In the form
 * bcs_non_vectorial each part has `bytes` bytes and parts are contiguous; `parts` may be NULL. In
 * the form bcs_vectorial `parts` gives the size and the offset of each part; it may be NULL on a
 * process that has only its own part, whose size is `bytes` in both forms. Sender and receiver must
 * give the same size for a part.
 */
typedef int32_t bcs_form;
enum { bcs_non_vectorial = 0, bcs_vectorial = 1 };

/* Size and offset of each rank's part, in bytes. Offsets count from the first byte of the data;
   NULL means contiguous parts. */
typedef struct {
  const int64_t* bytes;
  const int64_t* offsets;
} bcs_parts;

/* Sends each process its part of the root's data. `data` may be NULL except on the root. */
STROBE_BCS_API int bcs_scatter(const void* data, const bcs_parts* parts, void* part, int64_t bytes,
                               int32_t root, bcs_form form, bcs_communicator communicator,
                               bcs_waiting waiting, bcs_request* request);

/* Sends the part of each process to the root. `data` may be NULL except on the root. */
STROBE_BCS_API int bcs_gather(const void* part, int64_t bytes, void* data, const bcs_parts* parts,
                              int32_t root, bcs_form form, bcs_communicator communicator,
                              bcs_waiting waiting, bcs_request* request);

/* Sends the part of each process to all processes. */
STROBE_BCS_API int bcs_allgather(const void* part, int64_t bytes, void* data,
                                 const bcs_parts* parts, bcs_form form,
                                 bcs_communicator communicator, bcs_waiting waiting,
                                 bcs_request* request);

/* Sends a part from each process to each process. `out` is ordered by destination, `in` by source.
   `bytes` is used only in the form bcs_non_vectorial. */
STROBE_BCS_API int bcs_alltoall(const void* out, const bcs_parts* out_parts, void* in,
                                const bcs_parts* in_parts, int64_t bytes, bcs_form form,
                                bcs_communicator communicator, bcs_waiting waiting,
                                bcs_request* request);

#ifdef __cplusplus
}
#endif

#endif
