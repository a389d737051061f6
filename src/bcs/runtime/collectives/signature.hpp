// SPDX-License-Identifier: BSD-3-Clause
//
// What all members of a group must say alike when they call a collective. Members that differ would
// wait for ever or take each other's data, so each message carries a mark of its signature.
#pragma once

#include <cstdint>
#include <string>

namespace strobe::bcs::runtime::collectives {

enum class CollectiveKind : std::uint8_t {
  barrier,
  broadcast,
  gather,
  gatherv,
  scatter,
  scatterv,
  allgather,
  allgatherv,
  alltoall,
  alltoallv,
  alltoallw,
  reduce,
  allreduce,
  reduce_scatter,
  reduce_scatter_block,
  scan,
  exscan,
  neighbor_allgather,
  neighbor_allgatherv,
  neighbor_alltoall,
  neighbor_alltoallv,
  neighbor_alltoallw,
  finalization,  ///< a barrier at the end of the program
};

/// MPI matches a collective that blocks with none that does not (section 6.12 of MPI 4.1).
enum class CollectiveMode : std::uint8_t { blocking, non_blocking, persistent };

/// MPI's predefined operations; all that programs define are one.
enum class Operator : std::uint8_t {
  none,
  maximum,
  minimum,
  sum,
  product,
  logical_and,
  bitwise_and,
  logical_or,
  bitwise_or,
  logical_xor,
  bitwise_xor,
  maximum_and_place,
  minimum_and_place,
  replace,
  no_op,
  users,
};

/// What a reduction combines. Of the types of a program nothing is known.
enum class Element : std::uint8_t { any, integer, floating_point, complex, logical };

/// What does not concern a kind stays as it is here.
struct Signature {
  CollectiveKind kind = CollectiveKind::barrier;
  CollectiveMode form = CollectiveMode::blocking;
  Operator operation = Operator::none;
  Element element = Element::any;
  std::int32_t root = 0;
  std::uint64_t bytes = 0;  ///< of one block; none where sizes differ between members

  friend constexpr bool operator==(const Signature&, const Signature&) = default;
};

/// 32 bits that stand for a signature in the header of a message.
[[nodiscard]] std::uint32_t mark_of(const Signature& signature);

/// "barrier", "broadcast (root 0, 8 bytes)", "non-blocking allreduce (sum, 8 bytes of integers)".
[[nodiscard]] std::string described(const Signature& signature);

/// One of two members who differ.
struct MemberSignature {
  int rank = 0;  ///< in the communicator
  Signature signature{};
};

/// "rank 0 calls broadcast (root 0, 8 bytes) as collective 3, where rank 1 calls barrier";
/// collectives of a communicator are counted from 1.
[[nodiscard]] std::string difference(std::uint64_t collective, const MemberSignature& one,
                                     const MemberSignature& other);

}  // namespace strobe::bcs::runtime::collectives
