// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/messages.hpp"

#include <type_traits>
#include <utility>

namespace strobe::bcs::mpi {

namespace {

/// A handle that is none of the MPI's own: these have, where they are numbers, at least one of the
/// two highest bits.
template <class Handle>
Handle handle_of(const Claimed& claimed, int ordinal) {
  if constexpr (std::is_pointer_v<Handle>) {
    return reinterpret_cast<Handle>(const_cast<Claimed*>(&claimed));
  } else {
    return static_cast<Handle>(1 + ordinal % 0x3ffffff0);
  }
}

}  // namespace

MPI_Message Messages::add(Claimed claimed) {
  auto kept = std::make_unique<Claimed>(std::move(claimed));
  const auto handle = handle_of<MPI_Message>(*kept, handles_++);
  claimed_.add(handle, std::move(kept));
  return handle;
}

}  // namespace strobe::bcs::mpi
