/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The BCS API: what a process of a buffered coscheduled job may call (table 4.1 of Fernandez,
 * Petrini and Frachtenberg, Achieving Predictable and Scalable Performance with BCS-MPI, 2005), in
 * C and C++. What the job runs on is said elsewhere: bcs_simulation.h runs it on a machine that
 * does not exist.
 *
 * Calls return bcs_ok, or an error by which nothing was started. An error is what a call can see by
 * itself: a pointer that is missing, a type that does not exist. What is wrong with a message or
 * between processes (sizes, ranks, tags, requests, collectives that differ, a message longer than
 * its receive, a deadlock) the protocol finds: it ends the job with a sentence that names the ranks
 * and their calls, and the call does not come back.
 *
 * Sizes and offsets are in bytes, times in seconds of the job's own clock. Ranks are those of the
 * communicator, from 0. Tags are not negative.
 *
 * `waiting` is bcs_blocking, where a call comes back when its operation is complete, or
 * bcs_non_blocking, where it only starts it and gives a request by which bcs_test or bcs_testall
 * find out; until they have, the buffer that gets data holds nothing of use. What is sent is
 * copied by the call, so that its buffer may be changed at once. A blocking call's request may be
 * NULL. A process must have found complete what it has started before it ends.
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

/* What calls return. */
enum {
  bcs_ok = 0,
  bcs_error_outside = 1,  /* the caller is no process of a job */
  bcs_error_argument = 2, /* an argument is missing, or is none of those that there are */
  bcs_error_memory = 3,   /* there is not enough memory for a copy of the data */
  bcs_error_machine = 4   /* there is no such machine (bcs_simulate) */
};

/* An error in words, which live for ever. */
STROBE_BCS_API const char* bcs_error_string(int error);

/* Integers, so that any other value can be told to be none of these. */
typedef int32_t bcs_waiting;
enum { bcs_non_blocking = 0, bcs_blocking = 1 };

/* What was started. A number is used again when its operation was found complete. */
typedef int32_t bcs_request;
enum { bcs_no_request = -1 };

/* All processes, or some that were chosen before the job began. */
typedef int32_t bcs_communicator;
enum { bcs_world = 0 };

/* For bcs_recv and bcs_probe. */
enum { bcs_any_source = -1, bcs_any_tag = -1 };

/* Of a message: who sent it, as what, and how much. Of any other operation -1, -1 and 0. */
typedef struct {
  int32_t source;
  int32_t tag;
  int64_t bytes;
} bcs_status;

/* The number of this process in a communicator. bcs_error_argument: it is not in it. */
STROBE_BCS_API int bcs_rank(bcs_communicator communicator, int32_t* rank);

/* How many are in a communicator. bcs_error_argument: this process is not in it. */
STROBE_BCS_API int bcs_size(bcs_communicator communicator, int32_t* size);

/* Computes for so many seconds: where time is simulated it passes. bcs_error_argument: they are
   negative, or no number. */
STROBE_BCS_API int bcs_compute(double seconds);

/* Seconds since the job began; -1 outside a job. */
STROBE_BCS_API double bcs_time(void);

/* Sends so many bytes to a rank. */
STROBE_BCS_API int bcs_send(const void* data, int64_t bytes, int32_t destination, int32_t tag,
                            bcs_communicator communicator, bcs_waiting waiting,
                            bcs_request* request);

/* Receives a message of so many bytes at most from a rank, or from bcs_any_source, with a tag, or
   with bcs_any_tag. Messages from one rank come in the order in which they were sent. `status` may
   be NULL; of a call that does not block the test fills it in. */
STROBE_BCS_API int bcs_recv(void* data, int64_t bytes, int32_t source, int32_t tag,
                            bcs_communicator communicator, bcs_waiting waiting,
                            bcs_request* request, bcs_status* status);

/* Looks for a message that bcs_recv with the same arguments would get, and leaves it there.
   Blocking, it waits until there is one. *flag becomes 1 where there is, and 0 where not; it may be
   NULL where the call blocks, and `status` always. */
STROBE_BCS_API int bcs_probe(int32_t source, int32_t tag, bcs_communicator communicator,
                             bcs_waiting waiting, int* flag, bcs_status* status);

/* Looks whether an operation is complete, or waits for it. If it is, *flag becomes 1 and *request
   bcs_no_request, which is complete itself; else *flag becomes 0. `flag` may be NULL where the call
   blocks, and `status` always. */
STROBE_BCS_API int bcs_test(bcs_request* request, bcs_waiting waiting, int* flag,
                            bcs_status* status);

/* The same for several: *flag becomes 1 where all are complete, and only then anything is written
   to the others. `statuses` has one for each request, or is NULL. bcs_error_argument: a request is
   there twice. */
STROBE_BCS_API int bcs_testall(int32_t count, bcs_request* requests, bcs_waiting waiting, int* flag,
                               bcs_status* statuses);

/*
 * Collectives. All processes of the communicator call the same ones in the same order, with the
 * same roots, sizes, types and operations.
 */

/* Is complete when all have called it. */
STROBE_BCS_API int bcs_barrier(bcs_communicator communicator, bcs_waiting waiting,
                               bcs_request* request);

/* The root's data go to all. */
STROBE_BCS_API int bcs_bcast(void* data, int64_t bytes, int32_t root, bcs_communicator communicator,
                             bcs_waiting waiting, bcs_request* request);

typedef int32_t bcs_type;
enum { bcs_int32, bcs_int64, bcs_uint64, bcs_float, bcs_double };

typedef int32_t bcs_operation;
enum { bcs_sum, bcs_product, bcs_minimum, bcs_maximum };

/* The root of a reduction whose result all get. */
enum { bcs_all = -1 };

/* Combines `count` numbers of each process, element by element, and leaves the result with the
   root, or with all where the root is bcs_all; elsewhere `result` may be NULL. It may be `data`.
   They are combined in an order that the number of processes alone decides, so that the result has
   the same bits wherever they are and whatever the root, the mode and the times are. Sums and
   products of integers wrap around. */
STROBE_BCS_API int bcs_reduce(const void* data, void* result, int64_t count, bcs_type type,
                              bcs_operation operation, int32_t root, bcs_communicator communicator,
                              bcs_waiting waiting, bcs_request* request);

/*
 * Exchanges: each process has a part for another one. Parts lie by rank, and are `bytes` long each
 * and one behind the other in the form bcs_non_vectorial; in the form bcs_vectorial `parts` says
 * how long each is and where. It may be NULL in the other form, and where a process has only its
 * own part, whose size is `bytes` in either form. Both sides of a part say the same size.
 */
typedef int32_t bcs_form;
enum { bcs_non_vectorial = 0, bcs_vectorial = 1 };

/* By rank; the offsets are from the first byte of the data, and NULL where parts lie one behind the
   other. */
typedef struct {
  const int64_t* bytes;
  const int64_t* offsets;
} bcs_parts;

/* Of the root's data each process gets the part that is its own. Elsewhere `data` may be NULL. */
STROBE_BCS_API int bcs_scatter(const void* data, const bcs_parts* parts, void* part, int64_t bytes,
                               int32_t root, bcs_form form, bcs_communicator communicator,
                               bcs_waiting waiting, bcs_request* request);

/* The root gets the part of each process. Elsewhere `data` may be NULL. */
STROBE_BCS_API int bcs_gather(const void* part, int64_t bytes, void* data, const bcs_parts* parts,
                              int32_t root, bcs_form form, bcs_communicator communicator,
                              bcs_waiting waiting, bcs_request* request);

/* Each process gets the part of each. */
STROBE_BCS_API int bcs_allgather(const void* part, int64_t bytes, void* data,
                                 const bcs_parts* parts, bcs_form form,
                                 bcs_communicator communicator, bcs_waiting waiting,
                                 bcs_request* request);

/* Each process gives a part to each: what goes out lies by the rank to which it goes, and what
   comes in by that from which it comes. `bytes` counts where the form is not vectorial. */
STROBE_BCS_API int bcs_alltoall(const void* out, const bcs_parts* out_parts, void* in,
                                const bcs_parts* in_parts, int64_t bytes, bcs_form form,
                                bcs_communicator communicator, bcs_waiting waiting,
                                bcs_request* request);

#ifdef __cplusplus
}
#endif

#endif
