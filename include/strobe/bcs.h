/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The BCS API: the calls of a process in a buffered coscheduled job (table 4.1 of Fernandez,
 * Petrini and Frachtenberg, Achieving Predictable and Scalable Performance with BCS-MPI, 2005), for
 * C and C++. The machine that runs the job has a header of its own: bcs_simulation.h runs it on a
 * simulated machine.
 *
 * Calls return bcs_ok, or an error if nothing was started. A call detects invalid arguments: a null
 * pointer, or an unknown type. The protocol detects errors in messages and between processes:
 * invalid sizes, ranks, tags or requests, mismatched collectives, truncated messages, and
 * deadlocks. It then ends the job with a sentence that names the ranks and their calls, and the
 * call does not return.
 *
 * Sizes and offsets are in bytes, times in seconds of the job's clock. Ranks are those of the
 * communicator, from 0. Tags are not negative.
 *
 * With bcs_blocking a call returns when its operation is complete. With bcs_non_blocking it starts
 * the operation and returns a request for bcs_test or bcs_testall. Until one of them finds it
 * complete, the receive buffer is undefined. The call copies the data that it sends, so the send
 * buffer may be changed at once. The request of a blocking call may be NULL. A process must find
 * all its requests complete before it ends.
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

/* Return values. */
enum {
  bcs_ok = 0,
  bcs_error_outside = 1,  /* the caller is not a process of a job */
  bcs_error_argument = 2, /* a null pointer, or an invalid value */
  bcs_error_memory = 3,   /* out of memory */
  bcs_error_machine = 4   /* the machine is invalid (bcs_simulate) */
};

/* The description of an error, as a static string. */
STROBE_BCS_API const char* bcs_error_string(int error);

/* Integers and not enumerations, so that calls can detect invalid values. */
typedef int32_t bcs_waiting;
enum { bcs_non_blocking = 0, bcs_blocking = 1 };

/* An operation that was started. A number is reused after its operation was found complete. */
typedef int32_t bcs_request;
enum { bcs_no_request = -1 };

/* bcs_world is all processes; other communicators are chosen before the job starts (bcs_group). */
typedef int32_t bcs_communicator;
enum { bcs_world = 0 };

/* Wildcards of bcs_recv and bcs_probe. */
enum { bcs_any_source = -1, bcs_any_tag = -1 };

/* The source, tag and size of a message. Of all other operations -1, -1 and 0. */
typedef struct {
  int32_t source;
  int32_t tag;
  int64_t bytes;
} bcs_status;

/* The rank of this process. bcs_error_argument: it is not in the communicator. */
STROBE_BCS_API int bcs_rank(bcs_communicator communicator, int32_t* rank);

/* The size of the communicator. bcs_error_argument: this process is not in it. */
STROBE_BCS_API int bcs_size(bcs_communicator communicator, int32_t* size);

/* Computes for this time, which passes on the simulated clock. bcs_error_argument: it is
   negative or not a number. */
STROBE_BCS_API int bcs_compute(double seconds);

/* Seconds since the job started; -1 outside a job. */
STROBE_BCS_API double bcs_time(void);

/* Sends a message to a rank. */
STROBE_BCS_API int bcs_send(const void* data, int64_t bytes, int32_t destination, int32_t tag,
                            bcs_communicator communicator, bcs_waiting waiting,
                            bcs_request* request);

/* Receives a message of at most `bytes` from a rank or bcs_any_source, with a tag or
   bcs_any_tag. Messages from one rank are received in the order in which they were sent.
   `status` may be NULL; for a non-blocking call bcs_test writes it. */
STROBE_BCS_API int bcs_recv(void* data, int64_t bytes, int32_t source, int32_t tag,
                            bcs_communicator communicator, bcs_waiting waiting,
                            bcs_request* request, bcs_status* status);

/* Checks for a message that bcs_recv with the same arguments would receive, without receiving
   it. A blocking call waits for one. *flag is 1 if there is one, else 0. `flag` may be NULL in a
   blocking call, `status` always. */
STROBE_BCS_API int bcs_probe(int32_t source, int32_t tag, bcs_communicator communicator,
                             bcs_waiting waiting, int* flag, bcs_status* status);

/* Tests an operation, or waits for it. If it is complete, *flag becomes 1 and *request becomes
   bcs_no_request; else *flag becomes 0. bcs_no_request itself is complete. `flag` may be NULL in
   a blocking call, `status` always. */
STROBE_BCS_API int bcs_test(bcs_request* request, bcs_waiting waiting, int* flag,
                            bcs_status* status);

/* Tests several operations, or waits for them. *flag becomes 1 if all are complete; only then
   requests and statuses are written. `statuses` has one element for each request, or is NULL.
   bcs_error_argument: a request occurs twice. */
STROBE_BCS_API int bcs_testall(int32_t count, bcs_request* requests, bcs_waiting waiting, int* flag,
                               bcs_status* statuses);

/*
 * Collectives. All processes of the communicator call the same collectives in the same order, with
 * the same roots, sizes, types and operations.
 */

/* Complete when all processes have called it. */
STROBE_BCS_API int bcs_barrier(bcs_communicator communicator, bcs_waiting waiting,
                               bcs_request* request);

/* Sends the data of the root to all processes. */
STROBE_BCS_API int bcs_bcast(void* data, int64_t bytes, int32_t root, bcs_communicator communicator,
                             bcs_waiting waiting, bcs_request* request);

typedef int32_t bcs_type;
enum { bcs_int32, bcs_int64, bcs_uint64, bcs_float, bcs_double };

typedef int32_t bcs_operation;
enum { bcs_sum, bcs_product, bcs_minimum, bcs_maximum };

/* As the root of bcs_reduce: all processes receive the result. */
enum { bcs_all = -1 };

/* Combines `count` numbers of each process, element by element. The root receives the result, or
   all processes if the root is bcs_all; on others `result` may be NULL. It may be `data`. The
   number of processes alone decides the order of the operations, so the result has the same bits
   for each placement, root, mode and timing. Sums and products of integers wrap around. */
STROBE_BCS_API int bcs_reduce(const void* data, void* result, int64_t count, bcs_type type,
                              bcs_operation operation, int32_t root, bcs_communicator communicator,
                              bcs_waiting waiting, bcs_request* request);

/*
 * Exchanges: each process has a part for each other process. In the form bcs_non_vectorial the
 * parts are contiguous, in the order of ranks, and have `bytes` bytes each. In the form
 * bcs_vectorial `parts` has the size and the offset of each one. `parts` may be NULL in the other
 * form, and on a process that has only its own part, whose size is `bytes` in either form. Sender
 * and receiver of a part pass the same size.
 */
typedef int32_t bcs_form;
enum { bcs_non_vectorial = 0, bcs_vectorial = 1 };

/* Arrays by rank. Offsets are from the first byte of the data; NULL if the parts are contiguous. */
typedef struct {
  const int64_t* bytes;
  const int64_t* offsets;
} bcs_parts;

/* Each process receives its part of the data of the root. On others `data` may be NULL. */
STROBE_BCS_API int bcs_scatter(const void* data, const bcs_parts* parts, void* part, int64_t bytes,
                               int32_t root, bcs_form form, bcs_communicator communicator,
                               bcs_waiting waiting, bcs_request* request);

/* The root receives the part of each process. On others `data` may be NULL. */
STROBE_BCS_API int bcs_gather(const void* part, int64_t bytes, void* data, const bcs_parts* parts,
                              int32_t root, bcs_form form, bcs_communicator communicator,
                              bcs_waiting waiting, bcs_request* request);

/* Each process receives the part of each process. */
STROBE_BCS_API int bcs_allgather(const void* part, int64_t bytes, void* data,
                                 const bcs_parts* parts, bcs_form form,
                                 bcs_communicator communicator, bcs_waiting waiting,
                                 bcs_request* request);

/* Each process sends a part to each process. `out` is ordered by destination, `in` by source.
   `bytes` is used in the form bcs_non_vectorial. */
STROBE_BCS_API int bcs_alltoall(const void* out, const bcs_parts* out_parts, void* in,
                                const bcs_parts* in_parts, int64_t bytes, bcs_form form,
                                bcs_communicator communicator, bcs_waiting waiting,
                                bcs_request* request);

#ifdef __cplusplus
}
#endif

#endif
