// SPDX-License-Identifier: BSD-3-Clause
//
// The BCS API as programs see it, on simulated machines: data, errors, ends.
#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <set>
#include <stdexcept>
#include <thread>

#include "bcs/simulated_job.hpp"

namespace strobe::bcs::api {
namespace {

constexpr std::int64_t sizes[] = {0, 1, 8, 1000, 100'000};  // the last one takes several slices

/// The same program in every mode, with one and with several ranks a node.
template <class Program>
void on_all_machines(Program program) {
  for (const bcs_mode mode : every_mode) {
    for (const std::int32_t ranks : {1, 2, 3, 4, 8}) {
      for (const std::int32_t each : {1, 2, 4}) {
        if (ranks % each != 0) continue;
        bcs_machine machine = machine_of(ranks, mode);
        machine.nodes = ranks / each;
        machine.ranks_per_node = each;
        SCOPED_TRACE(::testing::Message()
                     << "mode " << mode << ", " << ranks << " ranks, " << each << " a node");
        expect_finished(simulate(machine, program));
      }
    }
  }
}

TEST(Messages, GoRoundARing) {
  on_all_machines([] {
    const std::int32_t me = my_rank();
    const std::int32_t all = my_size();
    const std::int32_t next = (me + 1) % all;
    const std::int32_t previous = (me + all - 1) % all;
    for (const std::int64_t bytes : sizes) {
      for (const bcs_waiting waiting : {bcs_blocking, bcs_non_blocking}) {
        Guarded out(bytes);
        Guarded in(bytes);
        out.fill(me);
        bcs_request sent = bcs_no_request;
        EXPECT_EQ(bcs_send(out.data(), bytes, next, 7, bcs_world, bcs_non_blocking, &sent), bcs_ok);
        out.fill(me + 100);  // what was sent is what was there when it was
        bcs_request received = bcs_no_request;
        bcs_status status{};
        EXPECT_EQ(bcs_recv(in.data(), bytes, previous, 7, bcs_world, waiting, &received, &status),
                  bcs_ok);
        if (waiting == bcs_non_blocking) {
          EXPECT_EQ(bcs_test(&received, bcs_blocking, nullptr, &status), bcs_ok);
        }
        in.expect(previous);
        EXPECT_EQ(status.source, previous);
        EXPECT_EQ(status.tag, 7);
        EXPECT_EQ(status.bytes, bytes);
        finish(bcs_non_blocking, sent);
      }
    }
  });
}

TEST(Messages, MayBeShorterThanTheirReceive) {
  for (const bcs_mode mode : every_mode) {
    expect_finished(simulate(machine_of(2, mode), [] {
      Guarded data(10);
      if (my_rank() == 0) {
        data.fill(3);
        EXPECT_EQ(bcs_send(data.data(), 10, 1, 0, bcs_world, bcs_blocking, nullptr), bcs_ok);
        return;
      }
      unsigned char room[12];
      std::memset(room, 0x77, sizeof room);
      bcs_status status{};
      EXPECT_EQ(bcs_recv(room, 12, 0, 0, bcs_world, bcs_blocking, nullptr, &status), bcs_ok);
      EXPECT_EQ(status.bytes, 10);
      std::memcpy(data.data(), room, 10);
      data.expect(3);
      EXPECT_EQ(room[10], 0x77);
      EXPECT_EQ(room[11], 0x77);
    }));
  }
}

TEST(Messages, OfAnyoneComeOneAfterTheOther) {
  on_all_machines([] {
    const std::int32_t all = my_size();
    constexpr std::int32_t each = 3;
    if (my_rank() > 0) {
      for (std::int32_t i = 0; i < each; ++i) {
        const std::int64_t value = my_rank() * 10 + i;
        EXPECT_EQ(bcs_send(&value, 8, 0, i, bcs_world, bcs_blocking, nullptr), bcs_ok);
      }
      return;
    }
    std::vector<std::int32_t> from(static_cast<std::size_t>(all));
    for (std::int32_t i = 0; i < each * (all - 1); ++i) {
      std::int64_t value = -1;
      bcs_status status{};
      EXPECT_EQ(bcs_recv(&value, 8, bcs_any_source, bcs_any_tag, bcs_world, bcs_blocking, nullptr,
                         &status),
                bcs_ok);
      std::int32_t& before = from[static_cast<std::size_t>(status.source)];
      EXPECT_EQ(status.tag, before++) << "messages of one rank come in their order";
      EXPECT_EQ(value, status.source * 10 + status.tag);
    }
  });
}

TEST(Probes, TellWhatAReceiveWouldGet) {
  for (const bcs_mode mode : every_mode) {
    expect_finished(simulate(machine_of(3, mode), [] {
      const std::int32_t me = my_rank();
      if (me > 0) {
        EXPECT_EQ(bcs_compute(1e-3 * me), bcs_ok);
        const std::vector<char> data(static_cast<std::size_t>(100 * me), static_cast<char>(me));
        EXPECT_EQ(bcs_send(data.data(), 100 * me, 0, 5, bcs_world, bcs_blocking, nullptr), bcs_ok);
        return;
      }
      int flag = 7;
      bcs_status status{-7, -7, -7};
      EXPECT_EQ(bcs_probe(1, 6, bcs_world, bcs_non_blocking, &flag, &status), bcs_ok);
      EXPECT_EQ(flag, 0) << "no rank sends with this tag";
      EXPECT_EQ(status.source, -7) << "nothing is written where there is nothing";
      EXPECT_EQ(bcs_probe(2, bcs_any_tag, bcs_world, bcs_blocking, nullptr, &status), bcs_ok);
      EXPECT_EQ(status.source, 2);
      EXPECT_EQ(status.tag, 5);
      EXPECT_EQ(status.bytes, 200);
      while (flag == 0) {
        EXPECT_EQ(bcs_compute(1e-4), bcs_ok);
        EXPECT_EQ(bcs_probe(1, 5, bcs_world, bcs_non_blocking, &flag, &status), bcs_ok);
      }
      EXPECT_EQ(status.bytes, 100);
      for (const std::int32_t from : {1, 2}) {
        std::vector<char> data(static_cast<std::size_t>(100 * from));
        EXPECT_EQ(
            bcs_recv(data.data(), 100 * from, from, 5, bcs_world, bcs_blocking, nullptr, nullptr),
            bcs_ok);
        EXPECT_EQ(data, std::vector<char>(data.size(), static_cast<char>(from)));
      }
    }));
  }
}

TEST(Tests, OfSeveralTellWhatEachGot) {
  for (const bcs_mode mode : every_mode) {
    // An unsuccessful test returns at the end of the slice, when several messages may have arrived.
    const bool comes_back_at_once = mode == bcs_strict || mode == bcs_fast;
    expect_finished(simulate(machine_of(4, mode), [=] {
      const std::int32_t me = my_rank();
      if (me > 0) {
        EXPECT_EQ(bcs_compute(1e-3 * (4 - me)), bcs_ok);
        Guarded out(40 * me);
        out.fill(me);
        EXPECT_EQ(bcs_send(out.data(), 40 * me, 0, me, bcs_world, bcs_blocking, nullptr), bcs_ok);
        EXPECT_EQ(bcs_barrier(bcs_world, bcs_blocking, nullptr), bcs_ok);
        return;
      }
      Guarded first(40);
      Guarded second(80);
      Guarded third(120);
      // The barrier is none of the messages, and one request is open no more.
      bcs_request requests[5] = {};
      bcs_status statuses[5] = {};
      bcs_recv(third.data(), 120, 3, bcs_any_tag, bcs_world, bcs_non_blocking, &requests[0],
               nullptr);
      bcs_recv(first.data(), 40, 1, 1, bcs_world, bcs_non_blocking, &requests[1], nullptr);
      requests[2] = bcs_no_request;
      bcs_barrier(bcs_world, bcs_non_blocking, &requests[3]);
      bcs_recv(second.data(), 80, 2, 2, bcs_world, bcs_non_blocking, &requests[4], nullptr);
      int flag = 7;
      const bcs_request before = requests[0];
      EXPECT_EQ(bcs_testall(5, requests, bcs_non_blocking, &flag, statuses), bcs_ok);
      if (comes_back_at_once) {
        EXPECT_EQ(flag, 0);
        EXPECT_EQ(requests[0], before);
      }
      while (flag == 0) {
        EXPECT_EQ(bcs_compute(2e-4), bcs_ok);
        EXPECT_EQ(bcs_testall(5, requests, bcs_non_blocking, &flag, statuses), bcs_ok);
      }
      third.expect(3);
      first.expect(1);
      second.expect(2);
      const std::int32_t sources[] = {3, 1, -1, -1, 2};
      for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(requests[i], bcs_no_request);
        EXPECT_EQ(statuses[i].source, sources[i]);
        EXPECT_EQ(statuses[i].tag, sources[i]);
        EXPECT_EQ(statuses[i].bytes, sources[i] < 0 ? 0 : 40 * sources[i]);
      }
      EXPECT_EQ(bcs_testall(5, requests, bcs_blocking, &flag, nullptr), bcs_ok);
      EXPECT_EQ(flag, 1) << "of nothing all is complete";
    }));
  }
}

TEST(Barriers, AreCompleteWhenTheLastHasCome) {
  on_all_machines([] {
    for (const bcs_waiting waiting : {bcs_blocking, bcs_non_blocking}) {
      const double begin_s = bcs_time();
      EXPECT_EQ(bcs_compute(1e-3 * (1 + my_rank())), bcs_ok);
      EXPECT_NEAR(bcs_time() - begin_s, 1e-3 * (1 + my_rank()), 1e-9);
      bcs_request request = bcs_no_request;
      EXPECT_EQ(bcs_barrier(bcs_world, waiting, &request), bcs_ok);
      finish(waiting, request);
      EXPECT_GE(bcs_time(), begin_s + 1e-3 * my_size() - 4e-4) << "the last computes longest";
    }
  });
}

TEST(Broadcasts, GoFromEachRootToAll) {
  on_all_machines([] {
    for (std::int32_t root = 0; root < my_size(); ++root) {
      for (const std::int64_t bytes : sizes) {
        const bcs_waiting waiting = bytes % 3 == 1 ? bcs_non_blocking : bcs_blocking;
        Guarded data(bytes);
        if (my_rank() == root) data.fill(root);
        bcs_request request = bcs_no_request;
        EXPECT_EQ(bcs_bcast(data.data(), bytes, root, bcs_world, waiting, &request), bcs_ok);
        finish(waiting, request);
        data.expect(root);
      }
    }
  });
}

/// A reduction of three numbers each, to each root and to all, against what it should be.
template <class T>
void expect_reduced(bcs_type type, bcs_operation operation, T expected) {
  const std::int32_t me = my_rank();
  for (std::int32_t root = bcs_all; root < my_size(); ++root) {
    const bcs_waiting waiting = root % 2 == 0 ? bcs_non_blocking : bcs_blocking;
    const T mine[] = {T(me + 1), T(2), T(me == 1 ? 5 : 3)};
    Guarded result(sizeof mine);
    bcs_request request = bcs_no_request;
    EXPECT_EQ(
        bcs_reduce(mine, result.data(), 3, type, operation, root, bcs_world, waiting, &request),
        bcs_ok);
    finish(waiting, request);
    if (root != bcs_all && root != me) {
      result.expect_untouched();
      continue;
    }
    T got[3];
    std::memcpy(got, result.data(), sizeof got);
    EXPECT_EQ(got[0], expected);
    if (operation == bcs_sum) {
      EXPECT_EQ(got[1], T(2 * my_size()));
    } else if (operation == bcs_maximum) {
      EXPECT_EQ(got[2], T(my_size() > 1 ? 5 : 3));
    }
  }
}

template <class T>
void expect_all_reduced(bcs_type type) {
  const std::int32_t all = my_size();
  T product = 1;
  for (std::int32_t rank = 0; rank < all; ++rank) product = static_cast<T>(product * T(rank + 1));
  expect_reduced<T>(type, bcs_sum, T(all * (all + 1) / 2));
  expect_reduced<T>(type, bcs_product, product);
  expect_reduced<T>(type, bcs_minimum, T(1));
  expect_reduced<T>(type, bcs_maximum, T(all));
}

TEST(Reductions, CombineEveryTypeByEveryOperation) {
  on_all_machines([] {
    expect_all_reduced<std::int32_t>(bcs_int32);
    expect_all_reduced<std::int64_t>(bcs_int64);
    expect_all_reduced<std::uint64_t>(bcs_uint64);
    expect_all_reduced<float>(bcs_float);
    expect_all_reduced<double>(bcs_double);
  });
}

TEST(Reductions, MayLeaveTheResultWhereTheDataWere) {
  expect_finished(simulate(machine_of(3), [] {
    std::int64_t data[] = {my_rank(), 1};
    EXPECT_EQ(
        bcs_reduce(data, data, 2, bcs_int64, bcs_sum, bcs_all, bcs_world, bcs_blocking, nullptr),
        bcs_ok);
    EXPECT_EQ(data[0], 3);
    EXPECT_EQ(data[1], 3);
    EXPECT_EQ(
        bcs_reduce(nullptr, nullptr, 0, bcs_int64, bcs_sum, 0, bcs_world, bcs_blocking, nullptr),
        bcs_ok)
        << "of no numbers";
  }));
}

/// Of a rank to a sum that depends on its order.
double contribution(std::int32_t rank) { return 1.0 / (1 + 3 * rank); }

/// The bits of two sums on all ranks that have the result.
std::set<std::uint64_t> bits_on(const bcs_machine& machine, std::int32_t root) {
  std::set<std::uint64_t> found;
  expect_finished(simulate(machine, [&] {
    const std::int32_t me = my_rank();
    const double mine[] = {1.0 / (3 + 7 * me), contribution(me)};
    double got[2] = {};
    EXPECT_EQ(bcs_compute(1e-5 * ((me * 5) % 8)), bcs_ok);
    EXPECT_EQ(bcs_reduce(mine, got, 2, bcs_double, bcs_sum, root, bcs_world, bcs_blocking, nullptr),
              bcs_ok);
    if (root == bcs_all || root == me) {
      found.insert(std::bit_cast<std::uint64_t>(got[0]) * 3 + std::bit_cast<std::uint64_t>(got[1]));
    }
  }));
  return found;
}

TEST(Reductions, HaveTheSameBitsWhereverTheProcessesAre) {
  const std::int32_t scattered[] = {1, 0, 1, 1, 0, 0, 1, 0};
  bcs_machine machine = machine_of(8, bcs_strict);
  const std::set<std::uint64_t> expected = bits_on(machine, bcs_all);
  EXPECT_EQ(expected.size(), 1U);
  std::uint64_t seed = 0;
  for (const bcs_mode mode : every_mode) {
    for (const std::int32_t nodes : {1, 2, 4, 8}) {
      machine.mode = mode;
      machine.nodes = nodes;
      machine.ranks_per_node = 8 / nodes;
      for (std::int32_t root = bcs_all; root < 8; ++root) {
        machine.node_of = nodes == 2 && root % 2 == 0 ? scattered : nullptr;
        machine.seed = ++seed;
        machine.jitter = static_cast<double>(seed % 3);
        EXPECT_EQ(bits_on(machine, root), expected) << mode << ", " << nodes << ", " << root;
      }
    }
  }
}

TEST(Reductions, DependOnTheOrderThatTheyAreMadeIn) {
  // Else the test above would show nothing: another order of the same numbers has other bits.
  double upwards = 0;
  double downwards = 0;
  for (int me = 0; me < 8; ++me) upwards += contribution(me);
  for (int me = 7; me >= 0; --me) downwards += contribution(me);
  EXPECT_NE(upwards, downwards);
}

/// What one rank has for another one in an exchange: a size and data of its own.
std::int64_t size_from(std::int32_t from, std::int32_t to) {
  return (from * 5 + to * 3) % 7 == 0 ? 0 : 1 + from * 11 + to * 300;
}
std::int32_t seed_from(std::int32_t from, std::int32_t to) { return 1 + from * 20 + to; }

/// Parts by rank, each of them guarded by those beside it and by a gap.
class Parts {
 public:
  template <class Size>
  explicit Parts(Size size) {
    for (std::int32_t rank = 0; rank < my_size(); ++rank) {
      bytes_.push_back(size(rank));
      offsets_.push_back(all_);
      all_ += size(rank) + gap;
    }
    data_.assign(static_cast<std::size_t>(all_), mark);
    parts_ = {bytes_.data(), offsets_.data()};
  }
  [[nodiscard]] unsigned char* data() { return data_.data(); }
  [[nodiscard]] const bcs_parts* parts() const { return &parts_; }
  void fill(std::int32_t rank, std::int32_t seed) {
    const std::vector<unsigned char> filled = part(rank, seed);
    std::copy(filled.begin(), filled.end(),
              data_.begin() + offsets_[static_cast<std::size_t>(rank)]);
  }
  void expect(std::int32_t rank, std::int32_t seed) const {
    const auto begin = data_.begin() + offsets_[static_cast<std::size_t>(rank)];
    const std::vector<unsigned char> wanted = part(rank, seed);
    const auto size = static_cast<std::ptrdiff_t>(wanted.size());
    EXPECT_TRUE(std::equal(wanted.begin(), wanted.end(), begin)) << "of rank " << rank;
    for (std::int64_t i = 0; i < gap; ++i) ASSERT_EQ(begin[size + i], mark);
  }

 private:
  static constexpr std::int64_t gap = 5;
  static constexpr unsigned char mark = 0xa5;
  [[nodiscard]] std::vector<unsigned char> part(std::int32_t rank, std::int32_t seed) const {
    const std::int64_t size = bytes_[static_cast<std::size_t>(rank)];
    Guarded filled(size);
    filled.fill(seed);
    return {filled.data(), filled.data() + size};
  }

  std::vector<std::int64_t> bytes_{};
  std::vector<std::int64_t> offsets_{};
  std::int64_t all_ = 0;
  std::vector<unsigned char> data_{};
  bcs_parts parts_{};
};

TEST(Exchanges, OfSizesThatDiffer) {
  on_all_machines([] {
    const std::int32_t me = my_rank();
    const std::int32_t all = my_size();
    for (const bcs_waiting waiting : {bcs_blocking, bcs_non_blocking}) {
      bcs_request request = bcs_no_request;
      for (std::int32_t root = 0; root < all; ++root) {
        Parts roots([&](std::int32_t rank) { return size_from(root, rank); });
        for (std::int32_t rank = 0; rank < all; ++rank) roots.fill(rank, seed_from(root, rank));
        Guarded own(size_from(root, me));
        EXPECT_EQ(bcs_scatter(me == root ? roots.data() : nullptr,
                              me == root ? roots.parts() : nullptr, own.data(), size_from(root, me),
                              root, bcs_vectorial, bcs_world, waiting, &request),
                  bcs_ok);
        finish(waiting, request);
        own.expect(seed_from(root, me));

        Parts gathered([&](std::int32_t rank) { return size_from(rank, root); });
        Guarded mine(size_from(me, root));
        mine.fill(seed_from(me, root));
        EXPECT_EQ(
            bcs_gather(mine.data(), size_from(me, root), me == root ? gathered.data() : nullptr,
                       me == root ? gathered.parts() : nullptr, root, bcs_vectorial, bcs_world,
                       waiting, &request),
            bcs_ok);
        finish(waiting, request);
        for (std::int32_t rank = 0; rank < all && me == root; ++rank) {
          gathered.expect(rank, seed_from(rank, root));
        }
      }
      Parts of_all([&](std::int32_t rank) { return size_from(rank, 9); });
      Guarded mine(size_from(me, 9));
      mine.fill(seed_from(me, 9));
      EXPECT_EQ(bcs_allgather(mine.data(), size_from(me, 9), of_all.data(), of_all.parts(),
                              bcs_vectorial, bcs_world, waiting, &request),
                bcs_ok);
      finish(waiting, request);
      Parts out([&](std::int32_t rank) { return size_from(me, rank); });
      Parts in([&](std::int32_t rank) { return size_from(rank, me); });
      for (std::int32_t rank = 0; rank < all; ++rank) out.fill(rank, seed_from(me, rank));
      EXPECT_EQ(bcs_alltoall(out.data(), out.parts(), in.data(), in.parts(), 0, bcs_vectorial,
                             bcs_world, waiting, &request),
                bcs_ok);
      finish(waiting, request);
      for (std::int32_t rank = 0; rank < all; ++rank) {
        of_all.expect(rank, seed_from(rank, 9));
        in.expect(rank, seed_from(rank, me));
      }
    }
  });
}

TEST(Exchanges, OfPartsThatAreAlike) {
  on_all_machines([] {
    const std::int32_t me = my_rank();
    const auto all = static_cast<std::size_t>(my_size());
    const std::int32_t root = my_size() - 1;
    std::vector<std::int32_t> mine(all);
    for (std::size_t rank = 0; rank < all; ++rank) {
      mine[rank] = me * 100 + static_cast<std::int32_t>(rank);
    }
    std::int32_t part = -1;
    bcs_request none = bcs_no_request;
    EXPECT_EQ(bcs_scatter(mine.data(), nullptr, &part, 4, root, bcs_non_vectorial, bcs_world,
                          bcs_blocking, &none),
              bcs_ok);
    EXPECT_EQ(part, root * 100 + me);
    // One beyond the last that must stay as it is.
    std::vector<std::int32_t> got(all + 1, -7);
    EXPECT_EQ(bcs_gather(&me, 4, got.data(), nullptr, root, bcs_non_vectorial, bcs_world,
                         bcs_blocking, nullptr),
              bcs_ok);
    for (std::size_t rank = 0; rank < all; ++rank) {
      EXPECT_EQ(got[rank], me == root ? static_cast<std::int32_t>(rank) : -7);
    }
    EXPECT_EQ(bcs_allgather(&part, 4, got.data(), nullptr, bcs_non_vectorial, bcs_world,
                            bcs_blocking, nullptr),
              bcs_ok);
    for (std::size_t rank = 0; rank < all; ++rank) {
      EXPECT_EQ(got[rank], root * 100 + static_cast<std::int32_t>(rank));
    }
    EXPECT_EQ(bcs_alltoall(mine.data(), nullptr, got.data(), nullptr, 4, bcs_non_vectorial,
                           bcs_world, bcs_blocking, nullptr),
              bcs_ok);
    for (std::size_t rank = 0; rank < all; ++rank) {
      EXPECT_EQ(got[rank], static_cast<std::int32_t>(rank) * 100 + me);
    }
    EXPECT_EQ(got[all], -7);
  });
}

TEST(Communicators, HaveRanksOfTheirOwn) {
  const std::int32_t odd[] = {3, 1};
  const std::int32_t low[] = {0, 1};
  const bcs_group groups[] = {{2, odd}, {2, low}};
  for (const bcs_mode mode : every_mode) {
    bcs_machine machine = machine_of(4, mode);
    machine.groups = 2;
    machine.group = groups;
    expect_finished(simulate(machine, [] {
      const std::int32_t me = my_rank();
      std::int32_t in_odd = -1;
      EXPECT_EQ(bcs_rank(1, &in_odd), me % 2 == 1 ? bcs_ok : bcs_error_argument);
      std::int32_t size = 0;
      EXPECT_EQ(bcs_size(3, &size), bcs_error_argument);
      if (me % 2 == 1) {
        EXPECT_EQ(in_odd, me == 3 ? 0 : 1);
        std::int32_t value = in_odd == 0 ? 33 : 0;
        EXPECT_EQ(bcs_bcast(&value, 4, 0, 1, bcs_blocking, nullptr), bcs_ok);
        EXPECT_EQ(value, 33);
        bcs_status status{};
        if (in_odd == 0) {
          EXPECT_EQ(bcs_recv(&value, 4, bcs_any_source, 0, 1, bcs_blocking, nullptr, &status),
                    bcs_ok);
          EXPECT_EQ(value, 11);
          EXPECT_EQ(status.source, 1) << "as the communicator counts";
        } else {
          value = 11;
          EXPECT_EQ(bcs_send(&value, 4, 0, 0, 1, bcs_blocking, nullptr), bcs_ok);
        }
      }
      if (me < 2) {
        std::int32_t sum = me + 5;
        EXPECT_EQ(bcs_reduce(&sum, &sum, 1, bcs_int32, bcs_sum, bcs_all, 2, bcs_blocking, nullptr),
                  bcs_ok);
        EXPECT_EQ(sum, 11);
      }
    }));
  }
}

TEST(Runs, RepeatThemselvesBySeed) {
  const auto program = [] {
    std::int64_t value = my_rank();
    if (my_rank() > 0) {
      bcs_send(&value, 8, 0, 0, bcs_world, bcs_blocking, nullptr);
      return;
    }
    for (std::int32_t i = 1; i < my_size(); ++i) {
      bcs_recv(&value, 8, bcs_any_source, 0, bcs_world, bcs_blocking, nullptr, nullptr);
    }
  };
  std::set<std::uint64_t> fast;
  std::set<std::uint64_t> deterministic;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    bcs_machine machine = machine_of(8, bcs_fast);
    machine.seed = seed;
    machine.jitter = 2.0;
    const Ended once = simulate(machine, program);
    const Ended again = simulate(machine, program);
    EXPECT_EQ(once.hash, again.hash);
    EXPECT_EQ(once.time_s, again.time_s);
    fast.insert(once.hash);
    machine.mode = bcs_deterministic;
    deterministic.insert(simulate(machine, program).hash);
  }
  EXPECT_GT(fast.size(), 1U) << "the first message to arrive is received";
  EXPECT_EQ(deterministic.size(), 1U);
}

TEST(Runs, OfAThousandProcesses) {
  bcs_machine machine = machine_of(250, bcs_adaptive);
  machine.ranks_per_node = 4;
  std::int64_t got = 0;
  expect_finished(simulate(machine, [&] {
    std::int64_t sum = my_rank();
    EXPECT_EQ(
        bcs_reduce(&sum, &sum, 1, bcs_int64, bcs_sum, bcs_all, bcs_world, bcs_blocking, nullptr),
        bcs_ok);
    got += sum == 1000 * 999 / 2;
  }));
  EXPECT_EQ(got, 1000);
}

TEST(Runs, InSeveralThreadsDoNotMeet) {
  std::vector<std::thread> threads;
  std::vector<std::uint64_t> hashes(3);
  for (std::uint64_t& hash : hashes) {
    threads.emplace_back([&hash] {
      const Ended ended = simulate(machine_of(4), [] {
        std::int32_t value = my_rank();
        for (std::int32_t root = 0; root < 4; ++root) {
          EXPECT_EQ(bcs_bcast(&value, 4, root, bcs_world, bcs_blocking, nullptr), bcs_ok);
        }
        EXPECT_EQ(value, 0);
      });
      expect_finished(ended);
      hash = ended.hash;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::set(hashes.begin(), hashes.end()).size(), 1U);
}

/// What is said of a program of two processes that is wrong, in every mode.
template <class Program>
void expect_wrong(Program program, std::set<std::string> reports) {
  for (const bcs_mode mode : every_mode) {
    for (const std::int32_t each : {1, 2}) {
      bcs_machine machine = machine_of(2 / each, mode);
      machine.ranks_per_node = each;
      const Ended ended = simulate(machine, program);
      EXPECT_EQ(ended.error, bcs_ok);
      EXPECT_EQ(ended.end, bcs_end_wrong_program);
      EXPECT_TRUE(reports.contains(ended.report)) << ended.report;
    }
  }
}

TEST(WrongPrograms, EndWithASentence) {
  static char room[64];
  expect_wrong(
      [] {
        if (my_rank() == 0) {
          bcs_send(room, 9, 1, 7, bcs_world, bcs_blocking, nullptr);
        } else {
          bcs_recv(room, 8, 0, 7, bcs_world, bcs_blocking, nullptr, nullptr);
          ADD_FAILURE() << "a wrong call does not come back";
        }
      },
      {"rank 1 receives at most 8 bytes, but the message from rank 0 with tag 7 has 9 bytes\n"});
  const auto of_rank_0 = [](auto call) {
    return [call] {
      if (my_rank() == 0) {
        call();
        ADD_FAILURE() << "a wrong call does not come back";
      }
    };
  };
  expect_wrong(of_rank_0([] { bcs_send(room, -4, 1, 0, bcs_world, bcs_blocking, nullptr); }),
               {"rank 0 calls send(to rank 1, tag 0, -4 bytes): the size -4 is negative\n"});
  expect_wrong(of_rank_0([] {
                 bcs_reduce(room, room, -1, bcs_int32, bcs_sum, 0, bcs_world, bcs_blocking,
                            nullptr);
               }),
               {"rank 0 calls reduce(sum of int32, root 0, -4 bytes): the size -4 is negative\n"});
  expect_wrong(
      of_rank_0([] { bcs_send(room, 4, 2, 0, bcs_world, bcs_blocking, nullptr); }),
      {"rank 0 calls send(to rank 2, tag 0, 4 bytes): rank 2 is not in communicator 0, which has "
       "ranks 0 to 1\n"});
  expect_wrong(
      of_rank_0([] { bcs_bcast(room, 4, -1, bcs_world, bcs_blocking, nullptr); }),
      {"rank 0 calls broadcast(root -1, 4 bytes): rank -1 is not in communicator 0, which has "
       "ranks 0 to 1\n"});
  expect_wrong(of_rank_0([] { bcs_send(room, 4, 1, -3, bcs_world, bcs_blocking, nullptr); }),
               {"rank 0 calls send(to rank 1, tag -3, 4 bytes): the tag -3 is negative\n"});
  expect_wrong(of_rank_0([] { bcs_bcast(room, 4, 0, 5, bcs_blocking, nullptr); }),
               {"rank 0 calls broadcast(root 0, 4 bytes): communicator 5 does not exist\n"});
  expect_wrong(of_rank_0([] {
                 bcs_request request = 77;
                 bcs_test(&request, bcs_blocking, nullptr, nullptr);
               }),
               {"rank 0 calls test(): request 77 does not exist\n"});
}

TEST(WrongPrograms, CallCollectivesThatDiffer) {
  static double room[8];
  const auto expect_differ = [](auto call_0, auto call_1, const std::string& one,
                                const std::string& other) {
    const auto sentence = [](int rank, const std::string& its, int against,
                             const std::string& others) {
      return "rank " + std::to_string(rank) + " calls " + its +
             " as collective 1 of communicator 0, but rank " + std::to_string(against) + " calls " +
             others + "\n";
    };
    expect_wrong([=] { my_rank() == 0 ? call_0() : call_1(); },
                 {sentence(0, one, 1, other), sentence(1, other, 0, one)});
  };
  const auto bcast = [](std::int64_t bytes, std::int32_t root) {
    return [=] { bcs_bcast(room, bytes, root, bcs_world, bcs_blocking, nullptr); };
  };
  const auto reduce = [](std::int64_t count, bcs_type type, bcs_operation how, std::int32_t root) {
    return
        [=] { bcs_reduce(room, room, count, type, how, root, bcs_world, bcs_blocking, nullptr); };
  };
  expect_differ(bcast(8, 0), bcast(8, 1), "broadcast(root 0, 8 bytes)",
                "broadcast(root 1, 8 bytes)");
  expect_differ(bcast(8, 0), bcast(16, 0), "broadcast(root 0, 8 bytes)",
                "broadcast(root 0, 16 bytes)");
  expect_differ(reduce(1, bcs_double, bcs_sum, bcs_all), reduce(1, bcs_double, bcs_sum, 0),
                "allreduce(sum of double, 8 bytes)", "reduce(sum of double, root 0, 8 bytes)");
  expect_differ(reduce(1, bcs_double, bcs_sum, bcs_all), reduce(1, bcs_int64, bcs_sum, bcs_all),
                "allreduce(sum of double, 8 bytes)", "allreduce(sum of int64, 8 bytes)");
  expect_differ(reduce(2, bcs_float, bcs_minimum, bcs_all),
                reduce(2, bcs_float, bcs_maximum, bcs_all), "allreduce(minimum of float, 8 bytes)",
                "allreduce(maximum of float, 8 bytes)");
  expect_differ(reduce(2, bcs_int32, bcs_sum, bcs_all), reduce(3, bcs_int32, bcs_sum, bcs_all),
                "allreduce(sum of int32, 8 bytes)", "allreduce(sum of int32, 12 bytes)");
}

TEST(WrongPrograms, ExchangePartsOfOtherSizes) {
  static char room[64];
  static const std::int64_t fours[] = {4, 4};
  static const std::int64_t eights[] = {8, 8};
  static const bcs_parts out = {fours, nullptr};
  static const bcs_parts in = {eights, nullptr};
  expect_wrong(
      [] {
        bcs_scatter(room, &out, room, my_rank() == 1 ? 5 : 4, 0, bcs_vectorial, bcs_world,
                    bcs_blocking, nullptr);
        bcs_barrier(bcs_world, bcs_blocking, nullptr);
      },
      {"rank 1 receives 5 bytes from rank 0 in scatterv(root 0), but rank 0 sends 4 bytes\n"});
  expect_wrong(
      [] {
        if (my_rank() == 1) bcs_compute(1e-3);
        bcs_alltoall(room, &out, room, my_rank() == 0 ? &in : &out, 0, bcs_vectorial, bcs_world,
                     bcs_blocking, nullptr);
      },
      {"rank 0 receives 8 bytes from rank 0 in alltoallv(), but rank 0 sends 4 bytes\n"});
  const auto gather = [](std::int32_t rank, bcs_form form, std::int64_t bytes) {
    if (my_rank() != rank) return;
    bcs_gather(room, bytes, room, &out, 0, form, bcs_world, bcs_blocking, nullptr);
    bcs_barrier(bcs_world, bcs_blocking, nullptr);
  };
  const std::string equal = "gather(root 0, 4 bytes)";
  const std::string other = "gatherv(root 0)";
  const std::string where = " as collective 1 of communicator 0, but rank ";
  expect_wrong(
      [=] {
        gather(0, bcs_non_vectorial, 4);
        gather(1, bcs_vectorial, 4);
      },
      {"rank 0 calls " + equal + where + "1 calls " + other + "\n",
       "rank 1 calls " + other + where + "0 calls " + equal + "\n"});
}

TEST(WrongPrograms, OfWhichEachWaitsForTheOtherAreFoundToo) {
  // Where nothing is buffered neither hears of what the other one has called.
  for (const bcs_mode mode : every_mode) {
    const Ended ended = simulate(machine_of(2, mode), [] {
      std::int32_t value = 0;
      if (my_rank() == 0) bcs_barrier(bcs_world, bcs_blocking, nullptr);
      bcs_bcast(&value, 4, 0, bcs_world, bcs_blocking, nullptr);
    });
    const bool is_buffered = mode == bcs_strict || mode == bcs_adaptive;
    EXPECT_EQ(ended.end, is_buffered ? bcs_end_wrong_program : bcs_end_deadlock);
    EXPECT_EQ(ended.report,
              is_buffered
                  ? "rank 0 calls barrier() as collective 1 of communicator 0, but rank 1 calls "
                    "broadcast(root 0, 4 bytes)\n"
                  : "rank 0 waits in barrier(), but rank 1 calls broadcast(root 0, 4 bytes)\n"
                    "rank 1 waits in broadcast(root 0, 4 bytes), but rank 0 calls barrier()\n");
  }
}

TEST(WrongPrograms, EndBeforeWhatTheyHaveStarted) {
  expect_wrong(
      [] {
        static char room[8];
        bcs_request request = bcs_no_request;
        if (my_rank() == 0) bcs_send(room, 8, 1, 0, bcs_world, bcs_non_blocking, &request);
        if (my_rank() == 1) bcs_recv(room, 8, 0, 0, bcs_world, bcs_blocking, nullptr, nullptr);
      },
      {"rank 0 ends with 1 open requests; test or wait for each one\n"});
}

TEST(WrongPrograms, LeaveTheirFunctionByAnException) {
  expect_wrong(
      [] {
        EXPECT_EQ(bcs_compute(1e-3), bcs_ok);
        if (my_rank() == 1) throw std::runtime_error("no such file");
        bcs_barrier(bcs_world, bcs_blocking, nullptr);
      },
      {"rank 1 ends with an exception: no such file\n"});
  expect_wrong(
      [] {
        if (my_rank() == 0) throw 7;
        bcs_barrier(bcs_world, bcs_blocking, nullptr);
      },
      {"rank 0 ends with an exception\n"});
}

TEST(Deadlocks, AreTheCycleThatTheyAre) {
  for (const bcs_mode mode : every_mode) {
    const Ended ended = simulate(machine_of(3, mode), [] {
      char room[8] = {};
      const std::int32_t from = (my_rank() + 1) % 3;
      bcs_recv(room, 8, from, 1, bcs_world, bcs_blocking, nullptr, nullptr);
      ADD_FAILURE() << "no rank sends";
    });
    EXPECT_EQ(ended.end, bcs_end_deadlock);
    EXPECT_EQ(ended.report,
              "the cycle: 0 -> 1 -> 2 -> 0\n"
              "rank 0 waits in receive(from rank 1, tag 1) for rank 1\n"
              "rank 1 waits in receive(from rank 2, tag 1) for rank 2\n"
              "rank 2 waits in receive(from rank 0, tag 1) for rank 0\n");
  }
}

TEST(Deadlocks, OfATestThatOwnsMemoryLeaveNone) {
  const Ended ended = simulate(machine_of(2), [] {
    char room[16] = {};
    bcs_request requests[2] = {};
    bcs_recv(room, 8, 1 - my_rank(), 1, bcs_world, bcs_non_blocking, &requests[0], nullptr);
    bcs_recv(room + 8, 8, 1 - my_rank(), 1, bcs_world, bcs_non_blocking, &requests[1], nullptr);
    bcs_testall(2, requests, bcs_blocking, nullptr, nullptr);
  });
  EXPECT_EQ(ended.end, bcs_end_deadlock);
}

TEST(Machines, LoseANode) {
  bcs_machine machine = machine_of(4, bcs_strict);
  machine.stopped_node = 2;
  machine.stops_s = 0.002;
  const Ended ended = simulate(machine, [] {
    for (int i = 0; i < 100; ++i) {
      bcs_compute(1e-3);
      bcs_barrier(bcs_world, bcs_blocking, nullptr);
    }
  });
  EXPECT_EQ(ended.end, bcs_end_node_lost);
  EXPECT_NE(ended.report.find("node 2 does not answer"), std::string::npos) << ended.report;
}

TEST(Machines, EndWhenTheirSlicesAreOver) {
  bcs_machine machine = machine_of(2, bcs_strict);
  machine.most_slices = 20;
  const Ended ended = simulate(machine, [] {
    for (;;) bcs_barrier(bcs_world, bcs_blocking, nullptr);
  });
  EXPECT_EQ(ended.end, bcs_end_limit);
  EXPECT_EQ(ended.slices, 21U);
}

TEST(Machines, ThatDoNotExistAreSaidToBeSo) {
  const auto said_of = [](auto change) {
    bcs_machine machine = machine_of(2);
    change(machine);
    const Ended ended = simulate(machine, [] { ADD_FAILURE() << "runs on no machine"; });
    EXPECT_EQ(ended.error, bcs_error_machine);
    return ended.report;
  };
  EXPECT_EQ(said_of([](bcs_machine& machine) { machine.network = "token-ring"; }).substr(0, 57),
            "unknown network or file 'token-ring'; choose one of gigab");
  EXPECT_EQ(said_of([](bcs_machine& machine) { machine.nodes = 0; }),
            "nodes and ranks_per_node must be at least 1");
  EXPECT_EQ(said_of([](bcs_machine& machine) { machine.mode = 4; }),
            "mode must be bcs_strict, bcs_adaptive, bcs_deterministic or bcs_fast");
  EXPECT_EQ(said_of([](bcs_machine& machine) {
              machine.jitter = std::numeric_limits<double>::quiet_NaN();
            }),
            "jitter must be finite and not negative");
  EXPECT_EQ(said_of([](bcs_machine& machine) { machine.slice_s = 0; }), "slice_s must be above 0");
  EXPECT_EQ(said_of([](bcs_machine& machine) { machine.loss = 1; }), "loss must be from 0 to 0.9");
  EXPECT_EQ(said_of([](bcs_machine& machine) { machine.stopped_node = 2; }),
            "slow_node and stopped_node must be below nodes");
  EXPECT_EQ(said_of([](bcs_machine& machine) { machine.stack_bytes = 100; }),
            "stack_bytes must be at least 16384");
  EXPECT_EQ(said_of([](bcs_machine& machine) {
              static const std::int32_t beyond[] = {0, 2};
              machine.node_of = beyond;
            }),
            "every node of a job needs at least one process");
  EXPECT_EQ(said_of([](bcs_machine& machine) {
              static const std::int32_t twice[] = {1, 1};
              static const bcs_group group{2, twice};
              machine.groups = 1;
              machine.group = &group;
            }),
            "a group must not name a rank twice");
  EXPECT_EQ(said_of([](bcs_machine& machine) {
              static const std::int32_t other[] = {0, 2};
              static const bcs_group group{2, other};
              machine.groups = 1;
              machine.group = &group;
            }),
            "a communicator needs at least one rank, and only ranks of the job");
}

TEST(Arguments, ThatAreMissingStartNothing) {
  expect_finished(simulate(machine_of(1), [] {
    char room[8] = {};
    bcs_request request = bcs_no_request;
    int flag = 0;
    const auto world = bcs_world;
    const bcs_waiting other = 2;
    EXPECT_EQ(bcs_rank(world, nullptr), bcs_error_argument);
    EXPECT_EQ(bcs_size(world, nullptr), bcs_error_argument);
    EXPECT_EQ(bcs_compute(-1), bcs_error_argument);
    EXPECT_EQ(bcs_compute(std::numeric_limits<double>::infinity()), bcs_error_argument);
    EXPECT_EQ(bcs_send(nullptr, 8, 0, 0, world, bcs_non_blocking, &request), bcs_error_argument);
    EXPECT_EQ(bcs_send(room, 8, 0, 0, world, bcs_non_blocking, nullptr), bcs_error_argument);
    EXPECT_EQ(bcs_send(room, 8, 0, 0, world, other, &request), bcs_error_argument);
    EXPECT_EQ(bcs_recv(nullptr, 8, 0, 0, world, bcs_blocking, nullptr, nullptr),
              bcs_error_argument);
    EXPECT_EQ(bcs_probe(0, 0, world, bcs_non_blocking, nullptr, nullptr), bcs_error_argument);
    EXPECT_EQ(bcs_test(nullptr, bcs_blocking, nullptr, nullptr), bcs_error_argument);
    EXPECT_EQ(bcs_test(&request, bcs_non_blocking, nullptr, nullptr), bcs_error_argument);
    EXPECT_EQ(bcs_testall(-1, &request, bcs_blocking, nullptr, nullptr), bcs_error_argument);
    EXPECT_EQ(bcs_testall(1, nullptr, bcs_blocking, nullptr, nullptr), bcs_error_argument);
    EXPECT_EQ(bcs_bcast(nullptr, 8, 0, world, bcs_blocking, nullptr), bcs_error_argument);
    const auto reduce = [&](const void* data, void* result, std::int64_t count, bcs_type type,
                            bcs_operation how) {
      return bcs_reduce(data, result, count, type, how, 0, world, bcs_blocking, nullptr);
    };
    EXPECT_EQ(reduce(nullptr, room, 1, bcs_int64, bcs_sum), bcs_error_argument);
    EXPECT_EQ(reduce(room, nullptr, 1, bcs_int64, bcs_sum), bcs_error_argument);
    EXPECT_EQ(reduce(room, room, 1, 5, bcs_sum), bcs_error_argument);
    EXPECT_EQ(reduce(room, room, 1, bcs_int64, 4), bcs_error_argument);
    EXPECT_EQ(reduce(room, room, INT64_MAX / 4, bcs_int64, bcs_sum), bcs_error_argument);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which end the program here
    EXPECT_EQ(bcs_send(room, INT64_MAX / 4, 0, 0, world, bcs_non_blocking, &request),
              bcs_error_memory);
#endif
    bcs_send(room, 8, 0, 0, world, bcs_non_blocking, &request);
    bcs_request twice[] = {request, request};
    EXPECT_EQ(bcs_testall(2, twice, bcs_non_blocking, &flag, nullptr), bcs_error_argument);
    bcs_recv(room, 8, 0, 0, world, bcs_blocking, nullptr, nullptr);
    finish(bcs_non_blocking, request);
    const std::int64_t four = 4;
    const std::int64_t before = -4;
    const bcs_parts parts = {&four, nullptr};
    const bcs_parts no_sizes = {nullptr, nullptr};
    const bcs_parts outside = {&four, &before};
    const auto scatter = [&](const void* data, const bcs_parts* by_rank, void* part,
                             bcs_form form) {
      return bcs_scatter(data, by_rank, part, 4, 0, form, world, bcs_blocking, nullptr);
    };
    EXPECT_EQ(scatter(nullptr, nullptr, room, bcs_non_vectorial), bcs_error_argument);
    EXPECT_EQ(scatter(room, nullptr, nullptr, bcs_non_vectorial), bcs_error_argument);
    EXPECT_EQ(scatter(room, nullptr, room, bcs_vectorial), bcs_error_argument);
    EXPECT_EQ(scatter(room, &no_sizes, room, bcs_vectorial), bcs_error_argument);
    EXPECT_EQ(scatter(room, &outside, room, bcs_vectorial), bcs_error_argument);
    EXPECT_EQ(scatter(nullptr, &parts, room, bcs_vectorial), bcs_error_argument);
    EXPECT_EQ(scatter(room, &parts, room, 2), bcs_error_argument);
    EXPECT_EQ(
        bcs_allgather(room, 4, nullptr, nullptr, bcs_non_vectorial, world, bcs_blocking, nullptr),
        bcs_error_argument);
    EXPECT_EQ(
        bcs_alltoall(room, &parts, nullptr, &parts, 0, bcs_vectorial, world, bcs_blocking, nullptr),
        bcs_error_argument);
    bcs_outcome outcome;
    const bcs_machine machine = machine_of(1);
    EXPECT_EQ(bcs_simulate(
                  &machine, [](void*) {}, nullptr, &outcome),
              bcs_error_argument)
        << "a process is no place for another job";
  }));
}

TEST(Calls, OutsideAJobSaySo) {
  std::int32_t rank = 0;
  EXPECT_EQ(bcs_rank(bcs_world, &rank), bcs_error_outside);
  EXPECT_EQ(bcs_barrier(bcs_world, bcs_blocking, nullptr), bcs_error_outside);
  EXPECT_EQ(bcs_compute(1), bcs_error_outside);
  EXPECT_EQ(bcs_time(), -1.0);
  const bcs_machine machine = machine_of(1);
  bcs_outcome outcome;
  EXPECT_EQ(bcs_simulate(nullptr, [](void*) {}, nullptr, &outcome), bcs_error_argument);
  EXPECT_EQ(bcs_simulate(&machine, nullptr, nullptr, &outcome), bcs_error_argument);
  EXPECT_EQ(bcs_simulate(&machine, [](void*) {}, nullptr, nullptr), bcs_error_argument);
  std::set<std::string> words;
  for (int error = bcs_ok; error <= bcs_error_repeated + 1; ++error) {
    words.insert(bcs_error_string(error));
  }
  EXPECT_EQ(words.size(), 9U);
}

}  // namespace
}  // namespace strobe::bcs::api
