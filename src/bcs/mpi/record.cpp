// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/record.hpp"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <utility>

#include "base/clock.hpp"
#include "base/format.hpp"
#include "base/tick_clock.hpp"
#include "bcs/mpi/entry.hpp"
#include "bcs/mpi/flavour.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/sentence.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::mpi {

namespace {

constexpr auto watched_functions = [] {
  std::array<monitor::Function, function_count> all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = {.name = function_facts[i].name, .blocks = function_facts[i].blocks};
  }
  return all;
}();

struct Recording {
  RunOptions options;
  base::TickRate rate;
  base::Ticks begin = 0;
  base::Ticks end = 0;
  std::uint32_t slices = 0;  // at the end; that of MPI_Finalize is not the program's
  std::unique_ptr<monitor::Mmds> mmds;
  std::unique_ptr<monitor::Live> live;
  pid_t pid = getpid();
  std::string cause;  // the first thing that was told of an end in disorder
  std::optional<int> exit_status;
  bool has_ended = false;
};

Recording* recording = nullptr;

const char* why(Outside outside) {
  switch (outside) {
    case Outside::no:
      return "a communicator whose messages the MPI carries";
    case Outside::clock:
      return "a clock";
    case Outside::files:
      return "files are the MPI's own";
    case Outside::one_sided:
      return "one-sided communication is the MPI's own";
    case Outside::partitioned:
      return "partitioned communication is the MPI's own";
    case Outside::processes:
      return "processes of another job";
    case Outside::sessions:
      return "sessions are the MPI's own";
  }
  return "";
}

std::vector<monitor::OutsideGuarantee> certificate() {
  std::vector<monitor::OutsideGuarantee> calls;
  for (std::size_t i = 0; i < native_calls.size(); ++i) {
    if (native_calls[i] == 0) continue;
    calls.push_back({.function = function_facts[i].name,
                     .count = native_calls[i],
                     .why = why(function_facts[i].outside)});
  }
  if (turns != nullptr && turns->threads() > 1) {
    calls.push_back({.function = facts_of(Function::Init_thread).name,
                     .count = static_cast<std::uint64_t>(turns->threads()),
                     .why = "several threads call MPI"});
  }
  if (const std::uint32_t unproven = process().endpoint.quiescence().unproven(); unproven != 0) {
    calls.push_back({.function = "slices",
                     .count = unproven,
                     .why = "slices began while a process was in a call of the MPI"});
  }
  return calls;
}

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

std::string library_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING + 1> version{};
  int length = 0;
  native().Get_library_version(version.data(), &length);
  const std::string text = version.data();
  return text.substr(0, text.find('\n'));
}

/// What there is to say now; the run time is the caller's.
monitor::RankRecord described(std::string_view end, std::string_view sentence) {
  const runtime::Endpoint& endpoint = process().endpoint;
  return {.rank = endpoint.rank(),
          .size = endpoint.ranks(),
          .host = host_name(),
          .pid = getpid(),
          .mpi_library = library_version(),
          .flavour = flavour.name,
          .mode = recording->options.mode,
          .options = recording->options.said,
          .slept_s = base::to_seconds(endpoint.quiescence().slept()),
          .slices = recording->end != 0 ? recording->slices : endpoint.slice(),
          .decisions_hash = endpoint.decisions(),
          .outside_guarantee = certificate(),
          .end = std::string(end),
          .sentence = std::string(sentence)};
}

/// Behind all that the program itself has to do at its end; not in a process that it has forked.
__attribute__((destructor)) void tell_of_exit() {
  if (recording == nullptr || recording->has_ended || recording->pid != getpid()) return;
  write_record("exit",
               base::format("rank {} ended without MPI_Finalize, which every rank has to call",
                            process().endpoint.rank()),
               recording->exit_status);
}

/// A signal that ends the process; what was watched until then is kept. This may come in the middle
/// of an allocation, so that it may never be over: then the process ends a second later.
void tell_of_signal(int number) {
  signal(number, SIG_DFL);
  if (recording != nullptr && !recording->has_ended && recording->pid == getpid()) {
    recording->has_ended = true;
    signal(SIGALRM, SIG_DFL);
    alarm(1);
    write_record("signal",
                 base::format("rank {} was ended by signal {}", process().endpoint.rank(), number));
  }
  raise(number);
}

/// Where the program does nothing of its own then.
void expect_signals() {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before{};
    sigaction(number, nullptr, &before);
    if (before.sa_handler == SIG_DFL) signal(number, tell_of_signal);
  }
}

void put(const monitor::RankRecord& record, const monitor::Mmds* watched, double seconds_per_tick) {
  try {
    monitor::write_rank_record(recording->options.record_folder, record, watched, seconds_per_tick);
  } catch (const Error& error) {
    say(error.what());
  }
}

}  // namespace

void start_record(const RunOptions& options) {
  if (options.record_folder.empty()) return;
  const monitor::MmdsOptions words = monitor::mmds_options(options.monitor);
  const Rank rank = process().endpoint.rank();
  std::unique_ptr<monitor::Mmds> watched;
  if (words.watches(rank)) {
    watched = std::make_unique<monitor::Mmds>(watched_functions, process().endpoint.ranks(), words);
  }
  recording = new Recording{.options = options, .mmds = std::move(watched)};
  if (recording->mmds != nullptr) {
    mmds = recording->mmds.get();
    if (!options.live.empty()) {
      recording->live = monitor::Live::at(options.live, rank, watched_functions);
      live = recording->live.get();
    }
  }
  // Launchers kill the ranks that one has left, and some then tell that signal for its status.
  on_exit([](int status, void*) { recording->exit_status = status; }, nullptr);
  // Who is killed leaves this behind.
  put(described("running", ""), nullptr, 0.0);
  expect_signals();
  recording->begin = base::ticks_now();
  if (mmds != nullptr) mmds->start(recording->begin);
}

void stop_watching() {
  if (recording == nullptr || recording->end != 0) return;
  recording->end = base::ticks_now();
  recording->slices = process().endpoint.slice();
  if (mmds != nullptr) mmds->finish(recording->end);
  mmds = nullptr;
  if (live != nullptr) live->ended();
  live = nullptr;
}

void write_record(std::string_view end, std::string_view sentence, std::optional<int> exit_status,
                  std::vector<monitor::Unreceived> unreceived) {
  if (recording == nullptr) return;
  const bool is_orderly = sentence.empty();
  recording->has_ended = true;
  if (recording->cause.empty()) recording->cause = sentence;
  // A call that the process does not come back from is as long as it has been.
  if (mmds != nullptr && place.depth > 0 && !place.has_left) leave();
  stop_watching();
  const double seconds_per_tick = recording->rate.seconds_per_tick();
  monitor::RankRecord record = described(end, is_orderly ? "" : recording->cause);
  if (exit_status) record.exit_status = *exit_status & 0xff;
  record.unreceived = std::move(unreceived);
  record.run_time_s = static_cast<double>(recording->end - recording->begin) * seconds_per_tick;
  put(record, recording->mmds.get(), seconds_per_tick);
}

namespace {

/// Without what else a process does at its end.
[[noreturn]] void end_at_once(int status) {
  if (recording != nullptr) recording->exit_status = status;
  tell_of_exit();
  for (;;) syscall(SYS_exit_group, status);
}

}  // namespace

extern "C" {

STROBE_EXPORT void _exit(int status) { end_at_once(status); }
STROBE_EXPORT void _Exit(int status) noexcept { end_at_once(status); }

}  // extern "C"

}  // namespace strobe::bcs::mpi
