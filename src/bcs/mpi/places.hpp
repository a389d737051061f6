// SPDX-License-Identifier: BSD-3-Clause
//
// The places of the program that call MPI, with numbers for --check. A call costs a look into a
// small table unless it comes from a binding, whose return addresses do not tell lines of the
// program apart.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bcs/check/access_site.hpp"
#include "bcs/check/check_log.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/datatype_signature.hpp"

namespace strobe::bcs::mpi {

class Places {
 public:
  explicit Places(check::CheckLog& log) : log_(log) {}

  /// That of the call of this thread; `type` is its datatype, or null.
  [[nodiscard]] check::Place current(const CheckedType* type = nullptr) {
    const std::uint32_t number = type == nullptr ? 0 : type->number();
    const Entry& entry = entries_[slot_of(call_state.caller, number)];
    if (entry.is_of(call_state.caller, call_state.function, number)) [[likely]]
      return entry.place;
    return find(type, number);
  }
  /// That of an instruction of the program, which is no call of MPI.
  [[nodiscard]] check::Place of_access(const check::AccessSite& site);

 private:
  static constexpr std::size_t size = 512;

  struct Entry {
    const void* caller = nullptr;
    Function function{};
    std::uint32_t type = 0;
    check::Place place = 0;

    [[nodiscard]] bool is_of(const void* of_caller, Function of_function,
                             std::uint32_t of_type) const {
      return caller == of_caller && function == of_function && type == of_type && place != 0;
    }
  };
  /// The line or the address of the call, the function, and the number of the datatype.
  using Key = std::tuple<std::string, const void*, Function, std::uint32_t>;

  [[nodiscard]] static std::size_t slot_of(const void* caller, std::uint32_t type) {
    return ((reinterpret_cast<std::uintptr_t>(caller) ^ type * 0x9e3779b1U) *
            0x9e3779b97f4a7c15U) >>
           (64U - 9U);
  }
  [[gnu::noinline]] check::Place find(const CheckedType* type, std::uint32_t number);
  [[nodiscard]] bool is_binding(const void* caller);

  check::CheckLog& log_;
  std::array<Entry, size> entries_{};
  std::map<Key, check::Place> known_;
  std::map<std::pair<std::string, const void*>, check::Place> code_;
  std::map<const void*, bool> bindings_;  ///< whether a return address is in one
};

}  // namespace strobe::bcs::mpi
