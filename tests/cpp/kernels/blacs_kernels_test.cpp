// SPDX-License-Identifier: BSD-3-Clause
//
// The kernels that call the BLACS: their checks must detect errors of a library. The faulty library
// is in this file: its functions precede those of the shared library, as with LD_PRELOAD.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <strobe/blacs.h>

#include <array>
#include <string>

#include "kernels/blacs/topology.hpp"
#include "kernels/catalogue.hpp"
#include "layer/mpi/mpi_layer.hpp"
#include "schedule/catalogue.hpp"

namespace {

bool is_wrong = false;

/// The function of the same name in the next library.
template <class Function>
Function* next(const char* name, Function* /*own*/) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

void spoil(double* elements, strobe_blacs_int count) {
  if (is_wrong && count > 0) *reinterpret_cast<unsigned char*>(elements + count - 1) ^= 1U;
}

}  // namespace

extern "C" {

void Cdgerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, double* a,
              strobe_blacs_int lda, strobe_blacs_int row, strobe_blacs_int column) {
  next("Cdgerv2d", &Cdgerv2d)(context, m, n, a, lda, row, column);
  spoil(a + (n - 1) * lda, m);
}

void Cdgebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
              strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int row,
              strobe_blacs_int column) {
  next("Cdgebr2d", &Cdgebr2d)(context, scope, top, m, n, a, lda, row, column);
  spoil(a, m);
}

void Cdgsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
              strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int row,
              strobe_blacs_int column) {
  next("Cdgsum2d", &Cdgsum2d)(context, scope, top, m, n, a, lda, row, column);
  spoil(a, m);
}

}  // extern "C"

namespace strobe::kernels {
namespace {

using layer::mpi::MpiLayer;
using measure::Machine;
using measure::Point;
using ::testing::Eq;
using ::testing::HasSubstr;

/// The verdict on this rank after three operations; empty if the rank is not a member.
std::string found_wrong(MpiLayer& world, const std::string& kernel, const Point& some) {
  const auto& entry = find_kernel<MpiLayer>(kernel);
  const Point point = measure::complete_point(entry.info, some, Machine::flat(world.size()));
  std::vector<layer::Rank> members;
  for (const int rank : entry.info.members(point, Machine::flat(world.size()))) {
    members.push_back(layer::Rank{rank});
  }
  if (world.rank().value >= static_cast<int>(members.size())) return {};
  MpiLayer group = world.group(members);
  const auto made = entry.make(group, point, {});
  made->prepare(5);
  made->run(3);
  return made->verify().wrong;
}

/// Whether any rank detected an error.
bool is_seen(MpiLayer& world, const std::string& kernel, const Point& point) {
  int seen = found_wrong(world, kernel, point).empty() ? 0 : 1;
  MPI_Allreduce(MPI_IN_PLACE, &seen, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return seen != 0;
}

TEST(LibraryKernels, SeeAWrongElementOfTheLibrary) {
  MpiLayer world = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  const std::array<std::pair<const char*, Point>, 8> all{{
      {"blacs_echo", {{"size_bytes", std::int64_t{800}}}},
      {"blacs_echo", {{"size_bytes", std::int64_t{800}}, {"shape", "columns"}}},
      {"blacs_send", {{"size_bytes", std::int64_t{80000}}}},
      {"blacs_broadcast", {{"size_bytes", std::int64_t{8}}}},
      {"blacs_broadcast", {{"size_bytes", std::int64_t{80000}}, {"topology", "split-ring"}}},
      {"blacs_combine", {{"size_bytes", std::int64_t{8}}}},
      {"blacs_combine", {{"size_bytes", std::int64_t{800}}, {"topology", "tree"}}},
      {"blacs_combine", {{"size_bytes", std::int64_t{800}}, {"left_on", "one"}}},
  }};
  for (const auto& [kernel, point] : all) {
    is_wrong = false;
    EXPECT_FALSE(is_seen(world, kernel, point)) << measure::cell_key(kernel, point);
    is_wrong = true;
    EXPECT_TRUE(is_seen(world, kernel, point)) << measure::cell_key(kernel, point);
  }
  is_wrong = false;
}

TEST(LibraryKernels, LeaveTheLibraryOutWhereTheMachinesOwnIsMeasured) {
  MpiLayer world = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  is_wrong = true;
  for (const char* kernel : {"blacs_broadcast", "blacs_combine"}) {
    EXPECT_FALSE(is_seen(world, kernel, {{"topology", "primitive"}})) << kernel;
  }
  is_wrong = false;
}

TEST(LibraryKernels, KnowEveryTopologyOfTheCatalogueByItsName) {
  const std::vector<std::string> words = blacs::topology_axis().choices;
  for (const schedule::Pattern& pattern : schedule::patterns()) {
    if (!pattern.is_topology) continue;
    EXPECT_THAT(words, ::testing::Contains(pattern.name));
  }
}

TEST(LibraryKernels, GiveBranchesToThoseThatHaveThem) {
  const auto& info = find_kernel<MpiLayer>("blacs_broadcast").info;
  const auto refusal = [&](const char* topology) -> std::string {
    const Point some{{"topology", topology}, {"branches", std::int64_t{2}}};
    const Machine machine = Machine::flat(4);
    try {
      (void)info.members(measure::complete_point(info, some, machine), machine);
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_THAT(refusal("hypercube"), HasSubstr("has no branches"));
  EXPECT_THAT(refusal("tree"), Eq(""));
  EXPECT_THAT(refusal("multiring"), Eq(""));
}

}  // namespace
}  // namespace strobe::kernels
