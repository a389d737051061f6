// SPDX-License-Identifier: BSD-3-Clause
//
// A cable with latency: passes on each packet between two network devices so many microseconds
// after it has come. The kernel's netem does the same, and is not in every kernel.
//
//     relay DEVICE DEVICE MICROSECONDS
//
// Prints a line as soon as it relays, and ends with its parent. Root alone may run it.
#include <arpa/inet.h>
#include <linux/if_packet.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

/// With the header of PACKET_VNET_HDR, which keeps the length of segments and missing checksums.
constexpr std::size_t largest_packet_bytes = 65536 + 64;

struct Packet {
  Clock::time_point due;
  std::vector<char> bytes;
};

void check(bool is_good, const std::string& what) {
  if (!is_good) throw std::system_error(errno, std::generic_category(), what);
}

/// A socket for all packets of a device.
int opened(const char* device) {
  const unsigned index = if_nametoindex(device);
  check(index != 0, device);
  const int found = socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK, htons(ETH_P_ALL));
  check(found >= 0, "socket");
  const int yes = 1;
  check(setsockopt(found, SOL_PACKET, PACKET_VNET_HDR, &yes, sizeof yes) == 0, "PACKET_VNET_HDR");
  check(setsockopt(found, SOL_PACKET, PACKET_IGNORE_OUTGOING, &yes, sizeof yes) == 0,
        "PACKET_IGNORE_OUTGOING");
  const int buffer_bytes = 16 << 20;
  setsockopt(found, SOL_SOCKET, SO_RCVBUFFORCE, &buffer_bytes, sizeof buffer_bytes);
  setsockopt(found, SOL_SOCKET, SO_SNDBUFFORCE, &buffer_bytes, sizeof buffer_bytes);
  sockaddr_ll address{};
  address.sll_family = AF_PACKET;
  address.sll_protocol = htons(ETH_P_ALL);
  address.sll_ifindex = static_cast<int>(index);
  check(bind(found, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0, "bind");
  return found;
}

/// One direction.
class Lane {
 public:
  Lane(int from, int to, std::chrono::microseconds latency)
      : from_(from), to_(to), latency_(latency) {}

  void take() {
    std::array<char, largest_packet_bytes> packet;
    for (;;) {
      const ssize_t size = recv(from_, packet.data(), packet.size(), 0);
      if (size < 0) break;
      waiting_.push_back({Clock::now() + latency_, {packet.data(), packet.data() + size}});
    }
    check(errno == EAGAIN || errno == ENETDOWN, "recv");
  }

  void give() {
    while (!waiting_.empty() && waiting_.front().due <= Clock::now()) {
      const std::vector<char>& packet = waiting_.front().bytes;
      // A device that is full or down drops packets, as cables do.
      if (send(to_, packet.data(), packet.size(), 0) < 0)
        check(errno == EAGAIN || errno == ENOBUFS || errno == ENETDOWN, "send");
      waiting_.pop_front();
    }
  }

  [[nodiscard]] bool has_waiting() const { return !waiting_.empty(); }
  [[nodiscard]] Clock::time_point next() const { return waiting_.front().due; }

 private:
  int from_;
  int to_;
  std::chrono::microseconds latency_;
  std::deque<Packet> waiting_;
};

void set(int timer, Clock::time_point when) {
  const auto since = std::chrono::duration_cast<std::chrono::nanoseconds>(when.time_since_epoch());
  itimerspec at{};
  at.it_value.tv_sec = since.count() / 1'000'000'000;
  at.it_value.tv_nsec = since.count() % 1'000'000'000;
  check(timerfd_settime(timer, TFD_TIMER_ABSTIME, &at, nullptr) == 0, "timerfd_settime");
}

void relay(const char* one, const char* other, std::chrono::microseconds latency) {
  const int left = opened(one);
  const int right = opened(other);
  const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  check(timer >= 0, "timerfd_create");
  // It takes the processor from ranks that wait in a loop.
  const sched_param first{.sched_priority = 1};
  check(sched_setscheduler(0, SCHED_FIFO, &first) == 0, "sched_setscheduler");
  std::array<Lane, 2> lanes{Lane(left, right, latency), Lane(right, left, latency)};
  std::puts("relays");
  std::fflush(stdout);
  std::array<pollfd, 3> ready{{{left, POLLIN, 0}, {right, POLLIN, 0}, {timer, POLLIN, 0}}};
  for (;;) {
    for (Lane& lane : lanes) lane.give();
    auto next = Clock::time_point::max();
    for (const Lane& lane : lanes) {
      if (lane.has_waiting()) next = std::min(next, lane.next());
    }
    if (next != Clock::time_point::max()) set(timer, next);
    check(poll(ready.data(), ready.size(), -1) >= 0 || errno == EINTR, "poll");
    std::uint64_t expirations = 0;
    [[maybe_unused]] const ssize_t read_bytes = read(timer, &expirations, sizeof expirations);
    for (Lane& lane : lanes) lane.take();
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("relay DEVICE DEVICE MICROSECONDS\n", stderr);
    return 2;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  try {
    char* end = nullptr;
    const long latency_us = std::strtol(argv[3], &end, 10);
    if (*end != '\0' || latency_us < 0) throw std::runtime_error("a latency is a number");
    relay(argv[1], argv[2], std::chrono::microseconds(latency_us));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "relay: %s\n", error.what());
    return 1;
  }
}
