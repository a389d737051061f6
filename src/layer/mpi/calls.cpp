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

#if MPI_VERSION < 4
/// Pieces of 1 GiB and the rest, one after the other.
void Amount::make(std::size_t bytes) {
  constexpr std::size_t piece_bytes = std::size_t{1} << 30;
  const std::size_t pieces = bytes / piece_bytes;
  MPI_Datatype piece = MPI_DATATYPE_NULL;
  check(MPI_Type_contiguous(static_cast<int>(piece_bytes), MPI_BYTE, &piece),
        "MPI_Type_contiguous");
  const std::array lengths{to_count(pieces), static_cast<int>(bytes % piece_bytes)};
  const std::array starts{MPI_Aint{0}, static_cast<MPI_Aint>(pieces * piece_bytes)};
  const std::array types{piece, static_cast<MPI_Datatype>(MPI_BYTE)};
  check(MPI_Type_create_struct(2, lengths.data(), starts.data(), types.data(), &type_),
        "MPI_Type_create_struct");
  MPI_Type_free(&piece);
  check(MPI_Type_commit(&type_), "MPI_Type_commit");
}
#endif

}  // namespace strobe::layer::mpi
