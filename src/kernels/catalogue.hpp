// SPDX-License-Identifier: BSD-3-Clause
//
// The catalogue of all kernels, by name. A new kernel is one file in a subfolder and one line in
// that folder's entries.hpp. The families are compiled once for each layer (their entries.cpp), and
// so is the catalogue (catalogue.cpp). A file that searches for a kernel includes find_kernel.hpp.
#pragma once

#include <string_view>
#include <vector>

#include "base/named.hpp"
#include "kernels/blacs/buffering.hpp"
#include "kernels/blacs/summation.hpp"
#include "kernels/blas/fma.hpp"
#include "kernels/blas/kernels.hpp"
#include "kernels/entry.hpp"
#include "kernels/find_kernel.hpp"
#include "kernels/memory/core_exchange.hpp"
#include "kernels/memory/latency.hpp"
#include "kernels/memory/loaded_latency.hpp"
#include "kernels/memory/numa.hpp"
#include "kernels/memory/stream.hpp"
#include "kernels/memory/streams.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels {

template <layer::MessageLayer L>
std::vector<CatalogueEntry<L>> point_to_point_entries();
template <layer::MessageLayer L>
std::vector<CatalogueEntry<L>> collective_entries();
template <layer::MessageLayer L>
std::vector<CatalogueEntry<L>> host_entries();
template <layer::MessageLayer L>
std::vector<CatalogueEntry<L>> matrix_entries();
template <layer::MessageLayer L>
std::vector<CatalogueEntry<L>> blacs_entries();

template <layer::MessageLayer L>
[[nodiscard]] std::vector<CatalogueEntry<L>> local_entries() {
  std::vector<CatalogueEntry<L>> entries;
  for (const memory::AccessPattern pattern : memory::patterns) {
    entries.push_back(
        {memory_info(pattern), [pattern](L&, const measure::Point& point, const Resources&) {
           return std::make_unique<MemoryStreams>(pattern, point);
         }});
  }
  entries.push_back({stream_info(), without_layer<Stream>()});
  entries.push_back({memory_latency_info(), without_layer<MemoryLatency>()});
  entries.push_back({memory_loaded_latency_info(), over_layer<LoadedLatency<L>>()});
  entries.push_back({numa_latency_info(), [](L&, const measure::Point& point, const Resources&) {
                       return std::make_unique<MemoryLatency>(numa_latency_point(point));
                     }});
  entries.push_back({numa_bandwidth_info(), [](L&, const measure::Point& point, const Resources&) {
                       return std::make_unique<MemoryStreams>(memory::AccessPattern::read,
                                                              numa_bandwidth_point(point));
                     }});
  entries.push_back({core_exchange_info(), over_layer<CoreExchange<L>>()});
  entries.push_back({blacs::buffering_info(), without_layer<blacs::Buffering>()});
  entries.push_back({blacs::summation_info(), without_layer<blacs::Summation>()});
  entries.push_back({fma_info(), without_layer<Fma>()});
  for (const blas::Routine& routine : blas::routines()) {
    entries.push_back({blas_info(routine),
                       [&routine](L&, const measure::Point& point, const Resources& resources) {
                         return std::make_unique<BlasRoutine>(routine, point, resources.libraries);
                       },
                       [&routine](const measure::Point& point, const Resources& resources) {
                         require_routine(routine, point, *resources.libraries);
                       }});
  }
  return entries;
}

template <layer::MessageLayer L>
const std::vector<CatalogueEntry<L>>& catalogue() {
  static const std::vector<CatalogueEntry<L>> entries = [] {
    std::vector<CatalogueEntry<L>> all;
    const auto add = [&all](const std::vector<CatalogueEntry<L>>& family) {
      all.insert(all.end(), family.begin(), family.end());
    };
    add(point_to_point_entries<L>());
    add(collective_entries<L>());
    add(host_entries<L>());
    add(matrix_entries<L>());
    if constexpr (layer::OverMpi<L>) add(blacs_entries<L>());
    add(local_entries<L>());
    return all;
  }();
  return entries;
}

template <layer::MessageLayer L>
const CatalogueEntry<L>& find_kernel(std::string_view name) {
  const auto name_of = [](const auto& entry) { return std::string_view(entry.info.name); };
  return base::named(catalogue<L>(), name_of, name, "kernel");
}

}  // namespace strobe::kernels
