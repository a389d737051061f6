// SPDX-License-Identifier: BSD-3-Clause
//
// Nodes whose ranks are threads of this process, so that the thread sanitizer sees all of them.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

#include "bcs/runtime/endpoint.hpp"
#include "pretended_link.hpp"

namespace strobe::bcs::runtime {

/// Of all messages that need no other.
inline constexpr Context context = 7;

/// Memory for a segment, all zeros.
class Zeros {
 public:
  explicit Zeros(std::size_t bytes)
      : bytes_(bytes),
        at_(static_cast<std::byte*>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                         MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))) {}
  Zeros(const Zeros&) = delete;
  Zeros& operator=(const Zeros&) = delete;
  ~Zeros() { munmap(at_, bytes_); }
  [[nodiscard]] std::byte* at() const { return at_; }

 private:
  std::size_t bytes_;
  std::byte* at_;
};

/// No rank leaves before all are done, since leaders negotiate until then. All exchange messages
/// with all: in modes with buffers a send is complete a slice before its receive, and receivers
/// would wait for that slice when the senders have left.
inline void wait_for_all(Endpoint& endpoint) {
  std::vector<Transfer> transfers(2 * static_cast<std::size_t>(endpoint.ranks()));
  for (std::size_t i = 0; i < transfers.size(); ++i) {
    transfers[i].peer = static_cast<Rank>(i / 2);
    transfers[i].context = 0xe0d;
    i % 2 == 0 ? endpoint.begin_receive(transfers[i]) : endpoint.begin_send(transfers[i]);
  }
  for (const Transfer& transfer : transfers) endpoint.wait_for(transfer);
}

/// Runs `program` on so many ranks, dealt out to so many nodes, and returns the hashes of their
/// decisions. `most_pairs` is that of the nodes' segments.
inline std::vector<std::uint64_t> run_job(
    int nodes, int ranks, const Options& options, const std::function<void(Endpoint&)>& program,
    std::size_t most_pairs = std::numeric_limits<std::size_t>::max()) {
  std::vector<std::vector<Rank>> members(static_cast<std::size_t>(nodes));
  for (Rank rank = 0; rank < ranks; ++rank) {
    members[static_cast<std::size_t>(rank % nodes)].push_back(rank);
  }
  std::vector<std::unique_ptr<Zeros>> memories;
  std::vector<Segment> segments;
  for (const std::vector<Rank>& here : members) {
    const int count = static_cast<int>(here.size());
    memories.push_back(std::make_unique<Zeros>(Segment::bytes_for(count)));
    segments.emplace_back(memories.back()->at(), count, most_pairs);
  }
  PretendedNetwork network(ranks);
  std::vector<std::uint64_t> decisions(static_cast<std::size_t>(ranks));
  std::vector<std::thread> threads;
  for (Rank rank = 0; rank < ranks; ++rank) {
    threads.emplace_back([&, rank] {
      const auto node = static_cast<std::size_t>(rank % nodes);
      PretendedLink link(network, rank);
      Placement place{.rank = rank,
                      .ranks = ranks,
                      .members = members[node],
                      .link = nodes > 1 ? &link : nullptr};
      place.set_nodes(StridedList::cyclic(nodes, ranks));
      Endpoint endpoint(segments[node], place, options);
      program(endpoint);
      decisions[static_cast<std::size_t>(rank)] = endpoint.decisions();
      if (nodes > 1 && !endpoint.quiescence().is_deadlocked()) wait_for_all(endpoint);
      endpoint.close();
    });
  }
  for (std::thread& thread : threads) thread.join();
  return decisions;
}

/// The same on one node.
inline std::vector<std::uint64_t> run_ranks(int ranks, const Options& options,
                                            const std::function<void(Endpoint&)>& program) {
  return run_job(1, ranks, options, program);
}

}  // namespace strobe::bcs::runtime
