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
#include "blacs/mpi/waiting.hpp"
#include "blacs/observe.hpp"
#include "layer/mpi/calls.hpp"
#include "schedule/exchange.hpp"

namespace strobe::blacs::mpi {
namespace {

using layer::mpi::check;

/// The tags of the communicator beside a wire.
enum Tag : int { tag_letter, tag_meeting, tag_header };
/// Streams beside those of messages, which are ids.
enum Stream : int { stream_meeting = -1, stream_header = -2 };

/// Counts its own life as a wait of the call that this process is in.
class CountedWait {
 public:
  CountedWait() = default;
  ~CountedWait() {
    if (Observed* const call = Observed::current()) {
      call->count_wait(std::chrono::duration<double>(Clock::now() - begin_).count());
    }
  }
  CountedWait(const CountedWait&) = delete;
  CountedWait& operator=(const CountedWait&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_ = Clock::now();
};

/// Letters on their way. They outlive the grid that they are about.
class Outbox {
 public:
  void post(std::vector<std::byte> bytes, int rank, Tag tag, MPI_Comm over) {
    const std::lock_guard guard(mutex_);
    forget_sent();
    Entry& entry = entries_.emplace_back(Entry{std::move(bytes), MPI_REQUEST_NULL});
    check(MPI_Isend(entry.bytes.data(), static_cast<int>(entry.bytes.size()), MPI_BYTE, rank, tag,
                    over, &entry.request),
          "MPI_Isend");
  }

 private:
  struct Entry {
    std::vector<std::byte> bytes;
    MPI_Request request;
  };

  void forget_sent() {
    std::erase_if(entries_, [](Entry& entry) {
      int is_done = 0;
      check(MPI_Test(&entry.request, &is_done, MPI_STATUS_IGNORE), "MPI_Test");
      return is_done != 0;
    });
  }

  std::mutex mutex_;
  std::deque<Entry> entries_;
};

Outbox& outbox() {
  static Outbox& one = *new Outbox;  // a letter may be on its way when the program ends
  return one;
}

struct Observers {
  std::mutex mutex;
  std::vector<Observer*> all;
};

Observers& observers() {
  static Observers& those = *new Observers;
  return those;
}

/// The next letter that has come, and who wrote it.
[[nodiscard]] std::optional<std::pair<int, Letter>> next_letter(MPI_Comm letters) {
  int has_come = 0;
  MPI_Status status;
  check(MPI_Iprobe(MPI_ANY_SOURCE, tag_letter, letters, &has_come, &status), "MPI_Iprobe");
  if (has_come == 0) return std::nullopt;
  int size_bytes = 0;
  check(MPI_Get_count(&status, MPI_BYTE, &size_bytes), "MPI_Get_count");
  std::vector<std::byte> bytes(static_cast<std::size_t>(size_bytes));
  const int writer = status.MPI_SOURCE;
  check(
      MPI_Recv(bytes.data(), size_bytes, MPI_BYTE, writer, tag_letter, letters, MPI_STATUS_IGNORE),
      "MPI_Recv");
  return std::pair(writer, Letter::unpacked(bytes));
}

/// Those of messages that nobody has received.
void forget_headers(MPI_Comm letters) {
  while (true) {
    int has_come = 0;
    MPI_Status status;
    check(MPI_Iprobe(MPI_ANY_SOURCE, tag_header, letters, &has_come, &status), "MPI_Iprobe");
    if (has_come == 0) return;
    Header header;
    check(MPI_Recv(&header, sizeof header, MPI_BYTE, status.MPI_SOURCE, tag_header, letters,
                   MPI_STATUS_IGNORE),
          "MPI_Recv");
  }
}

/// The communicators of letters whose wires are gone. An MPI may call it an error to free one with
/// letters in it, and the last of everybody is goodbye.
class Departed {
 public:
  void add(MPI_Comm letters, int missing_goodbyes) {
    const std::lock_guard guard(mutex_);
    all_.push_back({letters, missing_goodbyes});
  }

  /// Frees those that everybody has left; whether none is left then.
  bool read() {
    const std::lock_guard guard(mutex_);
    std::erase_if(all_, [](One& each) {
      forget_headers(each.letters);
      while (const auto come = next_letter(each.letters)) {
        if (come->second.kind == Letter::Kind::goodbye) --each.missing_goodbyes;
      }
      if (each.missing_goodbyes != 0) return false;
      MPI_Comm_free(&each.letters);
      return true;
    });
    return all_.empty();
  }

 private:
  struct One {
    MPI_Comm letters;
    int missing_goodbyes;
  };
  std::mutex mutex_;
  std::vector<One> all_;
};

Departed& departed() {
  static Departed& those = *new Departed;
  return those;
}

}  // namespace

std::string Places::name(int rank) const {
  const int number = rank_of(rank);
  return base::format("{{{},{}}}", number / columns, number % columns);
}

Observer::Observer(MPI_Comm wire, Places places, const Streams& streams)
    : places_(std::move(places)), streams_(streams) {
  check(MPI_Comm_rank(wire, &rank_), "MPI_Comm_rank");
  check(MPI_Comm_size(wire, &size_), "MPI_Comm_size");
  if (!levels.find_hangs()) return;
  check(MPI_Comm_dup(wire, &letters_), "MPI_Comm_dup");
  check(MPI_Comm_set_errhandler(letters_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  departed().read();
  Observers& known = observers();
  const std::lock_guard guard(known.mutex);
  known.all.push_back(this);
}

Observer::~Observer() { leave(); }

Need Observer::send(int to, int id, std::size_t size_bytes) {
  if (Observed* const call = Observed::current()) call->count_sent(size_bytes);
  Need departure{.of = to, .deed = Deed::take, .stream = streams_.of(id), .id = id};
  if (levels.find_hangs()) departure.number = ledger_.send(to, departure.stream);
  return departure;
}

void Observer::send_behind(int to, int id, std::size_t size_bytes) {
  const Need departure = send(to, id, size_bytes);
  // Nobody waits for a send outside scoped operations.
  if (levels.find_hangs() && !streams_.pairs.has(id)) departures_.push_back(departure);
}

void Observer::take(int from, int id) {
  if (levels.find_hangs()) ledger_.take(from, streams_.of(id));
}

Need Observer::arrival(int from, int id) const {
  const int stream = streams_.of(id);
  return {.of = from,
          .deed = Deed::send,
          .stream = stream,
          .number = ledger_.taken(from, stream),
          .id = id};
}

std::vector<Need> Observer::entry(int rank) const {
  return {{.of = rank, .deed = Deed::enter, .number = ledger_.entered()}};
}

std::vector<Need> Observer::entries() const {
  std::vector<Need> needs;
  for (int rank = 0; rank < size_; ++rank) {
    if (rank != rank_) needs.push_back(entry(rank).front());
  }
  return needs;
}

std::vector<Need> Observer::departures() { return std::exchange(departures_, {}); }

void Observer::await(std::span<MPI_Request> requests, std::vector<Need> needs, MPI_Status* first) {
  const CountedWait counted;
  const auto status_of = [&](const MPI_Request& request) {
    return &request == requests.data() ? first : MPI_STATUS_IGNORE;
  };
  if (!levels.find_hangs()) {
    for (MPI_Request& request : requests) check(MPI_Wait(&request, status_of(request)), "MPI_Wait");
  } else {
    const std::vector<Need> own = requests.size() == needs.size() ? needs : std::vector<Need>();
    Waiting waiting(*this, std::move(needs), "the others of its scope");
    std::vector<bool> are_done(requests.size());
    for (std::size_t left = requests.size(); left != 0;) {
      for (std::size_t i = 0; i < requests.size(); ++i) {
        if (are_done[i]) continue;
        int is_done = 0;
        check(MPI_Test(&requests[i], &is_done, status_of(requests[i])), "MPI_Test");
        if (is_done == 0) continue;
        are_done[i] = true;
        --left;
        if (!own.empty()) waiting.forget(own[i]);
      }
      if (left != 0) waiting.look();
    }
  }
}

int Observer::await_one(const std::function<std::optional<int>()>& look, std::string what) {
  const CountedWait counted;
  Waiting waiting(*this, {}, std::move(what));
  std::optional<int> found = look();
  for (; !found; found = look()) {
    if (levels.find_hangs()) {
      waiting.look();
    } else {
      std::this_thread::yield();
    }
  }
  return *found;
}

template <class Hear>
void Observer::meet(std::span<const int> ranks, std::span<const std::byte> own, Hear hear) {
  const auto index = std::ranges::find(ranks, rank_) - ranks.begin();
  const schedule::Position place{.rank = static_cast<int>(index),
                                 .size = static_cast<int>(ranks.size())};
  std::array<std::byte, sizeof(Claim)> heard;
  for (const schedule::Step& step : schedule::dissemination_barrier(place)) {
    const int to = ranks[static_cast<std::size_t>(step.to)];
    const int from = ranks[static_cast<std::size_t>(step.from)];
    std::array<MPI_Request, 2> requests{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    const Need arrival{
        .of = from, .stream = stream_meeting, .number = ledger_.take(from, stream_meeting)};
    check(MPI_Irecv(heard.data(), static_cast<int>(heard.size()), MPI_BYTE, from, tag_meeting,
                    letters_, requests.data()),
          "MPI_Irecv");
    const Need departure{.of = to,
                         .deed = Deed::take,
                         .stream = stream_meeting,
                         .number = ledger_.send(to, stream_meeting)};
    check(MPI_Isend(own.data(), static_cast<int>(own.size()), MPI_BYTE, to, tag_meeting, letters_,
                    &requests[1]),
          "MPI_Isend");
    await(requests, {arrival, departure});
    hear(from, heard);
  }
}

void Observer::meet(std::span<const int> ranks) {
  if (levels.find_hangs()) meet(ranks, {}, [](int, std::span<const std::byte>) {});
}

void Observer::agree(std::span<const int> ranks, const Claim& claim) {
  meet(ranks, std::as_bytes(std::span(&claim, 1)), [&](int from, std::span<const std::byte> bytes) {
    Claim theirs;
    std::memcpy(&theirs, bytes.data(), sizeof theirs);
    const std::string what = difference(claim, theirs);
    if (what.empty()) return;
    throw Error(
        base::format("{} and {} disagree about {}", places_.name(rank_), places_.name(from), what));
  });
}

void Observer::tell_header(int rank, const Header& header) {
  const auto bytes = std::as_bytes(std::span(&header, 1));
  ledger_.send(rank, stream_header);
  outbox().post({bytes.begin(), bytes.end()}, rank, tag_header, letters_);
}

void Observer::check_header(int rank, const Header& wanted) {
  Header header;
  MPI_Request request = MPI_REQUEST_NULL;
  const Need arrival{
      .of = rank, .stream = stream_header, .number = ledger_.take(rank, stream_header)};
  check(MPI_Irecv(&header, sizeof header, MPI_BYTE, rank, tag_header, letters_, &request),
        "MPI_Irecv");
  await({&request, 1}, {arrival});
  const std::string what = misfit(header, wanted);
  if (what.empty()) return;
  throw Error(base::format("message {} from {} {}", arrival.number, places_.name(rank), what));
}

void Observer::post(int rank, const Letter& letter) {
  outbox().post(letter.packed(), rank, tag_letter, letters_);
}

void Observer::read_letters(Waiting& waiting) {
  while (const auto come = next_letter(letters_)) {
    const auto& [writer, letter] = *come;
    switch (letter.kind) {
      case Letter::Kind::ask:
        post(writer, {.kind = Letter::Kind::answer,
                      .wait = letter.wait,
                      .text = answer(letter.need, writer, waiting)});
        break;
      case Letter::Kind::answer:
        if (letter.wait == waiting.number()) waiting.hear_answer(writer, letter.text);
        break;
      case Letter::Kind::probe:
        if (!ledger_.has_done(letter.need, writer)) waiting.hear_probe(letter.probe);
        break;
      case Letter::Kind::goodbye:
        left_[writer] = letter.done;
        break;
    }
  }
}

std::string Observer::answer(const Need& need, int asker, const Waiting& waiting) const {
  if (!ledger_.has_done(need, asker)) return waiting.line();
  const std::string who = places_.name(rank_);
  switch (need.deed) {
    case Deed::send:
      return who + " has sent it";
    case Deed::take:
      return who + " is about to take it";
    case Deed::enter:
      break;
  }
  return who + " has called it";
}

const Letter::Done* Observer::left(int rank) const {
  const auto found = left_.find(rank);
  return found == left_.end() ? nullptr : &found->second;
}

void Observer::leave() {
  if (letters_ == MPI_COMM_NULL) return;
  for (int rank = 0; rank < size_; ++rank) {
    if (rank == rank_) continue;
    post(rank, {.kind = Letter::Kind::goodbye,
                .done = {.entered = ledger_.entered(), .sent = ledger_.sent_to(rank)}});
  }
  departed().add(std::exchange(letters_, MPI_COMM_NULL),
                 size_ - 1 - static_cast<int>(left_.size()));
  departed().read();
  Observers& known = observers();
  const std::lock_guard guard(known.mutex);
  std::erase(known.all, this);
}

void read_all_letters(Waiting& waiting) {
  if (threads_may_call()) {
    if (waiting.wire() != nullptr) waiting.wire()->read_letters(waiting);
    return;
  }
  for (Observer* const each : observers().all) each->read_letters(waiting);
  departed().read();
}

void end_letters() {
  using Clock = std::chrono::steady_clock;
  while (!observers().all.empty()) observers().all.back()->leave();
  // Who never says goodbye has not come to the end of MPI, which then waits for it anyway.
  const auto end = Clock::now() + std::chrono::duration<double>(levels.hang_s);
  while (!departed().read() && Clock::now() < end) std::this_thread::yield();
}

}  // namespace strobe::blacs::mpi
