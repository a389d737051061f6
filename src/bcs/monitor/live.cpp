// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/live.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

#include "base/clock.hpp"
#include "bcs/monitor/mmds.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::monitor {

static_assert(sizeof(LiveHeader) == 64 && sizeof(LiveRank) == 128);

namespace {

std::size_t bytes_of(const LiveHeader& header) {
  return sizeof(LiveHeader) + header.ranks * sizeof(LiveRank) + header.functions * live_name_bytes;
}

}  // namespace

std::unique_ptr<Live> Live::at(const std::string& path, std::int32_t rank,
                               std::span<const Function> functions) {
  const int descriptor = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  LiveHeader header{};
  struct stat facts{};
  const bool is_one = pread(descriptor, &header, sizeof header, 0) == sizeof header &&
                      header.magic == live_magic && fstat(descriptor, &facts) == 0 &&
                      static_cast<std::size_t>(facts.st_size) >= bytes_of(header);
  const bool has_room =
      static_cast<std::uint32_t>(rank) < header.ranks && functions.size() <= header.functions;
  void* memory = MAP_FAILED;
  if (is_one && has_room) {
    memory = mmap(nullptr, bytes_of(header), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  }
  close(descriptor);
  // On another host the path names another file.
  if (!is_one) return nullptr;
  if (memory == MAP_FAILED) {
    throw Error("STROBE_LIVE: '" + path + "' has no space for rank " + std::to_string(rank) +
                "; create it for all ranks of the job");
  }
  return std::unique_ptr<Live>(new Live(memory, bytes_of(header), rank, functions));
}

Live::Live(void* memory, std::size_t bytes, std::int32_t rank, std::span<const Function> functions)
    : memory_(memory), bytes_(bytes) {
  auto* const begin = static_cast<std::byte*>(memory);
  const std::uint32_t ranks = reinterpret_cast<LiveHeader*>(begin)->ranks;
  auto* const all = reinterpret_cast<LiveRank*>(begin + sizeof(LiveHeader));
  own_ = all + rank;
  // All ranks write the same names.
  auto* const names = reinterpret_cast<char*>(all + ranks);
  for (std::size_t i = 0; i < functions.size(); ++i) {
    std::strncpy(names + i * live_name_bytes, functions[i].name, live_name_bytes - 1);
  }
  const base::TickRate rate;
  own_->tick_s.store(rate.seconds_per_tick(), std::memory_order_relaxed);
  own_->peer.store(live_no_peer, std::memory_order_relaxed);
  own_->begin_tick.store(base::ticks_now(), std::memory_order_relaxed);
  own_->begin_ns.store(base::monotonic_now().count(), std::memory_order_release);
}

Live::~Live() { munmap(memory_, bytes_); }

}  // namespace strobe::bcs::monitor
