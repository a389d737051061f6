// SPDX-License-Identifier: BSD-3-Clause
#include "measure/topology.hpp"

#include <hwloc.h>

#include <cstdlib>
#include <memory>

namespace strobe::measure {
namespace {

struct Destroy {
  void operator()(hwloc_topology_t topology) const { hwloc_topology_destroy(topology); }
  void operator()(hwloc_bitmap_t set) const { hwloc_bitmap_free(set); }
};
using Topology = std::unique_ptr<hwloc_topology, Destroy>;
using Set = std::unique_ptr<hwloc_bitmap_s, Destroy>;

Topology load() {
  hwloc_topology_t topology = nullptr;
  if (hwloc_topology_init(&topology) != 0) return nullptr;
  Topology owned(topology);
  if (hwloc_topology_load(topology) != 0) return nullptr;
  return owned;
}

/// The index of the object of `type` that contains `object`.
int number_of(hwloc_obj_t object, hwloc_obj_type_t type) {
  for (; object != nullptr; object = object->parent) {
    if (object->type == type) return static_cast<int>(object->logical_index);
  }
  return ProcessLocation::unknown;
}

}  // namespace

std::array<int, topology_level_count> own_topology_objects() {
  std::array<int, topology_level_count> objects{};
  objects.fill(ProcessLocation::unknown);
  const Topology topology = load();
  if (!topology) return objects;
  const Set cores(hwloc_bitmap_alloc());
  if (hwloc_get_cpubind(topology.get(), cores.get(), HWLOC_CPUBIND_PROCESS) != 0) return objects;
  hwloc_bitmap_and(cores.get(), cores.get(), hwloc_topology_get_topology_cpuset(topology.get()));
  const hwloc_obj_t object = hwloc_get_obj_covering_cpuset(topology.get(), cores.get());
  if (object == nullptr) return objects;
  // In hwloc's tree, memory is not an ancestor of the cores, so its node is read from the node set.
  const bool one_memory = object->nodeset != nullptr && hwloc_bitmap_weight(object->nodeset) == 1;
  objects = {number_of(object, HWLOC_OBJ_CORE), number_of(object, HWLOC_OBJ_L2CACHE),
             number_of(object, HWLOC_OBJ_L3CACHE),
             one_memory ? hwloc_bitmap_first(object->nodeset) : ProcessLocation::unknown,
             number_of(object, HWLOC_OBJ_PACKAGE)};
  return objects;
}

std::string own_switches() {
  const char* address = std::getenv("SLURM_TOPOLOGY_ADDR");
  const char* pattern = std::getenv("SLURM_TOPOLOGY_ADDR_PATTERN");
  if (address == nullptr || pattern == nullptr) return "";
  const std::string_view kinds(pattern);
  const std::size_t node = kinds.rfind(".node");
  const std::string text(address);
  // The last name is that of the node.
  return node == std::string_view::npos ? "" : text.substr(0, text.rfind('.'));
}

}  // namespace strobe::measure
