// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/record.hpp"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <span>
#include <utility>

#include "base/clock.hpp"
#include "base/tick_clock.hpp"
#include "bcs/mpi/entry.hpp"
#include "bcs/mpi/flavour.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/sentence.hpp"

namespace strobe::bcs::mpi {

namespace {

constexpr auto watched_functions = [] {
  std::array<monitor::Function, function_count> all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = {.name = function_facts[i].name, .blocks = function_facts[i].blocks};
  }
  return all;
}();

/// Functions, the threads that call MPI, and slices that are not proven.
constexpr std::size_t most_outside_guarantee = function_count + 2;

struct Recording {
  explicit Recording(const RunOptions& options);

  monitor::RankRecordWriter writer;
  base::TickRate rate;
  base::Ticks begin = 0;
  base::Ticks end = 0;
  std::uint32_t slices = 0;  // at the end; that of MPI_Finalize is not the program's
  std::unique_ptr<monitor::Mmds> mmds;
  std::unique_ptr<monitor::Live> live;
  pid_t pid = getpid();
  std::string cause;  // the first thing that was told of an end in disorder
  std::optional<int> exit_status;
  std::atomic<bool> has_ended = false;
  std::array<monitor::OutsideGuarantee, most_outside_guarantee> outside_guarantee;
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

std::span<const monitor::OutsideGuarantee> certificate() {
  auto& calls = recording->outside_guarantee;
  std::size_t count = 0;
  for (std::size_t i = 0; i < native_calls.size(); ++i) {
    if (native_calls[i] == 0) continue;
    calls[count++] = {.function = function_facts[i].name,
                      .count = native_calls[i],
                      .why = why(function_facts[i].outside)};
  }
  if (turns != nullptr && turns->threads() > 1) {
    calls[count++] = {.function = facts_of(Function::Init_thread).name,
                      .count = static_cast<std::uint64_t>(turns->threads()),
                      .why = "several threads call MPI"};
  }
  if (const std::uint32_t unproven = process().endpoint.quiescence().unproven(); unproven != 0) {
    calls[count++] = {.function = "slices",
                      .count = unproven,
                      .why = "slices began while a process was in a call of the MPI"};
  }
  return std::span(calls).first(count);
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

Recording::Recording(const RunOptions& options)
    : writer(options.variables.record, {.rank = process().endpoint.rank(),
                                        .size = process().endpoint.ranks(),
                                        .host = host_name(),
                                        .pid = getpid(),
                                        .mpi_library = library_version(),
                                        .flavour = flavour.name,
                                        .mode = options.variables.mode,
                                        .options = options.variables.given}) {}

/// What there is to say now. For signal handlers, too.
monitor::RankEnd described(std::string_view end, std::string_view sentence,
                           double seconds_per_tick) {
  const runtime::Endpoint& endpoint = process().endpoint;
  const bool has_stopped = recording->end != 0;
  const base::Ticks ticks = has_stopped ? recording->end - recording->begin : 0;
  return {.run_time_s = static_cast<double>(ticks) * seconds_per_tick,
          .slept_s = base::to_seconds(endpoint.quiescence().slept()),
          .slices = has_stopped ? recording->slices : endpoint.slice(),
          .decisions_hash = endpoint.decisions(),
          .outside_guarantee = certificate(),
          .end = end,
          .sentence = sentence};
}

/// For signal handlers, too.
void put(const monitor::RankEnd& end, const monitor::Mmds* watched, double seconds_per_tick) {
  if (!recording->writer.write(end, watched, seconds_per_tick)) say(recording->writer.refusal());
}

bool is_yet_to_end() {
  return recording != nullptr && !recording->has_ended && recording->pid == getpid();
}

/// A sentence that takes no memory.
class Sentence {
 public:
  Sentence& operator<<(std::string_view text) {
    const std::size_t count = std::min(text.size(), text_.size() - size_);
    std::copy_n(text.begin(), count, text_.begin() + static_cast<std::ptrdiff_t>(size_));
    size_ += count;
    return *this;
  }
  Sentence& operator<<(int number) {
    std::array<char, 12> digits;
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    return *this << std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data()));
  }
  [[nodiscard]] std::string_view view() const { return {text_.data(), size_}; }

 private:
  std::array<char, 160> text_;
  std::size_t size_ = 0;
};

Sentence sentence_of_exit() {
  Sentence sentence;
  sentence << "rank " << process().endpoint.rank()
           << " ended without MPI_Finalize, which every rank has to call";
  return sentence;
}

/// As write_record for a process that a signal ends, or that ends in the handler of one. It may
/// have been interrupted anywhere, with locks in its hands: this takes none, and no memory, and
/// calls what is safe in a signal handler only (signal-safety(7)).
void write_record_in_handler(std::string_view end, std::string_view sentence,
                             std::optional<int> exit_status) {
  if (recording->has_ended.exchange(true)) return;
  if (mmds != nullptr && place.depth > 0 && !place.has_left) leave_in_handler();
  if (recording->end == 0) {
    recording->end = base::ticks_now();
    recording->slices = process().endpoint.slice();
    if (mmds != nullptr) mmds->finish_in_handler(recording->end);
    if (live != nullptr) live->ended();
  }
  const double seconds_per_tick = recording->rate.seconds_per_tick();
  monitor::RankEnd record = described(end, sentence, seconds_per_tick);
  if (exit_status) record.exit_status = *exit_status & 0xff;
  put(record, recording->mmds.get(), seconds_per_tick);
}

/// Behind all that the program itself has to do at its end; not in a process that it has forked.
__attribute__((destructor)) void tell_of_exit() {
  if (is_yet_to_end()) write_record("exit", sentence_of_exit().view(), recording->exit_status);
}

/// Those that a person or a launcher ends a process with, and those of a program that is wrong.
constexpr std::array<int, 8> ending_signals{SIGINT, SIGTERM, SIGHUP, SIGSEGV,
                                            SIGBUS, SIGFPE,  SIGILL, SIGABRT};
/// The one that this process ends with.
volatile std::sig_atomic_t ending_signal = 0;

/// The file system may hang.
void end_without_record(int /*alarm*/) {
  const int number = ending_signal;
  sigset_t unblocked;
  sigemptyset(&unblocked);
  sigaddset(&unblocked, number);
  pthread_sigmask(SIG_UNBLOCK, &unblocked, nullptr);
  raise(number);
}

/// Ends this process with that signal if it has not ended within a second.
void end_within_a_second(int number) {
  ending_signal = number;
  signal(SIGALRM, end_without_record);
  sigset_t unblocked;
  sigemptyset(&unblocked);
  sigaddset(&unblocked, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &unblocked, nullptr);
  alarm(1);
}

/// A signal that ends the process; what was watched until then is kept.
void tell_of_signal(int number) {
  static std::atomic<bool> is_first{true};
  if (is_yet_to_end()) {
    // Another thread that a signal has interrupted as well must not end the process meanwhile.
    if (!is_first.exchange(false)) {
      for (;;) pause();
    }
    // The first signal is the one that the process ends with.
    for (const int other : ending_signals) signal(other, other == number ? SIG_DFL : SIG_IGN);
    end_within_a_second(number);
    Sentence sentence;
    sentence << "rank " << process().endpoint.rank() << " was ended by signal " << number;
    write_record_in_handler("signal", sentence.view(), {});
  }
  signal(number, SIG_DFL);
  raise(number);
}

/// Where the program does nothing of its own then.
void expect_signals() {
  for (const int number : ending_signals) {
    struct sigaction before{};
    sigaction(number, nullptr, &before);
    if (before.sa_handler == SIG_DFL) signal(number, tell_of_signal);
  }
}

}  // namespace

void start_record(const RunOptions& options) {
  if (options.variables.record.empty()) return;
  const monitor::MmdsOptions words = monitor::mmds_options(options.variables.monitor);
  const Rank rank = process().endpoint.rank();
  std::unique_ptr<monitor::Mmds> watched;
  if (words.watches(rank)) {
    watched = std::make_unique<monitor::Mmds>(watched_functions, process().endpoint.ranks(), words);
  }
  recording = new Recording(options);
  recording->mmds = std::move(watched);
  if (recording->mmds != nullptr) {
    mmds = recording->mmds.get();
    if (!options.variables.live.empty()) {
      recording->live = monitor::Live::at(options.variables.live, rank, watched_functions);
      live = recording->live.get();
    }
  }
  // Launchers kill the ranks that one has left, and some then tell that signal for its status.
  on_exit([](int status, void*) { recording->exit_status = status; }, nullptr);
  // Who is killed leaves this behind.
  put(described("running", "", 0.0), nullptr, 0.0);
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
                  const std::vector<monitor::Unreceived>& unreceived) {
  if (recording == nullptr) return;
  const bool is_orderly = sentence.empty();
  recording->has_ended = true;
  if (recording->cause.empty()) recording->cause = sentence;
  // A call that the process does not come back from is as long as it has been.
  if (mmds != nullptr && place.depth > 0 && !place.has_left) leave();
  stop_watching();
  const double seconds_per_tick = recording->rate.seconds_per_tick();
  const std::string_view told = is_orderly ? std::string_view() : recording->cause;
  monitor::RankEnd record = described(end, told, seconds_per_tick);
  if (exit_status) record.exit_status = *exit_status & 0xff;
  record.unreceived = unreceived;
  put(record, recording->mmds.get(), seconds_per_tick);
}

namespace {

/// Without what else a process does at its end. A signal handler of the program may call this.
[[noreturn]] void end_at_once(int status) {
  if (is_yet_to_end()) {
    write_record_in_handler("exit", sentence_of_exit().view(), status);
  }
  for (;;) syscall(SYS_exit_group, status);
}

}  // namespace

extern "C" {

STROBE_EXPORT void _exit(int status) { end_at_once(status); }
STROBE_EXPORT void _Exit(int status) noexcept { end_at_once(status); }

}  // extern "C"

}  // namespace strobe::bcs::mpi
