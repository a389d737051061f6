// SPDX-License-Identifier: BSD-3-Clause
//
// Objects of MPI that are never freed. A comment that begins with the name of a check says what
// --check finds in the next line. With -DRIGHT the program frees all objects.
#include <mpi.h>
#include <stdlib.h>

static MPI_Datatype freed_at_end;

static int free_at_end(MPI_Comm comm, int key, void* value, void* extra) {
  (void)comm, (void)key, (void)value, (void)extra;
  return MPI_Type_free(&freed_at_end);
}

static int create_at_end(MPI_Comm comm, int key, void* value, void* extra) {
  (void)comm, (void)key, (void)value, (void)extra;
  MPI_Info info;
  return MPI_Info_create(&info);
}

static void call_at_end(MPI_Comm_delete_attr_function* function) {
  int key;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, function, &key, NULL);
  MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
  MPI_Comm_free_keyval(&key);
}

static void handle_of_communicator(MPI_Comm* comm, int* error, ...) { (void)comm, (void)error; }
static void handle_of_window(MPI_Win* window, int* error, ...) { (void)window, (void)error; }
static void handle_of_file(MPI_File* file, int* error, ...) { (void)file, (void)error; }

static void add(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; ++i) ((int*)inout)[i] += ((int*)in)[i];
}

// What is used by operations, and returned by functions, without being left.
static void use_others(int rank) {
  int numbers[4] = {rank, 0, 0, 0};
  int received[4];
  MPI_Datatype column;
  MPI_Type_vector(2, 1, 2, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Request requests[2];
  MPI_Irecv(received, 1, column, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(numbers, 1, column, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Type_free(&column);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Comm half, parent, copy;
  MPI_Comm_split(MPI_COMM_WORLD, MPI_UNDEFINED, 0, &half);
  MPI_Comm_get_parent(&parent);
  MPI_Group world, none;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 0, NULL, &none);
  MPI_Group_free(&world);
  MPI_Errhandler handler;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
  MPI_Errhandler_free(&handler);
  MPI_Comm_idup(MPI_COMM_WORLD, &copy, &requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Comm_disconnect(&copy);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  use_others(rank);
  call_at_end(free_at_end);
  call_at_end(create_at_end);
  MPI_Type_contiguous(2, MPI_INT, &freed_at_end);

  MPI_Comm copies[3], self, line;
  for (int i = 0; i < 3; ++i) {
    // object-not-freed: never frees 3 communicators that it created
    MPI_Comm_dup(MPI_COMM_WORLD, &copies[i]);
  }
  // object-not-freed: never frees a communicator that it created
  MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &self);
  int size = 2, is_periodic = 0;
  // object-not-freed: never frees a communicator that it created
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &is_periodic, 0, &line);

  MPI_Group worlds[3], first;
  for (int i = 0; i < 3; ++i) {
    // object-not-freed: never frees 2 groups that it created
    MPI_Comm_group(MPI_COMM_WORLD, &worlds[i]);
  }
  MPI_Group_free(&worlds[2]);
  int zero = 0;
  // object-not-freed: never frees a group that it created
  MPI_Group_incl(worlds[0], 1, &zero, &first);

  MPI_Datatype pair, column, copy, mixed;
  // object-not-freed: never frees a datatype that it created
  MPI_Type_contiguous(2, MPI_INT, &pair);
  // object-not-freed: never frees a datatype that it created
  MPI_Type_vector(2, 1, 2, MPI_INT, &column);
  // object-not-freed: never frees a datatype that it created
  MPI_Type_dup(MPI_DOUBLE, &copy);
  int lengths[2] = {1, 1};
  MPI_Aint at[2] = {0, 8};
  MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE};
  // object-not-freed: never frees a datatype that it created
  MPI_Type_create_struct(2, lengths, at, types, &mixed);
  MPI_Type_commit(&column);

  MPI_Op sum;
  // object-not-freed: never frees an operator that it created
  MPI_Op_create(add, 1, &sum);

  MPI_Info info, other, hints;
  // object-not-freed: never frees an info object that it created
  MPI_Info_create(&info);
  // object-not-freed: never frees an info object that it created
  MPI_Info_dup(info, &other);
  // object-not-freed: never frees an info object that it created
  MPI_Comm_get_info(MPI_COMM_WORLD, &hints);

  MPI_Errhandler on_communicator, on_window, on_file;
  // object-not-freed: never frees an error handler that it created
  MPI_Comm_create_errhandler(handle_of_communicator, &on_communicator);
  // object-not-freed: never frees an error handler that it created
  MPI_Win_create_errhandler(handle_of_window, &on_window);
  // object-not-freed: never frees an error handler that it created
  MPI_File_create_errhandler(handle_of_file, &on_file);

  int keys[3];
  // object-not-freed: never frees an attribute key that it created
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keys[0], NULL);
  // object-not-freed: never frees an attribute key that it created
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &keys[1], NULL);
  // object-not-freed: never frees an attribute key that it created
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &keys[2], NULL);

  int shared[4];
  void* memory;
  MPI_Win window, allocated;
  // object-not-freed: never frees a window that it created
  MPI_Win_create(shared, sizeof shared, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  // object-not-freed: never frees a window that it created
  MPI_Win_allocate(16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &allocated);

  MPI_File file;
  // object-not-freed: never closes a file that it opened
  MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);

#ifdef RIGHT
  MPI_File_close(&file);
  MPI_Win_free(&window);
  MPI_Win_free(&allocated);
  MPI_Comm_free_keyval(&keys[0]);
  MPI_Type_free_keyval(&keys[1]);
  MPI_Win_free_keyval(&keys[2]);
  MPI_Errhandler_free(&on_communicator);
  MPI_Errhandler_free(&on_window);
  MPI_Errhandler_free(&on_file);
  MPI_Info_free(&info);
  MPI_Info_free(&other);
  MPI_Info_free(&hints);
  MPI_Op_free(&sum);
  MPI_Type_free(&pair);
  MPI_Type_free(&column);
  MPI_Type_free(&copy);
  MPI_Type_free(&mixed);
  MPI_Group_free(&worlds[0]);
  MPI_Group_free(&worlds[1]);
  MPI_Group_free(&first);
  for (int i = 0; i < 3; ++i) MPI_Comm_free(&copies[i]);
  MPI_Comm_free(&self);
  MPI_Comm_free(&line);
#endif
  MPI_Finalize();
  return EXIT_SUCCESS;
}
