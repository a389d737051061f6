// SPDX-License-Identifier: BSD-3-Clause
//
// Debug level 3: the processes of a scope compare the signatures of their calls before a scoped
// operation, and a sender sends a header before each message. A process that finds a difference
// reports both values. The comparison synchronises the processes, which the standard allows for
// scoped operations.
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

/// The letter of a type in the names of routines.
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
  user_defined
};

/// The arguments of a scoped operation that must be the same on all its processes.
struct CallSignature {
  Operation operation = Operation::broadcast;
  char type = 'd';
  char top = ' ';
  std::uint64_t elements = 0;
  std::int32_t root = -1;  ///< index of the source or destination in the scope; -1 for all
  bool stores_origins = false;
  std::uint64_t element_bytes = 0;  ///< of user-defined operations

  // Scope and settings of the grid.
  NaturalScope scope = NaturalScope::all;
  bool is_repeatable = false;
  bool is_coherent = false;
  std::int32_t rings = 1;
  std::int32_t branches = 1;
};

/// What a sender announces about a message.
struct MessageHeader {
  char type = 'd';
  std::uint64_t elements = 0;
};

/// The first difference, such as "TOP is 'i' and 'h'". Empty if there is none.
[[nodiscard]] std::string difference(const CallSignature& ours, const CallSignature& theirs);

/// Why the message does not fit the receive. Empty if it fits; it may be shorter.
[[nodiscard]] std::string mismatch(const MessageHeader& message, const MessageHeader& expected);

namespace detail {

/// The signature with the scope and the settings of the grid.
template <class Transport>
[[nodiscard]] CallSignature with_grid_settings(Mesh<Transport>& mesh, const Line& line,
                                               CallSignature signature) {
  const Settings& settings = mesh.settings();
  const bool is_broadcast = signature.operation == Operation::broadcast;
  const Branching& branching = is_broadcast ? settings.broadcast : settings.combine;
  signature.scope = line.scope;
  signature.is_repeatable = settings.is_repeatable;
  signature.is_coherent = settings.is_coherent;
  signature.rings = branching.rings;
  signature.branches = branching.branches;
  return signature;
}

}  // namespace detail

/// Throws if the signature of another process of the line differs.
template <class Transport>
void check_agreement(Mesh<Transport>& mesh, const Line& line, const CallSignature& signature) {
  if constexpr (requires { mesh.transport().observer(); }) {
    std::vector<int> ranks;
    for (int index = 0; index < line.size; ++index) ranks.push_back(line.rank_of(index));
    mesh.transport().observer()->check_agreement(ranks,
                                                 detail::with_grid_settings(mesh, line, signature));
  }
}

/// Sends the header of the next message to `rank`.
template <class Transport>
void send_header(Mesh<Transport>& mesh, int rank, const MessageHeader& header) {
  if constexpr (requires { mesh.transport().observer(); }) {
    mesh.transport().observer()->send_header(rank, header);
  }
}

/// Throws if the next message from `rank` does not match.
template <class Transport>
void check_header(Mesh<Transport>& mesh, int rank, const MessageHeader& expected) {
  if constexpr (requires { mesh.transport().observer(); }) {
    mesh.transport().observer()->check_header(rank, expected);
  }
}

}  // namespace strobe::blacs
