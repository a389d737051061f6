/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One-sided communication with mistakes, and without them: `one_sided wrong` and `one_sided right`
 * run all cases, `one_sided wrong NAME` one of them. 3 ranks. A comment at the end of a line names
 * what --check finds there in the wrong form. tests/python/test_check_one_sided.py runs it.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, wrong;
static int* memory; /* of the window: 16 integers on each rank */
static MPI_Win window;
static int four[4] = {1, 2, 3, 4};

static void message(int from, int to) {
  if (rank == from) MPI_Send(NULL, 0, MPI_INT, to, 0, MPI_COMM_WORLD);
  if (rank == to) MPI_Recv(NULL, 0, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static MPI_Group group_of(int first, int count) {
  MPI_Group all, group;
  int ranks[3] = {first, first + 1, first + 2};
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, count, ranks, &group);
  MPI_Group_free(&all);
  return group;
}

/* Conflicts within an epoch. */

static void two_puts(void) {
  MPI_Win_fence(0, window);
  if (rank == 0) MPI_Put(four, 2, MPI_INT, 2, 0, 2, MPI_INT, window); /* conflicting-accesses */
  if (rank == 1)
    MPI_Put(four, 2, MPI_INT, 2, wrong ? 1 : 2, 2, MPI_INT, window); /* conflicting-accesses */
  MPI_Win_fence(0, window);
}

static void two_puts_of_same_data(void) {
  int at = wrong ? 9 : rank;
  MPI_Win_fence(0, window);
  if (rank != 2)
    MPI_Put(four, 1, MPI_INT, 2, at, 1, MPI_INT, window); /* conflicting-puts-of-same-data */
  MPI_Win_fence(0, window);
}

static void put_and_get(void) {
  int got = 0;
  MPI_Win_fence(0, window);
  if (rank == 0) MPI_Put(four, 1, MPI_INT, 2, 5, 1, MPI_INT, window); /* conflicting-accesses */
  if (!wrong) MPI_Win_fence(0, window);
  if (rank == 1) MPI_Get(&got, 1, MPI_INT, 2, 5, 1, MPI_INT, window); /* conflicting-accesses */
  MPI_Win_fence(0, window);
}

static void two_gets(void) {
  int got[2] = {0, 0};
  MPI_Win_fence(0, window);
  MPI_Get(&got[0], 1, MPI_INT, 1, 3, 1, MPI_INT, window);      /* buffer-overlap */
  MPI_Get(&got[!wrong], 1, MPI_INT, 2, 3, 1, MPI_INT, window); /* buffer-overlap */
  MPI_Win_fence(0, window);
}

static void accumulates(void) {
  MPI_Op op = wrong && rank == 1 ? MPI_PROD : MPI_SUM;
  MPI_Win_fence(0, window);
  if (rank != 2)
    MPI_Accumulate(four, 4, MPI_INT, 2, 4, 4, MPI_INT, op, window); /* conflicting-accesses */
  MPI_Win_fence(0, window);
}

static void put_and_accumulate_of_one_rank(void) {
  int at = wrong ? 8 : 9;
  MPI_Win_fence(0, window);
  if (rank == 0) {
    MPI_Put(four, 1, MPI_INT, 1, 8, 1, MPI_INT, window);                  /* conflicting-accesses */
    MPI_Accumulate(four, 1, MPI_INT, 1, at, 1, MPI_INT, MPI_SUM, window); /* conflicting-accesses */
  }
  MPI_Win_fence(0, window);
}

static void window_as_buffer(void) {
  MPI_Win_fence(0, window);
  if (rank == 0)
    MPI_Put(four, 1, MPI_INT, 1, wrong ? 6 : 7, 1, MPI_INT, window); /* conflicting-accesses */
  if (rank == 1)
    MPI_Put(&memory[6], 1, MPI_INT, 2, 6, 1, MPI_INT, window); /* conflicting-accesses */
  MPI_Win_fence(0, window);
}

static void exposure(void) {
  MPI_Group group = rank == 2 ? group_of(0, 2) : group_of(2, 1);
  for (int i = 0; i < 2; ++i) {
    if (rank == 2) {
      MPI_Win_post(group, 0, window);
      MPI_Win_wait(window);
    } else {
      MPI_Win_start(group, 0, window);
      if (wrong || rank == i)
        MPI_Put(&four[rank], 1, MPI_INT, 2, 0, 1, MPI_INT, window); /* conflicting-accesses */
      MPI_Win_complete(window);
    }
  }
  MPI_Group_free(&group);
}

static void shared_locks(void) {
  int kind = wrong ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank != 2) {
    MPI_Win_lock(kind, 2, 0, window);
    MPI_Put(&four[rank], 1, MPI_INT, 2, 12, 1, MPI_INT, window); /* conflicting-accesses */
    MPI_Win_unlock(2, window);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

static void ordered_by_a_barrier(void) {
  MPI_Win_lock_all(0, window);
  if (rank == 0) MPI_Put(four, 1, MPI_INT, 2, 13, 1, MPI_INT, window); /* conflicting-accesses */
  MPI_Win_flush_all(window);
  if (!wrong) MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Put(&four[1], 1, MPI_INT, 2, 13, 1, MPI_INT, window); /* conflicting-accesses */
  MPI_Win_unlock_all(window);
}

static void ordered_by_a_flush(void) {
  MPI_Win_lock_all(0, window);
  if (rank == 0) {
    MPI_Put(four, 1, MPI_INT, 2, 14, 1, MPI_INT, window); /* conflicting-accesses */
    if (!wrong) MPI_Win_flush(2, window);
    MPI_Put(&four[1], 1, MPI_INT, 2, 14, 1, MPI_INT, window); /* conflicting-accesses */
  }
  MPI_Win_unlock_all(window);
}

/* The program's own accesses. */

static void target_loads(void) {
  static volatile int sum;
  MPI_Win_fence(0, window);
  if (rank == 0)
    MPI_Put(four, 1, MPI_INT, 1, wrong ? 0 : 1, 1, MPI_INT, window); /* conflicting-accesses */
  if (rank == 1) sum += memory[0];                                   /* conflicting-accesses */
  MPI_Win_fence(0, window);
  sum += memory[0];
}

static void exposed_process_loads(void) {
  static volatile int sum;
  MPI_Group group = group_of(rank == 0, 1);
  if (rank == 0) {
    MPI_Win_start(group, 0, window);
    MPI_Put(four, 1, MPI_INT, 1, 0, 1, MPI_INT, window); /* conflicting-accesses */
    MPI_Win_complete(window);
  }
  if (rank == 1) {
    MPI_Win_post(group, 0, window);
    if (wrong) sum += memory[0]; /* conflicting-accesses */
    MPI_Win_wait(window);
    sum += memory[0];
  }
  MPI_Group_free(&group);
}

static void put_buffer(void) {
  int data = rank;
  MPI_Win_fence(0, window);
  MPI_Put(&data, 1, MPI_INT, (rank + 1) % 3, 2, 1, MPI_INT, window); /* origin-buffer-accessed */
  if (!wrong) MPI_Win_fence(0, window);
  data = 7;                 /* origin-buffer-accessed */
  MPI_Win_fence(0, window); /* origin-buffer-accessed */
}

static void get_buffer(void) {
  int data = rank;
  static volatile int sum;
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
  MPI_Get(&data, 1, MPI_INT, 1, 2, 1, MPI_INT, window); /* origin-buffer-accessed */
  if (!wrong) MPI_Win_flush_local(1, window);
  sum += data;               /* origin-buffer-accessed */
  MPI_Win_unlock(1, window); /* origin-buffer-accessed */
}

static void buffer_of_a_request(void) {
  int data = rank;
  MPI_Request request;
  MPI_Win_lock_all(0, window);
  MPI_Rput(&data, 1, MPI_INT, 1, rank, 1, MPI_INT, window, &request); /* origin-buffer-accessed */
  if (wrong) data = 7;                                                /* origin-buffer-accessed */
  MPI_Wait(&request, MPI_STATUS_IGNORE);                              /* origin-buffer-accessed */
  data = 7;
  MPI_Win_unlock_all(window);
}

/* Arguments. */

static void datatypes(void) {
  double data[2] = {0, 0};
  MPI_Win_fence(0, window);
  if (rank == 0 && wrong)
    MPI_Put(data, 2, MPI_DOUBLE, 1, 0, 4, MPI_INT, window); /* type-mismatch */
  if (rank == 0 && !wrong) MPI_Put(data, 2, MPI_DOUBLE, 1, 0, 2, MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
}

static void counts(void) {
  MPI_Win_fence(0, window);
  if (rank == 0)
    MPI_Put(four, 3, MPI_INT, 1, 0, wrong ? 2 : 3, MPI_INT, window); /* target-too-small */
  MPI_Win_fence(0, window);
}

static void displacement(void) {
  MPI_Win_fence(0, window);
  if (rank == 0)
    MPI_Put(four, 4, MPI_INT, 1, wrong ? 13 : 12, 4, MPI_INT, window); /* window-overrun */
  MPI_Win_fence(0, window);
}

static void lock_of_another_rank(void) {
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
  if (rank == 0)
    MPI_Put(four, 1, MPI_INT, wrong ? 0 : 1, 4, 1, MPI_INT, window); /* epoch-missing */
  MPI_Win_unlock(1, window);
}

/* Right in both forms, and close to a conflict. */

static void ordered_by_messages(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 2; ++i) {
    if (rank == i) {
      MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, window);
      MPI_Put(four, 1, MPI_INT, 2, 15, 1, MPI_INT, window);
      MPI_Win_unlock(2, window);
    }
    if (i == 0) message(0, 1);
  }
}

static void ordered_by_polling(void) {
  int one = 1, flag = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, window);
  if (rank == 0) {
    MPI_Put(four, 1, MPI_INT, 2, 10, 1, MPI_INT, window);
    MPI_Win_flush(2, window);
    MPI_Accumulate(&one, 1, MPI_INT, 2, 11, 1, MPI_INT, MPI_REPLACE, window);
  }
  while (rank == 1 && flag == 0) {
    MPI_Fetch_and_op(NULL, &flag, MPI_INT, 2, 11, MPI_NO_OP, window);
    MPI_Win_flush(2, window);
  }
  if (rank == 1) MPI_Put(four, 1, MPI_INT, 2, 10, 1, MPI_INT, window);
  MPI_Win_unlock_all(window);
}

static void store_before_a_message(void) {
  MPI_Win_fence(0, window);
  if (rank == 1) memory[0] = 3;
  message(1, 0);
  if (rank == 0) MPI_Put(four, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
}

static void store_before_a_barrier(void) {
  MPI_Win_fence(0, window);
  if (rank == 1) memory[0] = 3;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Put(four, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
}

static void benchmark(void) {
  int got;
  MPI_Win_lock_all(0, window);
  for (int i = 0; rank == 0 && i < 8; ++i) MPI_Put(four, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
  for (int i = 0; rank == 2 && i < 8; ++i) MPI_Get(&got, 1, MPI_INT, 1, 1, 1, MPI_INT, window);
  MPI_Win_unlock_all(window);
}

static void get_before_put(void) {
  int got;
  MPI_Request request;
  MPI_Win_lock_all(0, window);
  if (rank == 0) {
    MPI_Rget(&got, 1, MPI_INT, 1, 6, 1, MPI_INT, window, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Put(four, 1, MPI_INT, 1, 6, 1, MPI_INT, window);
    MPI_Get(&got, 1, MPI_INT, 1, 7, 1, MPI_INT, window);
    MPI_Win_flush_local(1, window);
    MPI_Put(four, 1, MPI_INT, 1, 7, 1, MPI_INT, window);
  }
  MPI_Win_unlock_all(window);
}

static void mutex_in_another_window(void) {
  MPI_Win mutex;
  MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mutex);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, mutex);
  MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, window);
  MPI_Put(four, 1, MPI_INT, 2, 12, 1, MPI_INT, window);
  MPI_Win_unlock(2, window);
  MPI_Win_unlock(0, mutex);
  MPI_Win_free(&mutex);
}

static void nonblocking_barrier(void) {
  MPI_Request request;
  MPI_Win_lock_all(0, window);
  if (rank == 0) MPI_Put(four, 1, MPI_INT, 2, 13, 1, MPI_INT, window);
  MPI_Win_flush_all(window);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank == 1) MPI_Put(four, 1, MPI_INT, 2, 13, 1, MPI_INT, window);
  MPI_Win_unlock_all(window);
}

static void shared_memory(void) {
  MPI_Win shared;
  int* mine;
  MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &shared);
  MPI_Win_fence(0, shared);
  *mine = rank;
  MPI_Win_fence(0, shared);
  if (rank == 0) MPI_Put(four, 1, MPI_INT, 1, 0, 1, MPI_INT, shared);
  MPI_Win_fence(0, shared);
  MPI_Win_free(&shared);
}

static void counter(void) {
  int one = 1, before;
  MPI_Win_lock_all(0, window);
  for (int i = 0; i < 10; ++i) {
    MPI_Fetch_and_op(&one, &before, MPI_INT, 0, 3, MPI_SUM, window);
    MPI_Win_flush(0, window);
    MPI_Compare_and_swap(&one, &one, &before, MPI_INT, 0, 3, window);
    MPI_Win_flush(0, window);
  }
  MPI_Win_unlock_all(window);
}

static void vectors(void) {
  MPI_Datatype column;
  MPI_Type_vector(4, 1, 4, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Win_fence(0, window);
  MPI_Put(four, 4, MPI_INT, 2, rank, 1, column, window);
  MPI_Win_fence(0, window);
  MPI_Type_free(&column);
}

/* The MPI ends the job at these. */

static void outside(void) {
  if (wrong && rank == 0) MPI_Put(four, 1, MPI_INT, 1, 0, 1, MPI_INT, window); /* epoch-missing */
}

static void no_lock(void) {
  if (wrong && rank == 0) MPI_Win_unlock(1, window); /* epoch-missing */
}

static void lock_twice(void) {
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);                         /* epoch-not-ended */
  if (wrong && rank == 0) MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window); /* epoch-not-ended */
  MPI_Win_unlock(1, window);
}

static void no_start(void) {
  if (wrong && rank == 0) MPI_Win_complete(window); /* epoch-missing */
}

static void no_post(void) {
  if (wrong && rank == 0) MPI_Win_wait(window); /* epoch-missing */
}

static void fence_with_lock(void) {
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window); /* epoch-not-ended */
  if (wrong) MPI_Win_fence(0, window);         /* epoch-not-ended */
  MPI_Win_unlock(1, window);
}

static void flush_without_lock(void) {
  if (wrong && rank == 0) MPI_Win_flush(1, window); /* epoch-missing */
}

static void request_without_lock(void) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Win_fence(0, window);
  if (wrong && rank == 0)
    MPI_Rput(four, 1, MPI_INT, 1, 0, 1, MPI_INT, window, &request); /* epoch-missing */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_fence(0, window);
}

static void free_with_lock(void) {
  MPI_Win other;
  MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, other); /* epoch-not-ended */
  if (!wrong) MPI_Win_unlock(1, other);
  MPI_Win_free(&other); /* epoch-not-ended */
}

static void freed(void) {
  MPI_Win other, copy;
  MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  copy = other;
  MPI_Win_free(&other); /* freed-object-used */
  if (wrong) MPI_Win_fence(0, copy); /* freed-object-used */
}

static void no_such_rank(void) {
  MPI_Win_fence(0, window);
  if (wrong && rank == 0) MPI_Put(four, 1, MPI_INT, 3, 0, 1, MPI_INT, window); /* failed-call */
  MPI_Win_fence(0, window);
}

static void size_of_window(void) {
  MPI_Aint size = wrong ? -4 : 4;
  MPI_Win other;
  MPI_Win_create(memory, size, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other); /* failed-call */
  MPI_Win_free(&other);
}

typedef struct {
  const char* name;
  void (*run)(void);
  int is_fatal;
} Case;
#define CASE(name) {#name, name, 0}
#define FATAL(name) {#name, name, 1}
static const Case cases[] = {CASE(two_puts),
                             CASE(two_puts_of_same_data),
                             CASE(put_and_get),
                             CASE(two_gets),
                             CASE(accumulates),
                             CASE(put_and_accumulate_of_one_rank),
                             CASE(window_as_buffer),
                             CASE(exposure),
                             CASE(shared_locks),
                             CASE(ordered_by_a_barrier),
                             CASE(ordered_by_a_flush),
                             CASE(target_loads),
                             CASE(exposed_process_loads),
                             CASE(put_buffer),
                             CASE(buffer_of_a_request),
                             CASE(get_buffer),
                             CASE(datatypes),
                             CASE(counts),
                             CASE(displacement),
                             CASE(lock_of_another_rank),
                             CASE(ordered_by_messages),
                             CASE(ordered_by_polling),
                             CASE(store_before_a_message),
                             CASE(store_before_a_barrier),
                             CASE(benchmark),
                             CASE(get_before_put),
                             CASE(mutex_in_another_window),
                             CASE(nonblocking_barrier),
                             CASE(shared_memory),
                             CASE(counter),
                             CASE(vectors),
                             FATAL(outside),
                             FATAL(no_lock),
                             FATAL(lock_twice),
                             FATAL(no_start),
                             FATAL(no_post),
                             FATAL(fence_with_lock),
                             FATAL(flush_without_lock),
                             FATAL(request_without_lock),
                             FATAL(free_with_lock),
                             FATAL(freed),
                             FATAL(no_such_rank),
                             FATAL(size_of_window)};

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  wrong = strcmp(argv[1], "wrong") == 0;
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    if (argc > 2 ? strcmp(argv[2], cases[i].name) != 0 : wrong && cases[i].is_fatal) continue;
    memory = calloc(32, sizeof(int));
    MPI_Win_create(memory, 16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    cases[i].run();
    MPI_Win_free(&window);
    free(memory);
  }
  MPI_Finalize();
  return 0;
}
