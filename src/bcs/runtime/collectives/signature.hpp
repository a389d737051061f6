// SPDX-License-Identifier: BSD-3-Clause
//
// The signature of a call of a collective, which must be the same on all members. Members with
// different signatures would wait for ever or take wrong data, so each message carries a mark that
// stands for the signature.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

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

/// Blocking collectives do not match nonblocking ones (MPI 4.1, section 6.12).
enum class CollectiveMode : std::uint8_t { blocking, non_blocking, persistent };

/// MPI's predefined operations. All operations that programs define are `users`.
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

/// The type of the elements of a reduction. Types that programs define are `any`.
enum class Element : std::uint8_t { any, integer, floating_point, complex, logical };

/// Members that a kind does not use keep their default values.
struct Signature {
  CollectiveKind kind = CollectiveKind::barrier;
  CollectiveMode mode = CollectiveMode::blocking;
  Operator operation = Operator::none;
  Element element = Element::any;
  std::int32_t root = 0;
  std::uint64_t bytes = 0;  ///< of one block; 0 if sizes differ between members

  friend constexpr bool operator==(const Signature&, const Signature&) = default;
};

/// "broadcast".
[[nodiscard]] std::string_view name_of(CollectiveKind kind);

/// A hash of the signature, for the envelope of a message.
[[nodiscard]] std::uint32_t mark_of(const Signature& signature);

/// "barrier", "broadcast (root 0, 8 bytes)", "non-blocking allreduce (sum, 8 bytes of integers)".
[[nodiscard]] std::string described(const Signature& signature);

/// One of two members with different signatures.
struct MemberSignature {
  int rank = 0;  ///< in the communicator
  Signature signature{};
};

/// Two members have called different collectives as the same one of their communicator, which are
/// counted from 1.
struct Difference {
  std::uint64_t collective = 0;
  MemberSignature own{};
  MemberSignature other{};
};

/// "rank 0 calls broadcast (root 0, 8 bytes) as collective 3, where rank 1 calls barrier".
[[nodiscard]] std::string described(const Difference& difference);

}  // namespace strobe::bcs::runtime::collectives
