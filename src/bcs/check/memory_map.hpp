// SPDX-License-Identifier: BSD-3-Clause
//
// How the memory of this process is mapped and protected, from /proc/self/maps (proc(5)).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace strobe::bcs::check {

struct Mapping {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  int protection = 0;      ///< PROT_READ and so on
  bool is_shared = false;  ///< with other processes
  bool is_memory = true;   ///< not of a device, nor the stack of the first thread
};

class MemoryMap {
 public:
  /// The mapping that contains all of the range; none if no single one does.
  [[nodiscard]] std::optional<Mapping> find(std::uintptr_t begin, std::uintptr_t end);
  /// The program has changed it: the next search reads it again.
  void forget() { is_known_ = false; }

 private:
  void read();

  std::vector<Mapping> mappings_;  ///< in ascending order
  bool is_known_ = false;
};

}  // namespace strobe::bcs::check
