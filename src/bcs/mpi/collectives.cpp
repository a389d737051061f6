// SPDX-License-Identifier: BSD-3-Clause
//
// The handlers of collectives: what each member gives and gets, in the words of MPI.
#include <cstddef>
#include <optional>
#include <utility>

#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/collective.hpp"
#include "bcs/mpi/neighbors.hpp"
#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi::handlers {

namespace {

/// So many elements on.
const std::byte* behind(const void* buffer, MPI_Count elements, MPI_Datatype type) {
  const Layout* const layout = layout_of(type);
  return static_cast<const std::byte*>(buffer) +
         (layout == nullptr ? 0 : elements * layout->extent_bytes);
}
std::byte* behind(void* buffer, MPI_Count elements, MPI_Datatype type) {
  return const_cast<std::byte*>(behind(const_cast<const void*>(buffer), elements, type));
}
std::byte* bytes_behind(void* buffer, MPI_Count bytes) {
  return static_cast<std::byte*>(buffer) + bytes;
}
const std::byte* bytes_behind(const void* buffer, MPI_Count bytes) {
  return static_cast<const std::byte*>(buffer) + bytes;
}

/// Whether `is_right` of each.
template <class IsRight>
bool each(std::size_t count, IsRight&& is_right) {
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_right(static_cast<int>(i))) return false;
  }
  return true;
}
template <class IsRight>
bool each_member(const Collective& collective, IsRight&& is_right) {
  return each(static_cast<std::size_t>(collective.size()), is_right);
}

/// Does a collective whose arguments `describe` hands over; the MPI says what is wrong with them.
template <class Describe>
int perform(CollectiveKind kind, CallMode form, MPI_Comm comm, Describe&& describe) {
  Communicator* const communicator = carried(comm);
  if (communicator == nullptr) return pass_through;
  Collective collective(kind, form, *communicator);
  if (!describe(collective)) return wrong(*communicator);
  return Collective::perform(form, std::move(collective));
}

template <class Describe>
int perform_in_neighborhood(CollectiveKind kind, CallMode form, MPI_Comm comm,
                            Describe&& describe) {
  return perform(kind, form, comm, [&](Collective& collective) {
    const std::optional<Neighborhood> around = neighborhood_of(collective.communicator());
    return around && describe(collective, *around);
  });
}

}  // namespace

int barrier(CallMode form, MPI_Comm comm) {
  return perform(CollectiveKind::barrier, form, comm, [](Collective&) { return true; });
}

int bcast(CallMode form, void* buffer, MPI_Count count, MPI_Datatype datatype, int root,
          MPI_Comm comm) {
  return perform(CollectiveKind::broadcast, form, comm, [&](Collective& collective) {
    const MPI_Datatype type = type_of(count, datatype);
    if (!collective.has_root(root) || !collective.gets(buffer, count, type)) return false;
    collective.has_blocks_of(count, type);
    return true;
  });
}

int gather(CallMode form, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
           void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return perform(CollectiveKind::gather, form, comm, [&](Collective& collective) {
    if (!collective.has_root(root)) return false;
    if (collective.is_root() && !each_member(collective, [&](int i) {
          return collective.gets_next(behind(recvbuf, i * recvcount, recvtype), recvcount,
                                      recvtype);
        })) {
      return false;
    }
    if (collective.is_root() && sendbuf == MPI_IN_PLACE) {
      collective.replaces();
      collective.has_blocks_of(recvcount, recvtype);
      return true;
    }
    if (!collective.gives(sendbuf, sendcount, sendtype)) return false;
    collective.has_blocks_of(sendcount, sendtype);
    return true;
  });
}

int gatherv(CallMode form, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
            void* recvbuf, Integers recvcounts, Integers displs, MPI_Datatype recvtype, int root,
            MPI_Comm comm) {
  return perform(CollectiveKind::gatherv, form, comm, [&](Collective& collective) {
    if (!collective.has_root(root)) return false;
    if (collective.is_root()) {
      if (recvcounts.is_null() || displs.is_null()) return false;
      if (!each_member(collective, [&](int i) {
            return collective.gets_next(behind(recvbuf, displs[i], recvtype), recvcounts[i],
                                        recvtype);
          })) {
        return false;
      }
      if (sendbuf == MPI_IN_PLACE) {
        collective.replaces();
        return true;
      }
    }
    return collective.gives(sendbuf, sendcount, sendtype);
  });
}

int scatter(CallMode form, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
            void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return perform(CollectiveKind::scatter, form, comm, [&](Collective& collective) {
    if (!collective.has_root(root)) return false;
    if (collective.is_root() && !each_member(collective, [&](int i) {
          return collective.gives_next(behind(sendbuf, i * sendcount, sendtype), sendcount,
                                       sendtype);
        })) {
      return false;
    }
    if (collective.is_root() && recvbuf == MPI_IN_PLACE) {
      collective.replaces();
      collective.has_blocks_of(sendcount, sendtype);
      return true;
    }
    if (!collective.gets(recvbuf, recvcount, recvtype)) return false;
    collective.has_blocks_of(recvcount, recvtype);
    return true;
  });
}

int scatterv(CallMode form, const void* sendbuf, Integers sendcounts, Integers displs,
             MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
             int root, MPI_Comm comm) {
  return perform(CollectiveKind::scatterv, form, comm, [&](Collective& collective) {
    if (!collective.has_root(root)) return false;
    if (collective.is_root()) {
      if (sendcounts.is_null() || displs.is_null()) return false;
      if (!each_member(collective, [&](int i) {
            return collective.gives_next(behind(sendbuf, displs[i], sendtype), sendcounts[i],
                                         sendtype);
          })) {
        return false;
      }
      if (recvbuf == MPI_IN_PLACE) {
        collective.replaces();
        return true;
      }
    }
    return collective.gets(recvbuf, recvcount, recvtype);
  });
}

int allgather(CallMode form, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
              void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return perform(CollectiveKind::allgather, form, comm, [&](Collective& collective) {
    if (!each_member(collective, [&](int i) {
          return collective.gets_next(behind(recvbuf, i * recvcount, recvtype), recvcount,
                                      recvtype);
        })) {
      return false;
    }
    collective.has_blocks_of(recvcount, recvtype);
    if (sendbuf != MPI_IN_PLACE) return collective.gives(sendbuf, sendcount, sendtype);
    collective.replaces();
    return true;
  });
}

int allgatherv(CallMode form, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
               void* recvbuf, Integers recvcounts, Integers displs, MPI_Datatype recvtype,
               MPI_Comm comm) {
  return perform(CollectiveKind::allgatherv, form, comm, [&](Collective& collective) {
    if (recvcounts.is_null() || displs.is_null()) return false;
    if (!each_member(collective, [&](int i) {
          return collective.gets_next(behind(recvbuf, displs[i], recvtype), recvcounts[i],
                                      recvtype);
        })) {
      return false;
    }
    if (sendbuf != MPI_IN_PLACE) return collective.gives(sendbuf, sendcount, sendtype);
    collective.replaces();
    return true;
  });
}

int alltoall(CallMode form, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
             void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return perform(CollectiveKind::alltoall, form, comm, [&](Collective& collective) {
    if (!each_member(collective, [&](int i) {
          return collective.gets_next(behind(recvbuf, i * recvcount, recvtype), recvcount,
                                      recvtype);
        })) {
      return false;
    }
    collective.has_blocks_of(recvcount, recvtype);
    if (sendbuf == MPI_IN_PLACE) {
      collective.replaces();
      return true;
    }
    return each_member(collective, [&](int i) {
      return collective.gives_next(behind(sendbuf, i * sendcount, sendtype), sendcount, sendtype);
    });
  });
}

int alltoallv(CallMode form, const void* sendbuf, Integers sendcounts, Integers sdispls,
              MPI_Datatype sendtype, void* recvbuf, Integers recvcounts, Integers rdispls,
              MPI_Datatype recvtype, MPI_Comm comm) {
  return perform(CollectiveKind::alltoallv, form, comm, [&](Collective& collective) {
    if (recvcounts.is_null() || rdispls.is_null()) return false;
    if (!each_member(collective, [&](int i) {
          return collective.gets_next(behind(recvbuf, rdispls[i], recvtype), recvcounts[i],
                                      recvtype);
        })) {
      return false;
    }
    if (sendbuf == MPI_IN_PLACE) {
      collective.replaces();
      return true;
    }
    return !sendcounts.is_null() && !sdispls.is_null() && each_member(collective, [&](int i) {
      return collective.gives_next(behind(sendbuf, sdispls[i], sendtype), sendcounts[i], sendtype);
    });
  });
}

int alltoallw(CallMode form, const void* sendbuf, Integers sendcounts, Integers sdispls,
              const MPI_Datatype sendtypes[], void* recvbuf, Integers recvcounts, Integers rdispls,
              const MPI_Datatype recvtypes[], MPI_Comm comm) {
  return perform(CollectiveKind::alltoallw, form, comm, [&](Collective& collective) {
    if (recvcounts.is_null() || rdispls.is_null() || recvtypes == nullptr) return false;
    if (!each_member(collective, [&](int i) {
          return collective.gets_next(bytes_behind(recvbuf, rdispls[i]), recvcounts[i],
                                      type_of(recvcounts[i], recvtypes[i]));
        })) {
      return false;
    }
    if (sendbuf == MPI_IN_PLACE) {
      collective.replaces();
      return true;
    }
    return !sendcounts.is_null() && !sdispls.is_null() && sendtypes != nullptr &&
           each_member(collective, [&](int i) {
             return collective.gives_next(bytes_behind(sendbuf, sdispls[i]), sendcounts[i],
                                          type_of(sendcounts[i], sendtypes[i]));
           });
  });
}

int reduce(CallMode form, const void* sendbuf, void* recvbuf, MPI_Count count,
           MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm) {
  return perform(CollectiveKind::reduce, form, comm, [&](Collective& collective) {
    if (!collective.has_root(root) || !collective.reduces(op, datatype)) return false;
    if (collective.is_root() && !collective.gets_reduced(recvbuf, count)) return false;
    if (collective.is_root() && sendbuf == MPI_IN_PLACE) return true;
    return collective.contributes(sendbuf, count);
  });
}

namespace {

/// Those in which each member contributes and gets as much.
int reduce_for_all(CollectiveKind kind, CallMode form, const void* sendbuf, void* recvbuf,
                   MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return perform(kind, form, comm, [&](Collective& collective) {
    return collective.reduces(op, datatype) && collective.gets_reduced(recvbuf, count) &&
           (sendbuf == MPI_IN_PLACE || collective.contributes(sendbuf, count));
  });
}

/// What each member gets of the result stands in `count_of`.
template <class CountOf>
int reduce_and_scatter(CollectiveKind kind, CallMode form, const void* sendbuf, void* recvbuf,
                       CountOf&& count_of, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return perform(kind, form, comm, [&](Collective& collective) {
    if (!collective.reduces(op, datatype)) return false;
    MPI_Count all = 0;
    for (int i = 0; i < collective.size(); ++i) {
      const MPI_Count count = count_of(i);
      if (count < 0) return false;
      collective.leaves_next(count);
      all += count;
    }
    const bool is_in_place = sendbuf == MPI_IN_PLACE;
    if (is_in_place) collective.replaces();
    return collective.gets_reduced(recvbuf, count_of(collective.own())) &&
           collective.contributes(is_in_place ? recvbuf : sendbuf, all);
  });
}

}  // namespace

int allreduce(CallMode form, const void* sendbuf, void* recvbuf, MPI_Count count,
              MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return reduce_for_all(CollectiveKind::allreduce, form, sendbuf, recvbuf, count, datatype, op,
                        comm);
}

int scan(CallMode form, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
         MPI_Op op, MPI_Comm comm) {
  return reduce_for_all(CollectiveKind::scan, form, sendbuf, recvbuf, count, datatype, op, comm);
}

int exscan(CallMode form, const void* sendbuf, void* recvbuf, MPI_Count count,
           MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return reduce_for_all(CollectiveKind::exscan, form, sendbuf, recvbuf, count, datatype, op, comm);
}

int reduce_scatter(CallMode form, const void* sendbuf, void* recvbuf, Integers recvcounts,
                   MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  if (recvcounts.is_null()) return pass_through;
  return reduce_and_scatter(
      CollectiveKind::reduce_scatter, form, sendbuf, recvbuf,
      [&](int i) { return MPI_Count{recvcounts[i]}; }, datatype, op, comm);
}

int reduce_scatter_block(CallMode form, const void* sendbuf, void* recvbuf, MPI_Count recvcount,
                         MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return reduce_and_scatter(
      CollectiveKind::reduce_scatter_block, form, sendbuf, recvbuf,
      [&](int /*i*/) { return recvcount; }, datatype, op, comm);
}

int neighbor_allgather(CallMode form, const void* sendbuf, MPI_Count sendcount,
                       MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                       MPI_Datatype recvtype, MPI_Comm comm) {
  const auto describe = [&](Collective& collective, const Neighborhood& around) {
    return each(around.destinations.size(),
                [&](int i) {
                  return collective.gives_neighbor(around.destinations[static_cast<std::size_t>(i)],
                                                   sendbuf, sendcount, sendtype);
                }) &&
           each(around.sources.size(), [&](int i) {
             return collective.gets_neighbor(around.sources[static_cast<std::size_t>(i)],
                                             behind(recvbuf, i * recvcount, recvtype), recvcount,
                                             recvtype);
           });
  };
  return perform_in_neighborhood(CollectiveKind::neighbor_allgather, form, comm, describe);
}

int neighbor_allgatherv(CallMode form, const void* sendbuf, MPI_Count sendcount,
                        MPI_Datatype sendtype, void* recvbuf, Integers recvcounts, Integers displs,
                        MPI_Datatype recvtype, MPI_Comm comm) {
  const auto describe = [&](Collective& collective, const Neighborhood& around) {
    return each(around.destinations.size(),
                [&](int i) {
                  return collective.gives_neighbor(around.destinations[static_cast<std::size_t>(i)],
                                                   sendbuf, sendcount, sendtype);
                }) &&
           each(around.sources.size(), [&](int i) {
             return collective.gets_neighbor(around.sources[static_cast<std::size_t>(i)],
                                             behind(recvbuf, displs[i], recvtype), recvcounts[i],
                                             recvtype);
           });
  };
  return perform_in_neighborhood(CollectiveKind::neighbor_allgatherv, form, comm, describe);
}

int neighbor_alltoall(CallMode form, const void* sendbuf, MPI_Count sendcount,
                      MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                      MPI_Datatype recvtype, MPI_Comm comm) {
  const auto describe = [&](Collective& collective, const Neighborhood& around) {
    return each(around.destinations.size(),
                [&](int i) {
                  return collective.gives_neighbor(around.destinations[static_cast<std::size_t>(i)],
                                                   behind(sendbuf, i * sendcount, sendtype),
                                                   sendcount, sendtype);
                }) &&
           each(around.sources.size(), [&](int i) {
             return collective.gets_neighbor(around.sources[static_cast<std::size_t>(i)],
                                             behind(recvbuf, i * recvcount, recvtype), recvcount,
                                             recvtype);
           });
  };
  return perform_in_neighborhood(CollectiveKind::neighbor_alltoall, form, comm, describe);
}

int neighbor_alltoallv(CallMode form, const void* sendbuf, Integers sendcounts, Integers sdispls,
                       MPI_Datatype sendtype, void* recvbuf, Integers recvcounts, Integers rdispls,
                       MPI_Datatype recvtype, MPI_Comm comm) {
  const auto describe = [&](Collective& collective, const Neighborhood& around) {
    return each(around.destinations.size(),
                [&](int i) {
                  return collective.gives_neighbor(around.destinations[static_cast<std::size_t>(i)],
                                                   behind(sendbuf, sdispls[i], sendtype),
                                                   sendcounts[i], sendtype);
                }) &&
           each(around.sources.size(), [&](int i) {
             return collective.gets_neighbor(around.sources[static_cast<std::size_t>(i)],
                                             behind(recvbuf, rdispls[i], recvtype), recvcounts[i],
                                             recvtype);
           });
  };
  return perform_in_neighborhood(CollectiveKind::neighbor_alltoallv, form, comm, describe);
}

int neighbor_alltoallw(CallMode form, const void* sendbuf, Integers sendcounts, Integers sdispls,
                       const MPI_Datatype sendtypes[], void* recvbuf, Integers recvcounts,
                       Integers rdispls, const MPI_Datatype recvtypes[], MPI_Comm comm) {
  const auto describe = [&](Collective& collective, const Neighborhood& around) {
    return each(around.destinations.size(),
                [&](int i) {
                  return collective.gives_neighbor(around.destinations[static_cast<std::size_t>(i)],
                                                   bytes_behind(sendbuf, sdispls[i]), sendcounts[i],
                                                   type_of(sendcounts[i], sendtypes[i]));
                }) &&
           each(around.sources.size(), [&](int i) {
             return collective.gets_neighbor(around.sources[static_cast<std::size_t>(i)],
                                             bytes_behind(recvbuf, rdispls[i]), recvcounts[i],
                                             type_of(recvcounts[i], recvtypes[i]));
           });
  };
  return perform_in_neighborhood(CollectiveKind::neighbor_alltoallw, form, comm, describe);
}

}  // namespace strobe::bcs::mpi::handlers
