// SPDX-License-Identifier: BSD-3-Clause
#include "measure/process_facts.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "measure/topology.hpp"

namespace strobe::measure {
namespace {

/// Gives processes cores of their own. One that finds all of its cores taken makes another move to
/// a core that is free (augmenting paths; Kuhn 1955).
class Seating {
 public:
  /// Whether there is a core for this process too.
  bool seat(const Process& process) {
    std::set<int> tried;
    return seat(process, tried);
  }

 private:
  bool seat(const Process& process, std::set<int>& tried) {
    for (const int core : process.affinity) {
      if (!tried.insert(core).second) continue;
      const auto [place, is_free] = seated_.try_emplace(core, &process);
      if (!is_free && !seat(*place->second, tried)) continue;
      place->second = &process;
      return true;
    }
    return false;
  }

  std::map<int, const Process*> seated_;
};

}  // namespace

PackedProcess own_process() {
  PackedProcess own;
  gethostname(own.host.data(), own.host.size() - 1);
  std::ifstream boot("/proc/sys/kernel/random/boot_id");
  std::string text;
  std::getline(boot, text);
  text.copy(own.boot.data(), own.boot.size() - 1);
  own.pid = getpid();
  own.cpu = sched_getcpu();
  cpu_set_t cores;
  CPU_ZERO(&cores);
  sched_getaffinity(0, sizeof cores, &cores);
  for (std::size_t core = 0; core < PackedProcess::cores_max && core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &cores)) {
      own.affinity[core / 8] =
          static_cast<unsigned char>(own.affinity[core / 8] | 1U << (core % 8));
    }
  }
  own.parts = own_parts();
  const std::string switches = own_switches();
  switches.copy(own.switches.data(), own.switches.size() - 1);
  return own;
}

Process unpack(const PackedProcess& packed, int rank) {
  Process process{.rank = rank,
                  .host = packed.host.data(),
                  .boot = packed.boot.data(),
                  .pid = packed.pid,
                  .cpu = packed.cpu,
                  .affinity = {},
                  .parts = packed.parts,
                  .switches = packed.switches.data()};
  for (std::size_t core = 0; core < PackedProcess::cores_max; ++core) {
    if ((packed.affinity[core / 8] >> (core % 8) & 1U) != 0) {
      process.affinity.push_back(static_cast<int>(core));
    }
  }
  return process;
}

Machine machine_of(std::span<const Process> processes) {
  std::vector<Place> places;
  for (const Process& process : processes) {
    places.push_back({process.boot + process.host, process.parts, process.switches});
  }
  return Machine(std::move(places));
}

bool are_on_one_node(std::span<const Process> processes) {
  for (const Process& process : processes) {
    if (process.boot != processes.front().boot) return false;
  }
  return true;
}

bool is_oversubscribed(std::span<const Process> processes) {
  std::map<std::string, Seating> nodes;
  return std::ranges::any_of(processes, [&](const Process& process) {
    return !nodes[process.boot + process.host].seat(process);
  });
}

}  // namespace strobe::measure
