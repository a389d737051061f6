// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/mmds.hpp"

#include <gmock/gmock.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/clock.hpp"
#include "base/random.hpp"
#include "bcs/monitor/live.hpp"
#include "bcs/monitor/rank_record.hpp"
#include "strobe/error.hpp"
#include "support/temporary_folder.hpp"
#include "support/thoroughness.hpp"

namespace strobe::bcs::monitor {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Bucket = Distribution::Bucket;

enum : std::uint32_t { send, isend, barrier };
constexpr std::array<Function, 3> functions{
    {{"MPI_Send", true}, {"MPI_Isend", false}, {"MPI_Barrier", true}}};

TEST(Distribution, HasABucketForEachSmallValueAndEightForAPowerOfTwo) {
  Distribution distribution(3);
  for (const std::uint64_t value : {0, 0, 15, 16, 17, 18, 1'000'000}) distribution.add(value);
  EXPECT_THAT(distribution.buckets(),
              ElementsAre(Bucket{0, 1, 2}, Bucket{15, 16, 1}, Bucket{16, 18, 2}, Bucket{18, 20, 1},
                          Bucket{983'040, 1'048'576, 1}));
  EXPECT_EQ(distribution.count(), 7U);
  EXPECT_EQ(distribution.total(), 1'000'066U);
  EXPECT_EQ(distribution.smallest(), 0U);
  EXPECT_EQ(distribution.largest(), 1'000'000U);
}

TEST(Distribution, PutsEachValueIntoABucketThatHoldsIt) {
  base::Random random(1);
  const std::size_t turns = thoroughness::sampled(2'000).size();
  for (const int bits : {0, 1, 3, 10}) {
    for (std::size_t turn = 0; turn < turns; ++turn) {
      const std::uint64_t value = random.next() >> (random.next() % 64);
      Distribution distribution(bits);
      distribution.add(value);
      ASSERT_EQ(distribution.buckets().size(), 1U);
      const Bucket bucket = distribution.buckets().front();
      EXPECT_LE(bucket.low, value);
      EXPECT_TRUE(value < bucket.high || value == UINT64_MAX);
      EXPECT_LE(bucket.high - bucket.low, std::max<std::uint64_t>(1, bucket.low >> bits));
    }
  }
}

TEST(Distribution, HoldsTheLargestValue) {
  Distribution distribution(0);
  distribution.add(UINT64_MAX);
  EXPECT_THAT(distribution.buckets(), ElementsAre(Bucket{1ULL << 63U, UINT64_MAX, 1}));
}

/// The scenario of figure 5.1 of the paper: from one blocking call to the next.
TEST(Mmds, PartsTheRunIntoComputationAndCommunication) {
  Mmds mmds(functions, 2, {});
  mmds.start(100);
  mmds.left(send, 150, 170, 8);
  mmds.left(isend, 180, 190, 64);
  mmds.left(barrier, 200, 300, no_size);
  mmds.finish(1000);
  EXPECT_EQ(mmds.run_ticks(), 900U);
  EXPECT_EQ(mmds.computation().total(), 50U + 30U + 700U);
  EXPECT_EQ(mmds.communication().total(), 20U + 100U);
  EXPECT_EQ(mmds.computation().count(), 3U);
  EXPECT_EQ(mmds.communication().count(), 2U);
}

TEST(Mmds, CountsPrimitivesWhetherTheyBlockOrNot) {
  Mmds mmds(functions, 2, {});
  mmds.start(0);
  mmds.left(isend, 10, 14, 100);
  mmds.left(isend, 20, 22, 50);
  mmds.left(barrier, 30, 60, no_size);
  mmds.finish(100);
  const Primitive& posted = mmds.primitive(isend);
  EXPECT_EQ(posted.count, 2U);
  EXPECT_EQ(posted.smallest, 2U);
  EXPECT_EQ(posted.largest, 4U);
  EXPECT_EQ(posted.total, 6U);
  EXPECT_EQ(posted.size_bytes, 150U);
  EXPECT_EQ(posted.latencies->total(), 6U);
  EXPECT_EQ(posted.sizes->largest(), 100U);
  EXPECT_EQ(mmds.primitive(barrier).sizes->count(), 0U);
  EXPECT_EQ(mmds.primitive(send).count, 0U);
}

TEST(Mmds, DistributesSelectedPrimitivesOnly) {
  Mmds mmds(functions, 2, mmds_options("primitives=MPI_Send resolution=1"));
  mmds.start(0);
  mmds.left(send, 10, 13, 8);
  mmds.left(barrier, 30, 60, no_size);
  mmds.finish(100);
  EXPECT_THAT(mmds.primitive(send).latencies->buckets(), ElementsAre(Bucket{2, 4, 1}));
  EXPECT_EQ(mmds.primitive(barrier).latencies, nullptr);
  EXPECT_EQ(mmds.primitive(barrier).total, 30U);
}

TEST(Mmds, RefusesPrimitivesThatThereAreNot) {
  EXPECT_THROW(Mmds(functions, 2, mmds_options("primitives=MPI_Send,MPI_Sent")), Error);
}

/// Makes calls that take 10 and 90 ticks in turns, which a regular sample would see the half of.
void make_calls(Mmds& mmds, std::uint32_t function, std::uint64_t calls) {
  for (std::uint64_t call = 0; call < calls; ++call) {
    const base::Ticks begin = 1000 + 100 * call;
    const bool is_timed = mmds.entered(function) != Mmds::untimed;
    const base::Ticks spent = call % 2 == 0 ? 10 : 90;
    mmds.left(function, is_timed ? begin : Mmds::untimed, begin + spent, 8);
  }
}

TEST(Mmds, TimesASampleOfManyCallsThatDoNotBlock) {
  constexpr std::uint64_t calls = 101'000;
  Mmds mmds(functions, 2, {});
  mmds.start(0);
  make_calls(mmds, isend, calls);
  const Primitive& sampled = mmds.primitive(isend);
  EXPECT_EQ(sampled.count, calls);
  EXPECT_EQ(sampled.size_bytes, 8 * calls);
  EXPECT_EQ(sampled.sizes->count(), calls);
  EXPECT_EQ(sampled.smallest, 10U);
  EXPECT_EQ(sampled.largest, 90U);
  // One in eight of 100,000, with a standard deviation of 105.
  EXPECT_NEAR(static_cast<double>(sampled.timed), 1000 + 12'500, 500);
  EXPECT_NEAR(static_cast<double>(sampled.total), 50.0 * calls, 0.05 * 50.0 * calls);
  EXPECT_EQ(sampled.latencies->total(), sampled.total);
  EXPECT_NEAR(static_cast<double>(sampled.latencies->count()), calls, 0.05 * calls);
}

TEST(Mmds, TimesTheFirstCallsAndThoseThatBlock) {
  Mmds mmds(functions, 2, {});
  mmds.start(0);
  make_calls(mmds, isend, Mmds::first_timed);
  make_calls(mmds, send, 5000);
  EXPECT_EQ(mmds.primitive(isend).timed, Mmds::first_timed);
  EXPECT_EQ(mmds.primitive(send).timed, 5000U);
  EXPECT_EQ(mmds.primitive(send).total, 50U * 5000U);
}

TEST(Mmds, TimesAllCallsIfAPersonWantsOrReadsThem) {
  Mmds chosen(functions, 2, mmds_options("timed=1"));
  Mmds logged(functions, 2, mmds_options("calls=10"));
  Mmds shared(functions, 2, {});
  shared.expect_threads();
  for (Mmds* const mmds : {&chosen, &logged, &shared}) {
    mmds->start(0);
    make_calls(*mmds, isend, 5000);
    EXPECT_EQ(mmds->primitive(isend).timed, 5000U);
    EXPECT_EQ(mmds->primitive(isend).total, 50U * 5000U);
  }
}

TEST(Mmds, GivesEachTickToOneOfThemWhenCallsOfThreadsOverlap) {
  Mmds mmds(functions, 2, {});
  mmds.expect_threads();
  mmds.start(0);
  mmds.left(barrier, 20, 50, no_size);
  mmds.left(send, 10, 100, 8);
  mmds.left(send, 60, 90, 8);
  mmds.finish(110);
  EXPECT_EQ(mmds.computation().total() + mmds.communication().total(), 110U);
  EXPECT_EQ(mmds.communication().total(), 80U);
  EXPECT_EQ(mmds.primitive(send).total, 120U);
}

TEST(Mmds, CountsACallThatHasNotReturnedForOneRecordAlone) {
  Mmds mmds(functions, 2, mmds_options("primitives=MPI_Send"));
  mmds.start(1000);
  mmds.left(send, 1100, 1150, 8);
  const auto is_as_before = [&] {
    EXPECT_EQ(mmds.computation().total(), 100U);
    EXPECT_EQ(mmds.communication().total(), 50U);
    EXPECT_EQ(mmds.primitive(send).count, 1U);
    EXPECT_EQ(mmds.primitive(send).latencies->largest(), 50U);
  };
  mmds.as_if_left(send, 1200, 1500, 16, [&] {
    mmds.mark_end(1500);
    EXPECT_EQ(mmds.computation().total(), 150U);
    EXPECT_EQ(mmds.communication().total(), 350U);
    EXPECT_EQ(mmds.run_ticks(), 500U);
    EXPECT_EQ(mmds.primitive(send).count, 2U);
    EXPECT_EQ(mmds.primitive(send).size_bytes, 24U);
    EXPECT_EQ(mmds.primitive(send).latencies->largest(), 300U);
  });
  is_as_before();
  mmds.as_if_left(barrier, 1200, 1500, no_size, [] {});
  is_as_before();
  EXPECT_EQ(mmds.primitive(barrier).count, 0U);
  mmds.finish(2000);
  EXPECT_EQ(mmds.computation().total() + mmds.communication().total(), 1000U);
}

TEST(Mmds, MissesNoCallOfManyThreads) {
  constexpr int threads = 4;
  constexpr std::uint64_t calls = 20'000;
  Mmds mmds(functions, threads, {});
  mmds.expect_threads();
  mmds.start(base::ticks_now());
  {
    std::vector<std::jthread> running;
    for (int thread = 0; thread < threads; ++thread) {
      running.emplace_back([&mmds, thread] {
        for (std::uint64_t call = 0; call < calls; ++call) {
          const base::Ticks entered = base::ticks_now();
          mmds.sent({.peer = thread, .size_bytes = 4});
          mmds.left(send, entered, base::ticks_now(), 4);
        }
      });
    }
  }
  mmds.finish(base::ticks_now());
  EXPECT_EQ(mmds.primitive(send).count, threads * calls);
  EXPECT_EQ(mmds.partners()[3].size_bytes, 4 * calls);
  EXPECT_EQ(mmds.computation().total() + mmds.communication().total(), mmds.run_ticks());
}

TEST(Mmds, KeepsAsManyCallsAndMessagesAsWereAskedFor) {
  Mmds mmds(functions, 2, mmds_options("calls=2"));
  mmds.start(0);
  for (const std::uint64_t at : {10, 20, 30}) {
    mmds.receives({.operation = at, .context = 3, .peer = -1, .tag = 7, .size_bytes = 64});
    mmds.left(barrier, at, at + 5, no_size, {.number = 4});
  }
  ASSERT_EQ(mmds.call_log()->calls().size(), 2U);
  EXPECT_EQ(mmds.call_log()->calls()[1].entered, 20U);
  EXPECT_EQ(mmds.call_log()->calls()[1].left, 25U);
  EXPECT_EQ(mmds.call_log()->calls()[1].slice, 4U);
  ASSERT_EQ(mmds.call_log()->messages().size(), 2U);
  EXPECT_EQ(mmds.call_log()->messages()[0].peer, -1);
  EXPECT_EQ(mmds.call_log()->messages()[0].event, LoggedMessage::receive_begun);
  EXPECT_EQ(mmds.partners()[0].messages, 0U);
}

TEST(Mmds, KeepsWhereTheProgramCalled) {
  Mmds mmds(functions, 2, mmds_options("calls=3"));
  mmds.start(0);
  const std::uint32_t first = mmds.call_log()->add_site({.file = "/bin/ring", .address = 0x40});
  const std::uint32_t second = mmds.call_log()->add_site({.line = "ring.py:12, in main"});
  mmds.left(send, 10, 14, 8, {}, second);
  mmds.left(send, 20, 24, 8, {}, first);
  mmds.left(barrier, 30, 60, no_size);
  const CallLog& log = *mmds.call_log();
  ASSERT_EQ(log.sites().size(), 2U);
  EXPECT_EQ(log.sites()[log.calls()[0].site].line, "ring.py:12, in main");
  EXPECT_EQ(log.sites()[log.calls()[1].site].address, 0x40U);
  EXPECT_EQ(log.calls()[2].site, LoggedCall::no_site);
}

void compute(double seconds) {
  const double end_s = base::processor_time_s() + seconds;
  while (base::processor_time_s() < end_s) {
  }
}

TEST(Mmds, KeepsForHowLongAThreadComputedAndNotForHowLongItSlept) {
  Mmds mmds(functions, 2, mmds_options("calls=3"));
  mmds.start(base::ticks_now());
  const auto call = [&mmds] {
    const base::Ticks entered = mmds.entered(send);
    mmds.left(send, entered, base::ticks_now(), 8);
  };
  compute(2e-3);
  call();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  call();
  compute(4e-3);
  mmds.finish(base::ticks_now());
  const auto& calls = mmds.call_log()->calls();
  EXPECT_GE(calls[0].computed_ns, 2'000'000U);
  EXPECT_LT(calls[1].computed_ns, 10'000'000U);
  EXPECT_GE(mmds.last_computed_ns(), 4'000'000U);
}

TEST(Mmds, KeepsNoMoreSitesThanTheRecordHasRoomFor) {
  CallLog log(1);
  std::uint32_t last = 0;
  for (int i = 0; i < 5000; ++i) {
    last = log.add_site({.file = "/bin/ring", .address = static_cast<std::uint64_t>(i)});
  }
  EXPECT_EQ(last, LoggedCall::no_site);
  EXPECT_EQ(log.sites().size(), 4096U);
}

/// Otherwise a program of many short messages would seem to compute for most of its time.
TEST(Mmds, LeavesOutWhatItsReadingsOfTheClockTake) {
  constexpr std::size_t count = 1000;
  Mmds mmds(functions, 2, {.logged_calls = count});
  mmds.start(0);
  for (std::size_t i = 0; i < count; ++i) mmds.left(send, mmds.entered(send), 2, 8);
  double reading_s = 1.0;
  std::uint64_t least_ns = 1'000'000'000;
  for (std::size_t i = 0; i < count; ++i) {
    const double before_s = base::processor_time_s();
    reading_s = std::min(reading_s, base::processor_time_s() - before_s);
    least_ns = std::min(least_ns, mmds.call_log()->calls()[i].computed_ns);
  }
  EXPECT_LT(static_cast<double>(least_ns), 1e9 * reading_s);
}

TEST(Mmds, LogsCollectivesFromTheirBeginsToTheirEnds) {
  Mmds mmds(functions, 2, {.logged_calls = 2});
  mmds.start(0);
  const auto all = [&] {
    return mmds.begins({.context = 7, .gave_bytes = 8, .members = 2, .own = 1, .order = 1});
  };
  EXPECT_EQ(all(), 0U);
  EXPECT_EQ(all(), 1U);
  EXPECT_EQ(all(), 2U);  // the log has no room for it
  mmds.collective_over(1);
  mmds.collective_over(2);
  EXPECT_EQ(mmds.collectives(), 3U);
  const auto& rows = mmds.call_log()->collectives();
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].over, 0U);
  EXPECT_EQ(rows[1].context, 7U);
  EXPECT_EQ(rows[1].gave_bytes, 8);
  EXPECT_GE(rows[1].over, rows[1].begun);
  EXPECT_GT(rows[1].begun, 0U);
}

/// The bytes of a call belong to the slice in which the call ends.
TEST(Mmds, HasARowForEachSliceInWhichACallWasLeft) {
  Mmds mmds(functions, 2, {});
  mmds.start(0);
  mmds.sent({.peer = 1, .size_bytes = 8});
  mmds.left(send, 10, 14, 8, {.number = 0, .decided = 0, .began_ns = 1000});
  mmds.received({.peer = 1, .size_bytes = 5});
  EXPECT_EQ(mmds.begins({}), 0U);
  mmds.left(barrier, 20, 60, no_size, {.number = 3, .decided = 2, .began_ns = 1500});
  mmds.left(isend, 70, 75, no_size, {.number = 3, .decided = 3, .began_ns = 1500});
  mmds.finish(100);
  const std::vector<SliceRow> rows = mmds.slice_log()->rows();
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].slice, 0U);
  EXPECT_EQ(rows[0].began_ns, 1000);
  EXPECT_EQ(rows[0].sent_bytes, 8U);
  EXPECT_EQ(rows[0].waited, 4U);
  EXPECT_EQ(rows[0].decided, 0U);
  EXPECT_EQ(rows[1].slice, 3U);
  EXPECT_EQ(rows[1].calls, 2U);
  EXPECT_EQ(rows[1].sent, 0U);
  EXPECT_EQ(rows[1].received, 1U);
  EXPECT_EQ(rows[1].received_bytes, 5U);
  EXPECT_EQ(rows[1].collectives, 1U);
  EXPECT_EQ(rows[1].waited, 40U);  // nonblocking calls do not count
  EXPECT_EQ(rows[1].decided, 3U);
  EXPECT_EQ(mmds.messages(), 1U);
}

TEST(SliceLog, KeepsTheLastOnesInTheirOrder) {
  SliceLog log(3);
  for (std::uint32_t slice = 0; slice < 8; ++slice) log.left({.number = slice}, 1, {});
  log.finish();
  std::vector<std::uint32_t> slices;
  for (const SliceRow& row : log.rows()) slices.push_back(row.slice);
  EXPECT_THAT(slices, ElementsAre(5, 6, 7));
  EXPECT_EQ(log.dropped(), 5U);
}

/// Stands for the viewer: anonymous memory, opened by its path in /proc.
class LiveMemory {
 public:
  explicit LiveMemory(std::uint32_t ranks, std::uint32_t names) {
    const LiveHeader header{.magic = live_magic, .ranks = ranks, .functions = names};
    bytes_ = sizeof header + ranks * sizeof(LiveRank) + names * live_name_bytes;
    EXPECT_EQ(ftruncate(descriptor_, static_cast<off_t>(bytes_)), 0);
    EXPECT_EQ(write(descriptor_, &header, sizeof header), ssize_t{sizeof header});
    memory_ = mmap(nullptr, bytes_, PROT_READ, MAP_SHARED, descriptor_, 0);
  }
  LiveMemory(const LiveMemory&) = delete;
  LiveMemory& operator=(const LiveMemory&) = delete;
  ~LiveMemory() {
    munmap(memory_, bytes_);
    close(descriptor_);
  }

  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }
  [[nodiscard]] const LiveRank& rank(int rank) const {
    return reinterpret_cast<const LiveRank*>(static_cast<std::byte*>(memory_) +
                                             sizeof(LiveHeader))[rank];
  }

 private:
  int descriptor_ = memfd_create("live", MFD_CLOEXEC);
  std::size_t bytes_ = 0;
  void* memory_ = nullptr;
};

TEST(Live, SaysWhereARankIs) {
  const LiveMemory memory(2, 3);
  const std::unique_ptr<Live> live = Live::at(memory.path(), 1, functions);
  const LiveRank& seen = memory.rank(1);
  EXPECT_GT(seen.begin_ns.load(), 0);
  EXPECT_GT(seen.tick_s.load(), 0.0);
  EXPECT_EQ(memory.rank(0).begin_ns.load(), 0);
  EXPECT_STREQ(reinterpret_cast<const char*>(&memory.rank(2)) + 2 * live_name_bytes, "MPI_Barrier");

  live->entered(barrier, 70);
  EXPECT_EQ(seen.function.load(), barrier + 1);
  EXPECT_EQ(seen.peer.load(), live_no_peer);
  live->waits_for(0, 7);
  EXPECT_EQ(seen.peer.load(), 0);
  EXPECT_EQ(seen.tag.load(), 7);
  live->left(5, 64, 30, 2);
  live->entered(send, 90);
  live->left(6, no_size, 40, 3);
  EXPECT_EQ(seen.function.load(), 0U);
  EXPECT_EQ(seen.calls.load(), 2U);
  EXPECT_EQ(seen.messages.load(), 6U);
  EXPECT_EQ(seen.size_bytes.load(), 64U);
  EXPECT_EQ(seen.communication.load(), 40U);
  EXPECT_EQ(seen.slice.load(), 3U);
  EXPECT_EQ(seen.has_ended.load(), 0U);
  live->ended();
  EXPECT_EQ(seen.has_ended.load(), 1U);
}

TEST(Live, IsNotSeenFromAnotherHostAndHasRoomForItsRanksAlone) {
  EXPECT_EQ(Live::at("/proc/self/fd/4000", 0, functions), nullptr);
  EXPECT_EQ(Live::at(STROBE_GOLDEN "/rank-1.json", 0, functions), nullptr);
  const LiveMemory memory(1, 3);
  EXPECT_THROW((void)Live::at(memory.path(), 1, functions), Error);
  const LiveMemory narrow(1, 2);
  EXPECT_THROW((void)Live::at(narrow.path(), 0, functions), Error);
}

TEST(MmdsOptions, AreAllPrimitivesAndRanksWhereNothingIsSaid) {
  const MmdsOptions options = mmds_options("");
  EXPECT_EQ(options.resolution_bits, 3);
  EXPECT_TRUE(options.selects("MPI_Send"));
  EXPECT_TRUE(options.watches(17));
}

TEST(MmdsOptions, ChooseRanksAndPrimitives) {
  const MmdsOptions options =
      mmds_options("  ranks=0,4-7   primitives=MPI_Send,MPI_Recv resolution=64");
  EXPECT_EQ(options.resolution_bits, 6);
  EXPECT_TRUE(options.selects("MPI_Recv"));
  EXPECT_FALSE(options.selects("MPI_Irecv"));
  EXPECT_TRUE(options.watches(0) && options.watches(4) && options.watches(7));
  EXPECT_FALSE(options.watches(1) || options.watches(8));
  EXPECT_FALSE(mmds_options("primitives=none").selects("MPI_Send"));
  EXPECT_FALSE(mmds_options("off").watches(0));
}

TEST(MmdsOptions, RefuseWhatMeansNothing) {
  for (const char* const words : {"resolution=3", "resolution=2048", "resolution", "ranks=",
                                  "ranks=3-1", "ranks=a", "ranks=-1", "slices=x", "primitives=Send",
                                  "everything", "resolution=8x", "calls=-1", "timed=0"}) {
    EXPECT_THROW((void)mmds_options(words), Error) << words;
  }
}

class RankRecordFile : public ::testing::Test {
 protected:
  [[nodiscard]] nlohmann::json written() const {
    std::ifstream file(folder_ / "rank-1.json");
    return nlohmann::json::parse(file);
  }
  [[nodiscard]] bool write(const Mmds* mmds, double seconds_per_tick) const {
    return RankRecordWriter(folder_.path(), facts_).write(end_, mmds, seconds_per_tick);
  }

  strobe::testing::TemporaryFolder folder_;
  RankFacts facts_{.rank = 1,
                   .size = 2,
                   .host = "here",
                   .pid = 17,
                   .mpi_library = "MPICH Version: 5.0.2",
                   .flavour = "mpich",
                   .mode = "deterministic",
                   .options = {{"STROBE_EAGER_LIMIT", "65536"}}};
  RankEnd end_{.run_time_s = 50.0, .stopped_s = 0.25, .slices = 3, .decisions_hash = 0xabcd};
};

/// Python reads the same file in its tests (tests/python/test_coscheduled_record.py).
TEST_F(RankRecordFile, IsAsItAlwaysWas) {
  Mmds mmds(functions, 2, {});
  mmds.start(0);
  mmds.sent({.peer = 0, .size_bytes = 8});
  mmds.left(send, 10, 14, 8);
  mmds.waited(0, 4);
  mmds.left(isend, 20, 21, 64);
  mmds.left(barrier, 30, 60, no_size);
  mmds.finish(100);
  const std::array outside{OutsideGuarantee{"MPI_Wtime", 3, "it reads the clock"}};
  const std::array unreceived{Unreceived{.to = 0,
                                         .tag = 7,
                                         .communicator = "MPI_COMM_WORLD",
                                         .size_bytes = 8,
                                         .sent_at = {.file = "/home/me/ring", .address = 4660}}};
  const std::array polls{Poll{.function = "MPI_Test",
                              .where = {.line = "ring.py:12, in main"},
                              .calls = 100,
                              .slices = 3,
                              .waited_s = 0.5}};
  end_.outside_guarantee = outside;
  end_.unreceived = unreceived;
  end_.polls = polls;
  ASSERT_TRUE(write(&mmds, 0.5));
  std::ifstream golden(STROBE_GOLDEN "/rank-1.json");
  EXPECT_EQ(written().dump(1), nlohmann::json::parse(golden).dump(1));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "rank-1.json.part"));
}

TEST_F(RankRecordFile, SaysThatARankWasNotWatched) {
  ASSERT_TRUE(write(nullptr, 1e-9));
  EXPECT_TRUE(written()["mmds"].is_null());
}

TEST_F(RankRecordFile, SaysWithWhatTheProcessEnds) {
  end_.end = "exit";
  end_.exit_status = 5;
  ASSERT_TRUE(write(nullptr, 1e-9));
  EXPECT_EQ(written()["exit_status"], 5);
}

TEST_F(RankRecordFile, SaysForWhomADeadlockedProcessWaits) {
  const std::vector<std::int32_t> awaited{3, 0};
  end_.end = "deadlock";
  end_.waits_for = awaited;
  ASSERT_TRUE(write(nullptr, 1e-9));
  EXPECT_EQ(written()["waits_for"], nlohmann::json(awaited));
}

TEST_F(RankRecordFile, HasTheLogBesideIt) {
  Mmds mmds(functions, 2, mmds_options("calls=9"));
  mmds.start(5);
  mmds.sent({.operation = 1, .peer = 0, .size_bytes = 8});
  for (int i = 0; i < 10; ++i) mmds.logs(LoggedMessage::put_begun, {.peer = 0, .size_bytes = 8});
  mmds.left(send, 10, 14, 8);
  mmds.finish(100);
  ASSERT_TRUE(write(&mmds, 0.5));
  EXPECT_EQ(std::filesystem::file_size(folder_ / "rank-1.calls"), sizeof(LoggedCall));
  EXPECT_EQ(std::filesystem::file_size(folder_ / "rank-1.messages"), 9 * sizeof(LoggedMessage));
  EXPECT_EQ(std::filesystem::file_size(folder_ / "rank-1.slices"), sizeof(SliceRow));
  const nlohmann::json found = written();
  EXPECT_EQ(found["mmds"]["begin_tick"], 5);
  EXPECT_EQ(found["mmds"]["events"], 11);  // of which the log has dropped two
  EXPECT_EQ(found["mmds"]["functions"][send], "MPI_Send");
}

TEST_F(RankRecordFile, RefusesAFolderThatIsNotThere) {
  const RankRecordWriter writer(folder_ / "missing", facts_);
  EXPECT_FALSE(writer.write(end_, nullptr, 1.0));
  EXPECT_THAT(writer.refusal(), HasSubstr("rank-1.json"));
}

TEST_F(RankRecordFile, HoldsAnyText) {
  facts_.host = "a \"b\" \\ \n\x01 \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80";
  // Invalid UTF-8: a lone byte, an overlong form, a UTF-16 surrogate, and a truncated character.
  facts_.mode = "\xff \xc0\x80 \xed\xa0\x80 \xe2\x82";
  const std::string longer_than_any_buffer(10'000, 'x');
  end_.sentence = longer_than_any_buffer;
  end_.run_time_s = std::numeric_limits<double>::infinity();
  end_.stopped_s = 0.1;
  ASSERT_TRUE(write(nullptr, 1.0));
  const nlohmann::json found = written();
  EXPECT_EQ(found["host"], facts_.host);
  EXPECT_EQ(found["mode"], "\ufffd \ufffd\ufffd \ufffd\ufffd\ufffd \ufffd\ufffd");
  EXPECT_EQ(found["sentence"], longer_than_any_buffer);
  EXPECT_TRUE(found["run_time_s"].is_null());
  EXPECT_EQ(found["stopped_s"], 0.1);
}

/// Rows in several blocks of memory; the file begins with a later block.
TEST_F(RankRecordFile, HasManyRowsInTheirOrder) {
  const std::size_t most = 5000;
  Mmds mmds(functions, 2, mmds_options("calls=5000 slices=5000"));
  mmds.start(0);
  for (std::uint32_t at = 0; at < most + 1234; ++at) {
    mmds.left(send, at, at + 1, 8, {.number = at + 1});
  }
  mmds.finish(most + 2000);
  ASSERT_TRUE(write(&mmds, 1.0));
  std::vector<LoggedCall> calls(most);
  std::ifstream(folder_ / "rank-1.calls", std::ios::binary)
      .read(reinterpret_cast<char*>(calls.data()),
            static_cast<std::streamsize>(most * sizeof(LoggedCall)));
  std::vector<SliceRow> slices(most);
  std::ifstream(folder_ / "rank-1.slices", std::ios::binary)
      .read(reinterpret_cast<char*>(slices.data()),
            static_cast<std::streamsize>(most * sizeof(SliceRow)));
  EXPECT_EQ(std::filesystem::file_size(folder_ / "rank-1.calls"), most * sizeof(LoggedCall));
  EXPECT_EQ(std::filesystem::file_size(folder_ / "rank-1.slices"), most * sizeof(SliceRow));
  for (std::uint32_t at = 0; at < most; ++at) {
    ASSERT_EQ(calls[at].entered, at);
    ASSERT_EQ(slices[at].slice, at + 1234 + 1);
  }
}

}  // namespace
}  // namespace strobe::bcs::monitor
