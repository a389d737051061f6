// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/debugger_stop.hpp"

#include <sys/prctl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <string>
#include <thread>

#include "base/format.hpp"
#include "bcs/monitor/json_writer.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/handshake.hpp"
#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi {

namespace {

bool is_traced() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    if (word != "TracerPid:") continue;
    int tracer = 0;
    return (status >> tracer) && tracer != 0;
  }
  return false;
}

/// Of this process, among those that it has made.
std::uint32_t stops = 0;

}  // namespace

void stop_for_debugger(std::string_view what, std::string_view sentence) {
  if (what != stop::start && !process().stops_at_errors) [[likely]]
    return;
  if (is_traced()) {
    raise(SIGINT);
    return;
  }
  const Rank rank = process().endpoint.rank();
  const std::string name = base::format("stop-{}-{}", rank, stops++);
  const int file = create_for_launcher(name);
  if (file < 0) return;
  // `strobe run` is an ancestor, but its debugger is not (ptrace(2), /proc/sys/kernel/yama).
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  monitor::JsonWriter json(file);
  json.begin_object();
  json.member("process", getpid());
  json.member("rank", rank);
  json.member("function", std::string_view(facts_of(call_state.function).name));
  json.member("what", what);
  json.member("sentence", sentence);
  json.end_object();
  const bool is_written = json.finish();
  close(file);
  if (!is_written) return;
  // `strobe run` removes the file when the rank may go on. Once the debugger is attached, it
  // decides when this goes on.
  while (!is_traced() && is_for_launcher(name))
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

}  // namespace strobe::bcs::mpi
