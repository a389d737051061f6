// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/memory_map.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <memory>
#include <string_view>

namespace strobe::bcs::check {

namespace {

/// Whether pages of it may be protected: anonymous memory, and that of files.
bool is_memory(std::string_view name) {
  if (name.starts_with("/dev/"))
    return name.starts_with("/dev/shm/") || name.starts_with("/dev/zero");
  return name.empty() || name == "[heap]" || name.starts_with("/") || name.starts_with("[anon");
}

}  // namespace

void MemoryMap::read() {
  mappings_.clear();
  const std::unique_ptr<FILE, decltype(&fclose)> file(fopen("/proc/self/maps", "re"), fclose);
  if (file == nullptr) return;
  std::array<char, 512> line;
  while (fgets(line.data(), line.size(), file.get()) != nullptr) {
    Mapping mapping;
    std::array<char, 5> modes{};
    int name_at = 0;
    if (std::sscanf(line.data(), "%" SCNxPTR "-%" SCNxPTR " %4s %*s %*s %*s %n", &mapping.begin,
                    &mapping.end, modes.data(), &name_at) < 3) {
      continue;
    }
    std::string_view name(line.data() + name_at);
    // A long name is cut off, and the rest of it is no mapping.
    while (name.ends_with('\n')) name.remove_suffix(1);
    mapping.protection = (modes[0] == 'r' ? PROT_READ : 0) | (modes[1] == 'w' ? PROT_WRITE : 0) |
                         (modes[2] == 'x' ? PROT_EXEC : 0);
    mapping.is_shared = modes[3] == 's';
    mapping.is_memory = is_memory(name);
    mappings_.push_back(mapping);
  }
  is_known_ = true;
}

std::optional<Mapping> MemoryMap::find(std::uintptr_t begin, std::uintptr_t end) {
  if (!is_known_) read();
  const auto after = std::ranges::upper_bound(mappings_, begin, {}, &Mapping::begin);
  if (after == mappings_.begin()) return std::nullopt;
  const Mapping& found = *std::prev(after);
  return end <= found.end ? std::optional(found) : std::nullopt;
}

}  // namespace strobe::bcs::check
