// SPDX-License-Identifier: BSD-3-Clause
//
// Debug level 3: before a scoped operation its processes tell each other what they think that it
// is, and before a message its sender tells the receiver what it will be. Who finds another opinion
// than its own names both. Everybody waits for everybody then, as the standard lets scoped
// operations do.
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "blacs/levels.hpp"
#include "blacs/mesh.hpp"

namespace strobe::blacs {

/// As the interface names types.
template <class T>
[[nodiscard]] constexpr char type_letter() {
  if constexpr (std::is_same_v<T, float>) {
    return 's';
  } else if constexpr (std::is_same_v<T, double>) {
    return 'd';
  } else if constexpr (std::is_same_v<T, std::complex<float>>) {
    return 'c';
  } else if constexpr (std::is_same_v<T, std::complex<double>>) {
    return 'z';
  } else {
    static_assert(std::is_integral_v<T>);
    return 'i';
  }
}

enum class Operation : std::int32_t {
  broadcast,
  sum,
  largest,
  smallest,
  exclusive_or,
  sum_of_squares,
  norm,
  of_the_user
};

/// What a process thinks of a scoped operation.
struct Claim {
  Operation operation = Operation::broadcast;
  char type = 'd';
  char top = ' ';
  std::uint64_t elements = 0;
  std::int32_t root = -1;  ///< index of the source, or of the destination, or -1 for all
  bool wants_origins = false;
  std::uint64_t element_bytes = 0;  ///< where the type does not tell

  // Of the grid.
  NaturalScope scope = NaturalScope::all;
  bool is_repeatable = false;
  bool is_coherent = false;
  std::int32_t rings = 1;
  std::int32_t branches = 1;
};

/// What the sender says of a message.
struct Header {
  char type = 'd';
  std::uint64_t elements = 0;
};

/// About what two claims differ, and how: "TOP: 'i' and 'h'". Empty where they do not.
[[nodiscard]] std::string difference(const Claim& ours, const Claim& theirs);

/// Why the message is not what is wanted. Empty where it is; it may be shorter.
[[nodiscard]] std::string misfit(const Header& message, const Header& wanted);

namespace detail {

/// The claim with what the grid adds.
template <class Wire>
[[nodiscard]] Claim completed(Mesh<Wire>& mesh, const Line& line, Claim claim) {
  const Settings& settings = mesh.settings();
  const bool is_broadcast = claim.operation == Operation::broadcast;
  const Branching& branching = is_broadcast ? settings.broadcast : settings.combine;
  claim.scope = line.scope;
  claim.is_repeatable = settings.is_repeatable;
  claim.is_coherent = settings.is_coherent;
  claim.rings = branching.rings;
  claim.branches = branching.branches;
  return claim;
}

}  // namespace detail

/// Throws where somebody of the line disagrees.
template <class Wire>
void agree(Mesh<Wire>& mesh, const Line& line, const Claim& claim) {
  if constexpr (requires { mesh.wire().observer(); }) {
    std::vector<int> ranks;
    for (int index = 0; index < line.size; ++index) ranks.push_back(line.rank_of(index));
    mesh.wire().observer()->agree(ranks, detail::completed(mesh, line, claim));
  }
}

/// Says what the next message to `rank` will be.
template <class Wire>
void tell_header(Mesh<Wire>& mesh, int rank, const Header& header) {
  if constexpr (requires { mesh.wire().observer(); }) {
    mesh.wire().observer()->tell_header(rank, header);
  }
}

/// Throws where the next message from `rank` is not what is wanted.
template <class Wire>
void check_header(Mesh<Wire>& mesh, int rank, const Header& wanted) {
  if constexpr (requires { mesh.wire().observer(); }) {
    mesh.wire().observer()->check_header(rank, wanted);
  }
}

}  // namespace strobe::blacs
