// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/simulation/trace.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/contents.hpp"
#include "base/format.hpp"
#include "base/join.hpp"
#include "bcs/simulation/text.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::simulation {

namespace {

using protocol::any_source;
using protocol::any_tag;
using protocol::Call;
using protocol::no_request;
using protocol::Request;

/// The peers and the tag by which a trace refers to an operation.
struct Message {
  Rank source = 0;
  Rank destination = 0;
  std::int32_t tag = 0;

  friend auto operator<=>(const Message&, const Message&) = default;
  /// Whether the completed operation `other` may have been started with these arguments.
  [[nodiscard]] bool covers(const Message& other) const {
    return destination == other.destination && (source == any_source || source == other.source) &&
           (tag == any_tag || tag == other.tag);
  }
};

/// The requests of a wait or a test are known only when it is called.
enum class TestedRequests : std::uint8_t { none, one, all };

struct Action {
  Activity activity{};
  TestedRequests tests = TestedRequests::none;
  Message message{};  ///< that it starts or completes
};

class Trace final : public Workload {
 public:
  explicit Trace(std::vector<std::vector<Action>> actions)
      : actions_(std::move(actions)), open_(actions_.size()) {}

  Activity next(Rank rank, std::uint64_t activities, const Answer& last) override {
    const auto r = static_cast<std::size_t>(rank);
    if (activities > 0)
      record_answer(r, actions_[r][static_cast<std::size_t>(activities - 1)], last);
    if (activities >= actions_[r].size()) return {0.0, Operation{}};
    const Action& action = actions_[r][static_cast<std::size_t>(activities)];
    Activity activity = action.activity;
    if (action.tests == TestedRequests::none) return activity;
    std::vector<Request>& requests = activity.operation->requests;
    if (action.tests == TestedRequests::all) {
      for (const Open& open : open_[r]) requests.push_back(open.request);
    } else if (const auto found = find(open_[r], action.message); found != open_[r].end()) {
      requests.push_back(found->request);
    }
    // An earlier test has completed the operation, so no request is left.
    if (requests.empty()) activity.operation.reset();
    return activity;
  }

 private:
  struct Open {
    Message message;
    Request request;
  };
  using Opens = std::vector<Open>;

  /// The first open operation with exactly this message, or else the first one that covers it.
  static Opens::iterator find(Opens& open, const Message& message) {
    const auto same =
        std::ranges::find_if(open, [&](const Open& one) { return one.message == message; });
    return same != open.end() ? same : std::ranges::find_if(open, [&](const Open& one) {
      return one.message.covers(message);
    });
  }

  /// Updates the open operations by the answer of an action.
  void record_answer(std::size_t rank, const Action& action, const Answer& answer) {
    if (!action.activity.operation) return;
    Opens& open = open_[rank];
    if (action.tests == TestedRequests::none) {
      if (!action.activity.operation->blocking && answer.request != no_request) {
        open.push_back({action.message, answer.request});
      }
    } else if (!answer.flag) {
      return;
    } else if (action.tests == TestedRequests::all) {
      open.clear();
    } else if (const auto found = find(open, action.message); found != open.end()) {
      open.erase(found);
    }
  }

  std::vector<std::vector<Action>> actions_;
  std::vector<Opens> open_;
};

/// Sizes of datatypes in bytes, by SimGrid's numbers, on 64-bit machines.
constexpr std::int64_t type_bytes[] = {
    8,  4,  1,  2, 8, 4,           // double, int, char, short, long, float
    1,  8,  1,  1,                 // byte, long long, signed char, unsigned char
    2,  4,  8,  8,                 // unsigned short, int, long, long long
    16, 4,  1,                     // long double, wchar, bool
    1,  2,  4,  8, 1, 2, 4,  8,    // integers of 8 to 64 bits, and without a sign
    8,  16, 32,                    // complex numbers of float, double, long double
    8,  8,                         // an address, an offset
    8,  16, 16, 8, 8, 8, 16, 16};  // pairs
constexpr std::int64_t double_bytes = 8;
constexpr std::int64_t byte_bytes = 1;

class TraceReader;

/// The number of arguments of an action, and its function.
struct KnownAction {
  std::size_t least = 0;
  std::size_t most = 0;
  std::size_t by_rank = 0;  ///< additional ones for each rank
  void (TraceReader::*read)(Rank rank, const std::vector<std::string>& arguments) = nullptr;
};

class TraceReader {
 public:
  explicit TraceReader(const Replay& replay)
      : replay_(replay), ranks_(static_cast<std::size_t>(replay.ranks)) {}

  void read(Text text);
  /// Throws strobe::Error if the trace does not have a rank of the job.
  [[nodiscard]] std::vector<std::vector<Action>> actions(const std::string& name);

 private:
  struct OfRank {
    std::vector<Action> actions;
    std::set<Message> started;
    std::int64_t default_bytes = byte_bytes;
    bool is_there = false;
    bool is_finished = false;
  };

  static const std::map<std::string, KnownAction, std::less<>>& known();
  OfRank& of(Rank rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  [[noreturn]] void refuse(const std::string& what) const { text_->refuse(what); }

  void init(Rank rank, const std::vector<std::string>& arguments) {
    of(rank).default_bytes = arguments.empty() ? byte_bytes : double_bytes;
  }
  void finalize(Rank rank, const std::vector<std::string>& /*arguments*/) {
    // In the recorded run the last test completed its request. Here the test may come too early, so
    // finalize waits for all open requests.
    add(rank, {.call = Call::test}, TestedRequests::all);
    of(rank).is_finished = true;
  }
  /// An action without an effect on the communication.
  void nothing(Rank /*rank*/, const std::vector<std::string>& /*arguments*/) {}
  void compute(Rank rank, const std::vector<std::string>& arguments) {
    computes(rank, flops_s(arguments[0]));
  }
  void sleep(Rank rank, const std::vector<std::string>& arguments) {
    computes(rank, text_->number_from_0(arguments[0], "time in seconds"));
  }
  void send(Rank rank, const std::vector<std::string>& arguments) {
    message(rank, arguments, Call::send, true);
  }
  void isend(Rank rank, const std::vector<std::string>& arguments) {
    message(rank, arguments, Call::send, false);
  }
  void receive(Rank rank, const std::vector<std::string>& arguments) {
    message(rank, arguments, Call::receive, true);
  }
  void ireceive(Rank rank, const std::vector<std::string>& arguments) {
    message(rank, arguments, Call::receive, false);
  }
  void wait(Rank rank, const std::vector<std::string>& arguments) {
    complete(rank, arguments, true);
  }
  void test(Rank rank, const std::vector<std::string>& arguments) {
    complete(rank, arguments, false);
  }
  void wait_all(Rank rank, const std::vector<std::string>& /*arguments*/) {
    add(rank, {.call = Call::test}, TestedRequests::all);
  }
  void barrier(Rank rank, const std::vector<std::string>& /*arguments*/) {
    add(rank, {.call = Call::barrier});
  }
  void broadcast(Rank rank, const std::vector<std::string>& arguments) {
    add(rank, {.call = Call::broadcast,
               .peer = root(arguments, 1),
               .bytes = bytes(rank, arguments, 0, 2)});
  }
  void reduce(Rank rank, const std::vector<std::string>& arguments) {
    add(rank, {.call = Call::reduce,
               .peer = root(arguments, 2),
               .bytes = bytes(rank, arguments, 0, 3),
               .content = std::bit_cast<std::uint64_t>(1.0)});
    computes(rank, flops_s(arguments[1]));
  }
  void allreduce(Rank rank, const std::vector<std::string>& arguments) {
    add(rank, {.call = Call::reduce,
               .is_allreduce = true,
               .bytes = bytes(rank, arguments, 0, 2),
               .content = std::bit_cast<std::uint64_t>(1.0)});
    computes(rank, flops_s(arguments[1]));
  }

  // Arguments: send counts, receive counts, root and types. A trace may also give the counts of a
  // buffer that the rank does not use. They are ignored.
  void scatter(Rank rank, const std::vector<std::string>& arguments) {
    const Rank from = root(arguments, 2);
    add(rank,
        {.call = Call::scatter,
         .peer = from,
         .bytes = rank == from ? bytes(rank, arguments, 0, 3) : bytes(rank, arguments, 1, 4)});
  }
  void gather(Rank rank, const std::vector<std::string>& arguments) {
    const Rank to = root(arguments, 2);
    add(rank, {.call = Call::gather,
               .peer = to,
               .bytes = rank == to ? bytes(rank, arguments, 1, 4) : bytes(rank, arguments, 0, 3)});
  }
  void allgather(Rank rank, const std::vector<std::string>& arguments) {
    add(rank, {.call = Call::allgather, .bytes = bytes(rank, arguments, 1, 3)});
  }
  void alltoall(Rank rank, const std::vector<std::string>& arguments) {
    add(rank, {.call = Call::alltoall, .bytes = bytes(rank, arguments, 1, 3)});
  }
  void scatterv(Rank rank, const std::vector<std::string>& arguments) {
    const std::size_t n = ranks_.size();
    Operation operation{
        .call = Call::scatter, .has_varying_sizes = true, .peer = root(arguments, n + 1)};
    operation.bytes = bytes(rank, arguments, n, n + 3);
    if (rank == operation.peer) {
      operation.send_bytes = bytes_by_rank(rank, arguments, 0, n + 2);
      operation.bytes = operation.send_bytes[static_cast<std::size_t>(rank)];
    }
    add(rank, operation);
  }
  void gatherv(Rank rank, const std::vector<std::string>& arguments) {
    const std::size_t n = ranks_.size();
    Operation operation{
        .call = Call::gather, .has_varying_sizes = true, .peer = root(arguments, n + 1)};
    operation.bytes = bytes(rank, arguments, 0, n + 2);
    if (rank == operation.peer) {
      operation.receive_bytes = bytes_by_rank(rank, arguments, 1, n + 3);
      operation.bytes = operation.receive_bytes[static_cast<std::size_t>(rank)];
    }
    add(rank, operation);
  }
  void allgatherv(Rank rank, const std::vector<std::string>& arguments) {
    Operation operation{.call = Call::allgather, .has_varying_sizes = true};
    operation.receive_bytes = bytes_by_rank(rank, arguments, 1, ranks_.size() + 2);
    operation.bytes = operation.receive_bytes[static_cast<std::size_t>(rank)];
    add(rank, operation);
  }
  /// The size of the buffer precedes each row of counts.
  void alltoallv(Rank rank, const std::vector<std::string>& arguments) {
    const std::size_t n = ranks_.size();
    Operation operation{.call = Call::alltoall, .has_varying_sizes = true};
    operation.send_bytes = bytes_by_rank(rank, arguments, 1, 2 * n + 2);
    operation.receive_bytes = bytes_by_rank(rank, arguments, n + 2, 2 * n + 3);
    add(rank, operation);
  }

  void message(Rank rank, const std::vector<std::string>& arguments, Call call, bool blocking);
  void complete(Rank rank, const std::vector<std::string>& arguments, bool blocking);
  void add(Rank rank, const Operation& operation, TestedRequests tests = TestedRequests::none,
           const Message& message = {}) {
    of(rank).actions.push_back({.activity = {0.0, operation}, .tests = tests, .message = message});
  }
  void computes(Rank rank, double takes_s) {
    if (takes_s > 0.0) of(rank).actions.push_back({.activity = {takes_s, std::nullopt}});
  }

  [[nodiscard]] double flops_s(const std::string& word) const;
  [[nodiscard]] Rank source(const std::string& word) const;
  [[nodiscard]] std::int32_t tag(const std::string& word) const;
  [[nodiscard]] Rank root(const std::vector<std::string>& arguments, std::size_t place) const {
    return place < arguments.size() ? text_->whole_number<Rank>(arguments[place]) : 0;
  }
  /// The size of the elements of the datatype at the other index, or of the default datatype.
  [[nodiscard]] std::int64_t bytes(Rank rank, const std::vector<std::string>& arguments,
                                   std::size_t elements, std::size_t type);
  /// The same for each rank, from the first index.
  [[nodiscard]] std::vector<std::int64_t> bytes_by_rank(Rank rank,
                                                        const std::vector<std::string>& arguments,
                                                        std::size_t first, std::size_t type) {
    std::vector<std::int64_t> all;
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      all.push_back(bytes(rank, arguments, first + i, type));
    }
    return all;
  }

  Replay replay_;
  std::vector<OfRank> ranks_;
  Text* text_ = nullptr;
};

const std::map<std::string, KnownAction, std::less<>>& TraceReader::known() {
  using R = TraceReader;
  static const std::map<std::string, KnownAction, std::less<>> all{
      {"init", {.most = 1, .read = &R::init}},
      {"finalize", {.read = &R::finalize}},
      {"comm_size", {.most = 1, .read = &R::nothing}},
      {"comm_dup", {.most = 1, .read = &R::nothing}},
      {"location", {.least = 2, .most = 2, .read = &R::nothing}},
      {"compute", {.least = 1, .most = 1, .read = &R::compute}},
      {"sleep", {.least = 1, .most = 1, .read = &R::sleep}},
      {"send", {.least = 3, .most = 4, .read = &R::send}},
      {"isend", {.least = 3, .most = 4, .read = &R::isend}},
      {"recv", {.least = 3, .most = 4, .read = &R::receive}},
      {"irecv", {.least = 3, .most = 4, .read = &R::ireceive}},
      {"test", {.least = 3, .most = 3, .read = &R::test}},
      {"wait", {.least = 3, .most = 3, .read = &R::wait}},
      {"waitall", {.most = 1, .read = &R::wait_all}},
      {"barrier", {.read = &R::barrier}},
      {"bcast", {.least = 1, .most = 3, .read = &R::broadcast}},
      {"reduce", {.least = 2, .most = 4, .read = &R::reduce}},
      {"allreduce", {.least = 2, .most = 3, .read = &R::allreduce}},
      {"scatter", {.least = 2, .most = 5, .read = &R::scatter}},
      {"gather", {.least = 2, .most = 5, .read = &R::gather}},
      {"allgather", {.least = 2, .most = 4, .read = &R::allgather}},
      {"alltoall", {.least = 2, .most = 4, .read = &R::alltoall}},
      {"scatterv", {.least = 1, .most = 4, .by_rank = 1, .read = &R::scatterv}},
      {"gatherv", {.least = 1, .most = 4, .by_rank = 1, .read = &R::gatherv}},
      {"allgatherv", {.least = 1, .most = 3, .by_rank = 1, .read = &R::allgatherv}},
      {"alltoallv", {.least = 2, .most = 4, .by_rank = 2, .read = &R::alltoallv}},
  };
  return all;
}

void TraceReader::read(Text text) {
  text_ = &text;
  while (text.next()) {
    std::vector<std::string> arguments = words(text.line());
    if (arguments.size() < 2) refuse("expected RANK ACTION ARGUMENTS");
    const auto rank = text.whole_number<Rank>(arguments[0]);
    if (rank < 0 || rank >= replay_.ranks) {
      refuse(base::format("there is no rank {}; the machine has ranks 0 to {}", rank,
                          replay_.ranks - 1));
    }
    const std::string name = arguments[1];
    const auto found = known().find(name);
    if (found == known().end()) {
      refuse(base::format("the action '{}' is not supported; the actions are {}", name,
                          base::joined_names(known(), [](const auto& one) { return one.first; })));
    }
    arguments.erase(arguments.begin(), arguments.begin() + 2);
    const KnownAction& action = found->second;
    const std::size_t more = action.by_rank * ranks_.size();
    if (arguments.size() < action.least + more || arguments.size() > action.most + more) {
      refuse(base::format("{} needs {} to {} arguments, but has {}", name, action.least + more,
                          action.most + more, arguments.size()));
    }
    if (of(rank).is_finished) refuse(base::format("rank {} has already called finalize", rank));
    of(rank).is_there = true;
    (this->*action.read)(rank, arguments);
  }
}

std::vector<std::vector<Action>> TraceReader::actions(const std::string& name) {
  const auto there = std::ranges::count_if(ranks_, [](const OfRank& one) { return one.is_there; });
  if (there != replay_.ranks) {
    throw Error(
        base::format("{} has {} ranks, but the machine has {}; change --nodes or --ranks-per-node",
                     name, there, replay_.ranks));
  }
  std::vector<std::vector<Action>> all;
  for (OfRank& one : ranks_) all.push_back(std::move(one.actions));
  return all;
}

void TraceReader::message(Rank rank, const std::vector<std::string>& arguments, Call call,
                          bool blocking) {
  const bool is_send = call == Call::send;
  const Rank peer = is_send ? text_->whole_number<Rank>(arguments[0]) : source(arguments[0]);
  Operation operation{.call = call, .blocking = blocking, .peer = peer};
  operation.tag = tag(arguments[1]);
  operation.bytes = bytes(rank, arguments, 2, 3);
  // A receive with size 0 accepts any size: SimGrid writes that if it does not know the size.
  if (!is_send && operation.bytes <= 0) operation.bytes = std::numeric_limits<std::int64_t>::max();
  const Message message{is_send ? rank : peer, is_send ? peer : rank, operation.tag};
  add(rank, operation, TestedRequests::none, message);
  if (!blocking) of(rank).started.insert(message);
}

void TraceReader::complete(Rank rank, const std::vector<std::string>& arguments, bool blocking) {
  const Message message{source(arguments[0]), source(arguments[1]), tag(arguments[2])};
  const std::set<Message>& started = of(rank).started;
  const auto covers = [&](const Message& one) { return one.covers(message); };
  if (!started.contains(message) && std::ranges::none_of(started, covers)) {
    refuse(base::format("rank {} has not started an operation from {} to {} with tag {}", rank,
                        arguments[0], arguments[1], arguments[2]));
  }
  add(rank, {.call = Call::test, .blocking = blocking}, TestedRequests::one, message);
}

double TraceReader::flops_s(const std::string& word) const {
  const double flops = text_->number_from_0(word, "number of floating-point operations");
  if (flops == 0.0) return 0.0;
  if (replay_.flops_per_second <= 0.0) {
    refuse("the computation time is unknown; add --flops-per-second");
  }
  return flops / replay_.flops_per_second;
}

Rank TraceReader::source(const std::string& word) const {
  // Actions of applications, and those that SimGrid adds to a trace.
  const bool is_any = word == "-555" || word == "-333";
  return is_any ? any_source : text_->whole_number<Rank>(word);
}

std::int32_t TraceReader::tag(const std::string& word) const {
  return word == "-444" ? any_tag : text_->whole_number<std::int32_t>(word);
}

std::int64_t TraceReader::bytes(Rank rank, const std::vector<std::string>& arguments,
                                std::size_t elements, std::size_t type) {
  std::int64_t each = of(rank).default_bytes;
  if (type < arguments.size()) {
    const auto number = text_->whole_number(arguments[type]);
    if (number < 0 || number >= static_cast<std::int64_t>(std::size(type_bytes))) {
      refuse(base::format("the datatype {} is unknown", number));
    }
    each = type_bytes[static_cast<std::size_t>(number)];
  }
  const std::string& word = arguments[elements];
  // Sizes may be written as 5e4. The protocol reports negative ones.
  const bool is_negative = word.starts_with('-');
  const double count =
      text_->number_from_0(is_negative ? word.substr(1) : word, "number of elements");
  constexpr double most = 1e15;
  if (count != std::floor(count) || count > most) {
    refuse(base::format("'{}' is not a number of elements", word));
  }
  const auto total = static_cast<std::int64_t>(count) * each;
  return is_negative ? -total : total;
}

/// The files that it lists, or the file itself.
std::vector<std::filesystem::path> parts_of(const std::filesystem::path& file) {
  Text text(file.string(), base::contents(file));
  std::vector<std::filesystem::path> parts;
  while (text.next()) {
    const std::vector<std::string> line = words(text.line());
    if (line.size() != 1) {
      if (!parts.empty()) text.refuse("expected the name of one file");
      return {file};
    }
    parts.push_back(file.parent_path() / line.front());
  }
  return parts;
}

}  // namespace

std::unique_ptr<Workload> trace_in(const std::filesystem::path& file, const Replay& replay) {
  TraceReader reader(replay);
  for (const std::filesystem::path& part : parts_of(file)) {
    reader.read(Text(part.string(), base::contents(part)));
  }
  return std::make_unique<Trace>(reader.actions(file.string()));
}

}  // namespace strobe::bcs::simulation
