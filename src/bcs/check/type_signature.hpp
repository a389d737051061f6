// SPDX-License-Identifier: BSD-3-Clause
//
// The type signature of data: the sequence of their basic datatypes (MPI 4.1, section 5.1). A
// message and its receive must have the same one (section 3.3.1), of which a hash travels in the
// envelope. The hash is that of a polynomial in the ring of integers modulo 2^64 (Karp and Rabin,
// 1987), so that the hash of a sequence follows from those of its parts, and that of n repetitions
// takes O(log n) steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace strobe::bcs::check {

/// The hash of a sequence.
struct SequenceHash {
  std::uint64_t value = 0;
  std::uint64_t power = 1;  ///< of the polynomial's base, by the length of the sequence

  friend SequenceHash operator+(const SequenceHash& first, const SequenceHash& second) {
    return {first.value * second.power + second.value, first.power * second.power};
  }
  friend bool operator==(const SequenceHash&, const SequenceHash&) = default;
};
[[nodiscard]] SequenceHash repeated(SequenceHash part, std::uint64_t times);

/// A basic datatype. Datatypes with the same kind and size hold the same values on this machine.
struct BasicType {
  const char* name;  ///< "MPI_INT"
  const char* kind;  ///< "signed", "float"
  std::uint32_t size_bytes;

  [[nodiscard]] SequenceHash hash() const;
};

/// The type signature of one element of a datatype.
class TypeSignature {
 public:
  /// Of no data.
  TypeSignature() = default;
  explicit TypeSignature(const BasicType& basic);
  /// Of data that match any other, as MPI_PACKED does, or that are not known.
  [[nodiscard]] static TypeSignature unknown();

  void append(const TypeSignature& other, std::uint64_t times);

  [[nodiscard]] bool is_known() const { return is_known_; }
  [[nodiscard]] std::uint64_t size_bytes() const { return size_bytes_; }
  /// The hash of the basic datatype if there is only one, however often.
  [[nodiscard]] std::optional<SequenceHash> only_basic() const;
  /// The hash of the first bytes of a sequence of elements. None if they are not known, or if they
  /// end within a basic datatype.
  [[nodiscard]] std::optional<SequenceHash> of_bytes(std::uint64_t bytes) const;
  /// "MPI_INT", "{MPI_INT, 2 MPI_DOUBLE}"; "unknown data" if it is not known.
  [[nodiscard]] std::string names() const;
  /// The same with the kinds and sizes: "{signed 4, 2 float 8}".
  [[nodiscard]] std::string kinds() const;

 private:
  struct Run {
    BasicType basic;
    std::uint64_t count;
  };
  /// A longer sequence of runs is not kept, so that only whole elements can be compared.
  static constexpr std::size_t most_runs = 4096;

  template <class Describe>
  [[nodiscard]] std::string described(Describe&& describe) const;

  std::vector<Run> runs_;
  bool has_all_runs_ = true;
  bool is_known_ = true;
  std::uint64_t size_bytes_ = 0;
  SequenceHash hash_;
};

}  // namespace strobe::bcs::check
