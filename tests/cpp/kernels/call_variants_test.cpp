// SPDX-License-Identifier: BSD-3-Clause
//
// Promises of the kernels other than correct data: every call may be repeated and verified at any
// time, no order of blocking calls deadlocks, and the members and the work are right.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/find_kernel.hpp"
#include "layer/mpi/mpi_layer.hpp"
#include "support/mpi_world.hpp"

namespace strobe::kernels {
namespace {

using layer::mpi::MpiLayer;
using measure::Machine;
using measure::Point;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::world_size;

const measure::KernelInfo& info_of(const char* name) { return find_kernel<MpiLayer>(name).info; }

Point complete(const char* name, const Point& point, int ranks) {
  return measure::complete_point(info_of(name), point, Machine::flat(ranks));
}

/// A kernel on the members that it names; all ranks of the world create it together.
class Measured {
 public:
  Measured(const char* name, const Point& some) {
    const Point point = complete(name, some, world_size());
    std::vector<layer::Rank> members;
    bool takes_part = false;
    for (const int rank : info_of(name).members(point, Machine::flat(world_size()))) {
      members.push_back(layer::Rank{rank});
      takes_part = takes_part || members.back() == world_.rank();
    }
    if (!takes_part) return;
    group_ = std::make_unique<MpiLayer>(world_.group(members));
    kernel_ = find_kernel<MpiLayer>(name).make(*group_, point, {});
    kernel_->prepare(17);
  }

  void run(std::int64_t repetitions) {
    if (kernel_) kernel_->run(repetitions);
  }
  void after_run() {
    if (kernel_) kernel_->after_run();
  }
  void expect_right() {
    if (kernel_) {
      EXPECT_EQ(kernel_->verify().wrong, "");
    }
  }

 private:
  MpiLayer world_ = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  std::unique_ptr<MpiLayer> group_;
  std::unique_ptr<measure::Kernel> kernel_;
};

/// Runs of several lengths, with and without the sampler's calls between them, and checks in the
/// middle.
void expect_right_again_and_again(const char* name, const Point& point) {
  SCOPED_TRACE(measure::cell_key(name, point));
  Measured kernel(name, point);
  for (const std::int64_t repetitions : {1, 2, 16, 7}) {
    kernel.run(repetitions);
    kernel.run(1);
    kernel.after_run();
    kernel.run(2);
    kernel.after_run();
    kernel.expect_right();
  }
}

TEST(WaysOfPassing, EveryCallOfAnEchoMayReturnWhatItGot) {
  if (world_size() < 2) return;
  for (const std::string& call : info_of("echo").axes[1].choices) {
    for (const char* reply : {"fresh", "returned"}) {
      for (const std::int64_t size_bytes : {0, 5, 100000}) {
        expect_right_again_and_again(
            "echo", {{"call", call}, {"reply", reply}, {"size_bytes", size_bytes}});
      }
    }
  }
}

TEST(WaysOfPassing, EveryCallOfAnEchoMayReceiveFromAny) {
  if (world_size() < 2) return;
  for (const std::string& call : info_of("echo").axes[1].choices) {
    for (const std::int64_t size_bytes : {0, 5, 100000}) {
      expect_right_again_and_again("echo",
                                   {{"call", call}, {"source", "any"}, {"size_bytes", size_bytes}});
    }
  }
}

TEST(WaysOfPassing, EveryCallOfAStreamMayBeWarmAndCold) {
  if (world_size() < 2) return;
  for (const char* name : {"bandwidth", "application_latency"}) {
    for (const char* call : {"blocking", "nonblocking", "ready"}) {
      for (const char* cache : {"warm", "cold"}) {
        for (const std::int64_t size_bytes : {0, 5, 100000}) {
          expect_right_again_and_again(
              name, {{"call", call}, {"cache", cache}, {"size_bytes", size_bytes}});
        }
      }
    }
  }
}

TEST(WaysOfPassing, AStreamMayBeLongerThanItsPlaces) {
  if (world_size() < 2) return;
  for (const char* call : {"blocking", "nonblocking", "ready"}) {
    for (const char* cache : {"warm", "cold"}) {
      Measured kernel("bandwidth",
                      {{"call", call}, {"cache", cache}, {"size_bytes", std::int64_t{1} << 20}});
      kernel.run(53);
      kernel.expect_right();
    }
  }
}

TEST(WaysOfPassing, AWindowNeedNotBeFull) {
  if (world_size() < 2) return;
  for (const char* direction : {"one", "both"}) {
    for (const char* places : {"each", "one"}) {
      for (const std::int64_t pairs : {1, world_size() / 2}) {
        for (const std::int64_t repetitions : {1, 3, 4, 5, 11}) {
          Measured kernel("multi_pair", {{"direction", direction},
                                         {"places", places},
                                         {"pairs", pairs},
                                         {"window", std::int64_t{4}},
                                         {"size_bytes", std::int64_t{70000}}});
          kernel.run(repetitions);
          kernel.expect_right();
        }
      }
    }
  }
}

TEST(WaysOfPassing, NoShiftDeadlocksWhereNothingIsBuffered) {
  // Far longer than what an MPI buffers, with every shift: cycles of even and of odd length.
  const int ranks = world_size();
  for (int shift = 1; shift <= ranks + 1; ++shift) {
    if (shift % ranks == 0) continue;
    for (const char* method : {"echo", "exchange", "swap"}) {
      expect_right_again_and_again("shift", {{"method", method},
                                             {"shift", std::int64_t{shift}},
                                             {"size_bytes", std::int64_t{200000}}});
    }
  }
}

TEST(WaysOfPassing, AnyTwoProcessesEcho) {
  for (int first = 0; first < world_size(); ++first) {
    for (int partner = first + 1; partner < world_size(); ++partner) {
      expect_right_again_and_again(
          "all_pairs", {{"first", std::int64_t{first}}, {"partner", std::int64_t{partner}}});
    }
  }
}

TEST(WaysOfPassing, PairsLieAcrossTheHalves) {
  const auto members = [](const char* name, const Point& point, int ranks) {
    return info_of(name).members(complete(name, point, ranks), Machine::flat(ranks));
  };
  EXPECT_THAT(members("multi_pair", {{"pairs", std::int64_t{2}}}, 9), ElementsAre(0, 1, 4, 5));
  EXPECT_THAT(members("multi_pair", {{"pairs", std::int64_t{4}}}, 8),
              ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_THAT(members("all_pairs", {{"first", std::int64_t{1}}, {"partner", std::int64_t{3}}}, 4),
              ElementsAre(1, 3));
}

TEST(WaysOfPassing, SaysWhatWouldWorkWhereItCannotBe) {
  const auto reason = [](const char* name, const Point& point) -> std::string {
    try {
      (void)info_of(name).members(complete(name, point, 4), Machine::flat(4));
      return "nothing";
    } catch (const Error& error) {
      return error.what();
    }
  };
  EXPECT_THAT(reason("shift", {{"shift", std::int64_t{8}}}), HasSubstr("not a multiple"));
  EXPECT_THAT(reason("all_pairs", {{"first", std::int64_t{1}}}), HasSubstr("two different ranks"));
  EXPECT_THAT(reason("all_pairs", {{"first", std::int64_t{3}}}), HasSubstr("first=1 partner=3"));
  EXPECT_THAT(reason("multi_pair", {{"pairs", std::int64_t{3}}}), HasSubstr("6 processes"));
  EXPECT_THAT(reason("multi_pair", {{"size_bytes", std::int64_t{1} << 30}}),
              HasSubstr("at most 16777216 bytes"));
  EXPECT_THAT(reason("strided", {{"stride_bytes", std::int64_t{3}}}), HasSubstr("4 or more"));
  EXPECT_THAT(
      reason("strided", {{"element_bytes", std::int64_t{8}}, {"size_bytes", std::int64_t{12}}}),
      HasSubstr("a multiple of element_bytes=8"));
  EXPECT_THAT(reason("nonblocking", {{"operation", "barrier"}}), HasSubstr("size_bytes=8"));
  if (!MpiLayer::threads_may_call()) {
    EXPECT_THAT(reason("threads", {}), HasSubstr("--kernel threads"));
  }
}

TEST(WaysOfPassing, WorkIsWhatThePapersCount) {
  const auto work = [](const char* name, const Point& point) {
    return info_of(name).work(complete(name, point, 4));
  };
  const std::int64_t size_bytes = 4096;
  // The arithmetic of all ranks: (p - 1) n.
  EXPECT_EQ(work("scan", {{"element", "float32"}, {"size_bytes", size_bytes}}).flops, 3 * 1024.0);
  EXPECT_EQ(work("reduce", {{"ranks", std::int64_t{2}}, {"size_bytes", size_bytes}}).flops, 512.0);
  // The whole buffer of a rank that has all blocks.
  EXPECT_EQ(work("scatter", {{"size_bytes", size_bytes}}).bytes, 4.0 * 4096);
  // Per node.
  EXPECT_EQ(work("shift", {{"size_bytes", size_bytes}}).bytes, 4096.0);
  EXPECT_EQ(work("multi_pair",
                 {{"pairs", std::int64_t{2}}, {"direction", "both"}, {"size_bytes", size_bytes}})
                .bytes,
            4.0 * 4096);
  EXPECT_EQ(
      work("logp", {{"what", "prttn"}, {"messages", std::int64_t{5}}, {"size_bytes", size_bytes}})
          .bytes,
      6.0 * 4096);
}

}  // namespace
}  // namespace strobe::kernels
