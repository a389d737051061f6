// SPDX-License-Identifier: BSD-3-Clause
#include "layer/pvm/task_monitor.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <utility>

namespace strobe::layer::pvm {

TaskMonitor::TaskMonitor(const std::vector<LocalTask>& tasks, std::function<void(int)> on_loss)
    : on_loss_(std::move(on_loss)), stop_(eventfd(0, EFD_CLOEXEC)) {
  for (const LocalTask& task : tasks) {
    // A descriptor always refers to the same process; a process id may be reused.
    const long descriptor = syscall(SYS_pidfd_open, task.pid, 0);
    if (descriptor < 0) continue;
    ranks_.push_back(task.rank);
    descriptors_.push_back(static_cast<int>(descriptor));
  }
  descriptors_.push_back(stop_);
  thread_ = std::thread([this] { watch(); });
}

TaskMonitor::~TaskMonitor() {
  const std::uint64_t one = 1;
  (void)!write(stop_, &one, sizeof one);
  thread_.join();
  for (const int descriptor : descriptors_) close(descriptor);
}

void TaskMonitor::watch() {
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
