// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/matched_messages.hpp"

#include <cstdint>
#include <type_traits>
#include <utility>

#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

namespace {

/// Handles of the runtime are odd numbers in this range, which no MPI uses: integer handles of
/// MPICH have one of the two highest bits set, and addresses are even. In Fortran the handles are
/// the same numbers, above the indices that Open MPI uses there.
constexpr std::uint32_t first_handle = 0x20000001;
constexpr std::uint32_t handle_count = 0x0ffffff0;

template <class Handle>
Handle handle_of(std::uint32_t number) {
  if constexpr (std::is_pointer_v<Handle>) {
    return reinterpret_cast<Handle>(static_cast<std::uintptr_t>(number));
  } else {
    return static_cast<Handle>(number);
  }
}

}  // namespace

MPI_Message MatchedMessages::add(MatchedMessage claimed) {
  const auto handle = handle_of<MPI_Message>(first_handle + 2 * (handles_++ % handle_count));
  claimed_.add(handle, std::make_unique<MatchedMessage>(std::move(claimed)));
  return handle;
}

#if defined(OPEN_MPI) || defined(MPI_H_ABI)

namespace {

bool is_ours(std::uintptr_t bits) {
  return bits % 2 == 1 && bits >= first_handle && bits < first_handle + 2 * handle_count;
}

}  // namespace

// If handles are addresses, the conversions of the MPI dereference them.
#define STROBE_CONVERSIONS(to_number, from_number)                                           \
  STROBE_EXPORT int MPI_##to_number(MPI_Message message) {                                   \
    const std::uintptr_t bits = bits_of(message);                                            \
    return is_ours(bits) ? static_cast<int>(bits) : native().to_number(message);             \
  }                                                                                          \
  STROBE_EXPORT int PMPI_##to_number(MPI_Message) __attribute__((alias("MPI_" #to_number))); \
  STROBE_EXPORT MPI_Message MPI_##from_number(int number) {                                  \
    const auto bits = static_cast<std::uint32_t>(number);                                    \
    return is_ours(bits) ? handle_of<MPI_Message>(bits) : native().from_number(number);      \
  }                                                                                          \
  STROBE_EXPORT MPI_Message PMPI_##from_number(int) __attribute__((alias("MPI_" #from_number)))

extern "C" {

#if defined(OPEN_MPI)
STROBE_CONVERSIONS(Message_c2f, Message_f2c);
#else
STROBE_CONVERSIONS(Message_toint, Message_fromint);
#endif

}  // extern "C"

#undef STROBE_CONVERSIONS

#endif

}  // namespace strobe::bcs::mpi
