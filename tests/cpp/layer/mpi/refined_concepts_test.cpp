// SPDX-License-Identifier: BSD-3-Clause
//
// Compares the results of the optional operations that MPI has byte for byte, on any number of
// ranks.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "layer/mpi/mpi_layer.hpp"
#include "support/bytes.hpp"

namespace strobe::layer::mpi {
namespace {

using testing::bytes_of;
using testing::Message;
using testing::message_of;
using testing::room_for;
using testing::telling_sizes_bytes;

class RefinedConcepts : public ::testing::Test {
 protected:
  [[nodiscard]] int rank() const { return layer.rank().value; }
  [[nodiscard]] int size() const { return layer.size(); }
  [[nodiscard]] bool is(Rank other) const { return layer.rank() == other; }
  [[nodiscard]] Rank next() const { return {(rank() + 1) % size()}; }
  [[nodiscard]] Rank previous() const { return {(rank() + size() - 1) % size()}; }

  /// The message of rank `from` to rank `to`. Its size depends on both.
  [[nodiscard]] static Message part(int from, int to) {
    return message_of(from, static_cast<std::size_t>(3 * from + 5 * to + 1),
                      static_cast<std::uint64_t>(to));
  }
  template <class PartOf>
  [[nodiscard]] Message joined(PartOf&& part_of) const {
    Message all;
    for (int other = 0; other < size(); ++other) {
      const Message one = part_of(other);
      all.insert(all.end(), one.begin(), one.end());
    }
    return all;
  }
  template <class PartOf>
  [[nodiscard]] Parts parts(PartOf&& part_of) const {
    std::vector<std::size_t> sizes_bytes;
    for (int other = 0; other < size(); ++other) sizes_bytes.push_back(part_of(other).size());
    return Parts(sizes_bytes);
  }
  /// The messages of all ranks, of one size, one after the other.
  [[nodiscard]] Message all_messages(std::size_t size_bytes) const {
    return joined([&](int other) { return message_of(other, size_bytes); });
  }

  /// Writes the rank's own message to its position among all.
  void put(Message& all, std::size_t size_bytes) const {
    std::ranges::copy(message_of(rank(), size_bytes),
                      all.begin() + static_cast<std::ptrdiff_t>(size_bytes) * rank());
  }

  MpiLayer layer = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  static constexpr Tag tag{7};
};

TEST_F(RefinedConcepts, EverySendArrives) {
  for (const std::size_t size_bytes : telling_sizes_bytes) {
    const Message out = message_of(rank(), size_bytes);
    const SendBuffer buffer(1, size_bytes);
    const auto arrives = [&](const char* mode, auto&& send) {
      Message in = room_for(size_bytes);
      MpiLayer::Request receiving = layer.start_receive(in, previous(), tag);
      layer.barrier();  // a ready send requires a posted receive
      send();
      layer.wait(receiving);
      EXPECT_EQ(in, message_of(previous().value, size_bytes)) << mode << ", " << size_bytes;
    };
    arrives("synchronous", [&] { layer.send_synchronous(out, next(), tag); });
    arrives("ready", [&] { layer.send_ready(out, next(), tag); });
    arrives("buffered", [&] { layer.send_buffered(out, next(), tag); });
    MpiLayer::Request sending = MPI_REQUEST_NULL;
    arrives("ready, started", [&] { sending = layer.start_send_ready(out, next(), tag); });
    layer.wait(sending);
  }
}

TEST_F(RefinedConcepts, ABufferedSendReturnsBeforeAnybodyReceives) {
  // Much longer than the eager limit of a library.
  const Message out = message_of(rank(), 4 << 20);
  const SendBuffer buffer(1, out.size());
  layer.send_buffered(out, next(), tag);
  layer.barrier();
  Message in = room_for(out.size());
  layer.receive(in, previous(), tag);
  EXPECT_EQ(in, message_of(previous().value, out.size()));
}

TEST_F(RefinedConcepts, ACancelledReceiveTakesNoMessage) {
  Message early = room_for(16);
  MpiLayer::Request receiving = layer.start_receive(early, previous(), tag);
  layer.cancel(receiving);
  layer.barrier();
  const Message out = message_of(rank(), 16);
  MpiLayer::Request sending = layer.start_send(out, next(), tag);
  Message in = room_for(16);
  layer.receive(in, previous(), tag);
  layer.wait(sending);
  EXPECT_EQ(in, message_of(previous().value, 16));
  EXPECT_EQ(early, room_for(16));
}

TEST_F(RefinedConcepts, PersistentRequestsAreStartedAgainAndAgain) {
  for (const std::size_t size_bytes : telling_sizes_bytes) {
    Message out(size_bytes);
    Message in = room_for(size_bytes);
    MpiLayer::Request receiving = layer.prepare_receive(in, previous(), tag);
    MpiLayer::Request sending = layer.prepare_send(out, next(), tag);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      std::ranges::copy(message_of(rank(), size_bytes, seed), out.begin());
      layer.start(receiving);
      layer.start(sending);
      layer.wait(receiving);
      layer.wait(sending);
      EXPECT_EQ(in, message_of(previous().value, size_bytes, seed)) << size_bytes;
    }
    layer.release(receiving);
    layer.release(sending);
  }
}

TEST_F(RefinedConcepts, ExchangesAndSwapsStrides) {
  const Strided shape{.block_bytes = 5, .stride_bytes = 13, .count = 9};
  const std::size_t extent = shape.stride_bytes * shape.count;
  const Message own = message_of(rank(), extent);
  const Message sent = message_of(previous().value, extent);
  const auto expect = [&](const Message& got, const Message& between) {
    for (std::size_t at = 0; at < extent; ++at) {
      const bool in_a_block = at % shape.stride_bytes < shape.block_bytes;
      EXPECT_EQ(got[at], in_a_block ? sent[at] : between[at]) << at;
    }
  };
  Message into = room_for(extent);
  layer.exchange_strided(own.data(), next(), into.data(), previous(), shape, tag);
  expect(into, room_for(extent));
  Message both = own;
  layer.swap_strided(both.data(), next(), previous(), shape, tag);
  expect(both, own);
}

TEST_F(RefinedConcepts, StridesMayChangeFromCallToCall) {
  for (const std::size_t count : {4, 4, 2, 7}) {
    const Strided shape{.block_bytes = 2, .stride_bytes = 4, .count = count};
    Message in = room_for(2 * count);
    MpiLayer::Request receiving = layer.start_receive(in, previous(), tag);
    layer.send_strided(message_of(rank(), 4 * count).data(), shape, next(), tag);
    layer.wait(receiving);
    const Message sent = message_of(previous().value, 4 * count);
    for (std::size_t i = 0; i < in.size(); ++i) EXPECT_EQ(in[i], sent[i / 2 * 4 + i % 2]);
  }
}

TEST_F(RefinedConcepts, PartsMayDifferInSize) {
  for (int root = 0; root < size(); ++root) {
    const auto of_root = [&](int to) { return part(root, to); };
    Message in = room_for(of_root(rank()).size());
    const Message out = is({root}) ? joined(of_root) : Message{};
    layer.scatter_parts(out, parts(of_root), in, Rank{root});
    EXPECT_EQ(in, of_root(rank())) << root;

    Message whole = is({root}) ? room_for(joined(of_root).size()) : Message{};
    layer.gather_parts(in, whole, parts(of_root), Rank{root});
    EXPECT_EQ(whole, out) << root;
  }
  const auto to_all = [&](int from) { return part(from, 1); };
  Message all = room_for(joined(to_all).size());
  layer.allgather_parts(to_all(rank()), all, parts(to_all));
  EXPECT_EQ(all, joined(to_all));

  const auto own_for = [&](int to) { return part(rank(), to); };
  const auto for_own = [&](int from) { return part(from, rank()); };
  Message in = room_for(joined(for_own).size());
  layer.alltoall_parts(joined(own_for), parts(own_for), in, parts(for_own));
  EXPECT_EQ(in, joined(for_own));
}

TEST_F(RefinedConcepts, CollectivesWorkInPlace) {
  for (const std::size_t size_bytes : telling_sizes_bytes) {
    const auto count = static_cast<std::size_t>(size());
    for (int root = 0; root < size(); ++root) {
      const auto sizes = is({root}) ? size_bytes * count : size_bytes;
      Message both = is({root}) ? all_messages(size_bytes) : room_for(sizes);
      layer.scatter_in_place(both, Rank{root});
      EXPECT_EQ(both, is({root}) ? all_messages(size_bytes) : message_of(rank(), size_bytes));

      both = is({root}) ? room_for(sizes) : message_of(rank(), size_bytes);
      if (is({root})) put(both, size_bytes);
      layer.gather_in_place(both, Rank{root});
      if (is({root})) {
        EXPECT_EQ(both, all_messages(size_bytes));
      }
    }
    Message both = room_for(size_bytes * count);
    put(both, size_bytes);
    layer.allgather_in_place(both);
    EXPECT_EQ(both, all_messages(size_bytes)) << size_bytes;

    const auto between = [&](int from, int to) {
      return message_of(from, size_bytes, static_cast<std::uint64_t>(to));
    };
    both = joined([&](int to) { return between(rank(), to); });
    layer.alltoall_in_place(both);
    EXPECT_EQ(both, joined([&](int from) { return between(from, rank()); })) << size_bytes;
  }
}

TEST_F(RefinedConcepts, CollectivesAreStartedAndWaitedFor) {
  for (const std::size_t size_bytes : telling_sizes_bytes) {
    MpiLayer::Request request = layer.start_barrier();
    layer.wait(request);

    Message both = rank() == 0 ? message_of(0, size_bytes) : room_for(size_bytes);
    request = layer.start_broadcast(both, Rank{0});
    layer.wait(request);
    EXPECT_EQ(both, message_of(0, size_bytes));

    const Message out = joined(
        [&](int to) { return message_of(rank(), size_bytes, static_cast<std::uint64_t>(to)); });
    Message in = room_for(out.size());
    request = layer.start_alltoall(out, in);
    layer.wait(request);
    EXPECT_EQ(in, joined([&](int from) {
                return message_of(from, size_bytes, static_cast<std::uint64_t>(rank()));
              }));
  }
  const Message own = bytes_of(std::vector<std::int32_t>{1, rank()});
  Message sums = room_for(own.size());
  MpiLayer::Request request = layer.start_allreduce(own, sums, Element::int32, Operation::sum);
  layer.wait(request);
  EXPECT_EQ(sums, bytes_of(std::vector<std::int32_t>{size(), size() * (size() - 1) / 2}));
}

#if MPI_VERSION >= 4
static_assert(PersistentCollectives<MpiLayer>);

TEST_F(RefinedConcepts, PersistentCollectivesAreStartedAgainAndAgain) {
  constexpr std::size_t size_bytes = 1021;
  const auto run = [&](MpiLayer::Request request, auto&& before, auto&& after) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      before(seed);
      layer.start(request);
      layer.wait(request);
      after(seed);
    }
    layer.release(request);
  };
  run(layer.prepare_barrier(), [](auto) {}, [](auto) {});

  Message both = room_for(size_bytes);
  run(
      layer.prepare_broadcast(both, Rank{0}),
      [&](std::uint64_t seed) {
        if (rank() == 0) std::ranges::copy(message_of(0, size_bytes, seed), both.begin());
      },
      [&](std::uint64_t seed) { EXPECT_EQ(both, message_of(0, size_bytes, seed)); });

  Message out = room_for(size_bytes * static_cast<std::size_t>(size()));
  Message in = out;
  run(
      layer.prepare_alltoall(out, in),
      [&](std::uint64_t seed) {
        std::ranges::copy(joined([&](int to) {
                            return message_of(rank(), size_bytes,
                                              seed + static_cast<std::uint64_t>(to));
                          }),
                          out.begin());
      },
      [&](std::uint64_t seed) {
        EXPECT_EQ(in, joined([&](int from) {
                    return message_of(from, size_bytes, seed + static_cast<std::uint64_t>(rank()));
                  }));
      });

  std::vector<std::int32_t> value(1);
  std::vector<std::int32_t> sum(1);
  run(
      layer.prepare_allreduce(std::as_bytes(std::span(value)),
                              std::as_writable_bytes(std::span(sum)), Element::int32,
                              Operation::sum),
      [&](std::uint64_t seed) { value[0] = static_cast<std::int32_t>(seed); },
      [&](std::uint64_t seed) { EXPECT_EQ(sum[0], size() * static_cast<int>(seed)); });
}
#endif

TEST_F(RefinedConcepts, KnowsWhetherThreadsMayCall) {
  int level = 0;
  MPI_Query_thread(&level);
  EXPECT_EQ(MpiLayer::threads_may_call(), level == MPI_THREAD_MULTIPLE);
}

}  // namespace
}  // namespace strobe::layer::mpi
