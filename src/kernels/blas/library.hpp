// SPDX-License-Identifier: BSD-3-Clause
//
// A BLAS library that is opened at run time, so that one executable can compare any number of them.
// Its routines are searched under all usual symbols; the integer width follows from the symbol or
// from a call.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "kernels/blas/routine.hpp"

namespace strobe::kernels::blas {

/// The information that a library provides about itself; fields are empty if it provides none.
struct LibraryInfo {
  std::string description;  ///< version and build
  std::string core;         ///< the implementation that it chose for this processor
  std::string steered_by;   ///< environment variables that choose another implementation
};

class Library {
 public:
  /// Opens the library and sets the number of its threads. Throws strobe::Error with the reason if
  /// it cannot be opened or is not a BLAS.
  Library(const std::string& path, int threads);

  /// Throws strobe::Error if the library does not have the routine.
  [[nodiscard]] RoutineAddress find(const Routine& routine, Type type) const;
  /// The symbol of the routine in this library.
  [[nodiscard]] std::string symbol(const Routine& routine, Type type) const;
  [[nodiscard]] const LibraryInfo& info() const { return info_; }
  [[nodiscard]] bool has_long_integers() const { return has_long_integers_; }

 private:
  struct CloseLibrary {
    void operator()(void* handle) const;
  };
  struct ResolvedRoutine {
    RoutineAddress entry;
    std::string symbol;
  };
  [[nodiscard]] void* address(const std::string& symbol) const;
  [[nodiscard]] std::optional<ResolvedRoutine> look_for(const Routine& routine, Type type) const;
  [[nodiscard]] std::optional<ResolvedRoutine> look_for_any() const;
  [[nodiscard]] bool probe_long_integers() const;
  void set_threads(int threads) const;
  void read_info();

  std::string path_;
  std::unique_ptr<void, CloseLibrary> handle_;
  bool has_long_integers_ = false;
  LibraryInfo info_;
};

}  // namespace strobe::kernels::blas
