// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/neighbors.hpp"

#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

namespace {

/// The neighbors below and above in each dimension, in the order of the standard. Both may be the
/// same process; then the lane tells the two directions apart.
Neighborhood of_grid(MPI_Comm handle) {
  int dimensions = 0;
  native().Cartdim_get(handle, &dimensions);
  Neighborhood found;
  for (int i = 0; i < dimensions; ++i) {
    int below = MPI_PROC_NULL;
    int above = MPI_PROC_NULL;
    native().Cart_shift(handle, i, 1, &below, &above);
    const auto downwards = static_cast<std::uint16_t>(2 * i);
    const auto upwards = static_cast<std::uint16_t>(2 * i + 1);
    found.destinations.push_back({.rank = below, .lane = downwards});
    found.destinations.push_back({.rank = above, .lane = upwards});
    found.sources.push_back({.rank = below, .lane = upwards});
    found.sources.push_back({.rank = above, .lane = downwards});
  }
  return found;
}

std::vector<Neighbor> in_one_lane(const std::vector<int>& ranks) {
  std::vector<Neighbor> found;
  for (const int rank : ranks) found.push_back({.rank = rank, .lane = 0});
  return found;
}

Neighborhood of_graph(const Communicator& communicator) {
  int count = 0;
  native().Graph_neighbors_count(communicator.handle, communicator.rank, &count);
  std::vector<int> ranks(static_cast<std::size_t>(count));
  native().Graph_neighbors(communicator.handle, communicator.rank, count, ranks.data());
  return {.destinations = in_one_lane(ranks), .sources = in_one_lane(ranks)};
}

Neighborhood of_distributed_graph(MPI_Comm handle) {
  int in = 0;
  int out = 0;
  int is_weighted = 0;
  native().Dist_graph_neighbors_count(handle, &in, &out, &is_weighted);
  std::vector<int> sources(static_cast<std::size_t>(in));
  std::vector<int> destinations(static_cast<std::size_t>(out));
  // MPI_UNWEIGHTED is a variable of some MPIs, to which this library has no link.
  std::vector<int> source_weights(sources.size());
  std::vector<int> destination_weights(destinations.size());
  native().Dist_graph_neighbors(handle, in, sources.data(), source_weights.data(), out,
                                destinations.data(), destination_weights.data());
  return {.destinations = in_one_lane(destinations), .sources = in_one_lane(sources)};
}

}  // namespace

std::optional<Neighborhood> neighborhood_of(const Communicator& communicator) {
  int topology = MPI_UNDEFINED;
  native().Topo_test(communicator.handle, &topology);
  if (topology == MPI_CART) return of_grid(communicator.handle);
  if (topology == MPI_GRAPH) return of_graph(communicator);
  if (topology == MPI_DIST_GRAPH) return of_distributed_graph(communicator.handle);
  return std::nullopt;
}

}  // namespace strobe::bcs::mpi
