// SPDX-License-Identifier: BSD-3-Clause
//
// A BLAS opened at run time, so that any number of them can be compared with one executable. Its
// routines are found under the names that libraries really have for them, and the width of its
// integers by the name, or by asking.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "kernels/blas/routine.hpp"

namespace strobe::kernels::blas {

/// What a library says of itself; empty where it says nothing.
struct Told {
  std::string description;  ///< version and build
  std::string core;         ///< the kernels that it chose for this processor
  std::string steered_by;   ///< the variables that would make it choose others
};

class Library {
 public:
  /// Opens the library and asks it for `threads` threads. Throws strobe::Error that says what is
  /// wrong where it cannot be opened or is no BLAS.
  Library(const std::string& path, int threads);

  /// Throws strobe::Error where it has no such routine.
  [[nodiscard]] Entry find(const Routine& routine, Type type) const;
  /// The name under which find() has it.
  [[nodiscard]] std::string symbol(const Routine& routine, Type type) const;
  [[nodiscard]] const Told& told() const { return told_; }
  [[nodiscard]] bool has_long_integers() const { return has_long_integers_; }

 private:
  struct Close {
    void operator()(void* handle) const;
  };
  struct Found {
    Entry entry;
    std::string symbol;
  };
  [[nodiscard]] void* address(const std::string& symbol) const;
  [[nodiscard]] std::optional<Found> look_for(const Routine& routine, Type type) const;
  [[nodiscard]] std::optional<Found> look_for_any() const;
  [[nodiscard]] bool probe_long_integers() const;
  void want_threads(int threads) const;
  void ask();

  std::string path_;
  std::unique_ptr<void, Close> handle_;
  bool has_long_integers_ = false;
  Told told_;
};

}  // namespace strobe::kernels::blas
