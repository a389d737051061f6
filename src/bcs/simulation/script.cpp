// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/simulation/script.hpp"

#include <bit>
#include <map>
#include <optional>
#include <string_view>

#include "base/contents.hpp"
#include "base/format.hpp"
#include "base/join.hpp"
#include "base/size.hpp"
#include "bcs/simulation/text.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::simulation {

namespace {

using protocol::any_source;
using protocol::any_tag;
using protocol::Call;
using protocol::no_request;
using protocol::ReduceOperator;
using protocol::Request;

/// A call of one rank. The requests of `test` and `wait` are known only when they are called.
struct Line {
  Activity activity;
  bool uses_open_requests = false;
};

class Script final : public Workload {
 public:
  explicit Script(std::vector<std::vector<Line>> lines)
      : lines_(std::move(lines)), open_(lines_.size()) {}

  Activity next(Rank rank, std::uint64_t activities, const Answer& last) override {
    const auto r = static_cast<std::size_t>(rank);
    if (activities > 0) record_answer(r, lines_[r][static_cast<std::size_t>(activities - 1)], last);
    if (activities >= lines_[r].size()) return {0.0, Operation{}};
    const Line& line = lines_[r][static_cast<std::size_t>(activities)];
    Activity activity = line.activity;
    if (line.uses_open_requests) activity.operation->requests = open_[r];
    return activity;
  }

  [[nodiscard]] std::uint64_t activities_of(Rank rank) const override {
    return lines_[static_cast<std::size_t>(rank)].size();
  }

 private:
  /// Updates the requests that are not complete, by the answer of a call.
  void record_answer(std::size_t rank, const Line& line, const Answer& answer) {
    if (!line.activity.operation) return;
    if (line.uses_open_requests && answer.flag) {
      open_[rank].clear();
    } else if (!line.activity.operation->blocking && answer.request != no_request) {
      open_[rank].push_back(answer.request);
    }
  }

  std::vector<std::vector<Line>> lines_;
  std::vector<std::vector<Request>> open_;
};

/// Calls by name. All except wait and test have a non-blocking form, with an i before the name.
const std::map<std::string, Operation, std::less<>>& calls() {
  static const std::map<std::string, Operation, std::less<>> all = [] {
    std::map<std::string, Operation, std::less<>> made{
        {"send", {.call = Call::send}},
        {"receive", {.call = Call::receive}},
        {"probe", {.call = Call::probe}},
        {"barrier", {.call = Call::barrier}},
        {"broadcast", {.call = Call::broadcast}},
        {"reduce", {.call = Call::reduce}},
        {"allreduce", {.call = Call::reduce, .is_allreduce = true}},
        {"scatter", {.call = Call::scatter}},
        {"gather", {.call = Call::gather}},
        {"allgather", {.call = Call::allgather}},
        {"alltoall", {.call = Call::alltoall}},
        {"scatterv", {.call = Call::scatter, .has_varying_sizes = true}},
        {"gatherv", {.call = Call::gather, .has_varying_sizes = true}},
        {"allgatherv", {.call = Call::allgather, .has_varying_sizes = true}},
        {"alltoallv", {.call = Call::alltoall, .has_varying_sizes = true}},
    };
    for (auto [name, operation] : std::map(made)) {
      operation.blocking = false;
      made.emplace("i" + name, operation);
    }
    made.emplace("wait", Operation{.call = Call::test});
    made.emplace("test", Operation{.call = Call::test, .blocking = false});
    return made;
  }();
  return all;
}

/// Reads a script; errors have its name and line.
class Reader {
 public:
  Reader(Text text, Rank ranks) : text_(std::move(text)), lines_(static_cast<std::size_t>(ranks)) {}

  void read() {
    while (text_.next()) read_line(text_.line());
  }

  [[nodiscard]] std::vector<std::vector<Line>> lines() { return std::move(lines_); }

 private:
  [[noreturn]] void refuse(const std::string& what) const { text_.refuse(what); }

  void read_line(const std::string& line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) {
      refuse("expected RANKS : CALL ARGUMENTS; use --format trace to read a trace");
    }
    const auto [first, last] = ranks(line.substr(0, colon));
    std::vector<std::string> arguments = words(line.substr(colon + 1));
    const std::string call = arguments.empty() ? "" : arguments.front();
    if (!arguments.empty()) arguments.erase(arguments.begin());
    const Line read = call == "compute" ? compute(arguments) : operation(call, arguments);
    for (Rank rank = first; rank <= last; ++rank) {
      lines_[static_cast<std::size_t>(rank)].push_back(read);
    }
  }

  [[nodiscard]] std::pair<Rank, Rank> ranks(std::string text) const {
    std::erase_if(text, [](char c) { return c == ' ' || c == '\t'; });
    const auto size = static_cast<Rank>(lines_.size());
    if (text == "*") return {0, size - 1};
    const std::size_t dash = text.find('-');
    const auto first = text_.whole_number<Rank>(text.substr(0, dash));
    const Rank last =
        dash == std::string::npos ? first : text_.whole_number<Rank>(text.substr(dash + 1));
    if (first > last || last >= size) {
      refuse(base::format("there is no rank {}; the ranks are 0 to {}", text, size - 1));
    }
    return {first, last};
  }

  [[nodiscard]] Line compute(const std::vector<std::string>& arguments) const {
    if (arguments.size() != 1) refuse("compute needs one argument, the time in microseconds");
    const double us = text_.number_from_0(arguments.front(), "time in microseconds");
    return {.activity = {us * 1e-6, std::nullopt}};
  }

  [[nodiscard]] Line operation(const std::string& name,
                               const std::vector<std::string>& arguments) const {
    const auto named = calls().find(name);
    if (named == calls().end()) {
      refuse(
          base::format("unknown call '{}'; choose one of compute, {}", name,
                       base::joined_names(calls(), [](const auto& known) { return known.first; })));
    }
    Operation read = named->second;
    read.content = std::bit_cast<std::uint64_t>(1.0);
    for (const std::string& argument : arguments) {
      const std::size_t equals = argument.find('=');
      if (equals == std::string::npos) refuse(base::format("'{}' is not NAME=VALUE", argument));
      set(read, argument.substr(0, equals), argument.substr(equals + 1));
    }
    return {.activity = {0.0, read}, .uses_open_requests = read.call == Call::test};
  }

  void set(Operation& operation, const std::string& name, const std::string& value) const {
    if (name == "to" || name == "from" || name == "root") {
      operation.peer = value == "any" ? any_source : text_.whole_number<Rank>(value);
    } else if (name == "tag") {
      operation.tag = value == "any" ? any_tag : text_.whole_number<std::int32_t>(value);
    } else if (name == "size") {
      operation.bytes = size_bytes(value);
    } else if (name == "out") {
      operation.send_bytes = sizes_bytes(value);
    } else if (name == "in") {
      operation.receive_bytes = sizes_bytes(value);
    } else if (name == "op") {
      operation.reduce_operator = reduce_operator(value);
    } else {
      refuse(base::format(
          "unknown argument '{}'; choose one of to, from, root, tag, size, out, in, op", name));
    }
  }

  [[nodiscard]] std::vector<std::int64_t> sizes_bytes(const std::string& values) const {
    std::vector<std::int64_t> sizes;
    std::istringstream all(values);
    for (std::string one; std::getline(all, one, ',');) sizes.push_back(size_bytes(one));
    return sizes;
  }

  [[nodiscard]] std::int64_t size_bytes(const std::string& value) const {
    // The protocol reports a negative one.
    if (value.starts_with('-')) return text_.whole_number(value);
    try {
      return base::parse_size_bytes(value);
    } catch (const Error& error) {
      refuse(error.what());
    }
  }

  [[nodiscard]] ReduceOperator reduce_operator(const std::string& value) const {
    if (value == "sum") return ReduceOperator::sum;
    if (value == "product") return ReduceOperator::product;
    if (value == "minimum") return ReduceOperator::minimum;
    if (value == "maximum") return ReduceOperator::maximum;
    refuse(base::format("unknown op '{}'; choose one of sum, product, minimum, maximum", value));
  }

  Text text_;
  std::vector<std::vector<Line>> lines_;
};

}  // namespace

std::unique_ptr<Workload> script(const std::string& text, const std::string& name, Rank ranks) {
  Reader reader(Text(name, text), ranks);
  reader.read();
  return std::make_unique<Script>(reader.lines());
}

std::unique_ptr<Workload> script_in(const std::filesystem::path& file, Rank ranks) {
  return script(base::contents(file), file.string(), ranks);
}

}  // namespace strobe::bcs::simulation
