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
#include "bcs/check/interrupted_address.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/flavour.hpp"
#include "bcs/mpi/logged_sites.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/user_report.hpp"

namespace strobe::bcs::mpi {

namespace {

/// One entry for each function, for several threads, and for slices that are not proven.
constexpr std::size_t most_outside_guarantee = function_count + 3;

// A rank that runs writes its record so often, and spends at most one part in so many of its time.
constexpr double seconds_between_records = 0.5;
constexpr double most_share_of_records = 1000.0;

/// The record of a rank names so many ranks that it waits for. Each of 10,000 ranks may wait for
/// all others.
constexpr std::size_t most_awaited = 256;

}  // namespace

struct Recording {
  explicit Recording(const RunOptions& options);

  monitor::RankRecordWriter writer;
  base::TickRate rate;
  base::Ticks begin = 0;
  base::Ticks end = 0;
  std::uint32_t slices = 0;  // before MPI_Finalize
  std::unique_ptr<monitor::Mmds> mmds;
  std::unique_ptr<monitor::Live> live;
  LoggedSites sites;
  pid_t pid = getpid();
  std::string cause;  // the first sentence about an abnormal end
  std::optional<int> exit_status;
  std::atomic<bool> has_ended = false;
  std::array<monitor::OutsideGuarantee, most_outside_guarantee> outside_guarantee;
};

namespace {

constexpr auto watched_functions = [] {
  std::array<monitor::Function, function_count> all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = {.name = function_facts[i].name, .blocks = function_facts[i].blocks};
  }
  return all;
}();

/// Only if the rank writes a record.
Recording& recording() { return *interposer.recording; }

const char* reason_of(OutsideGuarantee outside) {
  switch (outside) {
    case OutsideGuarantee::no:
      return "communication on intercommunicators and with other jobs passes through to the MPI";
    case OutsideGuarantee::clock:
      return "the clock differs in each run";
    case OutsideGuarantee::files:
      return "file operations pass through to the MPI";
    case OutsideGuarantee::one_sided:
      return "one-sided communication passes through to the MPI";
    case OutsideGuarantee::processes:
      return "intercommunicators and spawned processes pass through to the MPI";
  }
  return "";
}

std::span<const monitor::OutsideGuarantee> certificate() {
  auto& calls = recording().outside_guarantee;
  std::size_t count = 0;
  for (std::size_t i = 0; i < interposer.passed_calls.size(); ++i) {
    if (interposer.passed_calls[i] == 0) continue;
    calls[count++] = {.function = function_facts[i].name,
                      .count = interposer.passed_calls[i],
                      .why = reason_of(function_facts[i].outside)};
  }
  if (interposer.turns != nullptr && interposer.turns->threads() > 1) {
    calls[count++] = {.function = facts_of(Function::Init_thread).name,
                      .count = static_cast<std::uint64_t>(interposer.turns->threads()),
                      .why = "several threads call MPI, in an order that differs in each run"};
  }
  if (const std::uint32_t unproven = process().endpoint.quiescence().unproven(); unproven != 0) {
    calls[count++] = {.function = "slices",
                      .count = unproven,
                      .why = "slices began while a rank was in a call of the MPI"};
  }
  if (process().cancelled_sends != 0) {
    calls[count++] = {.function = facts_of(Function::Cancel).name,
                      .count = process().cancelled_sends,
                      .why = "whether a send is cancelled or received depends on timing"};
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

}  // namespace

Recording::Recording(const RunOptions& options)
    : writer(options.variables.record, {.rank = process().endpoint.rank(),
                                        .size = process().endpoint.ranks(),
                                        .host = host_name(),
                                        .pid = getpid(),
                                        .mpi_library = library_version(),
                                        .flavour = flavour.name,
                                        .mode = options.variables.mode,
                                        .options = options.variables.given}) {}

namespace {

/// The end of the record as of now. Async-signal-safe.
monitor::RankEnd rank_end(std::string_view end, std::string_view sentence,
                          double seconds_per_tick) {
  const runtime::Endpoint& endpoint = process().endpoint;
  const bool has_stopped = recording().end != 0;
  const base::Ticks end_ticks = has_stopped ? recording().end : base::ticks_now();
  const base::Ticks ticks = recording().begin == 0 ? 0 : end_ticks - recording().begin;
  return {
      .run_time_s = static_cast<double>(ticks) * seconds_per_tick,
      .stopped_s = process().gang == nullptr ? 0.0 : base::to_seconds(process().gang->stopped()),
      .slices = has_stopped ? recording().slices : endpoint.slice(),
      .decisions_hash = endpoint.decisions(),
      .outside_guarantee = certificate(),
      .end = end,
      .sentence = sentence};
}

/// Async-signal-safe.
void write(const monitor::RankEnd& end, const monitor::Mmds* watched, double seconds_per_tick) {
  if (!recording().writer.write(end, watched, seconds_per_tick))
    report_to_user(recording().writer.refusal());
}

bool has_record_to_write() {
  return interposer.recording != nullptr && !recording().has_ended && recording().pid == getpid();
}

/// Text that is composed without allocating memory.
class SignalSafeText {
 public:
  SignalSafeText& operator<<(std::string_view text) {
    const std::size_t count = std::min(text.size(), text_.size() - size_);
    std::copy_n(text.begin(), count, text_.begin() + static_cast<std::ptrdiff_t>(size_));
    size_ += count;
    return *this;
  }
  SignalSafeText& operator<<(int number) {
    std::array<char, 12> digits;
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    return *this << std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data()));
  }
  [[nodiscard]] std::string_view view() const { return {text_.data(), size_}; }

 private:
  std::array<char, 160> text_;
  std::size_t size_ = 0;
};

SignalSafeText text_of_exit() {
  SignalSafeText sentence;
  sentence << "rank " << process().endpoint.rank()
           << " ended without MPI_Finalize, which every rank has to call";
  // Some MPIs end the process where they find an error.
  if (call_state.depth > 0) sentence << "; it ended in " << facts_of(call_state.function).name;
  return sentence;
}

/// As write_record, in a signal handler, where `interrupted` is the instruction that the signal has
/// interrupted; null if no signal ends the process. The handler may have interrupted any code, with
/// locks held, so this takes no lock and allocates no memory (signal-safety(7)).
void write_record_in_handler(std::string_view end, std::string_view sentence,
                             std::optional<int> exit_status, const void* interrupted) {
  if (recording().has_ended.exchange(true)) return;
  if (interposer.checks != nullptr) interposer.checks->flush();
  if (interposer.mmds != nullptr && call_state.depth > 0 && !call_state.is_end_recorded)
    record_call_end_in_handler();
  if (recording().end == 0) {
    recording().end = base::ticks_now();
    recording().slices = process().endpoint.slice();
    if (interposer.mmds != nullptr) interposer.mmds->finish_in_handler(recording().end);
    if (interposer.live != nullptr) interposer.live->ended();
  }
  const double seconds_per_tick = recording().rate.seconds_per_tick();
  monitor::RankEnd record = rank_end(end, sentence, seconds_per_tick);
  if (exit_status) record.exit_status = *exit_status & 0xff;
  write(record, recording().mmds.get(), seconds_per_tick);
  if (interrupted == nullptr) return;
  // The record is complete already if this search ends in another signal or in a deadlock.
  const CodeAddress place = code_address(innermost_address_of_program(interrupted));
  record.ended_in_file = place.file;
  record.ended_at_address = place.address;
  if (!record.ended_in_file.empty()) write(record, recording().mmds.get(), seconds_per_tick);
}

/// Runs after all exit handlers of the application, and not in a process that it has forked.
__attribute__((destructor)) void record_exit() {
  if (!has_record_to_write()) return;
  write_record("exit", text_of_exit().view(), recording().exit_status, {}, find_exit_site());
}

/// Signals by which a person or a launcher ends a process, and those of a crash.
constexpr std::array<int, 8> ending_signals{SIGINT, SIGTERM, SIGHUP, SIGSEGV,
                                            SIGBUS, SIGFPE,  SIGILL, SIGABRT};
/// What run-time libraries did for these signals: they print where the program was, and then end
/// it.
std::array<std::optional<struct sigaction>, NSIG> replaced_actions{};
/// The signal that ends this process.
volatile std::sig_atomic_t ending_signal = 0;

/// Writing the record took too long: the file system may hang.
void end_without_record(int /*alarm*/) {
  const int number = ending_signal;
  sigset_t unblocked;
  sigemptyset(&unblocked);
  sigaddset(&unblocked, number);
  pthread_sigmask(SIG_UNBLOCK, &unblocked, nullptr);
  raise(number);
}

/// Ends this process with the signal if it still runs after a second.
void end_within_a_second(int number) {
  ending_signal = number;
  signal(SIGALRM, end_without_record);
  sigset_t unblocked;
  sigemptyset(&unblocked);
  sigaddset(&unblocked, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &unblocked, nullptr);
  alarm(1);
}

/// Writes the record of a process that a signal ends.
void record_signal(int number, siginfo_t* /*info*/, void* context) {
  static std::atomic<bool> is_first{true};
  if (has_record_to_write()) {
    // Another thread in this handler must not end the process before the record is written.
    if (!is_first.exchange(false)) {
      for (;;) pause();
    }
    // The process ends with the first signal.
    for (const int other : ending_signals) signal(other, other == number ? SIG_DFL : SIG_IGN);
    end_within_a_second(number);
    SignalSafeText sentence;
    sentence << "rank " << process().endpoint.rank() << " was killed by signal " << number;
    if (call_state.depth > 0) {
      sentence << " in " << facts_of(call_state.function).name;
    } else {
      sentence << " outside of MPI";
    }
    write_record_in_handler("signal", sentence.view(), {}, check::interrupted_address(context));
    alarm(0);
  }
  if (const auto& replaced = replaced_actions[static_cast<std::size_t>(number)]) {
    sigaction(number, &*replaced, nullptr);
  } else {
    signal(number, SIG_DFL);
  }
  raise(number);
}

/// Whether the handler is that of a run-time library: of Fortran, Open MPI or UCX.
bool is_of_run_time(const struct sigaction& action) {
  const void* const handler = (action.sa_flags & SA_SIGINFO) != 0
                                  ? reinterpret_cast<const void*>(action.sa_sigaction)
                                  : reinterpret_cast<const void*>(action.sa_handler);
  const std::string_view file = code_address(handler).file;
  const std::string_view name = file.substr(file.rfind('/') + 1);
  return name.starts_with("libgfortran") || name.starts_with("libopen-pal") ||
         name.starts_with("libucs.");
}

/// Only for signals that the application does not handle.
void install_signal_handlers() {
  prepare_search();
  for (const int number : ending_signals) {
    struct sigaction before{};
    sigaction(number, nullptr, &before);
    if (before.sa_handler == SIG_IGN) continue;
    if (before.sa_handler != SIG_DFL) {
      if (!is_of_run_time(before)) continue;
      replaced_actions[static_cast<std::size_t>(number)] = before;
    }
    struct sigaction ours{};
    ours.sa_sigaction = record_signal;
    ours.sa_flags = SA_SIGINFO | SA_RESTART;
    sigaction(number, &ours, nullptr);
  }
}

}  // namespace

monitor::CallSite recorded(const CallSite& site) {
  const CodeAddress code = code_address(site.address);
  return {.line = site.line, .file = code.file, .address = code.address};
}

std::uint32_t logged_site() {
  monitor::CallLog* const log = interposer.mmds->call_log();
  return log == nullptr ? monitor::LoggedCall::no_site : recording().sites.current(*log);
}

void start_record(const RunOptions& options) {
  if (options.variables.record.empty()) return;
  const monitor::MmdsOptions mmds_options = monitor::mmds_options(options.variables.monitor);
  const Rank rank = process().endpoint.rank();
  std::unique_ptr<monitor::Mmds> watched;
  if (mmds_options.watches(rank)) {
    watched = std::make_unique<monitor::Mmds>(watched_functions, process().endpoint.ranks(),
                                              mmds_options);
  }
  interposer.recording = new Recording(options);
  recording().mmds = std::move(watched);
  if (recording().mmds != nullptr) {
    interposer.mmds = recording().mmds.get();
    if (!options.variables.live.empty()) {
      recording().live = monitor::Live::at(options.variables.live, rank, watched_functions);
      interposer.live = recording().live.get();
      interposer.mmds->time_all_calls();
    }
  }
  // Some launchers kill the remaining ranks, and report that signal as their status.
  on_exit([](int status, void*) { recording().exit_status = status; }, nullptr);
  // A rank that is killed leaves this record.
  write(rank_end("running", "", 0.0), nullptr, 0.0);
  install_signal_handlers();
  recording().begin = base::ticks_now();
  if (interposer.mmds != nullptr) interposer.mmds->start(recording().begin);
}

void write_record_so_far(base::Ticks now) {
  if (!has_record_to_write()) return;
  recording().mmds->mark_end(now);
  const double seconds_per_tick = recording().rate.seconds_per_tick();
  // On busy cores a record takes longer by the clock.
  const double began_s = base::processor_time_s();
  // That a disk is full is said at the end.
  static_cast<void>(recording().writer.write_so_far(rank_end("running", "", seconds_per_tick),
                                                    *recording().mmds, seconds_per_tick));
  const double took_s = base::processor_time_s() - began_s;
  const double interval_s = std::max(seconds_between_records, most_share_of_records * took_s);
  interposer.next_record = now + static_cast<base::Ticks>(interval_s / seconds_per_tick);
}

void write_record_of_waiting_rank() {
  // Another thread may be in a call, too.
  if (interposer.mmds == nullptr ||
      (interposer.turns != nullptr && interposer.turns->threads() > 1))
    return;
  const base::Ticks now = base::ticks_now();
  if (now < interposer.next_record || call_state.depth == 0 || call_state.is_end_recorded) return;
  interposer.mmds->as_if_left(static_cast<std::uint32_t>(call_state.function), call_state.entered,
                              now, call_state.size_bytes, [now] { write_record_so_far(now); });
}

void stop_watching() {
  if (interposer.recording == nullptr || recording().end != 0) return;
  recording().end = base::ticks_now();
  recording().slices = process().endpoint.slice();
  if (interposer.mmds != nullptr) interposer.mmds->finish(recording().end);
  interposer.mmds = nullptr;
  if (interposer.live != nullptr) interposer.live->ended();
  interposer.live = nullptr;
}

namespace {

std::vector<monitor::Poll> polls_that_waited(double seconds_per_tick) {
  std::vector<monitor::Poll> polls;
  for (const PollSite* site : process().poll_sites.by_wait()) {
    polls.push_back({.function = facts_of(site->function()).name,
                     .where = recorded(site->where()),
                     .calls = site->calls(),
                     .slices = site->slices(),
                     .waited_s = static_cast<double>(site->ticks()) * seconds_per_tick});
  }
  return polls;
}

}  // namespace

void write_record(std::string_view end, std::string_view sentence, std::optional<int> exit_status,
                  const std::vector<monitor::Unreceived>& unreceived, const CallSite& ended_at,
                  const std::vector<Rank>& waits_for) {
  if (interposer.recording == nullptr) return;
  if (interposer.checks != nullptr) interposer.checks->flush();
  const bool is_orderly = sentence.empty();
  recording().has_ended = true;
  if (recording().cause.empty()) recording().cause = sentence;
  // A call that does not return ends here.
  if (interposer.mmds != nullptr && call_state.depth > 0 && !call_state.is_end_recorded)
    record_call_end();
  stop_watching();
  const double seconds_per_tick = recording().rate.seconds_per_tick();
  const std::string_view cause = is_orderly ? std::string_view() : recording().cause;
  monitor::RankEnd record = rank_end(end, cause, seconds_per_tick);
  if (exit_status) record.exit_status = *exit_status & 0xff;
  record.unreceived = unreceived;
  const std::vector<monitor::Poll> polls = polls_that_waited(seconds_per_tick);
  record.polls = polls;
  const CodeAddress place = code_address(ended_at.address);
  record.ended_at_line = ended_at.line;
  record.ended_in_file = place.file;
  record.ended_at_address = place.address;
  record.waits_for = std::span(waits_for).first(std::min(waits_for.size(), most_awaited));
  write(record, recording().mmds.get(), seconds_per_tick);
}

namespace {

/// _exit: no exit handlers. A signal handler of the application may call this.
[[noreturn]] void exit_at_once(int status) {
  if (has_record_to_write()) {
    write_record_in_handler("exit", text_of_exit().view(), status, nullptr);
  }
  for (;;) syscall(SYS_exit_group, status);
}

}  // namespace

extern "C" {

STROBE_EXPORT void _exit(int status) { exit_at_once(status); }
STROBE_EXPORT void _Exit(int status) noexcept { exit_at_once(status); }

}  // extern "C"

}  // namespace strobe::bcs::mpi
