// SPDX-License-Identifier: BSD-3-Clause
//
// A node whose ranks are threads of this process, so that the thread sanitizer sees all of them.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

#include "bcs/runtime/endpoint.hpp"

namespace strobe::bcs::runtime {

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

/// Runs `program` on so many ranks, and returns their hashes of decisions.
inline std::vector<std::uint64_t> run_ranks(int ranks, const Options& options,
                                            const std::function<void(Endpoint&)>& program) {
  const Zeros memory(Segment::bytes_for(ranks));
  Segment segment(memory.at(), ranks);
  std::vector<std::uint64_t> decisions(static_cast<std::size_t>(ranks));
  std::vector<std::thread> threads;
  for (Rank rank = 0; rank < ranks; ++rank) {
    threads.emplace_back([&, rank] {
      Endpoint endpoint(segment, rank, options);
      program(endpoint);
      endpoint.close();
      decisions[static_cast<std::size_t>(rank)] = endpoint.decisions();
    });
  }
  for (std::thread& thread : threads) thread.join();
  return decisions;
}

}  // namespace strobe::bcs::runtime
