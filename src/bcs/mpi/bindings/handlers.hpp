// SPDX-License-Identifier: BSD-3-Clause
// Written by codegen/mpi_wrappers.py from codegen/mpi_functions.txt.
// clang-format off

// The handlers. Each performs the MPI functions of its name, in all modes, or
// returns `pass_through`.
#pragma once

#include "bcs/mpi/call_mode.hpp"
#include "bcs/mpi/integers.hpp"
#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi::handlers {

int init(int* argc, char*** argv);
int init_thread(int* argc, char*** argv, int required, int* provided);
int finalize();
int initialized(int* flag);
int session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session);
int session_finalize(MPI_Session* session);
int query_thread(int* provided);
int abort(MPI_Comm comm, int errorcode);
int send(CallMode mode, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm);
int ssend(CallMode mode, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm);
int rsend(CallMode mode, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm);
int bsend(CallMode mode, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm);
int recv(CallMode mode, void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
        MPI_Comm comm);
int sendrecv(CallMode mode, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        int source, int recvtag, MPI_Comm comm);
int sendrecv_replace(CallMode mode, void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int sendtag, int source, int recvtag, MPI_Comm comm);
int start(MPI_Request* request);
int startall(int count, MPI_Request array_of_requests[]);
int probe(int source, int tag, MPI_Comm comm, MPI_Status* status);
int iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status);
int mprobe(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status);
int improbe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message,
        MPI_Status* status);
int mrecv(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message,
        MPI_Status* status);
int imrecv(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message,
        MPI_Request* request);
int buffer_attach(void* buffer, MPI_Count size);
int buffer_detach(void* buffer_addr, ReturnedCount size);
int buffer_flush();
int buffer_iflush(MPI_Request* request);
int comm_attach_buffer(MPI_Comm comm, void* buffer, MPI_Count size);
int comm_detach_buffer(MPI_Comm comm, void* buffer_addr, ReturnedCount size);
int comm_flush_buffer(MPI_Comm comm);
int comm_iflush_buffer(MPI_Comm comm, MPI_Request* request);
int session_attach_buffer(MPI_Session session, void* buffer, MPI_Count size);
int session_detach_buffer(MPI_Session session, void* buffer_addr, ReturnedCount size);
int session_flush_buffer(MPI_Session session);
int session_iflush_buffer(MPI_Session session, MPI_Request* request);
int wait(MPI_Request* request, MPI_Status* status);
int waitall(int count, MPI_Request array_of_requests[], MPI_Status* array_of_statuses);
int waitany(int count, MPI_Request array_of_requests[], int* indx, MPI_Status* status);
int waitsome(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[],
        MPI_Status* array_of_statuses);
int test(MPI_Request* request, int* flag, MPI_Status* status);
int testall(int count, MPI_Request array_of_requests[], int* flag, MPI_Status* array_of_statuses);
int testany(int count, MPI_Request array_of_requests[], int* indx, int* flag, MPI_Status* status);
int testsome(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[],
        MPI_Status* array_of_statuses);
int request_free(MPI_Request* request);
int request_get_status(MPI_Request request, int* flag, MPI_Status* status);
int request_get_status_all(int count, const MPI_Request array_of_requests[], int* flag,
        MPI_Status* array_of_statuses);
int request_get_status_any(int count, const MPI_Request array_of_requests[], int* indx, int* flag,
        MPI_Status* status);
int request_get_status_some(int incount, const MPI_Request array_of_requests[], int* outcount,
        int array_of_indices[], MPI_Status* array_of_statuses);
int cancel(MPI_Request* request);
int psend_init(const void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request);
int precv_init(void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request);
int pready(int partition, MPI_Request request);
int pready_range(int partition_low, int partition_high, MPI_Request request);
int pready_list(int length, PartitionIndex array_of_partitions[], MPI_Request request);
int parrived(MPI_Request request, int partition, int* flag);
int comm_dup(MPI_Comm comm, MPI_Comm* newcomm);
int comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm);
int comm_idup(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request);
int comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm, MPI_Request* request);
int comm_split(MPI_Comm comm, int color, int key, MPI_Comm* newcomm);
int comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm* newcomm);
int comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* newcomm);
int comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* newcomm);
int comm_create_from_group(MPI_Group group, const char* stringtag, MPI_Info info,
        MPI_Errhandler errhandler, MPI_Comm* newcomm);
int group_from_session_pset(MPI_Session session, const char* pset_name, MPI_Group* newgroup);
int comm_free(MPI_Comm* comm);
int comm_disconnect(MPI_Comm* comm);
int x_comm_revoke(MPI_Comm comm);
int cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int reorder,
        MPI_Comm* comm_cart);
int cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm* newcomm);
int graph_create(MPI_Comm comm_old, int nnodes, const int indx[], const int edges[], int reorder,
        MPI_Comm* comm_graph);
int dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[],
        const int destinations[], const int weights[], MPI_Info info, int reorder,
        MPI_Comm* comm_dist_graph);
int dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[],
        const int sourceweights[], int outdegree, const int destinations[],
        const int destweights[], MPI_Info info, int reorder, MPI_Comm* comm_dist_graph);
int intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm* newintracomm);
int barrier(CallMode mode, MPI_Comm comm);
int bcast(CallMode mode, void* buffer, MPI_Count count, MPI_Datatype datatype, int root,
        MPI_Comm comm);
int gather(CallMode mode, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int gatherv(CallMode mode, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, Integers recvcounts, Integers displs, MPI_Datatype recvtype, int root,
        MPI_Comm comm);
int scatter(CallMode mode, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int scatterv(CallMode mode, const void* sendbuf, Integers sendcounts, Integers displs,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        int root, MPI_Comm comm);
int allgather(CallMode mode, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int allgatherv(CallMode mode, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, Integers recvcounts, Integers displs, MPI_Datatype recvtype, MPI_Comm comm);
int alltoall(CallMode mode, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int alltoallv(CallMode mode, const void* sendbuf, Integers sendcounts, Integers sdispls,
        MPI_Datatype sendtype, void* recvbuf, Integers recvcounts, Integers rdispls,
        MPI_Datatype recvtype, MPI_Comm comm);
int alltoallw(CallMode mode, const void* sendbuf, Integers sendcounts, Integers sdispls,
        const MPI_Datatype sendtypes[], void* recvbuf, Integers recvcounts, Integers rdispls,
        const MPI_Datatype recvtypes[], MPI_Comm comm);
int reduce(CallMode mode, const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm);
int allreduce(CallMode mode, const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int reduce_scatter(CallMode mode, const void* sendbuf, void* recvbuf, Integers recvcounts,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int reduce_scatter_block(CallMode mode, const void* sendbuf, void* recvbuf, MPI_Count recvcount,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int scan(CallMode mode, const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int exscan(CallMode mode, const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int neighbor_allgather(CallMode mode, const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm);
int neighbor_allgatherv(CallMode mode, const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, Integers recvcounts, Integers displs,
        MPI_Datatype recvtype, MPI_Comm comm);
int neighbor_alltoall(CallMode mode, const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm);
int neighbor_alltoallv(CallMode mode, const void* sendbuf, Integers sendcounts, Integers sdispls,
        MPI_Datatype sendtype, void* recvbuf, Integers recvcounts, Integers rdispls,
        MPI_Datatype recvtype, MPI_Comm comm);
int neighbor_alltoallw(CallMode mode, const void* sendbuf, Integers sendcounts, Integers sdispls,
        const MPI_Datatype sendtypes[], void* recvbuf, Integers recvcounts, Integers rdispls,
        const MPI_Datatype recvtypes[], MPI_Comm comm);
int alloc_mem(MPI_Aint size, MPI_Info info, void* baseptr);
int free_mem(void* base);
int group_excl(MPI_Group group, int n, const int ranks[], MPI_Group* newgroup);
int group_incl(MPI_Group group, int n, const int ranks[], MPI_Group* newgroup);
int type_free(MPI_Datatype* datatype);
int type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses,
        int max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[],
        MPI_Datatype array_of_datatypes[]);
int type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses,
        MPI_Count max_large_counts, MPI_Count max_datatypes, int array_of_integers[],
        MPI_Aint array_of_addresses[], MPI_Count array_of_large_counts[],
        MPI_Datatype array_of_datatypes[]);
int op_free(MPI_Op* op);
int accumulate(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
        int target_rank, MPI_Aint target_disp, MPI_Count target_count,
        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
int compare_and_swap(const void* origin_addr, const void* compare_addr, void* result_addr,
        MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win);
int fetch_and_op(const void* origin_addr, void* result_addr, MPI_Datatype datatype,
        int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win);
int get(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win);
int get_accumulate(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
        void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank,
        MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
        MPI_Win win);
int put(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
        int target_rank, MPI_Aint target_disp, MPI_Count target_count,
        MPI_Datatype target_datatype, MPI_Win win);
int raccumulate(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
        int target_rank, MPI_Aint target_disp, MPI_Count target_count,
        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request);
int rget(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
        MPI_Request* request);
int rget_accumulate(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
        void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank,
        MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
        MPI_Win win, MPI_Request* request);
int rput(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
        int target_rank, MPI_Aint target_disp, MPI_Count target_count,
        MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request);
int win_attach(MPI_Win win, void* base, MPI_Aint size);
int win_complete(MPI_Win win);
int win_detach(MPI_Win win, const void* base);
int win_fence(int assert, MPI_Win win);
int win_flush(int rank, MPI_Win win);
int win_flush_all(MPI_Win win);
int win_flush_local(int rank, MPI_Win win);
int win_flush_local_all(MPI_Win win);
int win_lock(int lock_type, int rank, int assert, MPI_Win win);
int win_lock_all(int assert, MPI_Win win);
int win_post(MPI_Group group, int assert, MPI_Win win);
int win_start(MPI_Group group, int assert, MPI_Win win);
int win_sync(MPI_Win win);
int win_test(MPI_Win win, int* flag);
int win_unlock(int rank, MPI_Win win);
int win_unlock_all(MPI_Win win);
int win_wait(MPI_Win win);
int intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader,
        int tag, MPI_Comm* newintercomm);
int intercomm_create_from_groups(MPI_Group local_group, int local_leader, MPI_Group remote_group,
        int remote_leader, const char* stringtag, MPI_Info info, MPI_Errhandler errhandler,
        MPI_Comm* newintercomm);

}  // namespace strobe::bcs::mpi::handlers
