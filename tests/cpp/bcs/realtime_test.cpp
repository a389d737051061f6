// SPDX-License-Identifier: BSD-3-Clause
//
// The protocol by the real clock, with ranks that are threads of this process, and the same
// programs on the simulator.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "bcs/api/process.hpp"
#include "bcs/monitor/event_log.hpp"
#include "bcs/realtime/helper.hpp"
#include "bcs/realtime/rank_process.hpp"
#include "bcs/runtime/ranks.hpp"
#include "strobe/bcs.h"
#include "strobe/bcs_core.h"
#include "strobe/bcs_simulation.h"
#include "strobe/error.hpp"
#include "support/temporary_folder.hpp"

namespace strobe::bcs::realtime {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t slice_bytes = 40'000;

/// What ends a thread.
struct Ended {
  JobEnd end;
  std::string sentence;
};

class ThrowingEnder final : public RankEnder {
 public:
  [[noreturn]] void fails(const std::string& sentence) override {
    throw Ended{JobEnd::program_error, sentence};
  }
  [[noreturn]] void ended(JobEnd end) override { throw Ended{end, {}}; }
};

struct Ran {
  JobEnd end = JobEnd::running;
  std::string sentences;
  std::uint64_t hash = 0;
  std::vector<monitor::Global> globals;
  std::vector<monitor::Local> locals;
  std::vector<std::string> waits;  ///< of each rank, in a deadlock
};

struct Machine {
  NodeId nodes = 1;
  Rank each = 3;
  std::int64_t eager_bytes = -1;
  std::chrono::nanoseconds slice = 300us;
  std::string events{};
};

protocol::Job job_of(const Machine& machine) {
  protocol::Job job = protocol::Job::blocks(protocol::strict, machine.nodes, machine.each);
  job.slice_bytes = slice_bytes;
  job.eager_bytes = machine.eager_bytes;
  return job;
}

/// Runs `program` as so many real ranks.
Ran run(const Machine& machine, const std::function<void(RankProcess&)>& program) {
  const protocol::Job job = job_of(machine);
  const runtime::Zeros memory(Board::bytes_for(job.ranks()));
  Board board(memory.at(), job.ranks());
  ThrowingEnder ender;
  std::vector<std::unique_ptr<RankProcess>> processes;
  for (Rank rank = 0; rank < job.ranks(); ++rank) {
    processes.push_back(std::make_unique<RankProcess>(job, rank, board, ender));
  }
  Ran found;
  monitor::Window window;
  for (NodeId node = 0; node < job.nodes(); ++node) window.nodes.push_back(node);
  monitor::Observer observer(
      monitor::Emds(window, monitor::default_emds_bytes,
                    [&](const monitor::Global& global, std::span<const monitor::Local> locals) {
                      found.globals.push_back(global);
                      found.locals.insert(found.locals.end(), locals.begin(), locals.end());
                    }));
  std::unique_ptr<monitor::EventLog> log;
  if (!machine.events.empty()) {
    log = std::make_unique<monitor::EventLog>(machine.events, job);
    observer.watch(*log);
  }
  Helper helper(job, board, machine.slice, std::move(observer));
  EXPECT_TRUE(helper.can_move_data());
  std::vector<std::thread> threads;
  for (Rank rank = 0; rank < job.ranks(); ++rank) {
    threads.emplace_back([&, rank] {
      RankProcess& process = *processes[static_cast<std::size_t>(rank)];
      api::current() = &process;
      try {
        program(process);
        process.finish();
      } catch (const Ended& ended) {
        // As MPI_Abort does.
        if (!ended.sentence.empty()) board.end(ended.end, ended.sentence);
      }
      api::current() = nullptr;
    });
  }
  std::thread helping([&] { helper.run(); });
  for (std::thread& thread : threads) thread.join();
  helping.join();
  found.end = board.control().end;
  for (Rank rank = 0; found.end == JobEnd::deadlock && rank < job.ranks(); ++rank) {
    const runtime::WaitReport& report = board.mailbox(rank).waits_for;
    std::string text = std::string(report.text) + " for rank";
    for (int i = 0; i < report.count; ++i) text += " " + std::to_string(report.waits_for[i]);
    found.waits.push_back(text);
  }
  found.sentences = board.control().sentences.data();
  found.hash = helper.decisions().hash();
  return found;
}

Ran run(const Machine& machine, const std::function<void()>& program) {
  return run(machine, [&](RankProcess& /*process*/) { program(); });
}

struct Simulated {
  bcs_end end;
  std::uint64_t hash;
  std::string report;
};

/// Runs it on the simulator, with the delays of a real run.
Simulated simulate(const Machine& machine, const std::function<void()>& program,
                   const std::string& delays) {
  bcs_machine simulated;
  bcs_machine_initialise(&simulated);
  simulated.nodes = machine.nodes;
  simulated.ranks_per_node = machine.each;
  simulated.slice_s = 0.05;
  simulated.slice_bytes = slice_bytes;
  simulated.eager_bytes = machine.eager_bytes;
  simulated.events = machine.events.c_str();
  simulated.delays = delays.c_str();
  bcs_outcome outcome;
  const int error = bcs_simulate(
      &simulated, [](void* body) { (*static_cast<const std::function<void()>*>(body))(); },
      const_cast<std::function<void()>*>(&program), &outcome);
  EXPECT_EQ(error, bcs_ok);
  Simulated found{outcome.end, outcome.hash, outcome.report == nullptr ? "" : outcome.report};
  bcs_outcome_free(&outcome);
  return found;
}

// A program.

std::int32_t own_rank() {
  std::int32_t rank = -1;
  EXPECT_EQ(bcs_rank(bcs_world, &rank), bcs_ok);
  return rank;
}
std::int32_t all_ranks() {
  std::int32_t size = -1;
  EXPECT_EQ(bcs_size(bcs_world, &size), bcs_ok);
  return size;
}

std::vector<std::uint8_t> message(std::int32_t from, std::size_t bytes) {
  std::vector<std::uint8_t> data(bytes);
  for (std::size_t i = 0; i < bytes; ++i) {
    data[i] = static_cast<std::uint8_t>(static_cast<std::size_t>(from) * 37 + i * 11 + i / 256);
  }
  return data;
}

void wait_for(bcs_request& request) {
  EXPECT_EQ(bcs_test(&request, bcs_blocking, nullptr, nullptr), bcs_ok);
}

void send_round_a_ring() {
  const std::int32_t own = own_rank();
  const std::int32_t all = all_ranks();
  const std::int32_t previous = (own + all - 1) % all;
  for (const std::int64_t bytes : {0, 8, 1000, 100'000}) {
    std::vector<std::uint8_t> out = message(own, static_cast<std::size_t>(bytes));
    std::vector<std::uint8_t> in(out.size());
    std::array<bcs_request, 2> requests{};
    EXPECT_EQ(bcs_send(out.data(), bytes, (own + 1) % all, 7, bcs_world, bcs_non_blocking,
                       requests.data()),
              bcs_ok);
    std::ranges::fill(out, std::uint8_t{9});  // the call has copied the data
    EXPECT_EQ(bcs_recv(in.data(), bytes, previous, bcs_any_tag, bcs_world, bcs_non_blocking,
                       &requests[1], nullptr),
              bcs_ok);
    std::array<bcs_status, 2> statuses{};
    EXPECT_EQ(bcs_testall(2, requests.data(), bcs_blocking, nullptr, statuses.data()), bcs_ok);
    EXPECT_EQ(in, message(previous, in.size()));
    EXPECT_EQ(statuses[1].source, previous);
    EXPECT_EQ(statuses[1].tag, 7);
    EXPECT_EQ(statuses[1].bytes, bytes);
  }
}

void send_to_the_first() {
  const std::int32_t own = own_rank();
  std::int64_t value = own;
  if (own != 0) {
    EXPECT_EQ(bcs_send(&value, 8, 0, own, bcs_world, bcs_blocking, nullptr), bcs_ok);
    return;
  }
  std::int64_t sum = 0;
  for (std::int32_t other = 1; other < all_ranks(); ++other) {
    bcs_status probed{};
    bcs_status status{};
    EXPECT_EQ(bcs_probe(bcs_any_source, bcs_any_tag, bcs_world, bcs_blocking, nullptr, &probed),
              bcs_ok);
    EXPECT_EQ(
        bcs_recv(&value, 8, probed.source, probed.tag, bcs_world, bcs_blocking, nullptr, &status),
        bcs_ok);
    EXPECT_EQ(status.source, probed.source);
    EXPECT_EQ(value, status.source);
    sum += value;
  }
  EXPECT_EQ(sum, all_ranks() * (all_ranks() - 1) / 2);
}

void combine_and_exchange() {
  const std::int32_t own = own_rank();
  const auto all = static_cast<std::size_t>(all_ranks());
  for (std::int32_t root = bcs_all; root < all_ranks(); ++root) {
    std::array<double, 3> out{own + 0.5, 2.0, 1.0 / (own + 1)};
    std::array<double, 3> in{};
    bcs_request request = bcs_no_request;
    const bcs_waiting waiting = root % 2 == 0 ? bcs_blocking : bcs_non_blocking;
    EXPECT_EQ(bcs_reduce(out.data(), in.data(), 3, bcs_double, bcs_sum, root, bcs_world, waiting,
                         &request),
              bcs_ok);
    if (waiting == bcs_non_blocking) wait_for(request);
    if (root == bcs_all || root == own) {
      EXPECT_EQ(in[1], 2.0 * all_ranks());
    }
    std::vector<std::uint8_t> data = message(root == own ? 5 : own, 50'000);
    if (root == bcs_all) continue;
    EXPECT_EQ(bcs_bcast(data.data(), 50'000, root, bcs_world, waiting, &request), bcs_ok);
    if (waiting == bcs_non_blocking) wait_for(request);
    EXPECT_EQ(data, message(5, 50'000));
  }
  std::vector<std::int64_t> out(all);
  std::vector<std::int64_t> in(all, -1);
  for (std::size_t i = 0; i < all; ++i) out[i] = own * 100 + static_cast<std::int64_t>(i);
  EXPECT_EQ(bcs_alltoall(out.data(), nullptr, in.data(), nullptr, 8, bcs_non_vectorial, bcs_world,
                         bcs_blocking, nullptr),
            bcs_ok);
  for (std::size_t i = 0; i < all; ++i) EXPECT_EQ(in[i], static_cast<std::int64_t>(i) * 100 + own);
  EXPECT_EQ(bcs_allgather(out.data(), 8, in.data(), nullptr, bcs_non_vectorial, bcs_world,
                          bcs_blocking, nullptr),
            bcs_ok);
  for (std::size_t i = 0; i < all; ++i) EXPECT_EQ(in[i], static_cast<std::int64_t>(i) * 100);
  bcs_request request = bcs_no_request;
  std::int64_t part = -1;
  EXPECT_EQ(bcs_scatter(out.data(), nullptr, &part, 8, all_ranks() - 1, bcs_non_vectorial,
                        bcs_world, bcs_non_blocking, &request),
            bcs_ok);
  wait_for(request);
  EXPECT_EQ(part, (all_ranks() - 1) * 100 + own);
  EXPECT_EQ(bcs_barrier(bcs_world, bcs_blocking, nullptr), bcs_ok);
  // Rank r gathers r + 1 numbers.
  std::vector<std::int64_t> sizes(all);
  for (std::size_t i = 0; i < all; ++i) sizes[i] = 8 * (static_cast<std::int64_t>(i) + 1);
  const bcs_parts parts{sizes.data(), nullptr};
  std::vector<std::int64_t> gathered(all * (all + 1) / 2, -1);
  const std::vector<std::int64_t> own_part(static_cast<std::size_t>(own) + 1, own);
  EXPECT_EQ(bcs_gather(own_part.data(), 8 * (own + 1), gathered.data(), &parts, 0, bcs_vectorial,
                       bcs_world, bcs_blocking, nullptr),
            bcs_ok);
  if (own == 0) {
    EXPECT_EQ(gathered.front(), 0);
    EXPECT_EQ(gathered.back(), all_ranks() - 1);
  }
}

void do_all() {
  send_round_a_ring();
  bcs_compute(0.0003 * own_rank());
  send_to_the_first();
  combine_and_exchange();
}

/// The lines of a record. Between nodes blocks overtake each other, so that what each node does in
/// a microphase is sorted.
std::vector<std::string> lines_of(const std::string& path, bool sorts) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  if (sorts) std::ranges::sort(lines);
  return lines;
}

class Records : public ::testing::TestWithParam<Machine> {};

/// Slice, microphase, node, operation and chunk of each event.
TEST_P(Records, OfARealRunAndItsSimulationAreTheSame) {
  const strobe::testing::TemporaryFolder folder;
  Machine real = GetParam();
  real.events = folder / "real";
  const Ran found = run(real, do_all);
  ASSERT_EQ(found.end, JobEnd::finished) << found.sentences;
  EXPECT_EQ(found.sentences, "");
  Machine simulated = real;
  simulated.events = folder / "simulated";
  const Simulated outcome = simulate(simulated, do_all, real.events);
  ASSERT_EQ(outcome.end, bcs_end_finished) << outcome.report;
  EXPECT_EQ(found.hash, outcome.hash);
  const bool sorts = real.nodes > 1;
  const std::vector<std::string> of_real = lines_of(real.events, sorts);
  const std::vector<std::string> of_simulated = lines_of(simulated.events, sorts);
  ASSERT_GT(of_real.size(), 100U);
  const auto [at, other] = std::ranges::mismatch(of_real, of_simulated);
  EXPECT_TRUE(at == of_real.end() && other == of_simulated.end())
      << "line " << at - of_real.begin() + 1 << "\n"
      << (at == of_real.end() ? "end" : *at) << "\n"
      << (other == of_simulated.end() ? "end" : *other);
}

INSTANTIATE_TEST_SUITE_P(, Records,
                         ::testing::Values(Machine{}, Machine{.eager_bytes = 1000},
                                           Machine{.each = 1}, Machine{.each = 4},
                                           Machine{.nodes = 2, .each = 2},
                                           Machine{.nodes = 3, .each = 1}),
                         [](const auto& tested) {
                           const Machine& machine = tested.param;
                           return "of" + std::to_string(machine.nodes) + "times" +
                                  std::to_string(machine.each) +
                                  (machine.eager_bytes > 0 ? "eager" : "");
                         });

/// One process sends 100,000 bytes to another one: three slices of 40,000 bytes.
void send_chunks() {
  std::vector<std::uint8_t> data = message(3, 100'000);
  if (own_rank() == 0) {
    EXPECT_EQ(bcs_send(data.data(), 100'000, 1, 7, bcs_world, bcs_blocking, nullptr), bcs_ok);
  } else {
    std::vector<std::uint8_t> in(data.size());
    EXPECT_EQ(bcs_recv(in.data(), 100'000, 0, 7, bcs_world, bcs_blocking, nullptr, nullptr),
              bcs_ok);
    EXPECT_EQ(in, data);
  }
}

TEST(TheHelper, MovesLongMessagesInChunksOfASlice) {
  const strobe::testing::TemporaryFolder folder;
  const Machine machine{.each = 2, .events = folder / "chunks"};
  const Ran found = run(machine, send_chunks);
  ASSERT_EQ(found.end, JobEnd::finished) << found.sentences;
  std::vector<std::string> chunks;
  for (const std::string& line : lines_of(machine.events, false)) {
    if (line.find(",chunk,") != std::string::npos) chunks.push_back(line.substr(line.find(',')));
  }
  EXPECT_EQ(chunks, (std::vector<std::string>{",point-to-point,0,chunk,1,0,0,7,40000,0,\"\"",
                                              ",point-to-point,0,chunk,1,0,0,7,40000,40000,\"\"",
                                              ",point-to-point,0,chunk,1,0,0,7,20000,80000,\"\""}));
}

TEST(TheHelper, MeasuresSlicesAndItsRoles) {
  const Machine machine{.each = 2, .slice = 1ms};
  const Ran found = run(machine, send_chunks);
  ASSERT_EQ(found.globals.size(), found.locals.size());
  ASSERT_GE(found.locals.size(), 4U);
  std::uint32_t descriptors = 0;
  std::uint32_t chunks = 0;
  for (std::size_t i = 0; i < found.locals.size(); ++i) {
    const monitor::Global& global = found.globals[i];
    const monitor::Local& local = found.locals[i];
    EXPECT_EQ(global.slice, i);
    EXPECT_EQ(global.usrts, 0U);
    EXPECT_LE(global.gtdem_s + global.gtmsm_s, global.gtts_s + 1e-9);
    EXPECT_LE(local.ltts_s, global.gtts_s);
    EXPECT_GT(local.ltr_s[0], 0.0);
    EXPECT_GT(local.ltr_s[1], 0.0);
    // The DMA helper works only in slices with chunks.
    EXPECT_EQ(local.counts.scheduled_messages > 0, local.ltr_s[2] > 0.0);
    descriptors += local.counts.descriptors;
    chunks += local.counts.scheduled_messages;
  }
  EXPECT_EQ(descriptors, 2U);
  EXPECT_EQ(chunks, 3U);
}

/// As after a program that has written outside of its own memory.
TEST(TheHelper, RefusesADescriptorThatNoCallMakes) {
  const protocol::Job job = job_of(Machine{.each = 1});
  const std::array<Descriptor, 3> wrong{
      Descriptor{.call = protocol::Call::barrier, .communicator = 9},
      Descriptor{.call = static_cast<protocol::Call>(99)},
      Descriptor{.call = protocol::Call::test, .request_count = 9}};
  for (const Descriptor& descriptor : wrong) {
    const runtime::Zeros memory(Board::bytes_for(1));
    Board board(memory.at(), 1);
    ThrowingEnder ender;
    const RankProcess process(job, 0, board, ender);
    board.mailbox(0).descriptors[0] = descriptor;
    board.mailbox(0).posted = 1;
    Helper helper(job, board, 300us, monitor::Observer(monitor::Emds({})));
    EXPECT_THROW(helper.run(), Error);
  }
}

TEST(TheHelper, EndsADeadlock) {
  const Ran found = run(Machine{.each = 2}, [](RankProcess& process) {
    std::int64_t data = 0;
    Operation receive{.call = protocol::Call::receive,
                      .peer = 1 - process.rank_in(protocol::world),
                      .tag = 7,
                      .bytes = 8};
    CallBuffers into{.in = {reinterpret_cast<std::byte*>(&data), 8}};
    Answer answer;
    process.call(receive, into, answer);
    FAIL() << "the call returns";
  });
  EXPECT_EQ(found.end, JobEnd::deadlock);
  EXPECT_EQ(found.waits, (std::vector<std::string>{"receive(from rank 1, tag 7) for rank 1",
                                                   "receive(from rank 0, tag 7) for rank 0"}));
}

TEST(TheHelper, EndsAJobWithAMessageThatIsTooLong) {
  const Ran found = run(Machine{.each = 2}, [](RankProcess& process) {
    std::array<std::byte, 16> data{};
    const bool is_sender = process.rank_in(protocol::world) == 0;
    Operation operation{.call = is_sender ? protocol::Call::send : protocol::Call::receive,
                        .peer = is_sender ? 1 : 0,
                        .bytes = is_sender ? 16 : 8};
    CallBuffers buffers{.out = {data.data(), 16}, .in = {data.data(), 8}};
    Answer answer;
    process.call(operation, buffers, answer);
    FAIL() << "the call returns";
  });
  EXPECT_EQ(found.end, JobEnd::program_error);
  EXPECT_EQ(found.sentences,
            "rank 1 receives at most 8 bytes, but the message from rank 0 with tag 0 has 16 bytes");
}

TEST(ARank, IsToldAnErrorInItsArguments) {
  const Ran found = run(Machine{.each = 1}, [](RankProcess& process) {
    Operation send{.call = protocol::Call::send, .peer = 5, .tag = 7, .bytes = 8};
    CallBuffers none;
    Answer answer;
    process.call(send, none, answer);
  });
  EXPECT_EQ(found.end, JobEnd::program_error);
  EXPECT_EQ(found.sentences,
            "rank 0 calls send(to rank 5, tag 7, 8 bytes): rank 5 is not in communicator 0, which "
            "has ranks 0 to 0");
}

/// More descriptors than a mailbox holds, and more requests than a descriptor holds.
TEST(ARank, PostsAnyNumberOfDescriptors) {
  constexpr int messages = 200;
  for (const std::int64_t eager_bytes : {-1, 100}) {
    const Ran found = run(Machine{.each = 2, .eager_bytes = eager_bytes}, [] {
      const std::int32_t other = 1 - own_rank();
      std::vector<std::int64_t> in(messages);
      std::vector<bcs_request> requests(2 * messages);
      for (int i = 0; i < messages; ++i) {
        const auto place = static_cast<std::size_t>(i);
        const std::int64_t out = i * 10 + own_rank();
        EXPECT_EQ(bcs_recv(&in[place], 8, other, i, bcs_world, bcs_non_blocking,
                           &requests[2 * place], nullptr),
                  bcs_ok);
        EXPECT_EQ(
            bcs_send(&out, 8, other, i, bcs_world, bcs_non_blocking, &requests[2 * place + 1]),
            bcs_ok);
      }
      int flag = 0;
      while (flag == 0) {
        EXPECT_EQ(bcs_testall(2 * messages, requests.data(), bcs_non_blocking, &flag, nullptr),
                  bcs_ok);
      }
      for (int i = 0; i < messages; ++i) {
        EXPECT_EQ(in[static_cast<std::size_t>(i)], i * 10 + other);
      }
      // All numbers are free again.
      bcs_request first = bcs_no_request;
      EXPECT_EQ(bcs_barrier(bcs_world, bcs_non_blocking, &first), bcs_ok);
      EXPECT_EQ(first, 0);
      wait_for(first);
    });
    EXPECT_EQ(found.end, JobEnd::finished) << found.sentences;
  }
}

TEST(AnEagerSend, KeepsItsData) {
  const Ran found = run(Machine{.each = 2, .eager_bytes = 100'000}, [] {
    std::int64_t data = 5;
    if (own_rank() == 0) {
      EXPECT_EQ(bcs_send(&data, 8, 1, 0, bcs_world, bcs_blocking, nullptr), bcs_ok);
      data = 6;  // before the receive is posted
    }
    EXPECT_EQ(bcs_barrier(bcs_world, bcs_blocking, nullptr), bcs_ok);
    if (own_rank() == 1) {
      EXPECT_EQ(bcs_recv(&data, 8, 0, 0, bcs_world, bcs_blocking, nullptr, nullptr), bcs_ok);
      EXPECT_EQ(data, 5);
    }
  });
  EXPECT_EQ(found.end, JobEnd::finished) << found.sentences;
}

TEST(CorePrimitives, AreAtomicForAllRanks) {
  constexpr int rounds = 100;
  const Ran found = run(Machine{}, [] {
    int holds = 0;
    for (int round = 0; round < rounds; ++round) {
      do {
        EXPECT_EQ(bcs_compare_and_write(bcs_world, 0, bcs_equal, 0, 0, own_rank() + 1, &holds),
                  bcs_ok);
      } while (holds == 0);
      std::int64_t count = 0;
      EXPECT_EQ(bcs_read(1, &count), bcs_ok);
      ++count;
      EXPECT_EQ(bcs_xfer_and_signal(&count, 1, 1, bcs_all, bcs_world, bcs_no_event, 3), bcs_ok);
      EXPECT_EQ(bcs_compare_and_write(bcs_world, 0, bcs_equal, own_rank() + 1, 0, 0, &holds),
                bcs_ok);
      EXPECT_EQ(holds, 1);
    }
    for (int signal = 0; signal < rounds * all_ranks(); ++signal) {
      EXPECT_EQ(bcs_test_event(3, bcs_blocking, nullptr), bcs_ok);
    }
    std::int64_t count = 0;
    EXPECT_EQ(bcs_read(1, &count), bcs_ok);
    EXPECT_EQ(count, rounds * all_ranks());
    int flag = 1;
    EXPECT_EQ(bcs_test_event(3, bcs_non_blocking, &flag), bcs_ok);
    EXPECT_EQ(flag, 0);
  });
  EXPECT_EQ(found.end, JobEnd::finished) << found.sentences;
}

TEST(ARecord, OfAnotherProgramEndsTheSimulation) {
  const strobe::testing::TemporaryFolder folder;
  Machine machine{.each = 2, .events = folder / "real"};
  ASSERT_EQ(run(machine, send_chunks).end, JobEnd::finished);
  const std::string delays = machine.events;
  machine.events = folder / "simulated";
  const Simulated outcome = simulate(machine, do_all, delays);
  EXPECT_EQ(outcome.end, bcs_end_wrong_program);
  EXPECT_NE(outcome.report.find(", which the recorded run has not"), std::string::npos)
      << outcome.report;
}

TEST(ARecord, OfAnotherFormatIsRefused) {
  const strobe::testing::TemporaryFolder folder;
  const std::string path = folder.write("no-record", "slice\n1\n");
  EXPECT_THROW(static_cast<void>(monitor::calls_of(path)), Error);
}

}  // namespace
}  // namespace strobe::bcs::realtime
