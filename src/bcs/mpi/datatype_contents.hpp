// SPDX-License-Identifier: BSD-3-Clause
//
// What a datatype was made of (MPI 4.1, section 5.1.13).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi {

/// The number of integers, addresses and datatypes that a datatype was made of, and how it was
/// made.
struct DatatypeEnvelope {
  int integers = 0;
  int addresses = 0;
  int types = 0;
  int combiner = MPI_COMBINER_NAMED;
};

/// In bytes.
[[nodiscard]] std::int64_t size_of(MPI_Datatype type);

/// How many datatypes it was made of.
[[nodiscard]] MPI_Count types_in(MPI_Datatype type);

/// Empty if a function with large counts created the datatype.
[[nodiscard]] std::optional<DatatypeEnvelope> envelope_of(MPI_Datatype type);

[[nodiscard]] bool is_predefined_type(MPI_Datatype type);

/// The contents of a derived datatype (MPI_Type_get_contents). The datatypes in it are freed with
/// this.
struct DatatypeContents {
  std::vector<int> integers;
  std::vector<MPI_Aint> addresses;
  std::vector<MPI_Datatype> types;

  DatatypeContents(MPI_Datatype type, const DatatypeEnvelope& envelope);
  ~DatatypeContents();
  DatatypeContents(const DatatypeContents&) = delete;
  DatatypeContents& operator=(const DatatypeContents&) = delete;
};

}  // namespace strobe::bcs::mpi
