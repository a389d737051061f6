// SPDX-License-Identifier: BSD-3-Clause
//
// The handlers of collectives: they translate the arguments of each function into the buffers that
// each rank sends and receives.
#include <cstddef>
#include <optional>
#include <utility>

#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/collective.hpp"
#include "bcs/mpi/communicators.hpp"
#include "bcs/mpi/native_collectives.hpp"
#include "bcs/mpi/neighbors.hpp"
#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi::handlers {

namespace {

/// The address of the element with this index.
const std::byte* element_address(const void* buffer, MPI_Count elements, MPI_Datatype type) {
  const DatatypeLayout* const layout = layout_of(type);
  return static_cast<const std::byte*>(buffer) +
         (layout == nullptr ? 0 : elements * layout->extent_bytes);
}
std::byte* element_address(void* buffer, MPI_Count elements, MPI_Datatype type) {
  return const_cast<std::byte*>(element_address(const_cast<const void*>(buffer), elements, type));
}
std::byte* byte_address(void* buffer, MPI_Count bytes) {
  return static_cast<std::byte*>(buffer) + bytes;
}
const std::byte* byte_address(const void* buffer, MPI_Count bytes) {
  return static_cast<const std::byte*>(buffer) + bytes;
}

/// Whether `is_right` holds for 0, 1, ..., count - 1.
template <class IsRight>
bool each(std::size_t count, IsRight&& is_right) {
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_right(static_cast<int>(i))) return false;
  }
  return true;
}
template <class IsRight>
bool for_all_members(const Collective& collective, IsRight&& is_right) {
  return each(static_cast<std::size_t>(collective.size()), is_right);
}

/// Performs a collective. `describe` adds its arguments, and is false if one is invalid: the MPI
/// then reports the error.
template <class Describe>
int perform(CollectiveKind kind, CallMode mode, MPI_Comm comm, Describe&& describe) {
  Communicator* const communicator = served_intracommunicator(comm);
  if (communicator == nullptr) {
    if (!mode.blocks()) return pass_through;
    Communicator* const between = process().communicator(comm);
    if (interposer.checks != nullptr && between != nullptr && between->is_inter() &&
        !between->is_revoked && CollectiveTypeChecks::compares_between_groups(kind)) [[unlikely]] {
      Collective collective(kind, mode, *between);
      const bool is_described = describe(collective);
      synchronize(*between, is_described
                                ? interposer.checks->collective_types().between_groups(collective)
                                : CollectiveArguments{});
      return pass_through;
    }
    synchronize_intercommunicator(comm);
    return pass_through;
  }
  Collective collective(kind, mode, *communicator);
  if (!describe(collective)) return invalid_argument(*communicator);
  return Collective::perform(mode, std::move(collective));
}

/// Whether the root has no block of its own: its data are in place, or it is in the other group.
bool is_without_own(const Collective& collective, const void* buffer) {
  return buffer == MPI_IN_PLACE || collective.communicator().is_inter();
}

template <class Describe>
int perform_in_neighborhood(CollectiveKind kind, CallMode mode, MPI_Comm comm,
                            Describe&& describe) {
  return perform(kind, mode, comm, [&](Collective& collective) {
    const std::optional<Neighborhood> around = neighborhood_of(collective.communicator());
    return around && describe(collective, *around);
  });
}

}  // namespace

int barrier(CallMode mode, MPI_Comm comm) {
  return perform(CollectiveKind::barrier, mode, comm, [](Collective&) { return true; });
}

int bcast(CallMode mode, void* buffer, MPI_Count count, MPI_Datatype datatype, int root,
          MPI_Comm comm) {
  return perform(CollectiveKind::broadcast, mode, comm, [&](Collective& collective) {
    const MPI_Datatype type = type_of(count, datatype);
    if (!collective.set_root(root) || !collective.set_receive_buffer(buffer, count, type))
      return false;
    collective.set_block_size(count, type);
    return true;
  });
}

int gather(CallMode mode, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
           void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return perform(CollectiveKind::gather, mode, comm, [&](Collective& collective) {
    if (!collective.set_root(root)) return false;
    if (collective.is_root() && !for_all_members(collective, [&](int i) {
          return collective.add_receive_buffer(element_address(recvbuf, i * recvcount, recvtype),
                                               recvcount, recvtype);
        })) {
      return false;
    }
    if (collective.is_root() && is_without_own(collective, sendbuf)) {
      collective.set_in_place();
      collective.set_block_size(recvcount, recvtype);
      return true;
    }
    if (!collective.set_send_buffer(sendbuf, sendcount, sendtype)) return false;
    collective.set_block_size(sendcount, sendtype);
    return true;
  });
}

int gatherv(CallMode mode, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
            void* recvbuf, Integers recvcounts, Integers displs, MPI_Datatype recvtype, int root,
            MPI_Comm comm) {
  return perform(CollectiveKind::gatherv, mode, comm, [&](Collective& collective) {
    if (!collective.set_root(root)) return false;
    if (collective.is_root()) {
      if (recvcounts.is_null() || displs.is_null()) return false;
      if (!for_all_members(collective, [&](int i) {
            return collective.add_receive_buffer(element_address(recvbuf, displs[i], recvtype),
                                                 recvcounts[i], recvtype);
          })) {
        return false;
      }
      if (sendbuf == MPI_IN_PLACE) {
        collective.set_in_place();
        return true;
      }
    }
    return collective.set_send_buffer(sendbuf, sendcount, sendtype);
  });
}

int scatter(CallMode mode, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
            void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return perform(CollectiveKind::scatter, mode, comm, [&](Collective& collective) {
    if (!collective.set_root(root)) return false;
    if (collective.is_root() && !for_all_members(collective, [&](int i) {
          return collective.add_send_buffer(element_address(sendbuf, i * sendcount, sendtype),
                                            sendcount, sendtype);
        })) {
      return false;
    }
    if (collective.is_root() && is_without_own(collective, recvbuf)) {
      collective.set_in_place();
      collective.set_block_size(sendcount, sendtype);
      return true;
    }
    if (!collective.set_receive_buffer(recvbuf, recvcount, recvtype)) return false;
    collective.set_block_size(recvcount, recvtype);
    return true;
  });
}

int scatterv(CallMode mode, const void* sendbuf, Integers sendcounts, Integers displs,
             MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
             int root, MPI_Comm comm) {
  return perform(CollectiveKind::scatterv, mode, comm, [&](Collective& collective) {
    if (!collective.set_root(root)) return false;
    if (collective.is_root()) {
      if (sendcounts.is_null() || displs.is_null()) return false;
      if (!for_all_members(collective, [&](int i) {
            return collective.add_send_buffer(element_address(sendbuf, displs[i], sendtype),
                                              sendcounts[i], sendtype);
          })) {
        return false;
      }
      if (recvbuf == MPI_IN_PLACE) {
        collective.set_in_place();
        return true;
      }
    }
    return collective.set_receive_buffer(recvbuf, recvcount, recvtype);
  });
}

int allgather(CallMode mode, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
              void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return perform(CollectiveKind::allgather, mode, comm, [&](Collective& collective) {
    if (!for_all_members(collective, [&](int i) {
          return collective.add_receive_buffer(element_address(recvbuf, i * recvcount, recvtype),
                                               recvcount, recvtype);
        })) {
      return false;
    }
    collective.set_block_size(recvcount, recvtype);
    if (sendbuf != MPI_IN_PLACE) return collective.set_send_buffer(sendbuf, sendcount, sendtype);
    collective.set_in_place();
    return true;
  });
}

int allgatherv(CallMode mode, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
               void* recvbuf, Integers recvcounts, Integers displs, MPI_Datatype recvtype,
               MPI_Comm comm) {
  return perform(CollectiveKind::allgatherv, mode, comm, [&](Collective& collective) {
    if (recvcounts.is_null() || displs.is_null()) return false;
    if (!for_all_members(collective, [&](int i) {
          return collective.add_receive_buffer(element_address(recvbuf, displs[i], recvtype),
                                               recvcounts[i], recvtype);
        })) {
      return false;
    }
    if (sendbuf != MPI_IN_PLACE) return collective.set_send_buffer(sendbuf, sendcount, sendtype);
    collective.set_in_place();
    return true;
  });
}

int alltoall(CallMode mode, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
             void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return perform(CollectiveKind::alltoall, mode, comm, [&](Collective& collective) {
    if (!for_all_members(collective, [&](int i) {
          return collective.add_receive_buffer(element_address(recvbuf, i * recvcount, recvtype),
                                               recvcount, recvtype);
        })) {
      return false;
    }
    collective.set_block_size(recvcount, recvtype);
    if (sendbuf == MPI_IN_PLACE) {
      collective.set_in_place();
      return true;
    }
    return for_all_members(collective, [&](int i) {
      return collective.add_send_buffer(element_address(sendbuf, i * sendcount, sendtype),
                                        sendcount, sendtype);
    });
  });
}

int alltoallv(CallMode mode, const void* sendbuf, Integers sendcounts, Integers sdispls,
              MPI_Datatype sendtype, void* recvbuf, Integers recvcounts, Integers rdispls,
              MPI_Datatype recvtype, MPI_Comm comm) {
  return perform(CollectiveKind::alltoallv, mode, comm, [&](Collective& collective) {
    if (recvcounts.is_null() || rdispls.is_null()) return false;
    if (!for_all_members(collective, [&](int i) {
          return collective.add_receive_buffer(element_address(recvbuf, rdispls[i], recvtype),
                                               recvcounts[i], recvtype);
        })) {
      return false;
    }
    if (sendbuf == MPI_IN_PLACE) {
      collective.set_in_place();
      return true;
    }
    return !sendcounts.is_null() && !sdispls.is_null() && for_all_members(collective, [&](int i) {
      return collective.add_send_buffer(element_address(sendbuf, sdispls[i], sendtype),
                                        sendcounts[i], sendtype);
    });
  });
}

int alltoallw(CallMode mode, const void* sendbuf, Integers sendcounts, Integers sdispls,
              const MPI_Datatype sendtypes[], void* recvbuf, Integers recvcounts, Integers rdispls,
              const MPI_Datatype recvtypes[], MPI_Comm comm) {
  return perform(CollectiveKind::alltoallw, mode, comm, [&](Collective& collective) {
    if (recvcounts.is_null() || rdispls.is_null() || recvtypes == nullptr) return false;
    if (!for_all_members(collective, [&](int i) {
          return collective.add_receive_buffer(byte_address(recvbuf, rdispls[i]), recvcounts[i],
                                               type_of(recvcounts[i], recvtypes[i]));
        })) {
      return false;
    }
    if (sendbuf == MPI_IN_PLACE) {
      collective.set_in_place();
      return true;
    }
    return !sendcounts.is_null() && !sdispls.is_null() && sendtypes != nullptr &&
           for_all_members(collective, [&](int i) {
             return collective.add_send_buffer(byte_address(sendbuf, sdispls[i]), sendcounts[i],
                                               type_of(sendcounts[i], sendtypes[i]));
           });
  });
}

int reduce(CallMode mode, const void* sendbuf, void* recvbuf, MPI_Count count,
           MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm) {
  return perform(CollectiveKind::reduce, mode, comm, [&](Collective& collective) {
    if (!collective.set_root(root) || !collective.set_reduction(op, datatype)) return false;
    if (collective.is_root() && !collective.set_reduction_result(recvbuf, count)) return false;
    if (collective.is_root() && is_without_own(collective, sendbuf)) return true;
    return collective.set_operand(sendbuf, count);
  });
}

namespace {

/// Reductions in which each rank contributes and receives `count` elements.
int reduce_for_all(CollectiveKind kind, CallMode mode, const void* sendbuf, void* recvbuf,
                   MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return perform(kind, mode, comm, [&](Collective& collective) {
    return collective.set_reduction(op, datatype) &&
           collective.set_reduction_result(recvbuf, count) &&
           (sendbuf == MPI_IN_PLACE || collective.set_operand(sendbuf, count));
  });
}

/// Rank i receives `count_of(i)` elements of the result.
template <class CountOf>
int reduce_and_scatter(CollectiveKind kind, CallMode mode, const void* sendbuf, void* recvbuf,
                       CountOf&& count_of, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return perform(kind, mode, comm, [&](Collective& collective) {
    if (!collective.set_reduction(op, datatype)) return false;
    MPI_Count all = 0;
    for (int i = 0; i < collective.size(); ++i) {
      const MPI_Count count = count_of(i);
      if (count < 0) return false;
      collective.add_result_count(count);
      all += count;
    }
    const bool is_in_place = sendbuf == MPI_IN_PLACE;
    if (is_in_place) collective.set_in_place();
    return collective.set_reduction_result(recvbuf, count_of(collective.own())) &&
           collective.set_operand(is_in_place ? recvbuf : sendbuf, all);
  });
}

}  // namespace

int allreduce(CallMode mode, const void* sendbuf, void* recvbuf, MPI_Count count,
              MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return reduce_for_all(CollectiveKind::allreduce, mode, sendbuf, recvbuf, count, datatype, op,
                        comm);
}

int scan(CallMode mode, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
         MPI_Op op, MPI_Comm comm) {
  return reduce_for_all(CollectiveKind::scan, mode, sendbuf, recvbuf, count, datatype, op, comm);
}

int exscan(CallMode mode, const void* sendbuf, void* recvbuf, MPI_Count count,
           MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return reduce_for_all(CollectiveKind::exscan, mode, sendbuf, recvbuf, count, datatype, op, comm);
}

int reduce_scatter(CallMode mode, const void* sendbuf, void* recvbuf, Integers recvcounts,
                   MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  if (recvcounts.is_null()) return pass_through;
  return reduce_and_scatter(
      CollectiveKind::reduce_scatter, mode, sendbuf, recvbuf,
      [&](int i) { return MPI_Count{recvcounts[i]}; }, datatype, op, comm);
}

int reduce_scatter_block(CallMode mode, const void* sendbuf, void* recvbuf, MPI_Count recvcount,
                         MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return reduce_and_scatter(
      CollectiveKind::reduce_scatter_block, mode, sendbuf, recvbuf,
      [&](int /*i*/) { return recvcount; }, datatype, op, comm);
}

int neighbor_allgather(CallMode mode, const void* sendbuf, MPI_Count sendcount,
                       MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                       MPI_Datatype recvtype, MPI_Comm comm) {
  const auto describe = [&](Collective& collective, const Neighborhood& around) {
    return each(around.destinations.size(),
                [&](int i) {
                  return collective.add_neighbor_send_buffer(
                      around.destinations[static_cast<std::size_t>(i)], sendbuf, sendcount,
                      sendtype);
                }) &&
           each(around.sources.size(), [&](int i) {
             return collective.add_neighbor_receive_buffer(
                 around.sources[static_cast<std::size_t>(i)],
                 element_address(recvbuf, i * recvcount, recvtype), recvcount, recvtype);
           });
  };
  return perform_in_neighborhood(CollectiveKind::neighbor_allgather, mode, comm, describe);
}

int neighbor_allgatherv(CallMode mode, const void* sendbuf, MPI_Count sendcount,
                        MPI_Datatype sendtype, void* recvbuf, Integers recvcounts, Integers displs,
                        MPI_Datatype recvtype, MPI_Comm comm) {
  const auto describe = [&](Collective& collective, const Neighborhood& around) {
    return each(around.destinations.size(),
                [&](int i) {
                  return collective.add_neighbor_send_buffer(
                      around.destinations[static_cast<std::size_t>(i)], sendbuf, sendcount,
                      sendtype);
                }) &&
           each(around.sources.size(), [&](int i) {
             return collective.add_neighbor_receive_buffer(
                 around.sources[static_cast<std::size_t>(i)],
                 element_address(recvbuf, displs[i], recvtype), recvcounts[i], recvtype);
           });
  };
  return perform_in_neighborhood(CollectiveKind::neighbor_allgatherv, mode, comm, describe);
}

int neighbor_alltoall(CallMode mode, const void* sendbuf, MPI_Count sendcount,
                      MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                      MPI_Datatype recvtype, MPI_Comm comm) {
  const auto describe = [&](Collective& collective, const Neighborhood& around) {
    return each(around.destinations.size(),
                [&](int i) {
                  return collective.add_neighbor_send_buffer(
                      around.destinations[static_cast<std::size_t>(i)],
                      element_address(sendbuf, i * sendcount, sendtype), sendcount, sendtype);
                }) &&
           each(around.sources.size(), [&](int i) {
             return collective.add_neighbor_receive_buffer(
                 around.sources[static_cast<std::size_t>(i)],
                 element_address(recvbuf, i * recvcount, recvtype), recvcount, recvtype);
           });
  };
  return perform_in_neighborhood(CollectiveKind::neighbor_alltoall, mode, comm, describe);
}

int neighbor_alltoallv(CallMode mode, const void* sendbuf, Integers sendcounts, Integers sdispls,
                       MPI_Datatype sendtype, void* recvbuf, Integers recvcounts, Integers rdispls,
                       MPI_Datatype recvtype, MPI_Comm comm) {
  const auto describe = [&](Collective& collective, const Neighborhood& around) {
    return each(around.destinations.size(),
                [&](int i) {
                  return collective.add_neighbor_send_buffer(
                      around.destinations[static_cast<std::size_t>(i)],
                      element_address(sendbuf, sdispls[i], sendtype), sendcounts[i], sendtype);
                }) &&
           each(around.sources.size(), [&](int i) {
             return collective.add_neighbor_receive_buffer(
                 around.sources[static_cast<std::size_t>(i)],
                 element_address(recvbuf, rdispls[i], recvtype), recvcounts[i], recvtype);
           });
  };
  return perform_in_neighborhood(CollectiveKind::neighbor_alltoallv, mode, comm, describe);
}

int neighbor_alltoallw(CallMode mode, const void* sendbuf, Integers sendcounts, Integers sdispls,
                       const MPI_Datatype sendtypes[], void* recvbuf, Integers recvcounts,
                       Integers rdispls, const MPI_Datatype recvtypes[], MPI_Comm comm) {
  const auto describe = [&](Collective& collective, const Neighborhood& around) {
    return each(around.destinations.size(),
                [&](int i) {
                  return collective.add_neighbor_send_buffer(
                      around.destinations[static_cast<std::size_t>(i)],
                      byte_address(sendbuf, sdispls[i]), sendcounts[i],
                      type_of(sendcounts[i], sendtypes[i]));
                }) &&
           each(around.sources.size(), [&](int i) {
             return collective.add_neighbor_receive_buffer(
                 around.sources[static_cast<std::size_t>(i)], byte_address(recvbuf, rdispls[i]),
                 recvcounts[i], type_of(recvcounts[i], recvtypes[i]));
           });
  };
  return perform_in_neighborhood(CollectiveKind::neighbor_alltoallw, mode, comm, describe);
}

}  // namespace strobe::bcs::mpi::handlers
