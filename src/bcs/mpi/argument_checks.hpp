// SPDX-License-Identifier: BSD-3-Clause
//
// --check of arguments that the standard forbids and MPIs let pass.
#pragma once

#include "bcs/mpi/communicator.hpp"
#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi {

// Nothing happens without --check.

/// Of a Cartesian grid.
void check_dimensions(int count, const int* dimensions);
void check_color(int color);
void check_reduced(MPI_Op operation, MPI_Datatype type);
/// Of a distributed graph.
void check_neighbors(const Communicator* communicator, int count, const int* neighbors);
/// Whether the ranks name the same edges of a distributed graph. All members of the communicator
/// call this, within the MPI.
void check_edges(const Communicator& communicator, int in, const int* sources, int out,
                 const int* destinations);

// Of arguments with which the MPI has performed a call without an error.

/// The group of a new communicator.
void check_group(MPI_Group group);
/// Of a graph: `index[i]` is the number of edges of the nodes 0 ... i, in whose order `edges` names
/// the nodes to which they lead (MPI 4.1, section 8.5.3).
void check_graph(int nodes, const int* index, const int* edges);
/// A datatype that a communication uses for the first time. If the MPI refuses it, the call fails,
/// or is reported when the MPI has performed it.
void check_committed(MPI_Datatype type, bool is_refused);
void report_uncommitted_type();

// Of these the wrappers call one before the MPI, with --check and for calls of the application.
void check_comm_remote_size(MPI_Comm comm, int* size);
void check_file_set_errhandler(MPI_File fh, MPI_Errhandler errhandler);
void check_pack(const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, int outsize,
                int* position, MPI_Comm comm);
void check_unpack(const void* inbuf, int insize, int* position, void* outbuf, int outcount,
                  MPI_Datatype datatype, MPI_Comm comm);

}  // namespace strobe::bcs::mpi
