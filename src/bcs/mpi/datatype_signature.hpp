// SPDX-License-Identifier: BSD-3-Clause
//
// The type signatures of datatypes, for --check.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bcs/check/type_signature.hpp"
#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi {

/// What --check knows of a datatype.
class CheckedType {
 public:
  explicit CheckedType(MPI_Datatype type);

  /// Equal for datatypes with equal names and kinds.
  [[nodiscard]] std::uint32_t number() const { return number_; }
  [[nodiscard]] const std::string& names() const { return names_; }
  [[nodiscard]] const std::string& kinds() const { return kinds_; }
  /// The hash of the only basic datatype; none if there are several, or it is not known.
  [[nodiscard]] const std::optional<check::SequenceHash>& only_basic() const { return only_basic_; }
  /// Whether a buffer with this datatype is one object: any other may have parts in several.
  [[nodiscard]] bool is_regular() const { return is_regular_; }
  /// The hash of the signature of so many bytes of data; none if it is not known.
  [[nodiscard]] std::optional<check::SequenceHash> of_bytes(std::uint64_t bytes) {
    if (bytes != last_bytes_) {
      last_ = signature_.of_bytes(bytes);
      last_bytes_ = bytes;
    }
    return last_;
  }

 private:
  check::TypeSignature signature_;
  std::string names_, kinds_;
  std::uint32_t number_;
  std::optional<check::SequenceHash> only_basic_;
  bool is_regular_;
  // Of the last question, which most often is the next one, too.
  std::uint64_t last_bytes_ = 0;
  std::optional<check::SequenceHash> last_;
};

}  // namespace strobe::bcs::mpi
