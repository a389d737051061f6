// SPDX-License-Identifier: BSD-3-Clause
//
// Reduce-scatter, and the nonblocking and persistent calls of the collectives with a block for each
// rank. Each function is one MPI call.
#pragma once

#include <mpi.h>

#include <span>
#include <vector>

#include "layer/mpi/calls.hpp"
#include "layer/mpi/parts.hpp"

namespace strobe::layer::mpi {

/// A base of the layer `Self`, which has communicator(), rank() and size().
template <class Self>
class StartedCollectives {
 public:
  void reduce_scatter_block(ConstBytes out, Bytes in, Element element, Operation operation) {
    check(STROBE_MPI_COUNT(MPI_Reduce_scatter_block)(out.data(), in.data(), elements(in, element),
                                                     datatype(element), operation_handle(operation),
                                                     communicator()),
          "MPI_Reduce_scatter_block");
  }

  void reduce_scatter(ConstBytes out, Bytes in, const ElementCounts& counts, Element element,
                      Operation operation) {
    check(STROBE_MPI_COUNT(MPI_Reduce_scatter)(out.data(), in.data(), counts.data(),
                                               datatype(element), operation_handle(operation),
                                               communicator()),
          "MPI_Reduce_scatter");
  }

  [[nodiscard]] MPI_Request start_reduce(ConstBytes out, Bytes in, Element element,
                                         Operation operation, Rank root) {
    return started("MPI_Ireduce", [&](MPI_Request* request) {
      return STROBE_MPI_COUNT(MPI_Ireduce)(out.data(), in.data(), elements(out, element),
                                           datatype(element), operation_handle(operation),
                                           root.value, communicator(), request);
    });
  }

  [[nodiscard]] MPI_Request start_scan(ConstBytes out, Bytes in, Element element,
                                       Operation operation) {
    return started("MPI_Iscan", [&](MPI_Request* request) {
      return STROBE_MPI_COUNT(MPI_Iscan)(out.data(), in.data(), elements(out, element),
                                         datatype(element), operation_handle(operation),
                                         communicator(), request);
    });
  }

  [[nodiscard]] MPI_Request start_reduce_scatter_block(ConstBytes out, Bytes in, Element element,
                                                       Operation operation) {
    return started("MPI_Ireduce_scatter_block", [&](MPI_Request* request) {
      return STROBE_MPI_COUNT(MPI_Ireduce_scatter_block)(
          out.data(), in.data(), elements(in, element), datatype(element),
          operation_handle(operation), communicator(), request);
    });
  }

  [[nodiscard]] MPI_Request start_reduce_scatter(ConstBytes out, Bytes in,
                                                 const ElementCounts& counts, Element element,
                                                 Operation operation) {
    return started("MPI_Ireduce_scatter", [&](MPI_Request* request) {
      return STROBE_MPI_COUNT(MPI_Ireduce_scatter)(out.data(), in.data(), counts.data(),
                                                   datatype(element), operation_handle(operation),
                                                   communicator(), request);
    });
  }

  [[nodiscard]] MPI_Request start_scatter(ConstBytes out, Bytes in, Rank root) {
    return started("MPI_Iscatter", [&](MPI_Request* request) {
      const Count part = to_count(in.size());
      return STROBE_MPI_COUNT(MPI_Iscatter)(out.data(), part, MPI_BYTE, in.data(), part, MPI_BYTE,
                                            root.value, communicator(), request);
    });
  }

  [[nodiscard]] MPI_Request start_gather(ConstBytes out, Bytes in, Rank root) {
    return started("MPI_Igather", [&](MPI_Request* request) {
      const Count part = to_count(out.size());
      return STROBE_MPI_COUNT(MPI_Igather)(out.data(), part, MPI_BYTE, in.data(), part, MPI_BYTE,
                                           root.value, communicator(), request);
    });
  }

  [[nodiscard]] MPI_Request start_allgather(ConstBytes out, Bytes in) {
    return started("MPI_Iallgather", [&](MPI_Request* request) {
      const Count part = to_count(out.size());
      return STROBE_MPI_COUNT(MPI_Iallgather)(out.data(), part, MPI_BYTE, in.data(), part, MPI_BYTE,
                                              communicator(), request);
    });
  }

  [[nodiscard]] MPI_Request start_scatter_parts(ConstBytes out, const Parts& parts, Bytes in,
                                                Rank root) {
    return started("MPI_Iscatterv", [&](MPI_Request* request) {
      return STROBE_MPI_COUNT(MPI_Iscatterv)(out.data(), parts.counts(), parts.displacements(),
                                             MPI_BYTE, in.data(), to_count(in.size()), MPI_BYTE,
                                             root.value, communicator(), request);
    });
  }

  [[nodiscard]] MPI_Request start_gather_parts(ConstBytes out, Bytes in, const Parts& parts,
                                               Rank root) {
    return started("MPI_Igatherv", [&](MPI_Request* request) {
      return STROBE_MPI_COUNT(MPI_Igatherv)(out.data(), to_count(out.size()), MPI_BYTE, in.data(),
                                            parts.counts(), parts.displacements(), MPI_BYTE,
                                            root.value, communicator(), request);
    });
  }

  [[nodiscard]] MPI_Request start_allgather_parts(ConstBytes out, Bytes in, const Parts& parts) {
    return started("MPI_Iallgatherv", [&](MPI_Request* request) {
      return STROBE_MPI_COUNT(MPI_Iallgatherv)(out.data(), to_count(out.size()), MPI_BYTE,
                                               in.data(), parts.counts(), parts.displacements(),
                                               MPI_BYTE, communicator(), request);
    });
  }

  [[nodiscard]] MPI_Request start_alltoall_parts(ConstBytes out, const Parts& out_parts, Bytes in,
                                                 const Parts& in_parts) {
    return started("MPI_Ialltoallv", [&](MPI_Request* request) {
      return STROBE_MPI_COUNT(MPI_Ialltoallv)(
          out.data(), out_parts.counts(), out_parts.displacements(), MPI_BYTE, in.data(),
          in_parts.counts(), in_parts.displacements(), MPI_BYTE, communicator(), request);
    });
  }

#if MPI_VERSION >= 4
  [[nodiscard]] MPI_Request prepare_reduce(ConstBytes out, Bytes in, Element element,
                                           Operation operation, Rank root) {
    return started("MPI_Reduce_init", [&](MPI_Request* request) {
      return MPI_Reduce_init_c(out.data(), in.data(), elements(out, element), datatype(element),
                               operation_handle(operation), root.value, communicator(),
                               MPI_INFO_NULL, request);
    });
  }

  [[nodiscard]] MPI_Request prepare_scan(ConstBytes out, Bytes in, Element element,
                                         Operation operation) {
    return started("MPI_Scan_init", [&](MPI_Request* request) {
      return MPI_Scan_init_c(out.data(), in.data(), elements(out, element), datatype(element),
                             operation_handle(operation), communicator(), MPI_INFO_NULL, request);
    });
  }

  [[nodiscard]] MPI_Request prepare_reduce_scatter_block(ConstBytes out, Bytes in, Element element,
                                                         Operation operation) {
    return started("MPI_Reduce_scatter_block_init", [&](MPI_Request* request) {
      return MPI_Reduce_scatter_block_init_c(out.data(), in.data(), elements(in, element),
                                             datatype(element), operation_handle(operation),
                                             communicator(), MPI_INFO_NULL, request);
    });
  }

  [[nodiscard]] MPI_Request prepare_reduce_scatter(ConstBytes out, Bytes in,
                                                   const ElementCounts& counts, Element element,
                                                   Operation operation) {
    return started("MPI_Reduce_scatter_init", [&](MPI_Request* request) {
      return MPI_Reduce_scatter_init_c(out.data(), in.data(), counts.data(), datatype(element),
                                       operation_handle(operation), communicator(), MPI_INFO_NULL,
                                       request);
    });
  }

  [[nodiscard]] MPI_Request prepare_scatter(ConstBytes out, Bytes in, Rank root) {
    return started("MPI_Scatter_init", [&](MPI_Request* request) {
      const Count part = to_count(in.size());
      return MPI_Scatter_init_c(out.data(), part, MPI_BYTE, in.data(), part, MPI_BYTE, root.value,
                                communicator(), MPI_INFO_NULL, request);
    });
  }

  [[nodiscard]] MPI_Request prepare_gather(ConstBytes out, Bytes in, Rank root) {
    return started("MPI_Gather_init", [&](MPI_Request* request) {
      const Count part = to_count(out.size());
      return MPI_Gather_init_c(out.data(), part, MPI_BYTE, in.data(), part, MPI_BYTE, root.value,
                               communicator(), MPI_INFO_NULL, request);
    });
  }

  [[nodiscard]] MPI_Request prepare_allgather(ConstBytes out, Bytes in) {
    return started("MPI_Allgather_init", [&](MPI_Request* request) {
      const Count part = to_count(out.size());
      return MPI_Allgather_init_c(out.data(), part, MPI_BYTE, in.data(), part, MPI_BYTE,
                                  communicator(), MPI_INFO_NULL, request);
    });
  }

  [[nodiscard]] MPI_Request prepare_scatter_parts(ConstBytes out, const Parts& parts, Bytes in,
                                                  Rank root) {
    return started("MPI_Scatterv_init", [&](MPI_Request* request) {
      return MPI_Scatterv_init_c(out.data(), parts.counts(), parts.displacements(), MPI_BYTE,
                                 in.data(), to_count(in.size()), MPI_BYTE, root.value,
                                 communicator(), MPI_INFO_NULL, request);
    });
  }

  [[nodiscard]] MPI_Request prepare_gather_parts(ConstBytes out, Bytes in, const Parts& parts,
                                                 Rank root) {
    return started("MPI_Gatherv_init", [&](MPI_Request* request) {
      return MPI_Gatherv_init_c(out.data(), to_count(out.size()), MPI_BYTE, in.data(),
                                parts.counts(), parts.displacements(), MPI_BYTE, root.value,
                                communicator(), MPI_INFO_NULL, request);
    });
  }

  [[nodiscard]] MPI_Request prepare_allgather_parts(ConstBytes out, Bytes in, const Parts& parts) {
    return started("MPI_Allgatherv_init", [&](MPI_Request* request) {
      return MPI_Allgatherv_init_c(out.data(), to_count(out.size()), MPI_BYTE, in.data(),
                                   parts.counts(), parts.displacements(), MPI_BYTE, communicator(),
                                   MPI_INFO_NULL, request);
    });
  }

  [[nodiscard]] MPI_Request prepare_alltoall_parts(ConstBytes out, const Parts& out_parts, Bytes in,
                                                   const Parts& in_parts) {
    return started("MPI_Alltoallv_init", [&](MPI_Request* request) {
      return MPI_Alltoallv_init_c(out.data(), out_parts.counts(), out_parts.displacements(),
                                  MPI_BYTE, in.data(), in_parts.counts(), in_parts.displacements(),
                                  MPI_BYTE, communicator(), MPI_INFO_NULL, request);
    });
  }
#endif

 private:
  [[nodiscard]] MPI_Comm communicator() const {
    return static_cast<const Self&>(*this).communicator();
  }
  [[nodiscard]] static Count elements(ConstBytes bytes, Element element) {
    return to_count(bytes.size() / size_bytes(element));
  }
};

}  // namespace strobe::layer::mpi
