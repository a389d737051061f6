// SPDX-License-Identifier: BSD-3-Clause
//
// Host, process id and location of each process of a launch.
#pragma once

#include <array>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "measure/machine.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::measure {

struct Process {
  int rank = 0;
  std::string host;
  std::string boot;  ///< boot id of the node: equal for processes that share memory and clock
  int pid = 0;
  int cpu = 0;
  std::vector<int> affinity;  ///< the cores that the process may use
  std::array<int, topology_level_count> topology{};
  std::string switches;  ///< names of the switches above its node
};

/// A Process in a fixed number of bytes, so that any layer can gather it.
struct PackedProcess {
  static constexpr std::size_t cores_max = 2048;
  std::array<char, 128> host{};
  std::array<char, 64> boot{};
  int pid = 0;
  int cpu = 0;
  std::array<unsigned char, cores_max / 8> affinity{};
  std::array<int, topology_level_count> topology{};
  std::array<char, 128> switches{};
};
static_assert(std::is_trivially_copyable_v<PackedProcess>);

/// Facts of the calling process.
[[nodiscard]] PackedProcess own_process();
[[nodiscard]] Process unpack(const PackedProcess& packed, int rank);

/// The distances between the processes.
[[nodiscard]] Machine machine_of(std::span<const Process> processes);

[[nodiscard]] bool are_on_one_node(std::span<const Process> processes);

/// Whether some machine has more processes than cores that they may use.
[[nodiscard]] bool is_oversubscribed(std::span<const Process> processes);

/// Facts of all processes, on every process. All must call it.
template <layer::MessageLayer L>
[[nodiscard]] std::vector<Process> gather_process_facts(L& layer) {
  const PackedProcess own = own_process();
  std::vector<PackedProcess> packed(static_cast<std::size_t>(layer.size()));
  layer.allgather(std::as_bytes(std::span(&own, 1)), std::as_writable_bytes(std::span(packed)));
  std::vector<Process> processes;
  for (int rank = 0; rank < layer.size(); ++rank) {
    processes.push_back(unpack(packed[static_cast<std::size_t>(rank)], rank));
  }
  return processes;
}

}  // namespace strobe::measure
