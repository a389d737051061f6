// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/mpi/observer.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "base/format.hpp"
#include "blacs/levels.hpp"
#include "blacs/line.hpp"
#include "blacs/mpi/machine.hpp"
#include "blacs/mpi/shared_cores_wait.hpp"
#include "blacs/mpi/wait_monitor.hpp"
#include "blacs/observed_call.hpp"
#include "blacs/warning.hpp"
#include "layer/mpi/calls.hpp"
#include "schedule/exchange.hpp"

namespace strobe::blacs::mpi {
namespace {

using layer::mpi::check;

/// Tags of control messages.
enum Tag : int { tag_control, tag_synchronisation, tag_header };
/// Streams of control messages. Streams of the program's messages are ids, which are not negative.
enum Stream : int { stream_synchronisation = -1, stream_header = -2 };

/// Adds its lifetime to the waiting time of the current call.
class CountedWait {
 public:
  CountedWait() = default;
  ~CountedWait() {
    if (ObservedCall* const call = ObservedCall::current()) {
      call->count_wait(std::chrono::duration<double>(Clock::now() - begin_).count());
    }
  }
  CountedWait(const CountedWait&) = delete;
  CountedWait& operator=(const CountedWait&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_ = Clock::now();
};

/// The control messages that are being sent. They may outlive their grid.
class PendingSends {
 public:
  void start(std::vector<std::byte> bytes, int rank, Tag tag, MPI_Comm communicator) {
    const std::lock_guard guard(mutex_);
    remove_completed();
    Entry& entry = entries_.emplace_back(Entry{std::move(bytes), MPI_REQUEST_NULL});
    check(MPI_Isend(entry.bytes.data(), static_cast<int>(entry.bytes.size()), MPI_BYTE, rank, tag,
                    communicator, &entry.request),
          "MPI_Isend");
  }

 private:
  struct Entry {
    std::vector<std::byte> bytes;
    MPI_Request request;
  };

  void remove_completed() {
    std::erase_if(entries_, [](Entry& entry) {
      int is_done = 0;
      check(MPI_Test(&entry.request, &is_done, MPI_STATUS_IGNORE), "MPI_Test");
      return is_done != 0;
    });
  }

  std::mutex mutex_;
  std::deque<Entry> entries_;
};

PendingSends& pending_sends() {
  static PendingSends& one = *new PendingSends;  // sends may be pending when the program ends
  return one;
}

struct ObserverRegistry {
  std::mutex mutex;
  std::vector<Observer*> observers;
};

ObserverRegistry& registry() {
  static ObserverRegistry& one = *new ObserverRegistry;
  return one;
}

/// The next control message that has arrived, and its sender.
[[nodiscard]] std::optional<std::pair<int, ControlMessage>> next_message(MPI_Comm control) {
  int has_arrived = 0;
  MPI_Status status;
  check(MPI_Iprobe(MPI_ANY_SOURCE, tag_control, control, &has_arrived, &status), "MPI_Iprobe");
  if (has_arrived == 0) return std::nullopt;
  int size_bytes = 0;
  check(MPI_Get_count(&status, MPI_BYTE, &size_bytes), "MPI_Get_count");
  std::vector<std::byte> bytes(static_cast<std::size_t>(size_bytes));
  const int sender = status.MPI_SOURCE;
  check(
      MPI_Recv(bytes.data(), size_bytes, MPI_BYTE, sender, tag_control, control, MPI_STATUS_IGNORE),
      "MPI_Recv");
  return std::pair(sender, ControlMessage::unpacked(bytes));
}

/// Receives the headers of messages that the program has not received.
void discard_headers(MPI_Comm control) {
  while (true) {
    int has_arrived = 0;
    MPI_Status status;
    check(MPI_Iprobe(MPI_ANY_SOURCE, tag_header, control, &has_arrived, &status), "MPI_Iprobe");
    if (has_arrived == 0) return;
    MessageHeader header;
    check(MPI_Recv(&header, sizeof header, MPI_BYTE, status.MPI_SOURCE, tag_header, control,
                   MPI_STATUS_IGNORE),
          "MPI_Recv");
  }
}

/// What a process needs to know of a transport that it has left.
struct LeftTransport {
  MPI_Comm transport;  ///< null if the program still has it
  GridRanks grid_ranks;
  SourceIds pairs;
  EventCounts events;
  int rank = 0;

  /// Receives and reports the messages outside of scoped operations that `sender` has sent and the
  /// program has not received. An MPI may end the program if a communicator with such messages is
  /// freed.
  void finish_with(int sender, const ControlMessage::FinalCounts& sent) const {
    for (const EventCounts::StreamSends& stream : sent.sends) {
      const std::uint64_t received = events.receives_from(sender, stream.stream);
      if (!pairs.has(stream.stream) || stream.messages <= received) continue;
      const std::uint64_t missing = stream.messages - received;
      print_warning(base::format(
          "process {} (rank {}) has left the grid and never received {} message{} from {}, from "
          "message {} on; check that each send has its receive",
          grid_ranks.coordinates(rank), rank_in(MPI_COMM_WORLD), missing, missing == 1 ? "" : "s",
          grid_ranks.coordinates(sender), received + 1));
      if (transport == MPI_COMM_NULL) continue;
      for (std::uint64_t message = 0; message < missing; ++message) discard_from(sender);
    }
  }

 private:
  void discard_from(int sender) const {
    MPI_Status status;
    check(MPI_Probe(sender, MPI_ANY_TAG, transport, &status), "MPI_Probe");
    layer::mpi::Count count = 0;
    check(STROBE_MPI_COUNT(MPI_Get_count)(&status, MPI_BYTE, &count), "MPI_Get_count");
    std::vector<std::byte> bytes(static_cast<std::size_t>(count));
    check(STROBE_MPI_COUNT(MPI_Recv)(bytes.data(), count, MPI_BYTE, sender, status.MPI_TAG,
                                     transport, MPI_STATUS_IGNORE),
          "MPI_Recv");
  }
};

/// The control communicators of transports that no longer exist. An MPI may report an error if a
/// communicator is freed before its messages are received. The last message of each process is a
/// departure.
class RetiredCommunicators {
 public:
  void add(MPI_Comm control, int missing_departures, LeftTransport left) {
    const std::lock_guard guard(mutex_);
    communicators_.push_back({control, missing_departures, std::move(left)});
  }

  /// Receives the messages that have arrived, and frees the communicators that all processes have
  /// left. Returns whether all are freed.
  bool free_completed() {
    const std::lock_guard guard(mutex_);
    std::erase_if(communicators_, [](Retired& each) {
      discard_headers(each.control);
      while (const auto received = next_message(each.control)) {
        if (received->second.kind != ControlMessage::Kind::departure) continue;
        each.left.finish_with(received->first, received->second.final_counts);
        --each.missing_departures;
      }
      if (each.missing_departures != 0) return false;
      MPI_Comm_free(&each.control);
      if (each.left.transport != MPI_COMM_NULL) MPI_Comm_free(&each.left.transport);
      return true;
    });
    return communicators_.empty();
  }

 private:
  struct Retired {
    MPI_Comm control;
    int missing_departures;
    LeftTransport left;
  };
  std::mutex mutex_;
  std::vector<Retired> communicators_;
};

RetiredCommunicators& retired_communicators() {
  static RetiredCommunicators& one = *new RetiredCommunicators;
  return one;
}

}  // namespace

std::string GridRanks::coordinates(int rank) const {
  const int number = rank_of(rank);
  return base::format("{{{},{}}}", number / columns, number % columns);
}

Observer::Observer(MPI_Comm transport, GridRanks grid_ranks, const Streams& streams,
                   bool shares_cores)
    : grid_ranks_(std::move(grid_ranks)), streams_(streams), shares_cores_(shares_cores) {
  check(MPI_Comm_rank(transport, &rank_), "MPI_Comm_rank");
  check(MPI_Comm_size(transport, &size_), "MPI_Comm_size");
  if (!levels.find_hangs()) return;
  check(MPI_Comm_dup(transport, &control_), "MPI_Comm_dup");
  check(MPI_Comm_set_errhandler(control_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  retired_communicators().free_completed();
  const std::lock_guard guard(registry().mutex);
  registry().observers.push_back(this);
}

Observer::~Observer() { leave(); }

Dependency Observer::count_send(int to, int id, std::size_t size_bytes) {
  if (ObservedCall* const call = ObservedCall::current()) call->count_sent(size_bytes);
  Dependency dependency{
      .rank = to, .event = EventKind::receive, .stream = streams_.of(id), .id = id};
  if (levels.find_hangs()) dependency.number = events_.count_send(to, dependency.stream);
  return dependency;
}

void Observer::count_nonblocking_send(int to, int id, std::size_t size_bytes) {
  const Dependency dependency = count_send(to, id, size_bytes);
  // Only scoped operations wait for their sends.
  if (levels.find_hangs() && !streams_.pairs.has(id)) send_dependencies_.push_back(dependency);
}

void Observer::count_receive(int from, int id) {
  if (levels.find_hangs()) events_.count_receive(from, streams_.of(id));
}

Dependency Observer::receive_dependency(int from, int id) const {
  const int stream = streams_.of(id);
  return {.rank = from,
          .event = EventKind::send,
          .stream = stream,
          .number = events_.receives_from(from, stream),
          .id = id};
}

Dependency Observer::collective_dependency(int rank) const {
  return {.rank = rank, .event = EventKind::collective, .number = events_.collectives()};
}

std::vector<Dependency> Observer::collective_dependencies() const {
  std::vector<Dependency> dependencies;
  for (int rank = 0; rank < size_; ++rank) {
    if (rank != rank_) dependencies.push_back(collective_dependency(rank));
  }
  return dependencies;
}

std::vector<Dependency> Observer::send_dependencies() {
  return std::exchange(send_dependencies_, {});
}

void Observer::wait(std::span<MPI_Request> requests, std::vector<Dependency> dependencies,
                    MPI_Status* first_status) {
  const CountedWait counted;
  const auto status_of = [&](const MPI_Request& request) {
    return &request == requests.data() ? first_status : MPI_STATUS_IGNORE;
  };
  if (!levels.find_hangs() && shares_cores_) {
    wait_on_shared_cores(requests, first_status);
  } else if (!levels.find_hangs()) {
    for (MPI_Request& request : requests) check(MPI_Wait(&request, status_of(request)), "MPI_Wait");
  } else {
    const std::vector<Dependency> of_request =
        requests.size() == dependencies.size() ? dependencies : std::vector<Dependency>();
    WaitMonitor monitor(*this, std::move(dependencies), "the other processes of its scope");
    std::vector<bool> are_done(requests.size());
    for (std::size_t left = requests.size(); left != 0;) {
      for (std::size_t i = 0; i < requests.size(); ++i) {
        if (are_done[i]) continue;
        int is_done = 0;
        check(MPI_Test(&requests[i], &is_done, status_of(requests[i])), "MPI_Test");
        if (is_done == 0) continue;
        are_done[i] = true;
        --left;
        if (!of_request.empty()) monitor.remove(of_request[i]);
      }
      if (left != 0) monitor.poll();
    }
  }
}

namespace {

/// Polls until `is_done` returns true. Between two polls it looks for hangs if the debug level asks
/// for that, and otherwise gives up the core.
template <class IsDone>
void poll_until(WaitMonitor& monitor, const IsDone& is_done) {
  while (!is_done()) {
    if (levels.find_hangs()) {
      monitor.poll();
    } else {
      std::this_thread::yield();
    }
  }
}

}  // namespace

std::size_t Observer::wait_any(std::span<MPI_Request> requests,
                               std::span<const Dependency> dependencies) {
  const CountedWait counted;
  std::vector<Dependency> missing;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (requests[i] != MPI_REQUEST_NULL) missing.push_back(dependencies[i]);
  }
  WaitMonitor monitor(*this, std::move(missing), "the other processes of its scope");
  int index = MPI_UNDEFINED;
  poll_until(monitor, [&] {
    int is_done = 0;
    check(MPI_Testany(static_cast<int>(requests.size()), requests.data(), &index, &is_done,
                      MPI_STATUS_IGNORE),
          "MPI_Testany");
    return is_done != 0;
  });
  return static_cast<std::size_t>(index);
}

void Observer::wait_until(const std::function<bool()>& poll, const Dependency& dependency) {
  const CountedWait counted;
  WaitMonitor monitor(*this, {dependency}, "a message");
  poll_until(monitor, poll);
}

int Observer::wait_for_any(const std::function<std::optional<int>()>& poll,
                           std::string description) {
  const CountedWait counted;
  WaitMonitor monitor(*this, {}, std::move(description));
  std::optional<int> found;
  poll_until(monitor, [&] {
    found = poll();
    return found.has_value();
  });
  return *found;
}

template <class Check>
void Observer::synchronise(std::span<const int> ranks, std::span<const std::byte> own,
                           Check check_received) {
  const auto index = std::ranges::find(ranks, rank_) - ranks.begin();
  const schedule::Position position{.rank = static_cast<int>(index),
                                    .size = static_cast<int>(ranks.size())};
  std::array<std::byte, sizeof(CallSignature)> received;
  for (const schedule::Step& step : schedule::dissemination_barrier(position)) {
    const int to = ranks[static_cast<std::size_t>(step.to)];
    const int from = ranks[static_cast<std::size_t>(step.from)];
    std::array<MPI_Request, 2> requests{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    const Dependency of_receive{.rank = from,
                                .stream = stream_synchronisation,
                                .number = events_.count_receive(from, stream_synchronisation)};
    check(MPI_Irecv(received.data(), static_cast<int>(received.size()), MPI_BYTE, from,
                    tag_synchronisation, control_, requests.data()),
          "MPI_Irecv");
    const Dependency of_send{.rank = to,
                             .event = EventKind::receive,
                             .stream = stream_synchronisation,
                             .number = events_.count_send(to, stream_synchronisation)};
    check(MPI_Isend(own.data(), static_cast<int>(own.size()), MPI_BYTE, to, tag_synchronisation,
                    control_, &requests[1]),
          "MPI_Isend");
    wait(requests, {of_receive, of_send});
    check_received(from, received);
  }
}

void Observer::synchronise(std::span<const int> ranks) {
  if (levels.find_hangs()) synchronise(ranks, {}, [](int, std::span<const std::byte>) {});
}

void Observer::check_agreement(std::span<const int> ranks, const CallSignature& signature) {
  synchronise(ranks, std::as_bytes(std::span(&signature, 1)),
              [&](int from, std::span<const std::byte> bytes) {
                CallSignature theirs;
                std::memcpy(&theirs, bytes.data(), sizeof theirs);
                const std::string what = difference(signature, theirs);
                if (what.empty()) return;
                throw Error(base::format("{} and {} must make the same call, but {}",
                                         grid_ranks_.coordinates(rank_),
                                         grid_ranks_.coordinates(from), what));
              });
}

void Observer::send_header(int rank, const MessageHeader& header) {
  const auto bytes = std::as_bytes(std::span(&header, 1));
  events_.count_send(rank, stream_header);
  pending_sends().start({bytes.begin(), bytes.end()}, rank, tag_header, control_);
}

void Observer::check_header(int rank, const MessageHeader& expected) {
  MessageHeader header;
  MPI_Request request = MPI_REQUEST_NULL;
  const Dependency dependency{
      .rank = rank, .stream = stream_header, .number = events_.count_receive(rank, stream_header)};
  check(MPI_Irecv(&header, sizeof header, MPI_BYTE, rank, tag_header, control_, &request),
        "MPI_Irecv");
  wait({&request, 1}, {dependency});
  const std::string what = mismatch(header, expected);
  if (what.empty()) return;
  throw Error(base::format("message {} from {} {}", dependency.number,
                           grid_ranks_.coordinates(rank), what));
}

void Observer::send_control(int rank, const ControlMessage& message) {
  pending_sends().start(message.packed(), rank, tag_control, control_);
}

void Observer::receive_control_messages(WaitMonitor& monitor) {
  while (const auto received = next_message(control_)) {
    const auto& [sender, message] = *received;
    switch (message.kind) {
      case ControlMessage::Kind::query:
        send_control(sender, {.kind = ControlMessage::Kind::reply,
                              .wait = message.wait,
                              .text = reply(message.dependency, sender, monitor)});
        break;
      case ControlMessage::Kind::reply:
        if (message.wait == monitor.number()) monitor.receive_reply(sender, message.text);
        break;
      case ControlMessage::Kind::probe:
        if (!events_.has_started(message.dependency, sender)) monitor.receive_probe(message.probe);
        break;
      case ControlMessage::Kind::departure:
        final_counts_[sender] = message.final_counts;
        break;
    }
  }
}

std::string Observer::reply(const Dependency& dependency, int asking_rank,
                            const WaitMonitor& monitor) const {
  if (!events_.has_started(dependency, asking_rank)) return monitor.description();
  const std::string own = grid_ranks_.coordinates(rank_);
  switch (dependency.event) {
    case EventKind::send:
      return own + " has sent it";
    case EventKind::receive:
      return own + " has started to receive it";
    case EventKind::collective:
      break;
  }
  return own + " has made the call";
}

const ControlMessage::FinalCounts* Observer::final_counts(int rank) const {
  const auto found = final_counts_.find(rank);
  return found == final_counts_.end() ? nullptr : &found->second;
}

MPI_Comm Observer::leave(MPI_Comm transport) {
  if (control_ == MPI_COMM_NULL) return transport;
  for (int rank = 0; rank < size_; ++rank) {
    if (rank == rank_) continue;
    send_control(rank, {.kind = ControlMessage::Kind::departure,
                        .final_counts = {.collectives = events_.collectives(),
                                         .sends = events_.sends_to(rank)}});
  }
  LeftTransport left{transport, grid_ranks_, streams_.pairs, std::move(events_), rank_};
  for (const auto& [rank, counts] : final_counts_) left.finish_with(rank, counts);
  retired_communicators().add(std::exchange(control_, MPI_COMM_NULL),
                              size_ - 1 - static_cast<int>(final_counts_.size()), std::move(left));
  retired_communicators().free_completed();
  const std::lock_guard guard(registry().mutex);
  std::erase(registry().observers, this);
  return MPI_COMM_NULL;
}

void receive_all_control_messages(WaitMonitor& monitor) {
  if (threads_may_call()) {
    if (monitor.observer() != nullptr) monitor.observer()->receive_control_messages(monitor);
    return;
  }
  for (Observer* const each : registry().observers) each->receive_control_messages(monitor);
  retired_communicators().free_completed();
}

void finish_control_messages() {
  using Clock = std::chrono::steady_clock;
  while (!registry().observers.empty()) registry().observers.back()->leave();
  // A process that sends no departure has not reached MPI_Finalize, which waits for it anyway.
  const auto end = Clock::now() + std::chrono::duration<double>(levels.hang_s);
  while (!retired_communicators().free_completed() && Clock::now() < end) {
    std::this_thread::yield();
  }
}

}  // namespace strobe::blacs::mpi
