// SPDX-License-Identifier: BSD-3-Clause
#include "measure/process_facts.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/boot_id.hpp"
#include "measure/topology.hpp"

namespace strobe::measure {
namespace {

/// Assigns a core to each process. If all cores of a process are taken, another process moves to a
/// free core (augmenting paths; Kuhn 1955).
class CoreAssignment {
 public:
  /// Returns whether this process gets a core.
  bool assign(const Process& process) {
    std::set<int> tried;
    return assign(process, tried);
  }

 private:
  bool assign(const Process& process, std::set<int>& tried) {
    for (const int core : process.affinity) {
      if (!tried.insert(core).second) continue;
      const auto [entry, is_free] = assigned_.try_emplace(core, &process);
      if (!is_free && !assign(*entry->second, tried)) continue;
      entry->second = &process;
      return true;
    }
    return false;
  }

  std::map<int, const Process*> assigned_;
};

}  // namespace

PackedProcess own_process() {
  PackedProcess own;
  gethostname(own.host.data(), own.host.size() - 1);
  base::boot_id().copy(own.boot.data(), own.boot.size() - 1);
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
  own.topology = own_topology_objects();
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
                  .topology = packed.topology,
                  .switches = packed.switches.data()};
  for (std::size_t core = 0; core < PackedProcess::cores_max; ++core) {
    if ((packed.affinity[core / 8] >> (core % 8) & 1U) != 0) {
      process.affinity.push_back(static_cast<int>(core));
    }
  }
  return process;
}

Machine machine_of(std::span<const Process> processes) {
  std::vector<ProcessLocation> locations;
  for (const Process& process : processes) {
    locations.push_back({process.boot + process.host, process.topology, process.switches});
  }
  return Machine(std::move(locations));
}

bool are_on_one_node(std::span<const Process> processes) {
  for (const Process& process : processes) {
    if (process.boot != processes.front().boot) return false;
  }
  return true;
}

bool is_oversubscribed(std::span<const Process> processes) {
  // Containers of one machine share its cores, whatever their host names are.
  std::map<std::string, CoreAssignment> machines;
  return std::ranges::any_of(processes, [&](const Process& process) {
    return !machines[process.boot.empty() ? process.host : process.boot].assign(process);
  });
}

}  // namespace strobe::measure
