// SPDX-License-Identifier: BSD-3-Clause
// Written by codegen/mpi_wrappers.py from codegen/mpi_functions.txt.
// clang-format off

// The functions of the MPI to which calls pass through; null if it lacks one.
#pragma once

#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi {

struct NativeFunctions {
  int (*Init)(int*, char***) = nullptr;
  int (*Init_thread)(int*, char***, int, int*) = nullptr;
  int (*Finalize)() = nullptr;
  int (*Initialized)(int*) = nullptr;
  int (*Session_init)(MPI_Info, MPI_Errhandler, MPI_Session*) = nullptr;
  int (*Session_finalize)(MPI_Session*) = nullptr;
  int (*Query_thread)(int*) = nullptr;
  int (*Abort)(MPI_Comm, int) = nullptr;
  int (*Send)(const void*, int, MPI_Datatype, int, int, MPI_Comm) = nullptr;
  int (*Send_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm) = nullptr;
  int (*Isend)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Isend_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Send_init)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Send_init_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm,
        MPI_Request*) = nullptr;
  int (*Ssend)(const void*, int, MPI_Datatype, int, int, MPI_Comm) = nullptr;
  int (*Ssend_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm) = nullptr;
  int (*Issend)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Issend_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Ssend_init)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Ssend_init_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm,
        MPI_Request*) = nullptr;
  int (*Rsend)(const void*, int, MPI_Datatype, int, int, MPI_Comm) = nullptr;
  int (*Rsend_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm) = nullptr;
  int (*Irsend)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Irsend_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Rsend_init)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Rsend_init_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm,
        MPI_Request*) = nullptr;
  int (*Bsend)(const void*, int, MPI_Datatype, int, int, MPI_Comm) = nullptr;
  int (*Bsend_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm) = nullptr;
  int (*Ibsend)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Ibsend_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Bsend_init)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Bsend_init_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm,
        MPI_Request*) = nullptr;
  int (*Recv)(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status*) = nullptr;
  int (*Recv_c)(void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Status*) = nullptr;
  int (*Irecv)(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Irecv_c)(void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Recv_init)(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Recv_init_c)(void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Sendrecv)(const void*, int, MPI_Datatype, int, int, void*, int, MPI_Datatype,
        int, int, MPI_Comm, MPI_Status*) = nullptr;
  int (*Sendrecv_c)(const void*, MPI_Count, MPI_Datatype, int, int, void*, MPI_Count,
        MPI_Datatype, int, int, MPI_Comm, MPI_Status*) = nullptr;
  int (*Isendrecv)(const void*, int, MPI_Datatype, int, int, void*, int, MPI_Datatype,
        int, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Isendrecv_c)(const void*, MPI_Count, MPI_Datatype, int, int, void*, MPI_Count,
        MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Sendrecv_replace)(void*, int, MPI_Datatype, int, int, int, int, MPI_Comm,
        MPI_Status*) = nullptr;
  int (*Sendrecv_replace_c)(void*, MPI_Count, MPI_Datatype, int, int, int, int,
        MPI_Comm, MPI_Status*) = nullptr;
  int (*Isendrecv_replace)(void*, int, MPI_Datatype, int, int, int, int, MPI_Comm,
        MPI_Request*) = nullptr;
  int (*Isendrecv_replace_c)(void*, MPI_Count, MPI_Datatype, int, int, int, int,
        MPI_Comm, MPI_Request*) = nullptr;
  int (*Start)(MPI_Request*) = nullptr;
  int (*Startall)(int, MPI_Request*) = nullptr;
  int (*Probe)(int, int, MPI_Comm, MPI_Status*) = nullptr;
  int (*Iprobe)(int, int, MPI_Comm, int*, MPI_Status*) = nullptr;
  int (*Mprobe)(int, int, MPI_Comm, MPI_Message*, MPI_Status*) = nullptr;
  int (*Improbe)(int, int, MPI_Comm, int*, MPI_Message*, MPI_Status*) = nullptr;
  int (*Mrecv)(void*, int, MPI_Datatype, MPI_Message*, MPI_Status*) = nullptr;
  int (*Mrecv_c)(void*, MPI_Count, MPI_Datatype, MPI_Message*, MPI_Status*) = nullptr;
  int (*Imrecv)(void*, int, MPI_Datatype, MPI_Message*, MPI_Request*) = nullptr;
  int (*Imrecv_c)(void*, MPI_Count, MPI_Datatype, MPI_Message*, MPI_Request*) = nullptr;
  int (*Buffer_attach)(void*, int) = nullptr;
  int (*Buffer_attach_c)(void*, MPI_Count) = nullptr;
  int (*Buffer_detach)(void*, int*) = nullptr;
  int (*Buffer_detach_c)(void*, MPI_Count*) = nullptr;
  int (*Buffer_flush)() = nullptr;
  int (*Buffer_iflush)(MPI_Request*) = nullptr;
  int (*Comm_attach_buffer)(MPI_Comm, void*, int) = nullptr;
  int (*Comm_attach_buffer_c)(MPI_Comm, void*, MPI_Count) = nullptr;
  int (*Comm_detach_buffer)(MPI_Comm, void*, int*) = nullptr;
  int (*Comm_detach_buffer_c)(MPI_Comm, void*, MPI_Count*) = nullptr;
  int (*Comm_flush_buffer)(MPI_Comm) = nullptr;
  int (*Comm_iflush_buffer)(MPI_Comm, MPI_Request*) = nullptr;
  int (*Session_attach_buffer)(MPI_Session, void*, int) = nullptr;
  int (*Session_attach_buffer_c)(MPI_Session, void*, MPI_Count) = nullptr;
  int (*Session_detach_buffer)(MPI_Session, void*, int*) = nullptr;
  int (*Session_detach_buffer_c)(MPI_Session, void*, MPI_Count*) = nullptr;
  int (*Session_flush_buffer)(MPI_Session) = nullptr;
  int (*Session_iflush_buffer)(MPI_Session, MPI_Request*) = nullptr;
  int (*Wait)(MPI_Request*, MPI_Status*) = nullptr;
  int (*Waitall)(int, MPI_Request*, MPI_Status*) = nullptr;
  int (*Waitany)(int, MPI_Request*, int*, MPI_Status*) = nullptr;
  int (*Waitsome)(int, MPI_Request*, int*, int*, MPI_Status*) = nullptr;
  int (*Test)(MPI_Request*, int*, MPI_Status*) = nullptr;
  int (*Testall)(int, MPI_Request*, int*, MPI_Status*) = nullptr;
  int (*Testany)(int, MPI_Request*, int*, int*, MPI_Status*) = nullptr;
  int (*Testsome)(int, MPI_Request*, int*, int*, MPI_Status*) = nullptr;
  int (*Request_free)(MPI_Request*) = nullptr;
  int (*Request_get_status)(MPI_Request, int*, MPI_Status*) = nullptr;
  int (*Request_get_status_all)(int, const MPI_Request*, int*, MPI_Status*) = nullptr;
  int (*Request_get_status_any)(int, const MPI_Request*, int*, int*, MPI_Status*) = nullptr;
  int (*Request_get_status_some)(int, const MPI_Request*, int*, int*, MPI_Status*) = nullptr;
  int (*Cancel)(MPI_Request*) = nullptr;
  int (*Psend_init)(const void*, int, MPI_Count, MPI_Datatype, int, int, MPI_Comm,
        MPI_Info, MPI_Request*) = nullptr;
  int (*Precv_init)(void*, int, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
  int (*Pready)(int, MPI_Request) = nullptr;
  int (*Pready_range)(int, int, MPI_Request) = nullptr;
  int (*Pready_list)(int, PartitionIndex*, MPI_Request) = nullptr;
  int (*Parrived)(MPI_Request, int, int*) = nullptr;
  int (*Comm_dup)(MPI_Comm, MPI_Comm*) = nullptr;
  int (*Comm_dup_with_info)(MPI_Comm, MPI_Info, MPI_Comm*) = nullptr;
  int (*Comm_idup)(MPI_Comm, MPI_Comm*, MPI_Request*) = nullptr;
  int (*Comm_idup_with_info)(MPI_Comm, MPI_Info, MPI_Comm*, MPI_Request*) = nullptr;
  int (*Comm_split)(MPI_Comm, int, int, MPI_Comm*) = nullptr;
  int (*Comm_split_type)(MPI_Comm, int, int, MPI_Info, MPI_Comm*) = nullptr;
  int (*Comm_create)(MPI_Comm, MPI_Group, MPI_Comm*) = nullptr;
  int (*Comm_create_group)(MPI_Comm, MPI_Group, int, MPI_Comm*) = nullptr;
  int (*Comm_create_from_group)(MPI_Group, const char*, MPI_Info, MPI_Errhandler,
        MPI_Comm*) = nullptr;
  int (*Group_from_session_pset)(MPI_Session, const char*, MPI_Group*) = nullptr;
  int (*Comm_free)(MPI_Comm*) = nullptr;
  int (*Comm_disconnect)(MPI_Comm*) = nullptr;
  int (*X_Comm_revoke)(MPI_Comm) = nullptr;
  int (*Cart_create)(MPI_Comm, int, const int*, const int*, int, MPI_Comm*) = nullptr;
  int (*Cart_sub)(MPI_Comm, const int*, MPI_Comm*) = nullptr;
  int (*Graph_create)(MPI_Comm, int, const int*, const int*, int, MPI_Comm*) = nullptr;
  int (*Dist_graph_create)(MPI_Comm, int, const int*, const int*, const int*,
        const int*, MPI_Info, int, MPI_Comm*) = nullptr;
  int (*Dist_graph_create_adjacent)(MPI_Comm, int, const int*, const int*, int,
        const int*, const int*, MPI_Info, int, MPI_Comm*) = nullptr;
  int (*Intercomm_merge)(MPI_Comm, int, MPI_Comm*) = nullptr;
  int (*Barrier)(MPI_Comm) = nullptr;
  int (*Ibarrier)(MPI_Comm, MPI_Request*) = nullptr;
  int (*Barrier_init)(MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Bcast)(void*, int, MPI_Datatype, int, MPI_Comm) = nullptr;
  int (*Bcast_c)(void*, MPI_Count, MPI_Datatype, int, MPI_Comm) = nullptr;
  int (*Ibcast)(void*, int, MPI_Datatype, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Ibcast_c)(void*, MPI_Count, MPI_Datatype, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Bcast_init)(void*, int, MPI_Datatype, int, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Bcast_init_c)(void*, MPI_Count, MPI_Datatype, int, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
  int (*Gather)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm) = nullptr;
  int (*Gather_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype,
        int, MPI_Comm) = nullptr;
  int (*Igather)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int,
        MPI_Comm, MPI_Request*) = nullptr;
  int (*Igather_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype,
        int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Gather_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int,
        MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Gather_init_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count,
        MPI_Datatype, int, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Gatherv)(const void*, int, MPI_Datatype, void*, const int*, const int*,
        MPI_Datatype, int, MPI_Comm) = nullptr;
  int (*Gatherv_c)(const void*, MPI_Count, MPI_Datatype, void*, const MPI_Count*,
        const MPI_Aint*, MPI_Datatype, int, MPI_Comm) = nullptr;
  int (*Igatherv)(const void*, int, MPI_Datatype, void*, const int*, const int*,
        MPI_Datatype, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Igatherv_c)(const void*, MPI_Count, MPI_Datatype, void*, const MPI_Count*,
        const MPI_Aint*, MPI_Datatype, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Gatherv_init)(const void*, int, MPI_Datatype, void*, const int*, const int*,
        MPI_Datatype, int, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Gatherv_init_c)(const void*, MPI_Count, MPI_Datatype, void*, const MPI_Count*,
        const MPI_Aint*, MPI_Datatype, int, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Scatter)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm) = nullptr;
  int (*Scatter_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype,
        int, MPI_Comm) = nullptr;
  int (*Iscatter)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int,
        MPI_Comm, MPI_Request*) = nullptr;
  int (*Iscatter_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count,
        MPI_Datatype, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Scatter_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int,
        MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Scatter_init_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count,
        MPI_Datatype, int, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Scatterv)(const void*, const int*, const int*, MPI_Datatype, void*, int,
        MPI_Datatype, int, MPI_Comm) = nullptr;
  int (*Scatterv_c)(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, void*,
        MPI_Count, MPI_Datatype, int, MPI_Comm) = nullptr;
  int (*Iscatterv)(const void*, const int*, const int*, MPI_Datatype, void*, int,
        MPI_Datatype, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Iscatterv_c)(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype,
        void*, MPI_Count, MPI_Datatype, int, MPI_Comm, MPI_Request*) = nullptr;
  int (*Scatterv_init)(const void*, const int*, const int*, MPI_Datatype, void*, int,
        MPI_Datatype, int, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Scatterv_init_c)(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype,
        void*, MPI_Count, MPI_Datatype, int, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Allgather)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm) = nullptr;
  int (*Allgather_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count,
        MPI_Datatype, MPI_Comm) = nullptr;
  int (*Iallgather)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm,
        MPI_Request*) = nullptr;
  int (*Iallgather_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count,
        MPI_Datatype, MPI_Comm, MPI_Request*) = nullptr;
  int (*Allgather_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype,
        MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Allgather_init_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count,
        MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Allgatherv)(const void*, int, MPI_Datatype, void*, const int*, const int*,
        MPI_Datatype, MPI_Comm) = nullptr;
  int (*Allgatherv_c)(const void*, MPI_Count, MPI_Datatype, void*, const MPI_Count*,
        const MPI_Aint*, MPI_Datatype, MPI_Comm) = nullptr;
  int (*Iallgatherv)(const void*, int, MPI_Datatype, void*, const int*, const int*,
        MPI_Datatype, MPI_Comm, MPI_Request*) = nullptr;
  int (*Iallgatherv_c)(const void*, MPI_Count, MPI_Datatype, void*, const MPI_Count*,
        const MPI_Aint*, MPI_Datatype, MPI_Comm, MPI_Request*) = nullptr;
  int (*Allgatherv_init)(const void*, int, MPI_Datatype, void*, const int*, const int*,
        MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Allgatherv_init_c)(const void*, MPI_Count, MPI_Datatype, void*,
        const MPI_Count*, const MPI_Aint*, MPI_Datatype, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
  int (*Alltoall)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm) = nullptr;
  int (*Alltoall_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count,
        MPI_Datatype, MPI_Comm) = nullptr;
  int (*Ialltoall)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm,
        MPI_Request*) = nullptr;
  int (*Ialltoall_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count,
        MPI_Datatype, MPI_Comm, MPI_Request*) = nullptr;
  int (*Alltoall_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype,
        MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Alltoall_init_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count,
        MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Alltoallv)(const void*, const int*, const int*, MPI_Datatype, void*, const int*,
        const int*, MPI_Datatype, MPI_Comm) = nullptr;
  int (*Alltoallv_c)(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype,
        void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, MPI_Comm) = nullptr;
  int (*Ialltoallv)(const void*, const int*, const int*, MPI_Datatype, void*,
        const int*, const int*, MPI_Datatype, MPI_Comm, MPI_Request*) = nullptr;
  int (*Ialltoallv_c)(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype,
        void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, MPI_Comm, MPI_Request*) = nullptr;
  int (*Alltoallv_init)(const void*, const int*, const int*, MPI_Datatype, void*,
        const int*, const int*, MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Alltoallv_init_c)(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype,
        void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
  int (*Alltoallw)(const void*, const int*, const int*, const MPI_Datatype*, void*,
        const int*, const int*, const MPI_Datatype*, MPI_Comm) = nullptr;
  int (*Alltoallw_c)(const void*, const MPI_Count*, const MPI_Aint*,
        const MPI_Datatype*, void*, const MPI_Count*, const MPI_Aint*,
        const MPI_Datatype*, MPI_Comm) = nullptr;
  int (*Ialltoallw)(const void*, const int*, const int*, const MPI_Datatype*, void*,
        const int*, const int*, const MPI_Datatype*, MPI_Comm, MPI_Request*) = nullptr;
  int (*Ialltoallw_c)(const void*, const MPI_Count*, const MPI_Aint*,
        const MPI_Datatype*, void*, const MPI_Count*, const MPI_Aint*,
        const MPI_Datatype*, MPI_Comm, MPI_Request*) = nullptr;
  int (*Alltoallw_init)(const void*, const int*, const int*, const MPI_Datatype*, void*,
        const int*, const int*, const MPI_Datatype*, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Alltoallw_init_c)(const void*, const MPI_Count*, const MPI_Aint*,
        const MPI_Datatype*, void*, const MPI_Count*, const MPI_Aint*,
        const MPI_Datatype*, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Reduce)(const void*, void*, int, MPI_Datatype, MPI_Op, int, MPI_Comm) = nullptr;
  int (*Reduce_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, int, MPI_Comm) = nullptr;
  int (*Ireduce)(const void*, void*, int, MPI_Datatype, MPI_Op, int, MPI_Comm,
        MPI_Request*) = nullptr;
  int (*Ireduce_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, int, MPI_Comm,
        MPI_Request*) = nullptr;
  int (*Reduce_init)(const void*, void*, int, MPI_Datatype, MPI_Op, int, MPI_Comm,
        MPI_Info, MPI_Request*) = nullptr;
  int (*Reduce_init_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, int,
        MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Allreduce)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm) = nullptr;
  int (*Allreduce_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm) = nullptr;
  int (*Iallreduce)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm,
        MPI_Request*) = nullptr;
  int (*Iallreduce_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm,
        MPI_Request*) = nullptr;
  int (*Allreduce_init)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm,
        MPI_Info, MPI_Request*) = nullptr;
  int (*Allreduce_init_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm,
        MPI_Info, MPI_Request*) = nullptr;
  int (*Reduce_scatter)(const void*, void*, const int*, MPI_Datatype, MPI_Op, MPI_Comm) = nullptr;
  int (*Reduce_scatter_c)(const void*, void*, const MPI_Count*, MPI_Datatype, MPI_Op,
        MPI_Comm) = nullptr;
  int (*Ireduce_scatter)(const void*, void*, const int*, MPI_Datatype, MPI_Op, MPI_Comm,
        MPI_Request*) = nullptr;
  int (*Ireduce_scatter_c)(const void*, void*, const MPI_Count*, MPI_Datatype, MPI_Op,
        MPI_Comm, MPI_Request*) = nullptr;
  int (*Reduce_scatter_init)(const void*, void*, const int*, MPI_Datatype, MPI_Op,
        MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Reduce_scatter_init_c)(const void*, void*, const MPI_Count*, MPI_Datatype,
        MPI_Op, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Reduce_scatter_block)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm) = nullptr;
  int (*Reduce_scatter_block_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op,
        MPI_Comm) = nullptr;
  int (*Ireduce_scatter_block)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm,
        MPI_Request*) = nullptr;
  int (*Ireduce_scatter_block_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op,
        MPI_Comm, MPI_Request*) = nullptr;
  int (*Reduce_scatter_block_init)(const void*, void*, int, MPI_Datatype, MPI_Op,
        MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Reduce_scatter_block_init_c)(const void*, void*, MPI_Count, MPI_Datatype,
        MPI_Op, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Scan)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm) = nullptr;
  int (*Scan_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm) = nullptr;
  int (*Iscan)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*) = nullptr;
  int (*Iscan_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm,
        MPI_Request*) = nullptr;
  int (*Scan_init)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
  int (*Scan_init_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm,
        MPI_Info, MPI_Request*) = nullptr;
  int (*Exscan)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm) = nullptr;
  int (*Exscan_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm) = nullptr;
  int (*Iexscan)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*) = nullptr;
  int (*Iexscan_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm,
        MPI_Request*) = nullptr;
  int (*Exscan_init)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
  int (*Exscan_init_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm,
        MPI_Info, MPI_Request*) = nullptr;
  int (*Neighbor_allgather)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype,
        MPI_Comm) = nullptr;
  int (*Neighbor_allgather_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count,
        MPI_Datatype, MPI_Comm) = nullptr;
  int (*Ineighbor_allgather)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype,
        MPI_Comm, MPI_Request*) = nullptr;
  int (*Ineighbor_allgather_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count,
        MPI_Datatype, MPI_Comm, MPI_Request*) = nullptr;
  int (*Neighbor_allgather_init)(const void*, int, MPI_Datatype, void*, int,
        MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Neighbor_allgather_init_c)(const void*, MPI_Count, MPI_Datatype, void*,
        MPI_Count, MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Neighbor_allgatherv)(const void*, int, MPI_Datatype, void*, const int*,
        const int*, MPI_Datatype, MPI_Comm) = nullptr;
  int (*Neighbor_allgatherv_c)(const void*, MPI_Count, MPI_Datatype, void*,
        const MPI_Count*, const MPI_Aint*, MPI_Datatype, MPI_Comm) = nullptr;
  int (*Ineighbor_allgatherv)(const void*, int, MPI_Datatype, void*, const int*,
        const int*, MPI_Datatype, MPI_Comm, MPI_Request*) = nullptr;
  int (*Ineighbor_allgatherv_c)(const void*, MPI_Count, MPI_Datatype, void*,
        const MPI_Count*, const MPI_Aint*, MPI_Datatype, MPI_Comm, MPI_Request*) = nullptr;
  int (*Neighbor_allgatherv_init)(const void*, int, MPI_Datatype, void*, const int*,
        const int*, MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Neighbor_allgatherv_init_c)(const void*, MPI_Count, MPI_Datatype, void*,
        const MPI_Count*, const MPI_Aint*, MPI_Datatype, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
  int (*Neighbor_alltoall)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype,
        MPI_Comm) = nullptr;
  int (*Neighbor_alltoall_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count,
        MPI_Datatype, MPI_Comm) = nullptr;
  int (*Ineighbor_alltoall)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype,
        MPI_Comm, MPI_Request*) = nullptr;
  int (*Ineighbor_alltoall_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count,
        MPI_Datatype, MPI_Comm, MPI_Request*) = nullptr;
  int (*Neighbor_alltoall_init)(const void*, int, MPI_Datatype, void*, int,
        MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Neighbor_alltoall_init_c)(const void*, MPI_Count, MPI_Datatype, void*,
        MPI_Count, MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Neighbor_alltoallv)(const void*, const int*, const int*, MPI_Datatype, void*,
        const int*, const int*, MPI_Datatype, MPI_Comm) = nullptr;
  int (*Neighbor_alltoallv_c)(const void*, const MPI_Count*, const MPI_Aint*,
        MPI_Datatype, void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, MPI_Comm) = nullptr;
  int (*Ineighbor_alltoallv)(const void*, const int*, const int*, MPI_Datatype, void*,
        const int*, const int*, MPI_Datatype, MPI_Comm, MPI_Request*) = nullptr;
  int (*Ineighbor_alltoallv_c)(const void*, const MPI_Count*, const MPI_Aint*,
        MPI_Datatype, void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, MPI_Comm,
        MPI_Request*) = nullptr;
  int (*Neighbor_alltoallv_init)(const void*, const int*, const int*, MPI_Datatype,
        void*, const int*, const int*, MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Neighbor_alltoallv_init_c)(const void*, const MPI_Count*, const MPI_Aint*,
        MPI_Datatype, void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, MPI_Comm,
        MPI_Info, MPI_Request*) = nullptr;
  int (*Neighbor_alltoallw)(const void*, const int*, const MPI_Aint*,
        const MPI_Datatype*, void*, const int*, const MPI_Aint*, const MPI_Datatype*,
        MPI_Comm) = nullptr;
  int (*Neighbor_alltoallw_c)(const void*, const MPI_Count*, const MPI_Aint*,
        const MPI_Datatype*, void*, const MPI_Count*, const MPI_Aint*,
        const MPI_Datatype*, MPI_Comm) = nullptr;
  int (*Ineighbor_alltoallw)(const void*, const int*, const MPI_Aint*,
        const MPI_Datatype*, void*, const int*, const MPI_Aint*, const MPI_Datatype*,
        MPI_Comm, MPI_Request*) = nullptr;
  int (*Ineighbor_alltoallw_c)(const void*, const MPI_Count*, const MPI_Aint*,
        const MPI_Datatype*, void*, const MPI_Count*, const MPI_Aint*,
        const MPI_Datatype*, MPI_Comm, MPI_Request*) = nullptr;
  int (*Neighbor_alltoallw_init)(const void*, const int*, const MPI_Aint*,
        const MPI_Datatype*, void*, const int*, const MPI_Aint*, const MPI_Datatype*,
        MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Neighbor_alltoallw_init_c)(const void*, const MPI_Count*, const MPI_Aint*,
        const MPI_Datatype*, void*, const MPI_Count*, const MPI_Aint*,
        const MPI_Datatype*, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Alloc_mem)(MPI_Aint, MPI_Info, void*) = nullptr;
  int (*Free_mem)(void*) = nullptr;
  int (*Group_excl)(MPI_Group, int, const int*, MPI_Group*) = nullptr;
  int (*Group_incl)(MPI_Group, int, const int*, MPI_Group*) = nullptr;
  int (*Type_free)(MPI_Datatype*) = nullptr;
  int (*Type_get_contents)(MPI_Datatype, int, int, int, int*, MPI_Aint*, MPI_Datatype*) = nullptr;
  int (*Type_get_contents_c)(MPI_Datatype, MPI_Count, MPI_Count, MPI_Count, MPI_Count,
        int*, MPI_Aint*, MPI_Count*, MPI_Datatype*) = nullptr;
  int (*Op_free)(MPI_Op*) = nullptr;
  double (*Wtime)() = nullptr;
  int (*Win_shared_query)(MPI_Win, int, MPI_Aint*, int*, void*) = nullptr;
  int (*Win_shared_query_c)(MPI_Win, int, MPI_Aint*, MPI_Aint*, void*) = nullptr;
  int (*Win_allocate)(MPI_Aint, int, MPI_Info, MPI_Comm, void*, MPI_Win*) = nullptr;
  int (*Win_allocate_c)(MPI_Aint, MPI_Aint, MPI_Info, MPI_Comm, void*, MPI_Win*) = nullptr;
  int (*Win_allocate_shared)(MPI_Aint, int, MPI_Info, MPI_Comm, void*, MPI_Win*) = nullptr;
  int (*Win_allocate_shared_c)(MPI_Aint, MPI_Aint, MPI_Info, MPI_Comm, void*, MPI_Win*) = nullptr;
  int (*Win_create)(void*, MPI_Aint, int, MPI_Info, MPI_Comm, MPI_Win*) = nullptr;
  int (*Win_create_c)(void*, MPI_Aint, MPI_Aint, MPI_Info, MPI_Comm, MPI_Win*) = nullptr;
  int (*Win_create_dynamic)(MPI_Info, MPI_Comm, MPI_Win*) = nullptr;
  int (*Win_free)(MPI_Win*) = nullptr;
  int (*Accumulate)(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype,
        MPI_Op, MPI_Win) = nullptr;
  int (*Accumulate_c)(const void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count,
        MPI_Datatype, MPI_Op, MPI_Win) = nullptr;
  int (*Compare_and_swap)(const void*, const void*, void*, MPI_Datatype, int, MPI_Aint,
        MPI_Win) = nullptr;
  int (*Fetch_and_op)(const void*, void*, MPI_Datatype, int, MPI_Aint, MPI_Op, MPI_Win) = nullptr;
  int (*Get)(void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win) = nullptr;
  int (*Get_c)(void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count, MPI_Datatype,
        MPI_Win) = nullptr;
  int (*Get_accumulate)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int,
        MPI_Aint, int, MPI_Datatype, MPI_Op, MPI_Win) = nullptr;
  int (*Get_accumulate_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count,
        MPI_Datatype, int, MPI_Aint, MPI_Count, MPI_Datatype, MPI_Op, MPI_Win) = nullptr;
  int (*Put)(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win) = nullptr;
  int (*Put_c)(const void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count,
        MPI_Datatype, MPI_Win) = nullptr;
  int (*Raccumulate)(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype,
        MPI_Op, MPI_Win, MPI_Request*) = nullptr;
  int (*Raccumulate_c)(const void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count,
        MPI_Datatype, MPI_Op, MPI_Win, MPI_Request*) = nullptr;
  int (*Rget)(void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win,
        MPI_Request*) = nullptr;
  int (*Rget_c)(void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count, MPI_Datatype,
        MPI_Win, MPI_Request*) = nullptr;
  int (*Rget_accumulate)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int,
        MPI_Aint, int, MPI_Datatype, MPI_Op, MPI_Win, MPI_Request*) = nullptr;
  int (*Rget_accumulate_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count,
        MPI_Datatype, int, MPI_Aint, MPI_Count, MPI_Datatype, MPI_Op, MPI_Win,
        MPI_Request*) = nullptr;
  int (*Rput)(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win,
        MPI_Request*) = nullptr;
  int (*Rput_c)(const void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count,
        MPI_Datatype, MPI_Win, MPI_Request*) = nullptr;
  int (*Win_attach)(MPI_Win, void*, MPI_Aint) = nullptr;
  int (*Win_complete)(MPI_Win) = nullptr;
  int (*Win_detach)(MPI_Win, const void*) = nullptr;
  int (*Win_fence)(int, MPI_Win) = nullptr;
  int (*Win_flush)(int, MPI_Win) = nullptr;
  int (*Win_flush_all)(MPI_Win) = nullptr;
  int (*Win_flush_local)(int, MPI_Win) = nullptr;
  int (*Win_flush_local_all)(MPI_Win) = nullptr;
  int (*Win_lock)(int, int, int, MPI_Win) = nullptr;
  int (*Win_lock_all)(int, MPI_Win) = nullptr;
  int (*Win_post)(MPI_Group, int, MPI_Win) = nullptr;
  int (*Win_start)(MPI_Group, int, MPI_Win) = nullptr;
  int (*Win_sync)(MPI_Win) = nullptr;
  int (*Win_test)(MPI_Win, int*) = nullptr;
  int (*Win_unlock)(int, MPI_Win) = nullptr;
  int (*Win_unlock_all)(MPI_Win) = nullptr;
  int (*Win_wait)(MPI_Win) = nullptr;
  int (*File_iread)(MPI_File, void*, int, MPI_Datatype, MPI_Request*) = nullptr;
  int (*File_iread_c)(MPI_File, void*, MPI_Count, MPI_Datatype, MPI_Request*) = nullptr;
  int (*File_iread_all)(MPI_File, void*, int, MPI_Datatype, MPI_Request*) = nullptr;
  int (*File_iread_all_c)(MPI_File, void*, MPI_Count, MPI_Datatype, MPI_Request*) = nullptr;
  int (*File_iread_at)(MPI_File, MPI_Offset, void*, int, MPI_Datatype, MPI_Request*) = nullptr;
  int (*File_iread_at_c)(MPI_File, MPI_Offset, void*, MPI_Count, MPI_Datatype,
        MPI_Request*) = nullptr;
  int (*File_iread_at_all)(MPI_File, MPI_Offset, void*, int, MPI_Datatype, MPI_Request*) = nullptr;
  int (*File_iread_at_all_c)(MPI_File, MPI_Offset, void*, MPI_Count, MPI_Datatype,
        MPI_Request*) = nullptr;
  int (*File_iread_shared)(MPI_File, void*, int, MPI_Datatype, MPI_Request*) = nullptr;
  int (*File_iread_shared_c)(MPI_File, void*, MPI_Count, MPI_Datatype, MPI_Request*) = nullptr;
  int (*File_iwrite)(MPI_File, const void*, int, MPI_Datatype, MPI_Request*) = nullptr;
  int (*File_iwrite_c)(MPI_File, const void*, MPI_Count, MPI_Datatype, MPI_Request*) = nullptr;
  int (*File_iwrite_all)(MPI_File, const void*, int, MPI_Datatype, MPI_Request*) = nullptr;
  int (*File_iwrite_all_c)(MPI_File, const void*, MPI_Count, MPI_Datatype, MPI_Request*) = nullptr;
  int (*File_iwrite_at)(MPI_File, MPI_Offset, const void*, int, MPI_Datatype,
        MPI_Request*) = nullptr;
  int (*File_iwrite_at_c)(MPI_File, MPI_Offset, const void*, MPI_Count, MPI_Datatype,
        MPI_Request*) = nullptr;
  int (*File_iwrite_at_all)(MPI_File, MPI_Offset, const void*, int, MPI_Datatype,
        MPI_Request*) = nullptr;
  int (*File_iwrite_at_all_c)(MPI_File, MPI_Offset, const void*, MPI_Count,
        MPI_Datatype, MPI_Request*) = nullptr;
  int (*File_iwrite_shared)(MPI_File, const void*, int, MPI_Datatype, MPI_Request*) = nullptr;
  int (*File_iwrite_shared_c)(MPI_File, const void*, MPI_Count, MPI_Datatype,
        MPI_Request*) = nullptr;
  int (*File_read)(MPI_File, void*, int, MPI_Datatype, MPI_Status*) = nullptr;
  int (*File_read_c)(MPI_File, void*, MPI_Count, MPI_Datatype, MPI_Status*) = nullptr;
  int (*File_read_at)(MPI_File, MPI_Offset, void*, int, MPI_Datatype, MPI_Status*) = nullptr;
  int (*File_read_at_c)(MPI_File, MPI_Offset, void*, MPI_Count, MPI_Datatype,
        MPI_Status*) = nullptr;
  int (*File_read_shared)(MPI_File, void*, int, MPI_Datatype, MPI_Status*) = nullptr;
  int (*File_read_shared_c)(MPI_File, void*, MPI_Count, MPI_Datatype, MPI_Status*) = nullptr;
  int (*File_write)(MPI_File, const void*, int, MPI_Datatype, MPI_Status*) = nullptr;
  int (*File_write_c)(MPI_File, const void*, MPI_Count, MPI_Datatype, MPI_Status*) = nullptr;
  int (*File_write_at)(MPI_File, MPI_Offset, const void*, int, MPI_Datatype, MPI_Status*) = nullptr;
  int (*File_write_at_c)(MPI_File, MPI_Offset, const void*, MPI_Count, MPI_Datatype,
        MPI_Status*) = nullptr;
  int (*File_write_shared)(MPI_File, const void*, int, MPI_Datatype, MPI_Status*) = nullptr;
  int (*File_write_shared_c)(MPI_File, const void*, MPI_Count, MPI_Datatype, MPI_Status*) = nullptr;
  int (*File_close)(MPI_File*) = nullptr;
  int (*File_open)(MPI_Comm, const char*, int, MPI_Info, MPI_File*) = nullptr;
  int (*File_preallocate)(MPI_File, MPI_Offset) = nullptr;
  int (*File_read_all)(MPI_File, void*, int, MPI_Datatype, MPI_Status*) = nullptr;
  int (*File_read_all_c)(MPI_File, void*, MPI_Count, MPI_Datatype, MPI_Status*) = nullptr;
  int (*File_read_all_begin)(MPI_File, void*, int, MPI_Datatype) = nullptr;
  int (*File_read_all_begin_c)(MPI_File, void*, MPI_Count, MPI_Datatype) = nullptr;
  int (*File_read_all_end)(MPI_File, void*, MPI_Status*) = nullptr;
  int (*File_read_at_all)(MPI_File, MPI_Offset, void*, int, MPI_Datatype, MPI_Status*) = nullptr;
  int (*File_read_at_all_c)(MPI_File, MPI_Offset, void*, MPI_Count, MPI_Datatype,
        MPI_Status*) = nullptr;
  int (*File_read_at_all_begin)(MPI_File, MPI_Offset, void*, int, MPI_Datatype) = nullptr;
  int (*File_read_at_all_begin_c)(MPI_File, MPI_Offset, void*, MPI_Count, MPI_Datatype) = nullptr;
  int (*File_read_at_all_end)(MPI_File, void*, MPI_Status*) = nullptr;
  int (*File_read_ordered)(MPI_File, void*, int, MPI_Datatype, MPI_Status*) = nullptr;
  int (*File_read_ordered_c)(MPI_File, void*, MPI_Count, MPI_Datatype, MPI_Status*) = nullptr;
  int (*File_read_ordered_begin)(MPI_File, void*, int, MPI_Datatype) = nullptr;
  int (*File_read_ordered_begin_c)(MPI_File, void*, MPI_Count, MPI_Datatype) = nullptr;
  int (*File_read_ordered_end)(MPI_File, void*, MPI_Status*) = nullptr;
  int (*File_seek_shared)(MPI_File, MPI_Offset, int) = nullptr;
  int (*File_set_atomicity)(MPI_File, int) = nullptr;
  int (*File_set_info)(MPI_File, MPI_Info) = nullptr;
  int (*File_set_size)(MPI_File, MPI_Offset) = nullptr;
  int (*File_set_view)(MPI_File, MPI_Offset, MPI_Datatype, MPI_Datatype, const char*,
        MPI_Info) = nullptr;
  int (*File_sync)(MPI_File) = nullptr;
  int (*File_write_all)(MPI_File, const void*, int, MPI_Datatype, MPI_Status*) = nullptr;
  int (*File_write_all_c)(MPI_File, const void*, MPI_Count, MPI_Datatype, MPI_Status*) = nullptr;
  int (*File_write_all_begin)(MPI_File, const void*, int, MPI_Datatype) = nullptr;
  int (*File_write_all_begin_c)(MPI_File, const void*, MPI_Count, MPI_Datatype) = nullptr;
  int (*File_write_all_end)(MPI_File, const void*, MPI_Status*) = nullptr;
  int (*File_write_at_all)(MPI_File, MPI_Offset, const void*, int, MPI_Datatype,
        MPI_Status*) = nullptr;
  int (*File_write_at_all_c)(MPI_File, MPI_Offset, const void*, MPI_Count, MPI_Datatype,
        MPI_Status*) = nullptr;
  int (*File_write_at_all_begin)(MPI_File, MPI_Offset, const void*, int, MPI_Datatype) = nullptr;
  int (*File_write_at_all_begin_c)(MPI_File, MPI_Offset, const void*, MPI_Count,
        MPI_Datatype) = nullptr;
  int (*File_write_at_all_end)(MPI_File, const void*, MPI_Status*) = nullptr;
  int (*File_write_ordered)(MPI_File, const void*, int, MPI_Datatype, MPI_Status*) = nullptr;
  int (*File_write_ordered_c)(MPI_File, const void*, MPI_Count, MPI_Datatype,
        MPI_Status*) = nullptr;
  int (*File_write_ordered_begin)(MPI_File, const void*, int, MPI_Datatype) = nullptr;
  int (*File_write_ordered_begin_c)(MPI_File, const void*, MPI_Count, MPI_Datatype) = nullptr;
  int (*File_write_ordered_end)(MPI_File, const void*, MPI_Status*) = nullptr;
  int (*Comm_join)(int, MPI_Comm*) = nullptr;
  int (*Intercomm_create)(MPI_Comm, int, MPI_Comm, int, int, MPI_Comm*) = nullptr;
  int (*Intercomm_create_from_groups)(MPI_Group, int, MPI_Group, int, const char*,
        MPI_Info, MPI_Errhandler, MPI_Comm*) = nullptr;
  int (*Comm_spawn)(const char*, char**, int, MPI_Info, int, MPI_Comm, MPI_Comm*, int*) = nullptr;
  int (*Comm_spawn_multiple)(int, char**, char***, const int*, const MPI_Info*, int,
        MPI_Comm, MPI_Comm*, int*) = nullptr;
  int (*Comm_connect)(const char*, MPI_Info, int, MPI_Comm, MPI_Comm*) = nullptr;
  int (*Comm_accept)(const char*, MPI_Info, int, MPI_Comm, MPI_Comm*) = nullptr;
  int (*Abi_get_fortran_info)(MPI_Info*) = nullptr;
  int (*Abi_get_info)(MPI_Info*) = nullptr;
  int (*Cart_coords)(MPI_Comm, int, int, int*) = nullptr;
  int (*Cart_get)(MPI_Comm, int, int*, int*, int*) = nullptr;
  int (*Cart_rank)(MPI_Comm, const int*, int*) = nullptr;
  int (*Cart_shift)(MPI_Comm, int, int, int*, int*) = nullptr;
  int (*Cartdim_get)(MPI_Comm, int*) = nullptr;
  int (*Comm_compare)(MPI_Comm, MPI_Comm, int*) = nullptr;
  int (*Comm_create_errhandler)(MPI_Comm_errhandler_function*, MPI_Errhandler*) = nullptr;
  int (*Comm_create_keyval)(MPI_Comm_copy_attr_function*,
        MPI_Comm_delete_attr_function*, int*, void*) = nullptr;
  int (*Comm_free_keyval)(int*) = nullptr;
  int (*Comm_get_attr)(MPI_Comm, int, void*, int*) = nullptr;
  int (*Comm_get_errhandler)(MPI_Comm, MPI_Errhandler*) = nullptr;
  int (*Comm_get_info)(MPI_Comm, MPI_Info*) = nullptr;
  int (*Comm_get_name)(MPI_Comm, char*, int*) = nullptr;
  int (*Comm_get_parent)(MPI_Comm*) = nullptr;
  int (*Comm_group)(MPI_Comm, MPI_Group*) = nullptr;
  int (*Comm_rank)(MPI_Comm, int*) = nullptr;
  int (*Comm_remote_group)(MPI_Comm, MPI_Group*) = nullptr;
  int (*Comm_remote_size)(MPI_Comm, int*) = nullptr;
  int (*Comm_set_errhandler)(MPI_Comm, MPI_Errhandler) = nullptr;
  int (*Comm_set_info)(MPI_Comm, MPI_Info) = nullptr;
  int (*Comm_set_name)(MPI_Comm, const char*) = nullptr;
  int (*Comm_size)(MPI_Comm, int*) = nullptr;
  int (*Comm_test_inter)(MPI_Comm, int*) = nullptr;
  int (*Dist_graph_neighbors)(MPI_Comm, int, int*, int*, int, int*, int*) = nullptr;
  int (*Dist_graph_neighbors_count)(MPI_Comm, int*, int*, int*) = nullptr;
  int (*Errhandler_create)(MPI_Comm_errhandler_function*, MPI_Errhandler*) = nullptr;
  int (*Errhandler_free)(MPI_Errhandler*) = nullptr;
  int (*Errhandler_get)(MPI_Comm, MPI_Errhandler*) = nullptr;
  int (*File_create_errhandler)(MPI_File_errhandler_function*, MPI_Errhandler*) = nullptr;
  int (*File_delete)(const char*, MPI_Info) = nullptr;
  int (*File_get_errhandler)(MPI_File, MPI_Errhandler*) = nullptr;
  int (*File_get_group)(MPI_File, MPI_Group*) = nullptr;
  int (*File_get_info)(MPI_File, MPI_Info*) = nullptr;
  int (*File_get_view)(MPI_File, MPI_Offset*, MPI_Datatype*, MPI_Datatype*, char*) = nullptr;
  int (*File_seek)(MPI_File, MPI_Offset, int) = nullptr;
  int (*File_set_errhandler)(MPI_File, MPI_Errhandler) = nullptr;
  int (*Get_count)(const MPI_Status*, MPI_Datatype, int*) = nullptr;
  int (*Get_elements)(const MPI_Status*, MPI_Datatype, int*) = nullptr;
  int (*Get_hw_resource_info)(MPI_Info*) = nullptr;
  int (*Get_processor_name)(char*, int*) = nullptr;
  int (*Graph_neighbors)(MPI_Comm, int, int, int*) = nullptr;
  int (*Graph_neighbors_count)(MPI_Comm, int, int*) = nullptr;
  int (*Group_compare)(MPI_Group, MPI_Group, int*) = nullptr;
  int (*Group_difference)(MPI_Group, MPI_Group, MPI_Group*) = nullptr;
  int (*Group_free)(MPI_Group*) = nullptr;
  int (*Group_intersection)(MPI_Group, MPI_Group, MPI_Group*) = nullptr;
  int (*Group_range_excl)(MPI_Group, int, RankRange*, MPI_Group*) = nullptr;
  int (*Group_range_incl)(MPI_Group, int, RankRange*, MPI_Group*) = nullptr;
  int (*Group_rank)(MPI_Group, int*) = nullptr;
  int (*Group_size)(MPI_Group, int*) = nullptr;
  int (*Group_translate_ranks)(MPI_Group, int, const int*, MPI_Group, int*) = nullptr;
  int (*Group_union)(MPI_Group, MPI_Group, MPI_Group*) = nullptr;
  int (*Info_create)(MPI_Info*) = nullptr;
  int (*Info_create_env)(int, char**, MPI_Info*) = nullptr;
  int (*Info_delete)(MPI_Info, const char*) = nullptr;
  int (*Info_dup)(MPI_Info, MPI_Info*) = nullptr;
  int (*Info_free)(MPI_Info*) = nullptr;
  int (*Info_set)(MPI_Info, const char*, const char*) = nullptr;
  int (*Keyval_create)(MPI_Copy_function*, MPI_Delete_function*, int*, void*) = nullptr;
  int (*Keyval_free)(int*) = nullptr;
  int (*Op_create)(MPI_User_function*, int, MPI_Op*) = nullptr;
  int (*Op_create_c)(MPI_User_function_c*, int, MPI_Op*) = nullptr;
  int (*Pack)(const void*, int, MPI_Datatype, void*, int, int*, MPI_Comm) = nullptr;
  int (*Pack_size)(int, MPI_Datatype, MPI_Comm, int*) = nullptr;
  int (*Reduce_local)(const void*, void*, int, MPI_Datatype, MPI_Op) = nullptr;
  int (*Session_create_errhandler)(MPI_Session_errhandler_function*, MPI_Errhandler*) = nullptr;
  int (*Session_get_errhandler)(MPI_Session, MPI_Errhandler*) = nullptr;
  int (*Session_get_info)(MPI_Session, MPI_Info*) = nullptr;
  int (*Session_get_pset_info)(MPI_Session, const char*, MPI_Info*) = nullptr;
  int (*Topo_test)(MPI_Comm, int*) = nullptr;
  int (*Type_commit)(MPI_Datatype*) = nullptr;
  int (*Type_contiguous)(int, MPI_Datatype, MPI_Datatype*) = nullptr;
  int (*Type_contiguous_c)(MPI_Count, MPI_Datatype, MPI_Datatype*) = nullptr;
  int (*Type_create_darray)(int, int, int, const int*, const int*, const int*,
        const int*, int, MPI_Datatype, MPI_Datatype*) = nullptr;
  int (*Type_create_darray_c)(int, int, int, const MPI_Count*, const int*, const int*,
        const int*, int, MPI_Datatype, MPI_Datatype*) = nullptr;
  int (*Type_create_f90_complex)(int, int, MPI_Datatype*) = nullptr;
  int (*Type_create_f90_integer)(int, MPI_Datatype*) = nullptr;
  int (*Type_create_f90_real)(int, int, MPI_Datatype*) = nullptr;
  int (*Type_create_hindexed)(int, const int*, const MPI_Aint*, MPI_Datatype,
        MPI_Datatype*) = nullptr;
  int (*Type_create_hindexed_block)(int, int, const MPI_Aint*, MPI_Datatype,
        MPI_Datatype*) = nullptr;
  int (*Type_create_hindexed_block_c)(MPI_Count, MPI_Count, const MPI_Count*,
        MPI_Datatype, MPI_Datatype*) = nullptr;
  int (*Type_create_hindexed_c)(MPI_Count, const MPI_Count*, const MPI_Count*,
        MPI_Datatype, MPI_Datatype*) = nullptr;
  int (*Type_create_hvector)(int, int, MPI_Aint, MPI_Datatype, MPI_Datatype*) = nullptr;
  int (*Type_create_hvector_c)(MPI_Count, MPI_Count, MPI_Count, MPI_Datatype,
        MPI_Datatype*) = nullptr;
  int (*Type_create_indexed_block)(int, int, const int*, MPI_Datatype, MPI_Datatype*) = nullptr;
  int (*Type_create_indexed_block_c)(MPI_Count, MPI_Count, const MPI_Count*,
        MPI_Datatype, MPI_Datatype*) = nullptr;
  int (*Type_create_keyval)(MPI_Type_copy_attr_function*,
        MPI_Type_delete_attr_function*, int*, void*) = nullptr;
  int (*Type_create_resized)(MPI_Datatype, MPI_Aint, MPI_Aint, MPI_Datatype*) = nullptr;
  int (*Type_create_resized_c)(MPI_Datatype, MPI_Count, MPI_Count, MPI_Datatype*) = nullptr;
  int (*Type_create_struct)(int, const int*, const MPI_Aint*, const MPI_Datatype*,
        MPI_Datatype*) = nullptr;
  int (*Type_create_struct_c)(MPI_Count, const MPI_Count*, const MPI_Count*,
        const MPI_Datatype*, MPI_Datatype*) = nullptr;
  int (*Type_create_subarray)(int, const int*, const int*, const int*, int,
        MPI_Datatype, MPI_Datatype*) = nullptr;
  int (*Type_create_subarray_c)(int, const MPI_Count*, const MPI_Count*,
        const MPI_Count*, int, MPI_Datatype, MPI_Datatype*) = nullptr;
  int (*Type_dup)(MPI_Datatype, MPI_Datatype*) = nullptr;
  int (*Type_free_keyval)(int*) = nullptr;
  int (*Type_get_attr)(MPI_Datatype, int, void*, int*) = nullptr;
  int (*Type_get_extent)(MPI_Datatype, MPI_Aint*, MPI_Aint*) = nullptr;
  int (*Type_get_name)(MPI_Datatype, char*, int*) = nullptr;
  int (*Type_get_value_index)(MPI_Datatype, MPI_Datatype, MPI_Datatype*) = nullptr;
  int (*Type_hindexed)(int, int*, MPI_Aint*, MPI_Datatype, MPI_Datatype*) = nullptr;
  int (*Type_hvector)(int, int, MPI_Aint, MPI_Datatype, MPI_Datatype*) = nullptr;
  int (*Type_indexed)(int, const int*, const int*, MPI_Datatype, MPI_Datatype*) = nullptr;
  int (*Type_indexed_c)(MPI_Count, const MPI_Count*, const MPI_Count*, MPI_Datatype,
        MPI_Datatype*) = nullptr;
  int (*Type_size)(MPI_Datatype, int*) = nullptr;
  int (*Type_struct)(int, int*, MPI_Aint*, MPI_Datatype*, MPI_Datatype*) = nullptr;
  int (*Type_vector)(int, int, int, MPI_Datatype, MPI_Datatype*) = nullptr;
  int (*Type_vector_c)(MPI_Count, MPI_Count, MPI_Count, MPI_Datatype, MPI_Datatype*) = nullptr;
  int (*Unpack)(const void*, int, int*, void*, int, MPI_Datatype, MPI_Comm) = nullptr;
  int (*Win_create_errhandler)(MPI_Win_errhandler_function*, MPI_Errhandler*) = nullptr;
  int (*Win_create_keyval)(MPI_Win_copy_attr_function*, MPI_Win_delete_attr_function*,
        int*, void*) = nullptr;
  int (*Win_free_keyval)(int*) = nullptr;
  int (*Win_get_attr)(MPI_Win, int, void*, int*) = nullptr;
  int (*Win_get_errhandler)(MPI_Win, MPI_Errhandler*) = nullptr;
  int (*Win_get_group)(MPI_Win, MPI_Group*) = nullptr;
  int (*Win_get_info)(MPI_Win, MPI_Info*) = nullptr;
  int (*Win_set_errhandler)(MPI_Win, MPI_Errhandler) = nullptr;
  int (*X_Comm_failure_get_acked)(MPI_Comm, MPI_Group*) = nullptr;
  int (*X_Comm_get_failed)(MPI_Comm, MPI_Group*) = nullptr;
  int (*X_Comm_ishrink)(MPI_Comm, MPI_Comm*, MPI_Request*) = nullptr;
  int (*X_Comm_shrink)(MPI_Comm, MPI_Comm*) = nullptr;
  double (*Wtick)() = nullptr;
  int (*Comm_call_errhandler)(MPI_Comm, int) = nullptr;
  int (*Comm_set_attr)(MPI_Comm, int, void*) = nullptr;
  int (*Error_class)(int, int*) = nullptr;
  int (*Error_string)(int, char*, int*) = nullptr;
  int (*Finalized)(int*) = nullptr;
  int (*Get_elements_x)(const MPI_Status*, MPI_Datatype, MPI_Count*) = nullptr;
  int (*Get_library_version)(char*, int*) = nullptr;
  int (*Grequest_complete)(MPI_Request) = nullptr;
  int (*Grequest_start)(MPI_Grequest_query_function*, MPI_Grequest_free_function*,
        MPI_Grequest_cancel_function*, void*, MPI_Request*) = nullptr;
  int (*Info_get_string)(MPI_Info, const char*, int*, char*, int*) = nullptr;
  int (*Message_c2f)(MPI_Message) = nullptr;
  MPI_Message (*Message_f2c)(int) = nullptr;
  MPI_Message (*Message_fromint)(int) = nullptr;
  int (*Message_toint)(MPI_Message) = nullptr;
  int (*Status_set_cancelled)(MPI_Status*, int) = nullptr;
  int (*Status_set_elements_x)(MPI_Status*, MPI_Datatype, MPI_Count) = nullptr;
  int (*Type_get_envelope)(MPI_Datatype, int*, int*, int*, int*) = nullptr;
  int (*Type_get_envelope_c)(MPI_Datatype, MPI_Count*, MPI_Count*, MPI_Count*,
        MPI_Count*, int*) = nullptr;
  int (*Type_get_extent_x)(MPI_Datatype, MPI_Count*, MPI_Count*) = nullptr;
  int (*Type_get_true_extent_x)(MPI_Datatype, MPI_Count*, MPI_Count*) = nullptr;
  int (*Type_size_x)(MPI_Datatype, MPI_Count*) = nullptr;

  /// Sets each pointer to `find(name)`.
  template <class Find>
  void fill(Find&& find) {
    Init = reinterpret_cast<decltype(Init)>(find("PMPI_Init"));
    Init_thread = reinterpret_cast<decltype(Init_thread)>(find("PMPI_Init_thread"));
    Finalize = reinterpret_cast<decltype(Finalize)>(find("PMPI_Finalize"));
    Initialized = reinterpret_cast<decltype(Initialized)>(find("PMPI_Initialized"));
    Session_init = reinterpret_cast<decltype(Session_init)>(find("PMPI_Session_init"));
    Session_finalize = reinterpret_cast<decltype(Session_finalize)>(find("PMPI_Session_finalize"));
    Query_thread = reinterpret_cast<decltype(Query_thread)>(find("PMPI_Query_thread"));
    Abort = reinterpret_cast<decltype(Abort)>(find("PMPI_Abort"));
    Send = reinterpret_cast<decltype(Send)>(find("PMPI_Send"));
    Send_c = reinterpret_cast<decltype(Send_c)>(find("PMPI_Send_c"));
    Isend = reinterpret_cast<decltype(Isend)>(find("PMPI_Isend"));
    Isend_c = reinterpret_cast<decltype(Isend_c)>(find("PMPI_Isend_c"));
    Send_init = reinterpret_cast<decltype(Send_init)>(find("PMPI_Send_init"));
    Send_init_c = reinterpret_cast<decltype(Send_init_c)>(find("PMPI_Send_init_c"));
    Ssend = reinterpret_cast<decltype(Ssend)>(find("PMPI_Ssend"));
    Ssend_c = reinterpret_cast<decltype(Ssend_c)>(find("PMPI_Ssend_c"));
    Issend = reinterpret_cast<decltype(Issend)>(find("PMPI_Issend"));
    Issend_c = reinterpret_cast<decltype(Issend_c)>(find("PMPI_Issend_c"));
    Ssend_init = reinterpret_cast<decltype(Ssend_init)>(find("PMPI_Ssend_init"));
    Ssend_init_c = reinterpret_cast<decltype(Ssend_init_c)>(find("PMPI_Ssend_init_c"));
    Rsend = reinterpret_cast<decltype(Rsend)>(find("PMPI_Rsend"));
    Rsend_c = reinterpret_cast<decltype(Rsend_c)>(find("PMPI_Rsend_c"));
    Irsend = reinterpret_cast<decltype(Irsend)>(find("PMPI_Irsend"));
    Irsend_c = reinterpret_cast<decltype(Irsend_c)>(find("PMPI_Irsend_c"));
    Rsend_init = reinterpret_cast<decltype(Rsend_init)>(find("PMPI_Rsend_init"));
    Rsend_init_c = reinterpret_cast<decltype(Rsend_init_c)>(find("PMPI_Rsend_init_c"));
    Bsend = reinterpret_cast<decltype(Bsend)>(find("PMPI_Bsend"));
    Bsend_c = reinterpret_cast<decltype(Bsend_c)>(find("PMPI_Bsend_c"));
    Ibsend = reinterpret_cast<decltype(Ibsend)>(find("PMPI_Ibsend"));
    Ibsend_c = reinterpret_cast<decltype(Ibsend_c)>(find("PMPI_Ibsend_c"));
    Bsend_init = reinterpret_cast<decltype(Bsend_init)>(find("PMPI_Bsend_init"));
    Bsend_init_c = reinterpret_cast<decltype(Bsend_init_c)>(find("PMPI_Bsend_init_c"));
    Recv = reinterpret_cast<decltype(Recv)>(find("PMPI_Recv"));
    Recv_c = reinterpret_cast<decltype(Recv_c)>(find("PMPI_Recv_c"));
    Irecv = reinterpret_cast<decltype(Irecv)>(find("PMPI_Irecv"));
    Irecv_c = reinterpret_cast<decltype(Irecv_c)>(find("PMPI_Irecv_c"));
    Recv_init = reinterpret_cast<decltype(Recv_init)>(find("PMPI_Recv_init"));
    Recv_init_c = reinterpret_cast<decltype(Recv_init_c)>(find("PMPI_Recv_init_c"));
    Sendrecv = reinterpret_cast<decltype(Sendrecv)>(find("PMPI_Sendrecv"));
    Sendrecv_c = reinterpret_cast<decltype(Sendrecv_c)>(find("PMPI_Sendrecv_c"));
    Isendrecv = reinterpret_cast<decltype(Isendrecv)>(find("PMPI_Isendrecv"));
    Isendrecv_c = reinterpret_cast<decltype(Isendrecv_c)>(find("PMPI_Isendrecv_c"));
    Sendrecv_replace = reinterpret_cast<decltype(Sendrecv_replace)>(find("PMPI_Sendrecv_replace"));
    Sendrecv_replace_c = reinterpret_cast<decltype(Sendrecv_replace_c)>(find("PMPI_Sendrecv_replace_c"));
    Isendrecv_replace = reinterpret_cast<decltype(Isendrecv_replace)>(find("PMPI_Isendrecv_replace"));
    Isendrecv_replace_c = reinterpret_cast<decltype(Isendrecv_replace_c)>(find("PMPI_Isendrecv_replace_c"));
    Start = reinterpret_cast<decltype(Start)>(find("PMPI_Start"));
    Startall = reinterpret_cast<decltype(Startall)>(find("PMPI_Startall"));
    Probe = reinterpret_cast<decltype(Probe)>(find("PMPI_Probe"));
    Iprobe = reinterpret_cast<decltype(Iprobe)>(find("PMPI_Iprobe"));
    Mprobe = reinterpret_cast<decltype(Mprobe)>(find("PMPI_Mprobe"));
    Improbe = reinterpret_cast<decltype(Improbe)>(find("PMPI_Improbe"));
    Mrecv = reinterpret_cast<decltype(Mrecv)>(find("PMPI_Mrecv"));
    Mrecv_c = reinterpret_cast<decltype(Mrecv_c)>(find("PMPI_Mrecv_c"));
    Imrecv = reinterpret_cast<decltype(Imrecv)>(find("PMPI_Imrecv"));
    Imrecv_c = reinterpret_cast<decltype(Imrecv_c)>(find("PMPI_Imrecv_c"));
    Buffer_attach = reinterpret_cast<decltype(Buffer_attach)>(find("PMPI_Buffer_attach"));
    Buffer_attach_c = reinterpret_cast<decltype(Buffer_attach_c)>(find("PMPI_Buffer_attach_c"));
    Buffer_detach = reinterpret_cast<decltype(Buffer_detach)>(find("PMPI_Buffer_detach"));
    Buffer_detach_c = reinterpret_cast<decltype(Buffer_detach_c)>(find("PMPI_Buffer_detach_c"));
    Buffer_flush = reinterpret_cast<decltype(Buffer_flush)>(find("PMPI_Buffer_flush"));
    Buffer_iflush = reinterpret_cast<decltype(Buffer_iflush)>(find("PMPI_Buffer_iflush"));
    Comm_attach_buffer = reinterpret_cast<decltype(Comm_attach_buffer)>(find("PMPI_Comm_attach_buffer"));
    Comm_attach_buffer_c = reinterpret_cast<decltype(Comm_attach_buffer_c)>(find("PMPI_Comm_attach_buffer_c"));
    Comm_detach_buffer = reinterpret_cast<decltype(Comm_detach_buffer)>(find("PMPI_Comm_detach_buffer"));
    Comm_detach_buffer_c = reinterpret_cast<decltype(Comm_detach_buffer_c)>(find("PMPI_Comm_detach_buffer_c"));
    Comm_flush_buffer = reinterpret_cast<decltype(Comm_flush_buffer)>(find("PMPI_Comm_flush_buffer"));
    Comm_iflush_buffer = reinterpret_cast<decltype(Comm_iflush_buffer)>(find("PMPI_Comm_iflush_buffer"));
    Session_attach_buffer = reinterpret_cast<decltype(Session_attach_buffer)>(find("PMPI_Session_attach_buffer"));
    Session_attach_buffer_c = reinterpret_cast<decltype(Session_attach_buffer_c)>(find("PMPI_Session_attach_buffer_c"));
    Session_detach_buffer = reinterpret_cast<decltype(Session_detach_buffer)>(find("PMPI_Session_detach_buffer"));
    Session_detach_buffer_c = reinterpret_cast<decltype(Session_detach_buffer_c)>(find("PMPI_Session_detach_buffer_c"));
    Session_flush_buffer = reinterpret_cast<decltype(Session_flush_buffer)>(find("PMPI_Session_flush_buffer"));
    Session_iflush_buffer = reinterpret_cast<decltype(Session_iflush_buffer)>(find("PMPI_Session_iflush_buffer"));
    Wait = reinterpret_cast<decltype(Wait)>(find("PMPI_Wait"));
    Waitall = reinterpret_cast<decltype(Waitall)>(find("PMPI_Waitall"));
    Waitany = reinterpret_cast<decltype(Waitany)>(find("PMPI_Waitany"));
    Waitsome = reinterpret_cast<decltype(Waitsome)>(find("PMPI_Waitsome"));
    Test = reinterpret_cast<decltype(Test)>(find("PMPI_Test"));
    Testall = reinterpret_cast<decltype(Testall)>(find("PMPI_Testall"));
    Testany = reinterpret_cast<decltype(Testany)>(find("PMPI_Testany"));
    Testsome = reinterpret_cast<decltype(Testsome)>(find("PMPI_Testsome"));
    Request_free = reinterpret_cast<decltype(Request_free)>(find("PMPI_Request_free"));
    Request_get_status = reinterpret_cast<decltype(Request_get_status)>(find("PMPI_Request_get_status"));
    Request_get_status_all = reinterpret_cast<decltype(Request_get_status_all)>(find("PMPI_Request_get_status_all"));
    Request_get_status_any = reinterpret_cast<decltype(Request_get_status_any)>(find("PMPI_Request_get_status_any"));
    Request_get_status_some = reinterpret_cast<decltype(Request_get_status_some)>(find("PMPI_Request_get_status_some"));
    Cancel = reinterpret_cast<decltype(Cancel)>(find("PMPI_Cancel"));
    Psend_init = reinterpret_cast<decltype(Psend_init)>(find("PMPI_Psend_init"));
    Precv_init = reinterpret_cast<decltype(Precv_init)>(find("PMPI_Precv_init"));
    Pready = reinterpret_cast<decltype(Pready)>(find("PMPI_Pready"));
    Pready_range = reinterpret_cast<decltype(Pready_range)>(find("PMPI_Pready_range"));
    Pready_list = reinterpret_cast<decltype(Pready_list)>(find("PMPI_Pready_list"));
    Parrived = reinterpret_cast<decltype(Parrived)>(find("PMPI_Parrived"));
    Comm_dup = reinterpret_cast<decltype(Comm_dup)>(find("PMPI_Comm_dup"));
    Comm_dup_with_info = reinterpret_cast<decltype(Comm_dup_with_info)>(find("PMPI_Comm_dup_with_info"));
    Comm_idup = reinterpret_cast<decltype(Comm_idup)>(find("PMPI_Comm_idup"));
    Comm_idup_with_info = reinterpret_cast<decltype(Comm_idup_with_info)>(find("PMPI_Comm_idup_with_info"));
    Comm_split = reinterpret_cast<decltype(Comm_split)>(find("PMPI_Comm_split"));
    Comm_split_type = reinterpret_cast<decltype(Comm_split_type)>(find("PMPI_Comm_split_type"));
    Comm_create = reinterpret_cast<decltype(Comm_create)>(find("PMPI_Comm_create"));
    Comm_create_group = reinterpret_cast<decltype(Comm_create_group)>(find("PMPI_Comm_create_group"));
    Comm_create_from_group = reinterpret_cast<decltype(Comm_create_from_group)>(find("PMPI_Comm_create_from_group"));
    Group_from_session_pset = reinterpret_cast<decltype(Group_from_session_pset)>(find("PMPI_Group_from_session_pset"));
    Comm_free = reinterpret_cast<decltype(Comm_free)>(find("PMPI_Comm_free"));
    Comm_disconnect = reinterpret_cast<decltype(Comm_disconnect)>(find("PMPI_Comm_disconnect"));
    X_Comm_revoke = reinterpret_cast<decltype(X_Comm_revoke)>(find("PMPIX_Comm_revoke"));
    Cart_create = reinterpret_cast<decltype(Cart_create)>(find("PMPI_Cart_create"));
    Cart_sub = reinterpret_cast<decltype(Cart_sub)>(find("PMPI_Cart_sub"));
    Graph_create = reinterpret_cast<decltype(Graph_create)>(find("PMPI_Graph_create"));
    Dist_graph_create = reinterpret_cast<decltype(Dist_graph_create)>(find("PMPI_Dist_graph_create"));
    Dist_graph_create_adjacent = reinterpret_cast<decltype(Dist_graph_create_adjacent)>(find("PMPI_Dist_graph_create_adjacent"));
    Intercomm_merge = reinterpret_cast<decltype(Intercomm_merge)>(find("PMPI_Intercomm_merge"));
    Barrier = reinterpret_cast<decltype(Barrier)>(find("PMPI_Barrier"));
    Ibarrier = reinterpret_cast<decltype(Ibarrier)>(find("PMPI_Ibarrier"));
    Barrier_init = reinterpret_cast<decltype(Barrier_init)>(find("PMPI_Barrier_init"));
    Bcast = reinterpret_cast<decltype(Bcast)>(find("PMPI_Bcast"));
    Bcast_c = reinterpret_cast<decltype(Bcast_c)>(find("PMPI_Bcast_c"));
    Ibcast = reinterpret_cast<decltype(Ibcast)>(find("PMPI_Ibcast"));
    Ibcast_c = reinterpret_cast<decltype(Ibcast_c)>(find("PMPI_Ibcast_c"));
    Bcast_init = reinterpret_cast<decltype(Bcast_init)>(find("PMPI_Bcast_init"));
    Bcast_init_c = reinterpret_cast<decltype(Bcast_init_c)>(find("PMPI_Bcast_init_c"));
    Gather = reinterpret_cast<decltype(Gather)>(find("PMPI_Gather"));
    Gather_c = reinterpret_cast<decltype(Gather_c)>(find("PMPI_Gather_c"));
    Igather = reinterpret_cast<decltype(Igather)>(find("PMPI_Igather"));
    Igather_c = reinterpret_cast<decltype(Igather_c)>(find("PMPI_Igather_c"));
    Gather_init = reinterpret_cast<decltype(Gather_init)>(find("PMPI_Gather_init"));
    Gather_init_c = reinterpret_cast<decltype(Gather_init_c)>(find("PMPI_Gather_init_c"));
    Gatherv = reinterpret_cast<decltype(Gatherv)>(find("PMPI_Gatherv"));
    Gatherv_c = reinterpret_cast<decltype(Gatherv_c)>(find("PMPI_Gatherv_c"));
    Igatherv = reinterpret_cast<decltype(Igatherv)>(find("PMPI_Igatherv"));
    Igatherv_c = reinterpret_cast<decltype(Igatherv_c)>(find("PMPI_Igatherv_c"));
    Gatherv_init = reinterpret_cast<decltype(Gatherv_init)>(find("PMPI_Gatherv_init"));
    Gatherv_init_c = reinterpret_cast<decltype(Gatherv_init_c)>(find("PMPI_Gatherv_init_c"));
    Scatter = reinterpret_cast<decltype(Scatter)>(find("PMPI_Scatter"));
    Scatter_c = reinterpret_cast<decltype(Scatter_c)>(find("PMPI_Scatter_c"));
    Iscatter = reinterpret_cast<decltype(Iscatter)>(find("PMPI_Iscatter"));
    Iscatter_c = reinterpret_cast<decltype(Iscatter_c)>(find("PMPI_Iscatter_c"));
    Scatter_init = reinterpret_cast<decltype(Scatter_init)>(find("PMPI_Scatter_init"));
    Scatter_init_c = reinterpret_cast<decltype(Scatter_init_c)>(find("PMPI_Scatter_init_c"));
    Scatterv = reinterpret_cast<decltype(Scatterv)>(find("PMPI_Scatterv"));
    Scatterv_c = reinterpret_cast<decltype(Scatterv_c)>(find("PMPI_Scatterv_c"));
    Iscatterv = reinterpret_cast<decltype(Iscatterv)>(find("PMPI_Iscatterv"));
    Iscatterv_c = reinterpret_cast<decltype(Iscatterv_c)>(find("PMPI_Iscatterv_c"));
    Scatterv_init = reinterpret_cast<decltype(Scatterv_init)>(find("PMPI_Scatterv_init"));
    Scatterv_init_c = reinterpret_cast<decltype(Scatterv_init_c)>(find("PMPI_Scatterv_init_c"));
    Allgather = reinterpret_cast<decltype(Allgather)>(find("PMPI_Allgather"));
    Allgather_c = reinterpret_cast<decltype(Allgather_c)>(find("PMPI_Allgather_c"));
    Iallgather = reinterpret_cast<decltype(Iallgather)>(find("PMPI_Iallgather"));
    Iallgather_c = reinterpret_cast<decltype(Iallgather_c)>(find("PMPI_Iallgather_c"));
    Allgather_init = reinterpret_cast<decltype(Allgather_init)>(find("PMPI_Allgather_init"));
    Allgather_init_c = reinterpret_cast<decltype(Allgather_init_c)>(find("PMPI_Allgather_init_c"));
    Allgatherv = reinterpret_cast<decltype(Allgatherv)>(find("PMPI_Allgatherv"));
    Allgatherv_c = reinterpret_cast<decltype(Allgatherv_c)>(find("PMPI_Allgatherv_c"));
    Iallgatherv = reinterpret_cast<decltype(Iallgatherv)>(find("PMPI_Iallgatherv"));
    Iallgatherv_c = reinterpret_cast<decltype(Iallgatherv_c)>(find("PMPI_Iallgatherv_c"));
    Allgatherv_init = reinterpret_cast<decltype(Allgatherv_init)>(find("PMPI_Allgatherv_init"));
    Allgatherv_init_c = reinterpret_cast<decltype(Allgatherv_init_c)>(find("PMPI_Allgatherv_init_c"));
    Alltoall = reinterpret_cast<decltype(Alltoall)>(find("PMPI_Alltoall"));
    Alltoall_c = reinterpret_cast<decltype(Alltoall_c)>(find("PMPI_Alltoall_c"));
    Ialltoall = reinterpret_cast<decltype(Ialltoall)>(find("PMPI_Ialltoall"));
    Ialltoall_c = reinterpret_cast<decltype(Ialltoall_c)>(find("PMPI_Ialltoall_c"));
    Alltoall_init = reinterpret_cast<decltype(Alltoall_init)>(find("PMPI_Alltoall_init"));
    Alltoall_init_c = reinterpret_cast<decltype(Alltoall_init_c)>(find("PMPI_Alltoall_init_c"));
    Alltoallv = reinterpret_cast<decltype(Alltoallv)>(find("PMPI_Alltoallv"));
    Alltoallv_c = reinterpret_cast<decltype(Alltoallv_c)>(find("PMPI_Alltoallv_c"));
    Ialltoallv = reinterpret_cast<decltype(Ialltoallv)>(find("PMPI_Ialltoallv"));
    Ialltoallv_c = reinterpret_cast<decltype(Ialltoallv_c)>(find("PMPI_Ialltoallv_c"));
    Alltoallv_init = reinterpret_cast<decltype(Alltoallv_init)>(find("PMPI_Alltoallv_init"));
    Alltoallv_init_c = reinterpret_cast<decltype(Alltoallv_init_c)>(find("PMPI_Alltoallv_init_c"));
    Alltoallw = reinterpret_cast<decltype(Alltoallw)>(find("PMPI_Alltoallw"));
    Alltoallw_c = reinterpret_cast<decltype(Alltoallw_c)>(find("PMPI_Alltoallw_c"));
    Ialltoallw = reinterpret_cast<decltype(Ialltoallw)>(find("PMPI_Ialltoallw"));
    Ialltoallw_c = reinterpret_cast<decltype(Ialltoallw_c)>(find("PMPI_Ialltoallw_c"));
    Alltoallw_init = reinterpret_cast<decltype(Alltoallw_init)>(find("PMPI_Alltoallw_init"));
    Alltoallw_init_c = reinterpret_cast<decltype(Alltoallw_init_c)>(find("PMPI_Alltoallw_init_c"));
    Reduce = reinterpret_cast<decltype(Reduce)>(find("PMPI_Reduce"));
    Reduce_c = reinterpret_cast<decltype(Reduce_c)>(find("PMPI_Reduce_c"));
    Ireduce = reinterpret_cast<decltype(Ireduce)>(find("PMPI_Ireduce"));
    Ireduce_c = reinterpret_cast<decltype(Ireduce_c)>(find("PMPI_Ireduce_c"));
    Reduce_init = reinterpret_cast<decltype(Reduce_init)>(find("PMPI_Reduce_init"));
    Reduce_init_c = reinterpret_cast<decltype(Reduce_init_c)>(find("PMPI_Reduce_init_c"));
    Allreduce = reinterpret_cast<decltype(Allreduce)>(find("PMPI_Allreduce"));
    Allreduce_c = reinterpret_cast<decltype(Allreduce_c)>(find("PMPI_Allreduce_c"));
    Iallreduce = reinterpret_cast<decltype(Iallreduce)>(find("PMPI_Iallreduce"));
    Iallreduce_c = reinterpret_cast<decltype(Iallreduce_c)>(find("PMPI_Iallreduce_c"));
    Allreduce_init = reinterpret_cast<decltype(Allreduce_init)>(find("PMPI_Allreduce_init"));
    Allreduce_init_c = reinterpret_cast<decltype(Allreduce_init_c)>(find("PMPI_Allreduce_init_c"));
    Reduce_scatter = reinterpret_cast<decltype(Reduce_scatter)>(find("PMPI_Reduce_scatter"));
    Reduce_scatter_c = reinterpret_cast<decltype(Reduce_scatter_c)>(find("PMPI_Reduce_scatter_c"));
    Ireduce_scatter = reinterpret_cast<decltype(Ireduce_scatter)>(find("PMPI_Ireduce_scatter"));
    Ireduce_scatter_c = reinterpret_cast<decltype(Ireduce_scatter_c)>(find("PMPI_Ireduce_scatter_c"));
    Reduce_scatter_init = reinterpret_cast<decltype(Reduce_scatter_init)>(find("PMPI_Reduce_scatter_init"));
    Reduce_scatter_init_c = reinterpret_cast<decltype(Reduce_scatter_init_c)>(find("PMPI_Reduce_scatter_init_c"));
    Reduce_scatter_block = reinterpret_cast<decltype(Reduce_scatter_block)>(find("PMPI_Reduce_scatter_block"));
    Reduce_scatter_block_c = reinterpret_cast<decltype(Reduce_scatter_block_c)>(find("PMPI_Reduce_scatter_block_c"));
    Ireduce_scatter_block = reinterpret_cast<decltype(Ireduce_scatter_block)>(find("PMPI_Ireduce_scatter_block"));
    Ireduce_scatter_block_c = reinterpret_cast<decltype(Ireduce_scatter_block_c)>(find("PMPI_Ireduce_scatter_block_c"));
    Reduce_scatter_block_init = reinterpret_cast<decltype(Reduce_scatter_block_init)>(find("PMPI_Reduce_scatter_block_init"));
    Reduce_scatter_block_init_c = reinterpret_cast<decltype(Reduce_scatter_block_init_c)>(find("PMPI_Reduce_scatter_block_init_c"));
    Scan = reinterpret_cast<decltype(Scan)>(find("PMPI_Scan"));
    Scan_c = reinterpret_cast<decltype(Scan_c)>(find("PMPI_Scan_c"));
    Iscan = reinterpret_cast<decltype(Iscan)>(find("PMPI_Iscan"));
    Iscan_c = reinterpret_cast<decltype(Iscan_c)>(find("PMPI_Iscan_c"));
    Scan_init = reinterpret_cast<decltype(Scan_init)>(find("PMPI_Scan_init"));
    Scan_init_c = reinterpret_cast<decltype(Scan_init_c)>(find("PMPI_Scan_init_c"));
    Exscan = reinterpret_cast<decltype(Exscan)>(find("PMPI_Exscan"));
    Exscan_c = reinterpret_cast<decltype(Exscan_c)>(find("PMPI_Exscan_c"));
    Iexscan = reinterpret_cast<decltype(Iexscan)>(find("PMPI_Iexscan"));
    Iexscan_c = reinterpret_cast<decltype(Iexscan_c)>(find("PMPI_Iexscan_c"));
    Exscan_init = reinterpret_cast<decltype(Exscan_init)>(find("PMPI_Exscan_init"));
    Exscan_init_c = reinterpret_cast<decltype(Exscan_init_c)>(find("PMPI_Exscan_init_c"));
    Neighbor_allgather = reinterpret_cast<decltype(Neighbor_allgather)>(find("PMPI_Neighbor_allgather"));
    Neighbor_allgather_c = reinterpret_cast<decltype(Neighbor_allgather_c)>(find("PMPI_Neighbor_allgather_c"));
    Ineighbor_allgather = reinterpret_cast<decltype(Ineighbor_allgather)>(find("PMPI_Ineighbor_allgather"));
    Ineighbor_allgather_c = reinterpret_cast<decltype(Ineighbor_allgather_c)>(find("PMPI_Ineighbor_allgather_c"));
    Neighbor_allgather_init = reinterpret_cast<decltype(Neighbor_allgather_init)>(find("PMPI_Neighbor_allgather_init"));
    Neighbor_allgather_init_c = reinterpret_cast<decltype(Neighbor_allgather_init_c)>(find("PMPI_Neighbor_allgather_init_c"));
    Neighbor_allgatherv = reinterpret_cast<decltype(Neighbor_allgatherv)>(find("PMPI_Neighbor_allgatherv"));
    Neighbor_allgatherv_c = reinterpret_cast<decltype(Neighbor_allgatherv_c)>(find("PMPI_Neighbor_allgatherv_c"));
    Ineighbor_allgatherv = reinterpret_cast<decltype(Ineighbor_allgatherv)>(find("PMPI_Ineighbor_allgatherv"));
    Ineighbor_allgatherv_c = reinterpret_cast<decltype(Ineighbor_allgatherv_c)>(find("PMPI_Ineighbor_allgatherv_c"));
    Neighbor_allgatherv_init = reinterpret_cast<decltype(Neighbor_allgatherv_init)>(find("PMPI_Neighbor_allgatherv_init"));
    Neighbor_allgatherv_init_c = reinterpret_cast<decltype(Neighbor_allgatherv_init_c)>(find("PMPI_Neighbor_allgatherv_init_c"));
    Neighbor_alltoall = reinterpret_cast<decltype(Neighbor_alltoall)>(find("PMPI_Neighbor_alltoall"));
    Neighbor_alltoall_c = reinterpret_cast<decltype(Neighbor_alltoall_c)>(find("PMPI_Neighbor_alltoall_c"));
    Ineighbor_alltoall = reinterpret_cast<decltype(Ineighbor_alltoall)>(find("PMPI_Ineighbor_alltoall"));
    Ineighbor_alltoall_c = reinterpret_cast<decltype(Ineighbor_alltoall_c)>(find("PMPI_Ineighbor_alltoall_c"));
    Neighbor_alltoall_init = reinterpret_cast<decltype(Neighbor_alltoall_init)>(find("PMPI_Neighbor_alltoall_init"));
    Neighbor_alltoall_init_c = reinterpret_cast<decltype(Neighbor_alltoall_init_c)>(find("PMPI_Neighbor_alltoall_init_c"));
    Neighbor_alltoallv = reinterpret_cast<decltype(Neighbor_alltoallv)>(find("PMPI_Neighbor_alltoallv"));
    Neighbor_alltoallv_c = reinterpret_cast<decltype(Neighbor_alltoallv_c)>(find("PMPI_Neighbor_alltoallv_c"));
    Ineighbor_alltoallv = reinterpret_cast<decltype(Ineighbor_alltoallv)>(find("PMPI_Ineighbor_alltoallv"));
    Ineighbor_alltoallv_c = reinterpret_cast<decltype(Ineighbor_alltoallv_c)>(find("PMPI_Ineighbor_alltoallv_c"));
    Neighbor_alltoallv_init = reinterpret_cast<decltype(Neighbor_alltoallv_init)>(find("PMPI_Neighbor_alltoallv_init"));
    Neighbor_alltoallv_init_c = reinterpret_cast<decltype(Neighbor_alltoallv_init_c)>(find("PMPI_Neighbor_alltoallv_init_c"));
    Neighbor_alltoallw = reinterpret_cast<decltype(Neighbor_alltoallw)>(find("PMPI_Neighbor_alltoallw"));
    Neighbor_alltoallw_c = reinterpret_cast<decltype(Neighbor_alltoallw_c)>(find("PMPI_Neighbor_alltoallw_c"));
    Ineighbor_alltoallw = reinterpret_cast<decltype(Ineighbor_alltoallw)>(find("PMPI_Ineighbor_alltoallw"));
    Ineighbor_alltoallw_c = reinterpret_cast<decltype(Ineighbor_alltoallw_c)>(find("PMPI_Ineighbor_alltoallw_c"));
    Neighbor_alltoallw_init = reinterpret_cast<decltype(Neighbor_alltoallw_init)>(find("PMPI_Neighbor_alltoallw_init"));
    Neighbor_alltoallw_init_c = reinterpret_cast<decltype(Neighbor_alltoallw_init_c)>(find("PMPI_Neighbor_alltoallw_init_c"));
    Alloc_mem = reinterpret_cast<decltype(Alloc_mem)>(find("PMPI_Alloc_mem"));
    Free_mem = reinterpret_cast<decltype(Free_mem)>(find("PMPI_Free_mem"));
    Group_excl = reinterpret_cast<decltype(Group_excl)>(find("PMPI_Group_excl"));
    Group_incl = reinterpret_cast<decltype(Group_incl)>(find("PMPI_Group_incl"));
    Type_free = reinterpret_cast<decltype(Type_free)>(find("PMPI_Type_free"));
    Type_get_contents = reinterpret_cast<decltype(Type_get_contents)>(find("PMPI_Type_get_contents"));
    Type_get_contents_c = reinterpret_cast<decltype(Type_get_contents_c)>(find("PMPI_Type_get_contents_c"));
    Op_free = reinterpret_cast<decltype(Op_free)>(find("PMPI_Op_free"));
    Wtime = reinterpret_cast<decltype(Wtime)>(find("PMPI_Wtime"));
    Win_shared_query = reinterpret_cast<decltype(Win_shared_query)>(find("PMPI_Win_shared_query"));
    Win_shared_query_c = reinterpret_cast<decltype(Win_shared_query_c)>(find("PMPI_Win_shared_query_c"));
    Win_allocate = reinterpret_cast<decltype(Win_allocate)>(find("PMPI_Win_allocate"));
    Win_allocate_c = reinterpret_cast<decltype(Win_allocate_c)>(find("PMPI_Win_allocate_c"));
    Win_allocate_shared = reinterpret_cast<decltype(Win_allocate_shared)>(find("PMPI_Win_allocate_shared"));
    Win_allocate_shared_c = reinterpret_cast<decltype(Win_allocate_shared_c)>(find("PMPI_Win_allocate_shared_c"));
    Win_create = reinterpret_cast<decltype(Win_create)>(find("PMPI_Win_create"));
    Win_create_c = reinterpret_cast<decltype(Win_create_c)>(find("PMPI_Win_create_c"));
    Win_create_dynamic = reinterpret_cast<decltype(Win_create_dynamic)>(find("PMPI_Win_create_dynamic"));
    Win_free = reinterpret_cast<decltype(Win_free)>(find("PMPI_Win_free"));
    Accumulate = reinterpret_cast<decltype(Accumulate)>(find("PMPI_Accumulate"));
    Accumulate_c = reinterpret_cast<decltype(Accumulate_c)>(find("PMPI_Accumulate_c"));
    Compare_and_swap = reinterpret_cast<decltype(Compare_and_swap)>(find("PMPI_Compare_and_swap"));
    Fetch_and_op = reinterpret_cast<decltype(Fetch_and_op)>(find("PMPI_Fetch_and_op"));
    Get = reinterpret_cast<decltype(Get)>(find("PMPI_Get"));
    Get_c = reinterpret_cast<decltype(Get_c)>(find("PMPI_Get_c"));
    Get_accumulate = reinterpret_cast<decltype(Get_accumulate)>(find("PMPI_Get_accumulate"));
    Get_accumulate_c = reinterpret_cast<decltype(Get_accumulate_c)>(find("PMPI_Get_accumulate_c"));
    Put = reinterpret_cast<decltype(Put)>(find("PMPI_Put"));
    Put_c = reinterpret_cast<decltype(Put_c)>(find("PMPI_Put_c"));
    Raccumulate = reinterpret_cast<decltype(Raccumulate)>(find("PMPI_Raccumulate"));
    Raccumulate_c = reinterpret_cast<decltype(Raccumulate_c)>(find("PMPI_Raccumulate_c"));
    Rget = reinterpret_cast<decltype(Rget)>(find("PMPI_Rget"));
    Rget_c = reinterpret_cast<decltype(Rget_c)>(find("PMPI_Rget_c"));
    Rget_accumulate = reinterpret_cast<decltype(Rget_accumulate)>(find("PMPI_Rget_accumulate"));
    Rget_accumulate_c = reinterpret_cast<decltype(Rget_accumulate_c)>(find("PMPI_Rget_accumulate_c"));
    Rput = reinterpret_cast<decltype(Rput)>(find("PMPI_Rput"));
    Rput_c = reinterpret_cast<decltype(Rput_c)>(find("PMPI_Rput_c"));
    Win_attach = reinterpret_cast<decltype(Win_attach)>(find("PMPI_Win_attach"));
    Win_complete = reinterpret_cast<decltype(Win_complete)>(find("PMPI_Win_complete"));
    Win_detach = reinterpret_cast<decltype(Win_detach)>(find("PMPI_Win_detach"));
    Win_fence = reinterpret_cast<decltype(Win_fence)>(find("PMPI_Win_fence"));
    Win_flush = reinterpret_cast<decltype(Win_flush)>(find("PMPI_Win_flush"));
    Win_flush_all = reinterpret_cast<decltype(Win_flush_all)>(find("PMPI_Win_flush_all"));
    Win_flush_local = reinterpret_cast<decltype(Win_flush_local)>(find("PMPI_Win_flush_local"));
    Win_flush_local_all = reinterpret_cast<decltype(Win_flush_local_all)>(find("PMPI_Win_flush_local_all"));
    Win_lock = reinterpret_cast<decltype(Win_lock)>(find("PMPI_Win_lock"));
    Win_lock_all = reinterpret_cast<decltype(Win_lock_all)>(find("PMPI_Win_lock_all"));
    Win_post = reinterpret_cast<decltype(Win_post)>(find("PMPI_Win_post"));
    Win_start = reinterpret_cast<decltype(Win_start)>(find("PMPI_Win_start"));
    Win_sync = reinterpret_cast<decltype(Win_sync)>(find("PMPI_Win_sync"));
    Win_test = reinterpret_cast<decltype(Win_test)>(find("PMPI_Win_test"));
    Win_unlock = reinterpret_cast<decltype(Win_unlock)>(find("PMPI_Win_unlock"));
    Win_unlock_all = reinterpret_cast<decltype(Win_unlock_all)>(find("PMPI_Win_unlock_all"));
    Win_wait = reinterpret_cast<decltype(Win_wait)>(find("PMPI_Win_wait"));
    File_iread = reinterpret_cast<decltype(File_iread)>(find("PMPI_File_iread"));
    File_iread_c = reinterpret_cast<decltype(File_iread_c)>(find("PMPI_File_iread_c"));
    File_iread_all = reinterpret_cast<decltype(File_iread_all)>(find("PMPI_File_iread_all"));
    File_iread_all_c = reinterpret_cast<decltype(File_iread_all_c)>(find("PMPI_File_iread_all_c"));
    File_iread_at = reinterpret_cast<decltype(File_iread_at)>(find("PMPI_File_iread_at"));
    File_iread_at_c = reinterpret_cast<decltype(File_iread_at_c)>(find("PMPI_File_iread_at_c"));
    File_iread_at_all = reinterpret_cast<decltype(File_iread_at_all)>(find("PMPI_File_iread_at_all"));
    File_iread_at_all_c = reinterpret_cast<decltype(File_iread_at_all_c)>(find("PMPI_File_iread_at_all_c"));
    File_iread_shared = reinterpret_cast<decltype(File_iread_shared)>(find("PMPI_File_iread_shared"));
    File_iread_shared_c = reinterpret_cast<decltype(File_iread_shared_c)>(find("PMPI_File_iread_shared_c"));
    File_iwrite = reinterpret_cast<decltype(File_iwrite)>(find("PMPI_File_iwrite"));
    File_iwrite_c = reinterpret_cast<decltype(File_iwrite_c)>(find("PMPI_File_iwrite_c"));
    File_iwrite_all = reinterpret_cast<decltype(File_iwrite_all)>(find("PMPI_File_iwrite_all"));
    File_iwrite_all_c = reinterpret_cast<decltype(File_iwrite_all_c)>(find("PMPI_File_iwrite_all_c"));
    File_iwrite_at = reinterpret_cast<decltype(File_iwrite_at)>(find("PMPI_File_iwrite_at"));
    File_iwrite_at_c = reinterpret_cast<decltype(File_iwrite_at_c)>(find("PMPI_File_iwrite_at_c"));
    File_iwrite_at_all = reinterpret_cast<decltype(File_iwrite_at_all)>(find("PMPI_File_iwrite_at_all"));
    File_iwrite_at_all_c = reinterpret_cast<decltype(File_iwrite_at_all_c)>(find("PMPI_File_iwrite_at_all_c"));
    File_iwrite_shared = reinterpret_cast<decltype(File_iwrite_shared)>(find("PMPI_File_iwrite_shared"));
    File_iwrite_shared_c = reinterpret_cast<decltype(File_iwrite_shared_c)>(find("PMPI_File_iwrite_shared_c"));
    File_read = reinterpret_cast<decltype(File_read)>(find("PMPI_File_read"));
    File_read_c = reinterpret_cast<decltype(File_read_c)>(find("PMPI_File_read_c"));
    File_read_at = reinterpret_cast<decltype(File_read_at)>(find("PMPI_File_read_at"));
    File_read_at_c = reinterpret_cast<decltype(File_read_at_c)>(find("PMPI_File_read_at_c"));
    File_read_shared = reinterpret_cast<decltype(File_read_shared)>(find("PMPI_File_read_shared"));
    File_read_shared_c = reinterpret_cast<decltype(File_read_shared_c)>(find("PMPI_File_read_shared_c"));
    File_write = reinterpret_cast<decltype(File_write)>(find("PMPI_File_write"));
    File_write_c = reinterpret_cast<decltype(File_write_c)>(find("PMPI_File_write_c"));
    File_write_at = reinterpret_cast<decltype(File_write_at)>(find("PMPI_File_write_at"));
    File_write_at_c = reinterpret_cast<decltype(File_write_at_c)>(find("PMPI_File_write_at_c"));
    File_write_shared = reinterpret_cast<decltype(File_write_shared)>(find("PMPI_File_write_shared"));
    File_write_shared_c = reinterpret_cast<decltype(File_write_shared_c)>(find("PMPI_File_write_shared_c"));
    File_close = reinterpret_cast<decltype(File_close)>(find("PMPI_File_close"));
    File_open = reinterpret_cast<decltype(File_open)>(find("PMPI_File_open"));
    File_preallocate = reinterpret_cast<decltype(File_preallocate)>(find("PMPI_File_preallocate"));
    File_read_all = reinterpret_cast<decltype(File_read_all)>(find("PMPI_File_read_all"));
    File_read_all_c = reinterpret_cast<decltype(File_read_all_c)>(find("PMPI_File_read_all_c"));
    File_read_all_begin = reinterpret_cast<decltype(File_read_all_begin)>(find("PMPI_File_read_all_begin"));
    File_read_all_begin_c = reinterpret_cast<decltype(File_read_all_begin_c)>(find("PMPI_File_read_all_begin_c"));
    File_read_all_end = reinterpret_cast<decltype(File_read_all_end)>(find("PMPI_File_read_all_end"));
    File_read_at_all = reinterpret_cast<decltype(File_read_at_all)>(find("PMPI_File_read_at_all"));
    File_read_at_all_c = reinterpret_cast<decltype(File_read_at_all_c)>(find("PMPI_File_read_at_all_c"));
    File_read_at_all_begin = reinterpret_cast<decltype(File_read_at_all_begin)>(find("PMPI_File_read_at_all_begin"));
    File_read_at_all_begin_c = reinterpret_cast<decltype(File_read_at_all_begin_c)>(find("PMPI_File_read_at_all_begin_c"));
    File_read_at_all_end = reinterpret_cast<decltype(File_read_at_all_end)>(find("PMPI_File_read_at_all_end"));
    File_read_ordered = reinterpret_cast<decltype(File_read_ordered)>(find("PMPI_File_read_ordered"));
    File_read_ordered_c = reinterpret_cast<decltype(File_read_ordered_c)>(find("PMPI_File_read_ordered_c"));
    File_read_ordered_begin = reinterpret_cast<decltype(File_read_ordered_begin)>(find("PMPI_File_read_ordered_begin"));
    File_read_ordered_begin_c = reinterpret_cast<decltype(File_read_ordered_begin_c)>(find("PMPI_File_read_ordered_begin_c"));
    File_read_ordered_end = reinterpret_cast<decltype(File_read_ordered_end)>(find("PMPI_File_read_ordered_end"));
    File_seek_shared = reinterpret_cast<decltype(File_seek_shared)>(find("PMPI_File_seek_shared"));
    File_set_atomicity = reinterpret_cast<decltype(File_set_atomicity)>(find("PMPI_File_set_atomicity"));
    File_set_info = reinterpret_cast<decltype(File_set_info)>(find("PMPI_File_set_info"));
    File_set_size = reinterpret_cast<decltype(File_set_size)>(find("PMPI_File_set_size"));
    File_set_view = reinterpret_cast<decltype(File_set_view)>(find("PMPI_File_set_view"));
    File_sync = reinterpret_cast<decltype(File_sync)>(find("PMPI_File_sync"));
    File_write_all = reinterpret_cast<decltype(File_write_all)>(find("PMPI_File_write_all"));
    File_write_all_c = reinterpret_cast<decltype(File_write_all_c)>(find("PMPI_File_write_all_c"));
    File_write_all_begin = reinterpret_cast<decltype(File_write_all_begin)>(find("PMPI_File_write_all_begin"));
    File_write_all_begin_c = reinterpret_cast<decltype(File_write_all_begin_c)>(find("PMPI_File_write_all_begin_c"));
    File_write_all_end = reinterpret_cast<decltype(File_write_all_end)>(find("PMPI_File_write_all_end"));
    File_write_at_all = reinterpret_cast<decltype(File_write_at_all)>(find("PMPI_File_write_at_all"));
    File_write_at_all_c = reinterpret_cast<decltype(File_write_at_all_c)>(find("PMPI_File_write_at_all_c"));
    File_write_at_all_begin = reinterpret_cast<decltype(File_write_at_all_begin)>(find("PMPI_File_write_at_all_begin"));
    File_write_at_all_begin_c = reinterpret_cast<decltype(File_write_at_all_begin_c)>(find("PMPI_File_write_at_all_begin_c"));
    File_write_at_all_end = reinterpret_cast<decltype(File_write_at_all_end)>(find("PMPI_File_write_at_all_end"));
    File_write_ordered = reinterpret_cast<decltype(File_write_ordered)>(find("PMPI_File_write_ordered"));
    File_write_ordered_c = reinterpret_cast<decltype(File_write_ordered_c)>(find("PMPI_File_write_ordered_c"));
    File_write_ordered_begin = reinterpret_cast<decltype(File_write_ordered_begin)>(find("PMPI_File_write_ordered_begin"));
    File_write_ordered_begin_c = reinterpret_cast<decltype(File_write_ordered_begin_c)>(find("PMPI_File_write_ordered_begin_c"));
    File_write_ordered_end = reinterpret_cast<decltype(File_write_ordered_end)>(find("PMPI_File_write_ordered_end"));
    Comm_join = reinterpret_cast<decltype(Comm_join)>(find("PMPI_Comm_join"));
    Intercomm_create = reinterpret_cast<decltype(Intercomm_create)>(find("PMPI_Intercomm_create"));
    Intercomm_create_from_groups = reinterpret_cast<decltype(Intercomm_create_from_groups)>(find("PMPI_Intercomm_create_from_groups"));
    Comm_spawn = reinterpret_cast<decltype(Comm_spawn)>(find("PMPI_Comm_spawn"));
    Comm_spawn_multiple = reinterpret_cast<decltype(Comm_spawn_multiple)>(find("PMPI_Comm_spawn_multiple"));
    Comm_connect = reinterpret_cast<decltype(Comm_connect)>(find("PMPI_Comm_connect"));
    Comm_accept = reinterpret_cast<decltype(Comm_accept)>(find("PMPI_Comm_accept"));
    Abi_get_fortran_info = reinterpret_cast<decltype(Abi_get_fortran_info)>(find("PMPI_Abi_get_fortran_info"));
    Abi_get_info = reinterpret_cast<decltype(Abi_get_info)>(find("PMPI_Abi_get_info"));
    Cart_coords = reinterpret_cast<decltype(Cart_coords)>(find("PMPI_Cart_coords"));
    Cart_get = reinterpret_cast<decltype(Cart_get)>(find("PMPI_Cart_get"));
    Cart_rank = reinterpret_cast<decltype(Cart_rank)>(find("PMPI_Cart_rank"));
    Cart_shift = reinterpret_cast<decltype(Cart_shift)>(find("PMPI_Cart_shift"));
    Cartdim_get = reinterpret_cast<decltype(Cartdim_get)>(find("PMPI_Cartdim_get"));
    Comm_compare = reinterpret_cast<decltype(Comm_compare)>(find("PMPI_Comm_compare"));
    Comm_create_errhandler = reinterpret_cast<decltype(Comm_create_errhandler)>(find("PMPI_Comm_create_errhandler"));
    Comm_create_keyval = reinterpret_cast<decltype(Comm_create_keyval)>(find("PMPI_Comm_create_keyval"));
    Comm_free_keyval = reinterpret_cast<decltype(Comm_free_keyval)>(find("PMPI_Comm_free_keyval"));
    Comm_get_attr = reinterpret_cast<decltype(Comm_get_attr)>(find("PMPI_Comm_get_attr"));
    Comm_get_errhandler = reinterpret_cast<decltype(Comm_get_errhandler)>(find("PMPI_Comm_get_errhandler"));
    Comm_get_info = reinterpret_cast<decltype(Comm_get_info)>(find("PMPI_Comm_get_info"));
    Comm_get_name = reinterpret_cast<decltype(Comm_get_name)>(find("PMPI_Comm_get_name"));
    Comm_get_parent = reinterpret_cast<decltype(Comm_get_parent)>(find("PMPI_Comm_get_parent"));
    Comm_group = reinterpret_cast<decltype(Comm_group)>(find("PMPI_Comm_group"));
    Comm_rank = reinterpret_cast<decltype(Comm_rank)>(find("PMPI_Comm_rank"));
    Comm_remote_group = reinterpret_cast<decltype(Comm_remote_group)>(find("PMPI_Comm_remote_group"));
    Comm_remote_size = reinterpret_cast<decltype(Comm_remote_size)>(find("PMPI_Comm_remote_size"));
    Comm_set_errhandler = reinterpret_cast<decltype(Comm_set_errhandler)>(find("PMPI_Comm_set_errhandler"));
    Comm_set_info = reinterpret_cast<decltype(Comm_set_info)>(find("PMPI_Comm_set_info"));
    Comm_set_name = reinterpret_cast<decltype(Comm_set_name)>(find("PMPI_Comm_set_name"));
    Comm_size = reinterpret_cast<decltype(Comm_size)>(find("PMPI_Comm_size"));
    Comm_test_inter = reinterpret_cast<decltype(Comm_test_inter)>(find("PMPI_Comm_test_inter"));
    Dist_graph_neighbors = reinterpret_cast<decltype(Dist_graph_neighbors)>(find("PMPI_Dist_graph_neighbors"));
    Dist_graph_neighbors_count = reinterpret_cast<decltype(Dist_graph_neighbors_count)>(find("PMPI_Dist_graph_neighbors_count"));
    Errhandler_create = reinterpret_cast<decltype(Errhandler_create)>(find("PMPI_Errhandler_create"));
    Errhandler_free = reinterpret_cast<decltype(Errhandler_free)>(find("PMPI_Errhandler_free"));
    Errhandler_get = reinterpret_cast<decltype(Errhandler_get)>(find("PMPI_Errhandler_get"));
    File_create_errhandler = reinterpret_cast<decltype(File_create_errhandler)>(find("PMPI_File_create_errhandler"));
    File_delete = reinterpret_cast<decltype(File_delete)>(find("PMPI_File_delete"));
    File_get_errhandler = reinterpret_cast<decltype(File_get_errhandler)>(find("PMPI_File_get_errhandler"));
    File_get_group = reinterpret_cast<decltype(File_get_group)>(find("PMPI_File_get_group"));
    File_get_info = reinterpret_cast<decltype(File_get_info)>(find("PMPI_File_get_info"));
    File_get_view = reinterpret_cast<decltype(File_get_view)>(find("PMPI_File_get_view"));
    File_seek = reinterpret_cast<decltype(File_seek)>(find("PMPI_File_seek"));
    File_set_errhandler = reinterpret_cast<decltype(File_set_errhandler)>(find("PMPI_File_set_errhandler"));
    Get_count = reinterpret_cast<decltype(Get_count)>(find("PMPI_Get_count"));
    Get_elements = reinterpret_cast<decltype(Get_elements)>(find("PMPI_Get_elements"));
    Get_hw_resource_info = reinterpret_cast<decltype(Get_hw_resource_info)>(find("PMPI_Get_hw_resource_info"));
    Get_processor_name = reinterpret_cast<decltype(Get_processor_name)>(find("PMPI_Get_processor_name"));
    Graph_neighbors = reinterpret_cast<decltype(Graph_neighbors)>(find("PMPI_Graph_neighbors"));
    Graph_neighbors_count = reinterpret_cast<decltype(Graph_neighbors_count)>(find("PMPI_Graph_neighbors_count"));
    Group_compare = reinterpret_cast<decltype(Group_compare)>(find("PMPI_Group_compare"));
    Group_difference = reinterpret_cast<decltype(Group_difference)>(find("PMPI_Group_difference"));
    Group_free = reinterpret_cast<decltype(Group_free)>(find("PMPI_Group_free"));
    Group_intersection = reinterpret_cast<decltype(Group_intersection)>(find("PMPI_Group_intersection"));
    Group_range_excl = reinterpret_cast<decltype(Group_range_excl)>(find("PMPI_Group_range_excl"));
    Group_range_incl = reinterpret_cast<decltype(Group_range_incl)>(find("PMPI_Group_range_incl"));
    Group_rank = reinterpret_cast<decltype(Group_rank)>(find("PMPI_Group_rank"));
    Group_size = reinterpret_cast<decltype(Group_size)>(find("PMPI_Group_size"));
    Group_translate_ranks = reinterpret_cast<decltype(Group_translate_ranks)>(find("PMPI_Group_translate_ranks"));
    Group_union = reinterpret_cast<decltype(Group_union)>(find("PMPI_Group_union"));
    Info_create = reinterpret_cast<decltype(Info_create)>(find("PMPI_Info_create"));
    Info_create_env = reinterpret_cast<decltype(Info_create_env)>(find("PMPI_Info_create_env"));
    Info_delete = reinterpret_cast<decltype(Info_delete)>(find("PMPI_Info_delete"));
    Info_dup = reinterpret_cast<decltype(Info_dup)>(find("PMPI_Info_dup"));
    Info_free = reinterpret_cast<decltype(Info_free)>(find("PMPI_Info_free"));
    Info_set = reinterpret_cast<decltype(Info_set)>(find("PMPI_Info_set"));
    Keyval_create = reinterpret_cast<decltype(Keyval_create)>(find("PMPI_Keyval_create"));
    Keyval_free = reinterpret_cast<decltype(Keyval_free)>(find("PMPI_Keyval_free"));
    Op_create = reinterpret_cast<decltype(Op_create)>(find("PMPI_Op_create"));
    Op_create_c = reinterpret_cast<decltype(Op_create_c)>(find("PMPI_Op_create_c"));
    Pack = reinterpret_cast<decltype(Pack)>(find("PMPI_Pack"));
    Pack_size = reinterpret_cast<decltype(Pack_size)>(find("PMPI_Pack_size"));
    Reduce_local = reinterpret_cast<decltype(Reduce_local)>(find("PMPI_Reduce_local"));
    Session_create_errhandler = reinterpret_cast<decltype(Session_create_errhandler)>(find("PMPI_Session_create_errhandler"));
    Session_get_errhandler = reinterpret_cast<decltype(Session_get_errhandler)>(find("PMPI_Session_get_errhandler"));
    Session_get_info = reinterpret_cast<decltype(Session_get_info)>(find("PMPI_Session_get_info"));
    Session_get_pset_info = reinterpret_cast<decltype(Session_get_pset_info)>(find("PMPI_Session_get_pset_info"));
    Topo_test = reinterpret_cast<decltype(Topo_test)>(find("PMPI_Topo_test"));
    Type_commit = reinterpret_cast<decltype(Type_commit)>(find("PMPI_Type_commit"));
    Type_contiguous = reinterpret_cast<decltype(Type_contiguous)>(find("PMPI_Type_contiguous"));
    Type_contiguous_c = reinterpret_cast<decltype(Type_contiguous_c)>(find("PMPI_Type_contiguous_c"));
    Type_create_darray = reinterpret_cast<decltype(Type_create_darray)>(find("PMPI_Type_create_darray"));
    Type_create_darray_c = reinterpret_cast<decltype(Type_create_darray_c)>(find("PMPI_Type_create_darray_c"));
    Type_create_f90_complex = reinterpret_cast<decltype(Type_create_f90_complex)>(find("PMPI_Type_create_f90_complex"));
    Type_create_f90_integer = reinterpret_cast<decltype(Type_create_f90_integer)>(find("PMPI_Type_create_f90_integer"));
    Type_create_f90_real = reinterpret_cast<decltype(Type_create_f90_real)>(find("PMPI_Type_create_f90_real"));
    Type_create_hindexed = reinterpret_cast<decltype(Type_create_hindexed)>(find("PMPI_Type_create_hindexed"));
    Type_create_hindexed_block = reinterpret_cast<decltype(Type_create_hindexed_block)>(find("PMPI_Type_create_hindexed_block"));
    Type_create_hindexed_block_c = reinterpret_cast<decltype(Type_create_hindexed_block_c)>(find("PMPI_Type_create_hindexed_block_c"));
    Type_create_hindexed_c = reinterpret_cast<decltype(Type_create_hindexed_c)>(find("PMPI_Type_create_hindexed_c"));
    Type_create_hvector = reinterpret_cast<decltype(Type_create_hvector)>(find("PMPI_Type_create_hvector"));
    Type_create_hvector_c = reinterpret_cast<decltype(Type_create_hvector_c)>(find("PMPI_Type_create_hvector_c"));
    Type_create_indexed_block = reinterpret_cast<decltype(Type_create_indexed_block)>(find("PMPI_Type_create_indexed_block"));
    Type_create_indexed_block_c = reinterpret_cast<decltype(Type_create_indexed_block_c)>(find("PMPI_Type_create_indexed_block_c"));
    Type_create_keyval = reinterpret_cast<decltype(Type_create_keyval)>(find("PMPI_Type_create_keyval"));
    Type_create_resized = reinterpret_cast<decltype(Type_create_resized)>(find("PMPI_Type_create_resized"));
    Type_create_resized_c = reinterpret_cast<decltype(Type_create_resized_c)>(find("PMPI_Type_create_resized_c"));
    Type_create_struct = reinterpret_cast<decltype(Type_create_struct)>(find("PMPI_Type_create_struct"));
    Type_create_struct_c = reinterpret_cast<decltype(Type_create_struct_c)>(find("PMPI_Type_create_struct_c"));
    Type_create_subarray = reinterpret_cast<decltype(Type_create_subarray)>(find("PMPI_Type_create_subarray"));
    Type_create_subarray_c = reinterpret_cast<decltype(Type_create_subarray_c)>(find("PMPI_Type_create_subarray_c"));
    Type_dup = reinterpret_cast<decltype(Type_dup)>(find("PMPI_Type_dup"));
    Type_free_keyval = reinterpret_cast<decltype(Type_free_keyval)>(find("PMPI_Type_free_keyval"));
    Type_get_attr = reinterpret_cast<decltype(Type_get_attr)>(find("PMPI_Type_get_attr"));
    Type_get_extent = reinterpret_cast<decltype(Type_get_extent)>(find("PMPI_Type_get_extent"));
    Type_get_name = reinterpret_cast<decltype(Type_get_name)>(find("PMPI_Type_get_name"));
    Type_get_value_index = reinterpret_cast<decltype(Type_get_value_index)>(find("PMPI_Type_get_value_index"));
    Type_hindexed = reinterpret_cast<decltype(Type_hindexed)>(find("PMPI_Type_hindexed"));
    Type_hvector = reinterpret_cast<decltype(Type_hvector)>(find("PMPI_Type_hvector"));
    Type_indexed = reinterpret_cast<decltype(Type_indexed)>(find("PMPI_Type_indexed"));
    Type_indexed_c = reinterpret_cast<decltype(Type_indexed_c)>(find("PMPI_Type_indexed_c"));
    Type_size = reinterpret_cast<decltype(Type_size)>(find("PMPI_Type_size"));
    Type_struct = reinterpret_cast<decltype(Type_struct)>(find("PMPI_Type_struct"));
    Type_vector = reinterpret_cast<decltype(Type_vector)>(find("PMPI_Type_vector"));
    Type_vector_c = reinterpret_cast<decltype(Type_vector_c)>(find("PMPI_Type_vector_c"));
    Unpack = reinterpret_cast<decltype(Unpack)>(find("PMPI_Unpack"));
    Win_create_errhandler = reinterpret_cast<decltype(Win_create_errhandler)>(find("PMPI_Win_create_errhandler"));
    Win_create_keyval = reinterpret_cast<decltype(Win_create_keyval)>(find("PMPI_Win_create_keyval"));
    Win_free_keyval = reinterpret_cast<decltype(Win_free_keyval)>(find("PMPI_Win_free_keyval"));
    Win_get_attr = reinterpret_cast<decltype(Win_get_attr)>(find("PMPI_Win_get_attr"));
    Win_get_errhandler = reinterpret_cast<decltype(Win_get_errhandler)>(find("PMPI_Win_get_errhandler"));
    Win_get_group = reinterpret_cast<decltype(Win_get_group)>(find("PMPI_Win_get_group"));
    Win_get_info = reinterpret_cast<decltype(Win_get_info)>(find("PMPI_Win_get_info"));
    Win_set_errhandler = reinterpret_cast<decltype(Win_set_errhandler)>(find("PMPI_Win_set_errhandler"));
    X_Comm_failure_get_acked = reinterpret_cast<decltype(X_Comm_failure_get_acked)>(find("PMPIX_Comm_failure_get_acked"));
    X_Comm_get_failed = reinterpret_cast<decltype(X_Comm_get_failed)>(find("PMPIX_Comm_get_failed"));
    X_Comm_ishrink = reinterpret_cast<decltype(X_Comm_ishrink)>(find("PMPIX_Comm_ishrink"));
    X_Comm_shrink = reinterpret_cast<decltype(X_Comm_shrink)>(find("PMPIX_Comm_shrink"));
    Wtick = reinterpret_cast<decltype(Wtick)>(find("PMPI_Wtick"));
    Comm_call_errhandler = reinterpret_cast<decltype(Comm_call_errhandler)>(find("PMPI_Comm_call_errhandler"));
    Comm_set_attr = reinterpret_cast<decltype(Comm_set_attr)>(find("PMPI_Comm_set_attr"));
    Error_class = reinterpret_cast<decltype(Error_class)>(find("PMPI_Error_class"));
    Error_string = reinterpret_cast<decltype(Error_string)>(find("PMPI_Error_string"));
    Finalized = reinterpret_cast<decltype(Finalized)>(find("PMPI_Finalized"));
    Get_elements_x = reinterpret_cast<decltype(Get_elements_x)>(find("PMPI_Get_elements_x"));
    Get_library_version = reinterpret_cast<decltype(Get_library_version)>(find("PMPI_Get_library_version"));
    Grequest_complete = reinterpret_cast<decltype(Grequest_complete)>(find("PMPI_Grequest_complete"));
    Grequest_start = reinterpret_cast<decltype(Grequest_start)>(find("PMPI_Grequest_start"));
    Info_get_string = reinterpret_cast<decltype(Info_get_string)>(find("PMPI_Info_get_string"));
    Message_c2f = reinterpret_cast<decltype(Message_c2f)>(find("PMPI_Message_c2f"));
    Message_f2c = reinterpret_cast<decltype(Message_f2c)>(find("PMPI_Message_f2c"));
    Message_fromint = reinterpret_cast<decltype(Message_fromint)>(find("PMPI_Message_fromint"));
    Message_toint = reinterpret_cast<decltype(Message_toint)>(find("PMPI_Message_toint"));
    Status_set_cancelled = reinterpret_cast<decltype(Status_set_cancelled)>(find("PMPI_Status_set_cancelled"));
    Status_set_elements_x = reinterpret_cast<decltype(Status_set_elements_x)>(find("PMPI_Status_set_elements_x"));
    Type_get_envelope = reinterpret_cast<decltype(Type_get_envelope)>(find("PMPI_Type_get_envelope"));
    Type_get_envelope_c = reinterpret_cast<decltype(Type_get_envelope_c)>(find("PMPI_Type_get_envelope_c"));
    Type_get_extent_x = reinterpret_cast<decltype(Type_get_extent_x)>(find("PMPI_Type_get_extent_x"));
    Type_get_true_extent_x = reinterpret_cast<decltype(Type_get_true_extent_x)>(find("PMPI_Type_get_true_extent_x"));
    Type_size_x = reinterpret_cast<decltype(Type_size_x)>(find("PMPI_Type_size_x"));
  }
};

}  // namespace strobe::bcs::mpi
