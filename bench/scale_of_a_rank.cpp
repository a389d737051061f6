// SPDX-License-Identifier: BSD-3-Clause
//
// What one rank of a large job sends and keeps under `strobe run`, by the plans of its collectives
// and by the memory of its runtime. Nothing is sent. Prints one line of JSON for each job; see
// bench/scale.py.
//
//   scale-of-a-rank RANKS_OF_A_NODE NODES...
#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/format.hpp"
#include "bcs/runtime/collectives/across_nodes.hpp"
#include "bcs/runtime/collectives/collectives.hpp"
#include "bcs/runtime/counted_allocations.hpp"
#include "bcs/runtime/endpoint.hpp"
#include "bcs/runtime/memory_pool.hpp"
#include "bcs/runtime/plan_size.hpp"
#include "bcs/runtime/unused_link.hpp"

namespace strobe::bcs::runtime::collectives {
namespace {

/// Stands for the shared memory of a node.
class SharedMemory {
 public:
  explicit SharedMemory(std::size_t bytes)
      : bytes_(bytes),
        at_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE,
                 -1, 0)) {}
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory() { munmap(at_, bytes_); }
  [[nodiscard]] std::byte* at() const { return static_cast<std::byte*>(at_); }

 private:
  std::size_t bytes_;
  void* at_;
};

/// The bytes that the last rank keeps before its first message.
std::ptrdiff_t bytes_of_a_rank(const StridedList& node_of, int ranks_of_a_node) {
  const SharedMemory memory(Segment::bytes_for(ranks_of_a_node));
  Segment segment(memory.at(), ranks_of_a_node);
  UnusedLink link;
  const int ranks = static_cast<int>(node_of.size());
  const std::ptrdiff_t before = counted::bytes();
  Placement placement{.rank = ranks - 1, .ranks = ranks, .members = {}, .link = &link};
  for (Rank rank = ranks - ranks_of_a_node; rank < ranks; ++rank) placement.members.push_back(rank);
  placement.set_nodes(node_of);
  Endpoint endpoint(segment, placement, Options{});
  const Collectives world(endpoint, 1, StridedList::consecutive(ranks), ranks - 1);
  return counted::bytes() - before + static_cast<std::ptrdiff_t>(sizeof endpoint + sizeof world);
}

/// The largest numbers among some ranks.
PlanSize most_of(CollectiveKind kind, const Nodes& nodes, std::size_t bytes) {
  std::vector<std::byte> memory(2 * bytes);
  MemoryPool pool;
  const int ranks = nodes.size();
  PlanSize most;
  std::vector<int> asked{0, 1, ranks - 1};
  for (const int node : {1, nodes.count() / 3, nodes.count() / 2, nodes.count() - 1}) {
    asked.push_back(nodes.members(node).front());
  }
  for (const int rank : asked) {
    const Call call{.signature = {.kind = kind, .bytes = bytes},
                    .mine = {memory.data(), bytes},
                    .result = {memory.data() + bytes, bytes},
                    .reduction = {.element_bytes = 8},
                    .memory = &pool};
    const auto plan = schedule_across_nodes(nodes, {.rank = rank, .size = ranks}, call);
    most = most_of(most, size_of(*plan));
  }
  return most;
}

struct Tried {
  const char* name;
  CollectiveKind kind;
  std::size_t bytes;
};
constexpr Tried all_tried[] = {
    {"barrier", CollectiveKind::barrier, 0},
    {"broadcast of 8 B", CollectiveKind::broadcast, 8},
    {"broadcast of 1 MiB", CollectiveKind::broadcast, std::size_t{1} << 20},
    {"reduce of 8 B", CollectiveKind::reduce, 8},
    {"allreduce of 8 B", CollectiveKind::allreduce, 8},
    {"allreduce of 1 MiB", CollectiveKind::allreduce, std::size_t{1} << 20},
};

std::string line_of(int nodes, int ranks_of_a_node) {
  StridedList::Builder node_of;
  for (int rank = 0; rank < nodes * ranks_of_a_node; ++rank) node_of.append(rank / ranks_of_a_node);
  const StridedList dealt = node_of.finish();
  const Nodes placement(dealt);
  std::string plans;
  for (const auto& [name, kind, bytes] : all_tried) {
    const PlanSize most = most_of(kind, placement, bytes);
    plans += base::format(R"({}{{"name":"{}","messages":{},"rounds":{}}})",
                          plans.empty() ? "" : ",", name, most.messages, most.rounds);
  }
  return base::format(R"({{"nodes":{},"ranks":{},"bytes_of_a_rank":{},"plans":[{}]}})", nodes,
                      dealt.size(), bytes_of_a_rank(dealt, ranks_of_a_node), plans);
}

}  // namespace
}  // namespace strobe::bcs::runtime::collectives

int main(int argc, char** argv) {
  using strobe::bcs::runtime::collectives::line_of;
  const std::span<char*> words(argv, static_cast<std::size_t>(argc));
  if (words.size() < 3) {
    std::fputs("usage: scale-of-a-rank RANKS_OF_A_NODE NODES...\n", stderr);
    return 2;
  }
  for (const char* const nodes : words.subspan(2)) {
    std::puts(line_of(std::atoi(nodes), std::atoi(words[1])).c_str());
  }
}
