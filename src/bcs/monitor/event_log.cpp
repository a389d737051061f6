// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/event_log.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>

#include "base/contents.hpp"
#include "base/format.hpp"
#include "bcs/monitor/names.hpp"
#include "bcs/protocol/node.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::monitor {

using protocol::NodeId;

namespace {

constexpr std::string_view header =
    "slice,microphase,node,event,rank,peer,communicator,tag,bytes,offset,what\n";
constexpr std::string_view call_event = "call";

/// The columns after `event`. A field that an event does not have is -1.
struct Fields {
  protocol::Rank rank = -1;
  protocol::Rank peer = -1;
  std::int32_t communicator = -1;
  std::int32_t tag = -1;
  std::int64_t bytes = -1;
  std::int64_t offset = -1;
  std::string what{};
};

std::string text_of(const Fields& fields) {
  return base::format("{},{},{},{},{},{},\"{}\"", fields.rank, fields.peer, fields.communicator,
                      fields.tag, fields.bytes, fields.offset, fields.what);
}

/// -1 is a value of its own in these fields: all members, any source, any tag.
Fields fields_of(protocol::Rank rank, const protocol::Operation& operation) {
  return {.rank = rank,
          .peer = operation.peer,
          .communicator = operation.communicator,
          .tag = operation.tag,
          .bytes = operation.bytes,
          .what = base::format("{}{}", operation.blocking ? "" : "nonblocking ",
                               protocol::to_string(operation))};
}

Fields fields_of(const protocol::Envelope& envelope) {
  return {.rank = envelope.destination,
          .peer = envelope.source,
          .communicator = envelope.communicator,
          .tag = envelope.tag};
}

std::string_view event_of(const protocol::Move& move) {
  return move.call == protocol::Call::broadcast || move.call == protocol::Call::reduce ? "result"
                                                                                       : "chunk";
}

}  // namespace

EventLog::EventLog(const std::filesystem::path& path, const protocol::Job& job)
    : job_(&job), file_(path), microstrobes_(static_cast<std::size_t>(job.nodes())) {
  file_.write(header);
}

void EventLog::write(NodeId node, std::string_view event, std::string_view rest) {
  const std::uint32_t microstrobe = microstrobes_[static_cast<std::size_t>(node)];
  if (microstrobe == 0) {
    file_.write(base::format(",,{},{},{}\n", node, event, rest));
    return;
  }
  file_.write(base::format("{},{},{},{},{}\n", protocol::slice_of(microstrobe),
                           name_of_phase(microstrobe), node, event, rest));
}

void EventLog::begins(double /*at_s*/, NodeId node, std::uint32_t microstrobe) {
  std::uint32_t& last = microstrobes_[static_cast<std::size_t>(node)];
  if (microstrobe <= last) return;
  last = microstrobe;
  write(node, "begin", text_of({}));
}

void EventLog::finishes(double /*at_s*/, NodeId node, std::uint32_t /*microstrobe*/) {
  write(node, "end", text_of({}));
}

void EventLog::arrives(double /*at_s*/, std::uint32_t /*number*/, NodeId node,
                       const protocol::Block& block) {
  using protocol::BlockKind;
  if (block.kind == BlockKind::microstrobe || block.kind == BlockKind::mark) return;
  Fields fields = fields_of(block.envelope);
  fields.bytes = block.size_bytes;
  fields.offset = block.offset_bytes;
  fields.what = name_of(block.kind);
  write(node, "block", text_of(fields));
}

void EventLog::moves(double /*at_s*/, NodeId node, const protocol::Move& move) {
  Fields fields = fields_of(move.envelope);
  fields.bytes = move.size_bytes;
  fields.offset = move.offset_bytes;
  write(node, event_of(move), text_of(fields));
}

void EventLog::combines(double /*at_s*/, NodeId node, std::int64_t bytes) {
  write(node, "combine", text_of({.bytes = bytes}));
}

void EventLog::completes(double /*at_s*/, NodeId node, const protocol::Completion& completion) {
  write(node, "complete",
        text_of({.rank = completion.rank,
                 .peer = completion.answer.source,
                 .tag = completion.answer.tag,
                 .bytes = completion.answer.bytes,
                 .what = base::format("request {}", completion.request)}));
}

void EventLog::resumes(double /*at_s*/, NodeId node, protocol::Rank rank) {
  write(node, "resume", text_of({.rank = rank}));
}

void EventLog::calls(double /*at_s*/, protocol::Rank rank, const protocol::Operation& operation) {
  write(job_->node_of(rank), call_event, text_of(fields_of(rank, operation)));
}

void EventLog::ends(double /*at_s*/) { file_.flush(); }

std::vector<EventCall> calls_of(const std::filesystem::path& path) {
  std::istringstream lines(base::contents(path));
  std::string line;
  if (!std::getline(lines, line) || line + "\n" != header) {
    throw Error(base::format("{} is no record of events", path.string()));
  }
  std::vector<EventCall> calls;
  for (std::size_t number = 2; std::getline(lines, line); ++number) {
    std::istringstream fields(line);
    std::string slice, phase, node, event, rank;
    for (std::string* const field : {&slice, &phase, &node, &event, &rank}) {
      std::getline(fields, *field, ',');
    }
    if (event != call_event) continue;
    EventCall call;
    const auto is_number = [](const std::string& text, auto& value) {
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      return error == std::errc() && end == text.data() + text.size();
    };
    if (!is_number(slice, call.slice) || !is_number(rank, call.rank) || call.rank < 0) {
      throw Error(
          base::format("{}:{}: expected the slice and the rank of a call", path.string(), number));
    }
    calls.push_back(call);
  }
  return calls;
}

}  // namespace strobe::bcs::monitor
