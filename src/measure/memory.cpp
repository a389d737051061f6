// SPDX-License-Identifier: BSD-3-Clause
#include "measure/memory.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::measure {
namespace {

/// Smaller cells are not checked, since the processes of a run take as much in any case.
constexpr double checked_from_bytes = 256.0 * (1 << 20);
/// The part of the available memory that a cell may take. The rest is for the copies of the MPI.
constexpr double usable = 0.8;

double gibibytes(double bytes) { return bytes / static_cast<double>(1 << 30); }

}  // namespace

std::optional<std::int64_t> available_memory_bytes() {
  std::ifstream facts("/proc/meminfo");
  for (std::string name; facts >> name;) {
    std::int64_t kibibytes = 0;
    if (name == "MemAvailable:" && facts >> kibibytes) return kibibytes * 1024;
  }
  return std::nullopt;
}

void require_memory(const KernelInfo& info, const Point& point, const Machine& machine) {
  const double each_bytes = info.buffers(point);
  if (each_bytes <= 0.0) return;
  const std::vector<int> members = info.members(point, machine);
  const auto sharing = static_cast<double>(std::ranges::count_if(
      members, [&](int member) { return machine.share_node(members.front(), member); }));
  const double wanted_bytes = sharing * each_bytes;
  if (wanted_bytes < checked_from_bytes) return;
  const std::optional<std::int64_t> available_bytes = available_memory_bytes();
  if (!available_bytes || wanted_bytes <= usable * static_cast<double>(*available_bytes)) return;
  throw Error(base::format(
      "its buffers take {:.1f} GiB on one node, more than 80 % of the {:.1f} GiB available ({} "
      "processes with {:.1f} GiB each): choose a smaller size",
      gibibytes(wanted_bytes), gibibytes(static_cast<double>(*available_bytes)), sharing,
      gibibytes(each_bytes)));
}

}  // namespace strobe::measure
