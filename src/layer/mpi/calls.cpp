// SPDX-License-Identifier: BSD-3-Clause
#include "layer/mpi/calls.hpp"

#include <array>
#include <string_view>

#include "base/format.hpp"

namespace strobe::layer::mpi {

void fail(int code, const char* function) {
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw Error(base::format("{} failed: {}", function,
                           std::string_view(text.data(), static_cast<std::size_t>(length))));
}

}  // namespace strobe::layer::mpi
