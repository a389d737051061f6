// SPDX-License-Identifier: BSD-3-Clause
//
// --check of arguments that the standard forbids and MPIs let pass.
#include "bcs/mpi/argument_checks.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "base/format.hpp"
#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/reduction_op.hpp"

namespace strobe::bcs::mpi {

void check_dimensions(int count, const int* dimensions) {
  if (interposer.checks == nullptr || dimensions == nullptr) return;
  for (int i = 0; i < count; ++i) {
    if (dimensions[i] == 0) {
      interposer.checks->got_invalid_argument(
          base::format("creates a grid of which dimension {} has no process", i));
    } else if (dimensions[i] < 0) {
      interposer.checks->got_invalid_argument(
          base::format("creates a grid of which dimension {} has {} processes", i, dimensions[i]));
    }
  }
}

void check_reduced(MPI_Op operation, MPI_Datatype type) {
  if (interposer.checks == nullptr) [[likely]]
    return;
  // They represent characters that may be converted (MPI 4.1, section 6.9.2).
  const bool is_character = type == MPI_CHAR || type == MPI_WCHAR || type == MPI_CHARACTER;
  if (is_character && operator_of(operation) != runtime::collectives::Operator::users)
    interposer.checks->got_invalid_argument(
        "reduces characters; MPI_CHAR, MPI_WCHAR and MPI_CHARACTER have no predefined operations");
}

void check_color(int color) {
  if (interposer.checks == nullptr || color >= 0 || color == MPI_UNDEFINED) return;
  interposer.checks->got_invalid_argument(base::format(
      "splits a communicator with color {}, which is negative and not MPI_UNDEFINED", color));
}

namespace {

bool is_member(const Communicator& communicator, int rank) {
  return rank >= 0 && rank < communicator.size();
}

}  // namespace

void check_neighbors(const Communicator* communicator, int count, const int* neighbors) {
  if (interposer.checks == nullptr || communicator == nullptr || neighbors == nullptr) return;
  for (int i = 0; i < count; ++i) {
    const int rank = neighbors[i];
    if (is_member(*communicator, rank) || rank == MPI_PROC_NULL) continue;
    interposer.checks->got_invalid_argument(
        base::format("creates a graph with an edge to or from rank {} of {}, which has {} ranks",
                     rank, name_of(*communicator), communicator->size()));
    return;
  }
}

void check_edges(const Communicator& communicator, int in, const int* sources, int out,
                 const int* destinations) {
  if (interposer.checks == nullptr) return;
  const auto count_edges = [&](int count, const int* ranks) {
    std::vector<int> edges(communicator.members.size());
    for (int i = 0; i < count && ranks != nullptr; ++i) {
      if (is_member(communicator, ranks[i])) ++edges[static_cast<std::size_t>(ranks[i])];
    }
    return edges;
  };
  const std::vector<int> received = count_edges(in, sources);
  const std::vector<int> sent = count_edges(out, destinations);
  std::vector<int> sent_here(sent.size());
  native().Alltoall(sent.data(), 1, MPI_INT, sent_here.data(), 1, MPI_INT, communicator.handle);
  const auto [mine, theirs] = std::ranges::mismatch(received, sent_here);
  if (mine == received.end()) return;
  interposer.checks->got_invalid_argument(base::format(
      "names rank {} of {} {} times as a source of a graph, which names this rank {} times as a "
      "destination",
      mine - received.begin(), name_of(communicator), *mine, *theirs));
}

void check_group(MPI_Group group) {
  if (interposer.checks == nullptr || group != MPI_GROUP_NULL) return;
  interposer.checks->got_invalid_argument("creates a communicator of MPI_GROUP_NULL");
}

void check_graph(int nodes, const int* index, const int* edges) {
  if (interposer.checks == nullptr || nodes <= 0 || index == nullptr) return;
  for (int i = 0; i < nodes; ++i) {
    const int before = i == 0 ? 0 : index[i - 1];
    if (index[i] >= before) continue;
    interposer.checks->got_invalid_argument(base::format(
        "creates a graph whose index falls from {} to {} at node {}", before, index[i], i));
    return;
  }
  for (int i = 0; edges != nullptr && i < index[nodes - 1]; ++i) {
    if (edges[i] >= 0 && edges[i] < nodes) continue;
    interposer.checks->got_invalid_argument(base::format(
        "creates a graph with an edge to node {}, which has {} nodes", edges[i], nodes));
    return;
  }
}

void check_committed(MPI_Datatype type, bool is_refused) {
  if (interposer.checks == nullptr || !interposer.checks->is_uncommitted(bits_of(type))) return;
  if (is_refused) {
    call_state.has_uncommitted_type = true;
  } else {
    report_uncommitted_type();
  }
}

void report_uncommitted_type() {
  interposer.checks->got_invalid_argument("communicates with a datatype that is not committed");
}

void check_comm_remote_size(MPI_Comm comm, int* /*size*/) {
  if (const Communicator* const communicator = process().intracommunicator(comm)) {
    interposer.checks->got_invalid_argument(base::format(
        "asks for the remote group of {}, which is no intercommunicator", name_of(*communicator)));
  }
}

namespace {

/// Of packed data, which are as long as the data themselves if all ranks represent them alike.
void check_packed(const void* buffer, int size, const int* position, int count, MPI_Datatype type,
                  BufferUse use) {
  MPI_Count bytes = 0;
  if (position == nullptr || count < 0 || type == MPI_DATATYPE_NULL ||
      native().Type_size_x(type, &bytes) != MPI_SUCCESS || bytes < 0) {
    return;
  }
  interposer.checks->uses_packed(
      std::span(static_cast<const std::byte*>(buffer), static_cast<std::size_t>(std::max(size, 0))),
      *position, static_cast<std::int64_t>(bytes * count), use);
}

}  // namespace

void check_pack(const void* /*inbuf*/, int incount, MPI_Datatype datatype, void* outbuf,
                int outsize, int* position, MPI_Comm /*comm*/) {
  check_packed(outbuf, outsize, position, incount, datatype, BufferUse::received);
}

void check_unpack(const void* inbuf, int insize, int* position, void* /*outbuf*/, int outcount,
                  MPI_Datatype datatype, MPI_Comm /*comm*/) {
  check_packed(inbuf, insize, position, outcount, datatype, BufferUse::sent);
}

namespace {

/// Finds a rank that a list names twice.
void check_ranks(int count, const int* ranks) {
  if (interposer.checks == nullptr || count < 2 || ranks == nullptr) return;
  std::vector<int> sorted(ranks, ranks + count);
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice == sorted.end()) return;
  interposer.checks->got_invalid_argument(base::format("names rank {} of a group twice", *twice));
}

}  // namespace

namespace handlers {

int group_incl(MPI_Group /*group*/, int n, const int ranks[], MPI_Group* /*newgroup*/) {
  check_ranks(n, ranks);
  return pass_through;
}

int group_excl(MPI_Group /*group*/, int n, const int ranks[], MPI_Group* /*newgroup*/) {
  check_ranks(n, ranks);
  return pass_through;
}

}  // namespace handlers

}  // namespace strobe::bcs::mpi
