// SPDX-License-Identifier: BSD-3-Clause
//
// Programs of the BCS API as real processes, and on the simulator: rank 0 runs each program a
// second time, on a simulated machine with as many processes, and compares what both have printed.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "strobe/bcs_run.h"
#include "strobe/bcs_simulation.h"

namespace {

/// Whether a receive from any source gets the same message whatever the timing: not so in the modes
/// strict and fast.
bool are_matches_certain = true;

/// One process of a program: its place, and what it prints.
class Rank {
 public:
  Rank() {
    bcs_rank(bcs_world, &own);
    bcs_size(bcs_world, &all);
  }
  std::int32_t own = -1;
  std::int32_t all = 0;
  std::string text;

  template <class... Values>
  void print(const char* what, Values... values) {
    text += what;
    ((text += ' ', text += std::to_string(values)), ...);
    text += '\n';
  }
  void expect(int error) {
    if (error != bcs_ok) print("unexpected error", error);
  }
};

void finish(Rank& rank, bcs_request& request, bcs_status* status = nullptr) {
  rank.expect(bcs_test(&request, bcs_blocking, nullptr, status));
  if (request != bcs_no_request) rank.print("the request is still open");
}

std::uint64_t hash_of(const std::vector<unsigned char>& data) {
  return std::accumulate(data.begin(), data.end(), std::uint64_t{7},
                         [](std::uint64_t sum, unsigned char one) { return sum * 31 + one; });
}

std::vector<unsigned char> message(std::int32_t from, std::int64_t bytes) {
  std::vector<unsigned char> data(static_cast<std::size_t>(bytes));
  for (std::size_t i = 0; i < data.size(); ++i) {
    data[i] = static_cast<unsigned char>(static_cast<std::size_t>(from) * 37 + i * 11 + i / 256);
  }
  return data;
}

void send_round_a_ring(Rank& rank) {
  const std::int32_t next = (rank.own + 1) % rank.all;
  const std::int32_t previous = (rank.own + rank.all - 1) % rank.all;
  for (const std::int64_t bytes : {0, 1, 24, 25, 1000, 70'000, 300'000}) {
    for (const bcs_waiting waiting : {bcs_blocking, bcs_non_blocking}) {
      std::vector<unsigned char> out = message(rank.own, bytes);
      std::vector<unsigned char> in(out.size(), 1);
      bcs_request sent = bcs_no_request;
      bcs_request received = bcs_no_request;
      bcs_status status{};
      rank.expect(bcs_send(out.data(), bytes, next, 7, bcs_world, bcs_non_blocking, &sent));
      std::ranges::fill(out, std::uint8_t{9});  // the call has copied the data
      rank.expect(bcs_recv(in.data(), bytes, previous, waiting == bcs_blocking ? 7 : bcs_any_tag,
                           bcs_world, waiting, &received, &status));
      if (waiting == bcs_non_blocking) finish(rank, received, &status);
      finish(rank, sent);
      rank.print("ring", bytes, hash_of(in), status.source, status.tag, status.bytes);
    }
  }
}

void receive_from_any(Rank& rank) {
  constexpr int each = 3;
  std::array<bcs_request, each> sent{};
  if (rank.own != 0) {
    for (int i = 0; i < each; ++i) {
      const std::int64_t value = rank.own * 10 + i;
      rank.expect(bcs_send(&value, sizeof value, 0, i, bcs_world, bcs_non_blocking,
                           &sent[static_cast<std::size_t>(i)]));
    }
    rank.expect(bcs_testall(each, sent.data(), bcs_blocking, nullptr, nullptr));
    return;
  }
  std::int64_t sum = 0;
  for (int i = 0; i < each * (rank.all - 1); ++i) {
    std::int64_t value = 0;
    bcs_status probed{};
    bcs_status status{};
    if (i % 2 == 0) {
      rank.expect(
          bcs_probe(bcs_any_source, bcs_any_tag, bcs_world, bcs_blocking, nullptr, &probed));
    }
    rank.expect(bcs_recv(&value, sizeof value, bcs_any_source, bcs_any_tag, bcs_world, bcs_blocking,
                         nullptr, &status));
    sum += value;
    if (are_matches_certain) {
      rank.print("from any", value, status.source, status.tag, probed.source, probed.bytes);
    }
  }
  rank.print("from any", sum);
}

/// How often a test finds nothing depends on the machine; what it finds at last does not.
void poll(Rank& rank) {
  const std::int32_t partner = rank.all - 1 - rank.own;
  std::int64_t in = -1;
  bcs_request received = bcs_no_request;
  rank.expect(
      bcs_recv(&in, sizeof in, partner, 3, bcs_world, bcs_non_blocking, &received, nullptr));
  const std::int64_t out = rank.own + 100;
  bcs_request sent = bcs_no_request;
  rank.expect(bcs_send(&out, sizeof out, partner, 3, bcs_world, bcs_non_blocking, &sent));
  int flag = 0;
  bcs_status status{};
  while (flag == 0) rank.expect(bcs_test(&received, bcs_non_blocking, &flag, &status));
  rank.print("polled", in, status.source, received);
  finish(rank, sent);

  rank.expect(bcs_send(&out, sizeof out, partner, 4, bcs_world, bcs_non_blocking, &sent));
  flag = 0;
  while (flag == 0) {
    rank.expect(bcs_probe(bcs_any_source, 4, bcs_world, bcs_non_blocking, &flag, &status));
  }
  rank.expect(
      bcs_recv(&in, sizeof in, status.source, 4, bcs_world, bcs_blocking, nullptr, nullptr));
  flag = 0;
  while (flag == 0) rank.expect(bcs_testall(1, &sent, bcs_non_blocking, &flag, nullptr));
  rank.print("probed", in, status.source, status.bytes, sent);
}

void broadcast_and_barrier(Rank& rank) {
  for (std::int32_t root = 0; root < rank.all; ++root) {
    for (const bcs_waiting waiting : {bcs_blocking, bcs_non_blocking}) {
      std::vector<unsigned char> data = message(rank.own + root, 5000);
      bcs_request request = bcs_no_request;
      rank.expect(bcs_bcast(data.data(), 5000, root, bcs_world, waiting, &request));
      if (waiting == bcs_non_blocking) finish(rank, request);
      rank.print("broadcast", root, hash_of(data));
      rank.expect(bcs_barrier(bcs_world, waiting, &request));
      if (waiting == bcs_non_blocking) finish(rank, request);
    }
  }
}

template <class Number>
void reduce_numbers(Rank& rank, bcs_type type) {
  for (const bcs_operation operation : {bcs_sum, bcs_product, bcs_minimum, bcs_maximum}) {
    for (std::int32_t root = bcs_all; root < rank.all; ++root) {
      const bcs_waiting waiting = root % 2 == 0 ? bcs_blocking : bcs_non_blocking;
      std::array<Number, 3> data{static_cast<Number>(rank.own + 1), Number{2},
                                 static_cast<Number>(7 - rank.own)};
      const std::array<Number, 3> before = data;
      std::array<Number, 3> result{};
      bcs_request request = bcs_no_request;
      rank.expect(bcs_reduce(data.data(), result.data(), 3, type, operation, root, bcs_world,
                             waiting, &request));
      data = {};
      if (waiting == bcs_non_blocking) finish(rank, request);
      rank.print("reduce", type, operation, root, result[0], result[1], result[2]);
      data = before;
      rank.expect(bcs_reduce(data.data(), data.data(), 3, type, operation, root, bcs_world,
                             bcs_blocking, nullptr));
      rank.print("in place", root == bcs_all || root == rank.own ? data[2] : Number{});
    }
  }
}

void reduce(Rank& rank) {
  reduce_numbers<std::int32_t>(rank, bcs_int32);
  reduce_numbers<std::int64_t>(rank, bcs_int64);
  reduce_numbers<std::uint64_t>(rank, bcs_uint64);
  reduce_numbers<float>(rank, bcs_float);
  reduce_numbers<double>(rank, bcs_double);
}

void exchange_equal_parts(Rank& rank, bcs_waiting waiting) {
  const auto all = static_cast<std::size_t>(rank.all);
  std::vector<std::int64_t> out(all);
  std::vector<std::int64_t> in(all, -1);
  bcs_request request = bcs_no_request;
  const auto done = [&](const char* what, int error) {
    rank.expect(error);
    std::ranges::fill(out, 0);  // the call has copied them
    if (waiting == bcs_non_blocking) finish(rank, request);
    for (std::size_t i = 0; i < all; ++i) {
      rank.print(what, in[i]);
      out[i] = rank.own * 100 + static_cast<std::int64_t>(i);
    }
    std::ranges::fill(in, -1);
  };
  for (std::size_t i = 0; i < all; ++i) out[i] = rank.own * 100 + static_cast<std::int64_t>(i);
  const std::int32_t root = rank.all - 1;
  done("scatter", bcs_scatter(out.data(), nullptr, in.data(), 8, root, bcs_non_vectorial, bcs_world,
                              waiting, &request));
  done("gather", bcs_gather(out.data(), 8, in.data(), nullptr, root, bcs_non_vectorial, bcs_world,
                            waiting, &request));
  done("allgather", bcs_allgather(out.data(), 8, in.data(), nullptr, bcs_non_vectorial, bcs_world,
                                  waiting, &request));
  done("alltoall", bcs_alltoall(out.data(), nullptr, in.data(), nullptr, 8, bcs_non_vectorial,
                                bcs_world, waiting, &request));
}

/// Rank r has r + 1 numbers, and a gap after each part of several.
void exchange_different_parts(Rank& rank, bcs_waiting waiting) {
  const auto all = static_cast<std::size_t>(rank.all);
  std::vector<std::int64_t> sizes(all);
  std::vector<std::int64_t> offsets(all);
  std::int64_t end = 0;
  for (std::size_t i = 0; i < all; ++i) {
    sizes[i] = 8 * (static_cast<std::int64_t>(i) + 1);
    offsets[i] = end;
    end += sizes[i] + 8;
  }
  const bcs_parts parts{sizes.data(), offsets.data()};
  const std::vector<std::int64_t> own_sizes(all, 8 * (rank.own + 1));
  const bcs_parts own_parts{own_sizes.data(), nullptr};
  const std::int64_t own_bytes = 8 * (rank.own + 1);
  std::vector<std::int64_t> out(static_cast<std::size_t>(end / 8) + all * all);
  std::vector<std::int64_t> in(out.size(), -1);
  bcs_request request = bcs_no_request;
  const auto fill = [&] { std::iota(out.begin(), out.end(), rank.own * 1000); };
  const auto done = [&](const char* what, int error) {
    rank.expect(error);
    std::ranges::fill(out, 0);
    if (waiting == bcs_non_blocking) finish(rank, request);
    for (const std::int64_t number : in) rank.print(what, number);
    std::ranges::fill(in, -1);
    fill();
  };
  fill();
  done("scatterv", bcs_scatter(out.data(), &parts, in.data(), own_bytes, 0, bcs_vectorial,
                               bcs_world, waiting, &request));
  done("gatherv", bcs_gather(out.data(), own_bytes, in.data(), &parts, 0, bcs_vectorial, bcs_world,
                             waiting, &request));
  done("allgatherv", bcs_allgather(out.data(), own_bytes, in.data(), &parts, bcs_vectorial,
                                   bcs_world, waiting, &request));
  done("alltoallv", bcs_alltoall(out.data(), &parts, in.data(), &own_parts, 0, bcs_vectorial,
                                 bcs_world, waiting, &request));
}

void exchange(Rank& rank) {
  for (const bcs_waiting waiting : {bcs_blocking, bcs_non_blocking}) {
    exchange_equal_parts(rank, waiting);
    exchange_different_parts(rank, waiting);
  }
}

/// Group 1 is the world in reverse order, group 2 is rank 0.
void use_groups(Rank& rank) {
  for (const bcs_communicator communicator : {0, 1, 2, 3}) {
    std::int32_t own = -1;
    std::int32_t size = -1;
    const int error = bcs_rank(communicator, &own);
    rank.print("group", communicator, error, bcs_size(communicator, &size), own, size);
    if (error != bcs_ok) continue;
    std::int64_t value = own;
    rank.expect(bcs_bcast(&value, sizeof value, size - 1, communicator, bcs_blocking, nullptr));
    std::int64_t sum = own;
    rank.expect(bcs_reduce(&sum, &sum, 1, bcs_int64, bcs_sum, bcs_all, communicator, bcs_blocking,
                           nullptr));
    bcs_request sent = bcs_no_request;
    bcs_status status{};
    rank.expect(
        bcs_send(&own, sizeof own, (own + 1) % size, 1, communicator, bcs_non_blocking, &sent));
    rank.expect(bcs_recv(&own, sizeof own, bcs_any_source, 1, communicator, bcs_blocking, nullptr,
                         &status));
    finish(rank, sent);
    rank.print("in group", value, sum, own, status.source);
  }
}

void pass_wrong_arguments(Rank& rank) {
  bcs_request request = bcs_no_request;
  std::array<bcs_request, 2> twice{};
  rank.expect(bcs_barrier(bcs_world, bcs_non_blocking, &request));
  twice = {request, request};
  rank.print("errors", bcs_rank(bcs_world, nullptr), bcs_compute(-1.0),
             bcs_send(nullptr, 8, 0, 0, bcs_world, bcs_blocking, nullptr),
             bcs_recv(nullptr, 8, 0, 0, bcs_world, bcs_blocking, nullptr, nullptr),
             bcs_barrier(bcs_world, 7, nullptr), bcs_barrier(bcs_world, bcs_non_blocking, nullptr),
             bcs_testall(2, twice.data(), bcs_blocking, nullptr, nullptr),
             bcs_run([](void*) {}, nullptr, 0, nullptr));
  finish(rank, request);
  const double before_s = bcs_time();
  rank.expect(bcs_compute(1e-3));
  rank.print("time", bcs_time() >= before_s + 1e-3 ? 1 : 0);
}

/// Runs all of it, and gathers the texts of all processes in the argument of rank 0.
void process(void* argument) {
  Rank rank;
  send_round_a_ring(rank);
  receive_from_any(rank);
  // Rank 0 would receive a message of the next program.
  rank.expect(bcs_barrier(bcs_world, bcs_blocking, nullptr));
  poll(rank);
  broadcast_and_barrier(rank);
  reduce(rank);
  exchange(rank);
  use_groups(rank);
  pass_wrong_arguments(rank);

  const auto all = static_cast<std::size_t>(rank.all);
  const auto bytes = static_cast<std::int64_t>(rank.text.size());
  std::vector<std::int64_t> sizes(all);
  rank.expect(bcs_gather(&bytes, 8, sizes.data(), nullptr, 0, bcs_non_vectorial, bcs_world,
                         bcs_blocking, nullptr));
  std::string texts(rank.own == 0 ? static_cast<std::size_t>(
                                        std::accumulate(sizes.begin(), sizes.end(), std::int64_t{}))
                                  : 0,
                    '\0');
  const bcs_parts parts{sizes.data(), nullptr};
  rank.expect(bcs_gather(rank.text.data(), bytes, texts.data(), &parts, 0, bcs_vectorial, bcs_world,
                         bcs_blocking, nullptr));
  if (rank.own != 0) return;
  auto& told = *static_cast<std::vector<std::string>*>(argument);
  told.clear();
  std::size_t begin = 0;
  for (const std::int64_t size : sizes) {
    told.push_back(texts.substr(begin, static_cast<std::size_t>(size)));
    begin += static_cast<std::size_t>(size);
  }
}

int fail(const std::string& sentence) {
  std::fprintf(stderr, "%s\n", sentence.c_str());
  return 1;
}

/// The first line in which two texts differ.
int compare(std::size_t rank, std::string_view real, std::string_view simulated) {
  if (real == simulated) return 0;
  const auto [at, other] = std::ranges::mismatch(real, simulated);
  const auto line = [](std::string_view text, auto place) {
    const auto index = static_cast<std::size_t>(place - text.begin());
    const std::size_t begin = index == 0 ? 0 : text.rfind('\n', index - 1) + 1;
    return std::string(text.substr(begin, text.find('\n', begin) - begin));
  };
  return fail("rank " + std::to_string(rank) + " prints '" + line(real, at) +
              "', and in the simulation '" + line(simulated, other) + "'");
}

}  // namespace

/// run_bcs_api RANKS, in the mode that STROBE_MODE names.
int main(int argc, char** argv) {
  const std::int32_t ranks = argc > 1 ? std::stoi(argv[1]) : 1;
  const char* const mode = std::getenv("STROBE_MODE");
  are_matches_certain = mode == nullptr || std::string_view(mode) == "deterministic" ||
                        std::string_view(mode) == "adaptive";
  std::vector<std::int32_t> reversed(static_cast<std::size_t>(ranks));
  std::iota(reversed.rbegin(), reversed.rend(), 0);
  const std::array<bcs_group, 2> groups{bcs_group{ranks, reversed.data()},
                                        bcs_group{1, &reversed.back()}};
  std::vector<std::string> real;
  const int error = bcs_run(process, &real, 2, groups.data());
  if (error != bcs_ok) return fail(bcs_error_string(error));
  if (bcs_run(process, &real, 0, nullptr) != bcs_error_repeated) return fail("it runs twice");
  if (real.empty()) return 0;
  if (real.size() != static_cast<std::size_t>(ranks)) return fail("RANKS is wrong");

  bcs_machine machine;
  bcs_machine_initialise(&machine);
  machine.mode = bcs_deterministic;
  machine.nodes = ranks;
  machine.ranks_per_node = 1;
  machine.eager_bytes = 64 * 1024;
  machine.groups = 2;
  machine.group = groups.data();
  machine.stack_bytes = 1024 * 1024;
  bcs_outcome outcome;
  std::vector<std::string> simulated;
  if (bcs_simulate(&machine, process, &simulated, &outcome) != bcs_ok ||
      outcome.end != bcs_end_finished) {
    return fail(std::string("the simulation fails: ") + outcome.report);
  }
  bcs_outcome_free(&outcome);
  int failures = 0;
  for (std::size_t rank = 0; rank < real.size(); ++rank) {
    failures += compare(rank, real[rank], simulated[rank]);
  }
  return failures == 0 ? 0 : 1;
}
