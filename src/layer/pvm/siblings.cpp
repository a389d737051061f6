// SPDX-License-Identifier: BSD-3-Clause
#include "layer/pvm/siblings.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <utility>

namespace strobe::layer::pvm {

Siblings::Siblings(const std::vector<Sibling>& siblings, std::function<void(int)> on_loss)
    : on_loss_(std::move(on_loss)), stop_(eventfd(0, EFD_CLOEXEC)) {
  for (const Sibling& sibling : siblings) {
    // A descriptor names the process for good, where a number may come to name another one.
    const long descriptor = syscall(SYS_pidfd_open, sibling.pid, 0);
    if (descriptor < 0) continue;
    ranks_.push_back(sibling.rank);
    descriptors_.push_back(static_cast<int>(descriptor));
  }
  descriptors_.push_back(stop_);
  thread_ = std::thread([this] { watch(); });
}

Siblings::~Siblings() {
  const std::uint64_t one = 1;
  (void)!write(stop_, &one, sizeof one);
  thread_.join();
  for (const int descriptor : descriptors_) close(descriptor);
}

void Siblings::watch() {
  std::vector<pollfd> polled;
  for (const int descriptor : descriptors_) polled.push_back({descriptor, POLLIN, 0});
  int ready = 0;
  do {
    ready = poll(polled.data(), polled.size(), -1);
  } while (ready < 0 && errno == EINTR);
  if (ready < 0 || polled.back().revents != 0) return;
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    if (polled[i].revents != 0) return on_loss_(ranks_[i]);
  }
}

}  // namespace strobe::layer::pvm
