// SPDX-License-Identifier: BSD-3-Clause
//
// A BLAS opened at run time, so that any number of them can be compared with one executable. Its
// symbols are found under the names that libraries really use, and the width of its integers is
// told by the name's suffix.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace strobe::kernels {

/// C = A B for square column-major matrices of order n, through whatever name the library has for
/// it.
class BlasLibrary {
 public:
  /// Opens the library and asks it for one thread. Throws strobe::Error, saying what is missing,
  /// where it cannot be opened or has no dgemm.
  explicit BlasLibrary(const std::string& path);

  void multiply(std::int64_t n, const double* a, const double* b, double* c) const;

  /// What the library says of itself and of the processor it chose; empty where it says nothing.
  [[nodiscard]] const std::string& description() const { return description_; }

 private:
  struct Close {
    void operator()(void* handle) const;
  };
  std::unique_ptr<void, Close> handle_;
  void* dgemm_ = nullptr;
  bool has_long_integers_ = false;
  std::string description_;
};

}  // namespace strobe::kernels
