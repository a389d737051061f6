// SPDX-License-Identifier: BSD-3-Clause
//
// How much memory a buffer really has: that of an allocation, as the program asked for it, or that
// of a global variable, from the symbols of its file of code. If the program is built with
// AddressSanitizer, this knows all variables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bcs/memory/program_memory.hpp"

namespace strobe::bcs::check {

/// An object of the program: an allocation or a variable.
struct Object {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  std::string name{};  ///< of a variable; empty of an allocation
};

class ObjectBounds {
 public:
  explicit ObjectBounds(const memory::ProgramMemory& memory);

  /// The object that contains the first byte of a buffer and not all of it; none if there is no
  /// such object, or if that is not certain.
  [[nodiscard]] std::optional<Object> exceeded(std::uintptr_t begin, std::size_t bytes);

 private:
  struct Variable {
    std::uintptr_t begin;
    std::uintptr_t end;
    bool is_zeroed;  ///< without data in the file
    std::string name;
  };
  struct Image {
    std::uintptr_t end = 0;
    std::vector<Variable> variables;  ///< in ascending order
  };

  [[nodiscard]] std::optional<Object> variable_exceeded(std::uintptr_t begin, std::uintptr_t end);
  [[nodiscard]] static Image read(const char* path, std::uintptr_t base, std::uintptr_t end);

  const memory::ProgramMemory& memory_;
  /// __asan_locate_address (sanitizer/asan_interface.h); null without the sanitizer.
  const char* (*locate_)(void*, char*, std::size_t, void**, std::size_t*) = nullptr;
  std::map<std::uintptr_t, Image> images_;  ///< by their begins
};

}  // namespace strobe::bcs::check
