// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/entry.hpp"

#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi {

thread_local constinit Place place;
bool is_serving = false;
monitor::Mmds* mmds = nullptr;
std::array<std::uint64_t, function_count> native_calls{};

void wait_within_mpi(bool is_inside) { process().endpoint.native(is_inside); }

void leave() {
  mmds->left(static_cast<std::uint32_t>(place.function), place.entered, base::ticks_now(),
             place.size_bytes, process().endpoint.slice());
}

}  // namespace strobe::bcs::mpi
