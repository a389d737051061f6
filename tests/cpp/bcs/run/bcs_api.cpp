// SPDX-License-Identifier: BSD-3-Clause
//
// All calls of the BCS API, as real processes and on the simulator.
#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "bcs/run/bcs_both.hpp"

namespace strobe::bcs::run {
namespace {

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

void run_all(Rank& rank) {
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
}

}  // namespace
}  // namespace strobe::bcs::run

int main(int argc, char** argv) {
  return strobe::bcs::run::run_both(argc, argv, strobe::bcs::run::run_all);
}
