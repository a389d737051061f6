// SPDX-License-Identifier: BSD-3-Clause
#include "measure/process_facts.hpp"

#include <sched.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <set>

namespace strobe::measure {

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
      own.affinity[core / 8] = static_cast<unsigned char>(own.affinity[core / 8] | 1U << (core % 8));
    }
  }
  return own;
}

Process unpack(const PackedProcess& packed, int rank) {
  Process process{.rank = rank,
                  .host = packed.host.data(),
                  .boot = packed.boot.data(),
                  .pid = packed.pid,
                  .cpu = packed.cpu,
                  .affinity = {}};
  for (std::size_t core = 0; core < PackedProcess::cores_max; ++core) {
    if ((packed.affinity[core / 8] >> (core % 8) & 1U) != 0) {
      process.affinity.push_back(static_cast<int>(core));
    }
  }
  return process;
}

bool are_on_one_node(std::span<const Process> processes) {
  for (const Process& process : processes) {
    if (process.boot != processes.front().boot) return false;
  }
  return true;
}

bool is_oversubscribed(std::span<const Process> processes) {
  struct Node {
    std::size_t processes = 0;
    std::set<int> cores;
  };
  std::map<std::string, Node> nodes;
  for (const Process& process : processes) {
    Node& node = nodes[process.boot + process.host];
    ++node.processes;
    node.cores.insert(process.affinity.begin(), process.affinity.end());
  }
  for (const auto& [name, node] : nodes) {
    if (node.processes > node.cores.size()) return true;
  }
  return false;
}

}  // namespace strobe::measure
