// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/tool.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>
#include <string_view>
#include <thread>

#include "base/clock.hpp"

namespace strobe::bcs::mpi {

namespace {

/// `strobe run` finds the processes of a job by this variable.
constexpr std::string_view mark_of_job = "STROBE_LAUNCH=";

bool is_for_tools(std::string_view variable) {
  if (variable.starts_with("LD_PRELOAD=")) return false;
  return !variable.starts_with("STROBE_") || variable.starts_with(mark_of_job);
}

std::vector<char*> environment_for_tools() {
  std::vector<char*> variables;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    if (is_for_tools(*variable)) variables.push_back(*variable);
  }
  variables.push_back(nullptr);
  return variables;
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> found;
  for (const std::string& word : words) found.push_back(const_cast<char*>(word.c_str()));
  found.push_back(nullptr);
  return found;
}

/// The tool has `output` as its only descriptor, and neither a signal mask nor ignored signals of
/// the application.
class SpawnSettings {
 public:
  explicit SpawnSettings(int output) {
    posix_spawn_file_actions_init(&files_);
    posix_spawn_file_actions_adddup2(&files_, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    posix_spawn_file_actions_addclosefrom_np(&files_, STDERR_FILENO + 1);
#endif
    sigset_t signals;
    posix_spawnattr_init(&attributes_);
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
  }

  [[nodiscard]] std::optional<pid_t> start(const std::vector<std::string>& arguments) const {
    pid_t pid = -1;
    const int failed = posix_spawnp(&pid, arguments.front().c_str(), &files_, &attributes_,
                                    pointers(arguments).data(), environment_for_tools().data());
    return failed == 0 ? std::optional(pid) : std::nullopt;
  }

 private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

/// Reads until the other end is closed. False if that takes longer than the deadline.
bool read_all(int descriptor, std::chrono::nanoseconds deadline, std::string& text) {
  for (;;) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - base::monotonic_now());
    if (left.count() <= 0) return false;
    pollfd ready{.fd = descriptor, .events = POLLIN, .revents = 0};
    const int count = poll(&ready, 1, static_cast<int>(left.count()));
    if (count == 0 || (count < 0 && errno == EINTR)) continue;
    if (count < 0) return false;
    std::array<char, 4096> part;
    const ssize_t got = read(descriptor, part.data(), part.size());
    if (got == 0) return true;
    if (got > 0) text.append(part.data(), static_cast<std::size_t>(got));
    if (got < 0 && errno != EINTR) return false;
  }
}

/// Whether the process ends with status 0. It is killed at the deadline. If the application reaps
/// every child, the status may be lost; the output counts then.
bool has_succeeded(pid_t pid, std::chrono::nanoseconds deadline) {
  for (;;) {
    int status = 0;
    const pid_t ended = waitpid(pid, &status, WNOHANG);
    if (ended == pid) return status == 0;
    if (ended < 0 && errno != EINTR) return true;
    if (base::monotonic_now() >= deadline) kill(pid, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace

std::string output_of(const std::vector<std::string>& arguments, std::chrono::milliseconds limit) {
  const std::chrono::nanoseconds deadline = base::monotonic_now() + limit;
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  const std::optional<pid_t> pid = SpawnSettings(ends[1]).start(arguments);
  close(ends[1]);
  std::string text;
  const bool is_whole = pid && read_all(ends[0], deadline, text);
  close(ends[0]);
  if (pid && !has_succeeded(*pid, deadline)) return {};
  return is_whole ? text : std::string();
}

}  // namespace strobe::bcs::mpi
