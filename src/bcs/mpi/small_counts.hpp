// SPDX-License-Identifier: BSD-3-Clause
//
// Arguments of a function with large counts (MPI_Send_c) for the function with small counts, in an
// MPI that has only the latter. The runtime exports the former all the same, and a program that
// looks for the symbol, as mpi4py does, calls it.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi {

/// How many counts an array argument of a collective on an intercommunicator has: one for each
/// process of the remote group, if `is_read` on this process, or of the own group. Nothing on other
/// communicators, where arrays need not be valid (MPI_IN_PLACE).
[[nodiscard]] std::optional<std::size_t> counts_of_remote_group(MPI_Comm comm, bool is_read = true);
[[nodiscard]] std::optional<std::size_t> counts_of_own_group(MPI_Comm comm);

/// The MPI may read the arrays of a nonblocking or persistent operation until it is complete. They
/// are kept until the request's handle belongs to another operation.
void keep_for(MPI_Request request, std::shared_ptr<const void> arrays);

inline MPI_Request* as_request(MPI_Request* request) { return request; }
template <class Argument>
MPI_Request* as_request(const Argument& /*argument*/) {
  return nullptr;
}

inline constexpr auto no_arrays = [] { return std::optional<std::size_t>(0); };
inline constexpr auto arrays_of_unknown_length = [] { return std::optional<std::size_t>(); };

[[nodiscard]] constexpr bool fits_int(MPI_Count value) {
  return value >= std::numeric_limits<int>::min() && value <= std::numeric_limits<int>::max();
}

/// An argument of type `Large` as a `Small`. This is the case of the same type.
template <class Small, class Large>
class SmallCount {
 public:
  SmallCount(Large value, std::size_t /*length*/) : value_(value) {}
  [[nodiscard]] static bool fits() { return true; }
  [[nodiscard]] Small get() { return value_; }
  void write_back() {}

 private:
  Large value_;
};

/// A count.
template <class Large>
  requires std::is_integral_v<Large> && (!std::is_same_v<Large, int>)
class SmallCount<int, Large> {
 public:
  SmallCount(Large value, std::size_t /*length*/) : value_(value) {}
  [[nodiscard]] bool fits() const { return fits_int(value_); }
  [[nodiscard]] int get() const { return static_cast<int>(value_); }
  void write_back() {}

 private:
  Large value_;
};

/// An array of counts.
template <class Large>
  requires(!std::is_same_v<Large, int>)
class SmallCount<const int*, const Large*> {
 public:
  SmallCount(const Large* values, std::size_t length) : is_null_(values == nullptr) {
    for (std::size_t i = 0; !is_null_ && i < length; ++i) {
      fits_ = fits_ && fits_int(values[i]);
      small_.push_back(static_cast<int>(values[i]));
    }
  }
  [[nodiscard]] bool fits() const { return fits_; }
  [[nodiscard]] const int* get() const { return is_null_ ? nullptr : small_.data(); }
  void write_back() {}

 private:
  bool is_null_;
  bool fits_ = true;
  std::vector<int> small_;
};

/// A count that the function returns.
template <class Large>
  requires(!std::is_same_v<Large, int>)
class SmallCount<int*, Large*> {
 public:
  SmallCount(Large* result, std::size_t /*length*/) : result_(result) {}
  [[nodiscard]] static bool fits() { return true; }
  [[nodiscard]] int* get() { return result_ == nullptr ? nullptr : &small_; }
  void write_back() {
    if (result_ != nullptr) *result_ = small_;
  }

 private:
  Large* result_;
  int small_ = 0;
};

}  // namespace strobe::bcs::mpi
