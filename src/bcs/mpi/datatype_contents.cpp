// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/datatype_contents.hpp"

#include <cstddef>

#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

std::int64_t size_of(MPI_Datatype type) {
  MPI_Count size_bytes = 0;
  native().Type_size_x(type, &size_bytes);
  return size_bytes;
}

MPI_Count types_in(MPI_Datatype type) {
  int combiner = MPI_COMBINER_NAMED;
  if (native().Type_get_envelope_c != nullptr) {
    MPI_Count counts[4] = {};
    native().Type_get_envelope_c(type, &counts[0], &counts[1], &counts[2], &counts[3], &combiner);
    return counts[3];
  }
  int counts[3] = {};
  native().Type_get_envelope(type, &counts[0], &counts[1], &counts[2], &combiner);
  return counts[2];
}

std::optional<DatatypeEnvelope> envelope_of(MPI_Datatype type) {
  DatatypeEnvelope envelope;
  if (native().Type_get_envelope_c == nullptr) {
    native().Type_get_envelope(type, &envelope.integers, &envelope.addresses, &envelope.types,
                               &envelope.combiner);
    return envelope;
  }
  MPI_Count counts[4] = {};
  native().Type_get_envelope_c(type, &counts[0], &counts[1], &counts[2], &counts[3],
                               &envelope.combiner);
  if (counts[2] != 0) return std::nullopt;
  envelope.integers = static_cast<int>(counts[0]);
  envelope.addresses = static_cast<int>(counts[1]);
  envelope.types = static_cast<int>(counts[3]);
  return envelope;
}

bool is_predefined_type(MPI_Datatype type) {
  const std::optional<DatatypeEnvelope> envelope = envelope_of(type);
  return envelope && envelope->combiner == MPI_COMBINER_NAMED;
}

DatatypeContents::DatatypeContents(MPI_Datatype type, const DatatypeEnvelope& envelope)
    : integers(static_cast<std::size_t>(envelope.integers)),
      addresses(static_cast<std::size_t>(envelope.addresses)),
      types(static_cast<std::size_t>(envelope.types)) {
  native().Type_get_contents(type, envelope.integers, envelope.addresses, envelope.types,
                             integers.data(), addresses.data(), types.data());
}

DatatypeContents::~DatatypeContents() {
  for (MPI_Datatype& each : types) {
    int counts[3];
    int combiner = MPI_COMBINER_NAMED;
    native().Type_get_envelope(each, &counts[0], &counts[1], &counts[2], &combiner);
    if (combiner != MPI_COMBINER_NAMED) native().Type_free(&each);
  }
}

}  // namespace strobe::bcs::mpi
