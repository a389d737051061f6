// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <complex>
#include <string>
#include <tuple>
#include <vector>

#include "kernels/blas/fma.hpp"
#include "kernels/blas/kernels.hpp"
#include "kernels/blas/library.hpp"
#include "kernels/blas/problem.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/memory/isa.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {
namespace {

using blas::find_routine;
using blas::ProblemSpec;
using blas::Routine;
using blas::Transposition;
using blas::Type;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string refusal(auto&& call) {
  try {
    call();
    return "accepted";
  } catch (const Error& error) {
    return error.what();
  }
}

std::vector<Transposition> transpositions(const Routine& routine) {
  auto all = routine.transpositions;
  if (all.empty()) all.push_back(Transposition::n);
  return all;
}

std::vector<std::string_view> stems() {
  std::vector<std::string_view> all;
  for (const Routine& routine : blas::routines()) all.push_back(routine.stem);
  return all;
}

class EveryRoutine : public ::testing::TestWithParam<std::tuple<std::string_view, Type>> {
 protected:
  /// The result of check() after `compute` was called on the operands.
  template <class T>
  static blas::Difference after(const Routine& routine, const ProblemSpec& spec, auto&& compute) {
    blas::Problem<T> problem(routine, spec);
    problem.fill();
    compute(problem.arguments());
    return problem.check();
  }
};

TEST_P(EveryRoutine, IsRightInTheReference) {
  const auto [stem, type] = GetParam();
  const Routine& routine = find_routine(stem);
  for (const Transposition transposition : transpositions(routine)) {
    for (const std::int64_t n : {1, 2, 3, 8, 33, 64}) {
      for (const std::int64_t beyond : {0, 5}) {
        const ProblemSpec spec{.type = type,
                               .transposition = transposition,
                               .n = n,
                               .leading = n + beyond,
                               .offset_bytes = 16 * beyond,
                               .seed = 11};
        const auto difference = blas::with_type(type, [&]<class T>(T) {
          return after<T>(routine, spec, routine.implementation<T>().reference);
        });
        EXPECT_EQ(difference.wrong, "") << n << " " << blas::transposition_name(transposition);
        EXPECT_LE(difference.units, 4.0);
        EXPECT_GT(difference.bytes, 0);
      }
    }
  }
}

TEST_P(EveryRoutine, IsWrongWhereNothingWasComputed) {
  const auto [stem, type] = GetParam();
  const Routine& routine = find_routine(stem);
  const ProblemSpec spec{
      .type = type, .transposition = transpositions(routine)[0], .n = 9, .leading = 9, .seed = 2};
  const auto difference = blas::with_type(
      type, [&]<class T>(T) { return after<T>(routine, spec, [](blas::Arguments<T>&) {}); });
  EXPECT_THAT(difference.wrong, HasSubstr(routine.name(type)));
}

TEST_P(EveryRoutine, HasOneResult) {
  const Routine& routine = find_routine(std::get<0>(GetParam()));
  const auto written = std::ranges::count_if(routine.operands, [](const blas::Operand& operand) {
    return operand.access != blas::Access::reads;
  });
  EXPECT_EQ(written + (routine.returns == blas::Returns::nothing ? 0 : 1), 1);
  EXPECT_EQ(&blas::routines().at(blas::index_of(routine)), &routine);
}

TEST_P(EveryRoutine, KeepsItsOperandsWithinBounds) {
  const auto [stem, type] = GetParam();
  const Routine& routine = find_routine(stem);
  const ProblemSpec spec{
      .type = type, .transposition = transpositions(routine)[0], .n = 16, .leading = 16, .seed = 5};
  blas::with_type(type, [&]<class T>(T) {
    blas::Problem<T> problem(routine, spec);
    problem.fill();
    blas::Arguments<T>& arguments = problem.arguments();
    for (int i = 0; i < 20001; ++i) routine.implementation<T>().reference(arguments);
    for (const T* operand : {arguments.a, arguments.b, arguments.c, arguments.x, arguments.y}) {
      if (operand == nullptr) continue;
      // The first element is in the stored triangle of every matrix.
      EXPECT_LT(std::abs(*operand), 1e5);
      EXPECT_GT(std::abs(*operand), 1e-6);
    }
    return 0;
  });
}

INSTANTIATE_TEST_SUITE_P(
    Blas, EveryRoutine,
    ::testing::Combine(::testing::ValuesIn(stems()), ::testing::ValuesIn(blas::types)),
    [](const auto& each) {
      return find_routine(std::get<0>(each.param)).name(std::get<1>(each.param));
    });

TEST(Routine, HasItsFortranName) {
  EXPECT_EQ(find_routine("gemm").name(Type::d), "dgemm");
  EXPECT_EQ(find_routine("nrm2").name(Type::c), "scnrm2");
  EXPECT_EQ(find_routine("nrm2").name(Type::z), "dznrm2");
  EXPECT_EQ(find_routine("dot").name(Type::z), "zdotu");
  EXPECT_EQ(find_routine("ger").name(Type::c), "cgeru");
  EXPECT_EQ(find_routine("symv").name(Type::z), "zhemv");
}

TEST(Routine, IsFoundByItsStem) {
  EXPECT_EQ(refusal([] { (void)find_routine("gems"); }),
            "unknown BLAS routine 'gems'; strobe-bench --list shows all");
}

TEST(Routine, CountsItsWork) {
  EXPECT_DOUBLE_EQ(find_routine("gemm").flops(Type::d, 100), 2e6);
  EXPECT_DOUBLE_EQ(find_routine("gemm").flops(Type::z, 100), 8e6);
  EXPECT_DOUBLE_EQ(find_routine("gemm").referenced_bytes(Type::d, 100), 240000.0);
  EXPECT_DOUBLE_EQ(find_routine("axpy").flops(Type::s, 1000), 2000.0);
  EXPECT_DOUBLE_EQ(find_routine("axpy").referenced_bytes(Type::s, 1000), 12000.0);
  EXPECT_DOUBLE_EQ(find_routine("trsv").flops(Type::d, 10), 100.0);
  EXPECT_DOUBLE_EQ(find_routine("copy").flops(Type::d, 10), 0.0);
  EXPECT_EQ(find_routine("gemm").footprint_bytes(Type::d, 10, 16), 3 * 10 * 16 * 8);
  EXPECT_EQ(find_routine("axpy").footprint_bytes(Type::c, 10, 10), 2 * 10 * 8);
}

TEST(NamedBlas, IsCalledByItsFileOrAsOneSays) {
  EXPECT_EQ(blas::parse_named_library("/usr/lib/libopenblas.so.0").name, "openblas");
  EXPECT_EQ(blas::parse_named_library("/a/b=c/libx.so").path, "/a/b=c/libx.so");
  EXPECT_EQ(blas::parse_named_library("mine=/opt/libblas.so").name, "mine");
  EXPECT_EQ(blas::parse_named_library("mine=/opt/libblas.so").path, "/opt/libblas.so");
  EXPECT_EQ(blas::parse_named_library("/opt/64.so").name, "blas64");
  EXPECT_EQ(
      refusal([] { (void)blas::parse_named_library("7up=/opt/libblas.so"); }),
      "'7up=/opt/libblas.so' does not name a BLAS: write NAME=PATH, where NAME is one word that "
      "begins with a letter");
}

struct Tiny {
  const char* path;
  const char* symbol;
  bool has_long_integers;
};

class EveryName : public ::testing::TestWithParam<Tiny> {};

TEST_P(EveryName, IsFoundAndCalledInItsConvention) {
  const blas::Library library(GetParam().path, 1);
  EXPECT_EQ(library.symbol(find_routine("gemm"), Type::d), GetParam().symbol);
  EXPECT_EQ(library.has_long_integers(), GetParam().has_long_integers);
  EXPECT_EQ(library.info().description, "") << "it has no description";
  const ProblemSpec spec{.transposition = Transposition::nn, .n = 12, .leading = 12, .seed = 1};
  const Routine& gemm = find_routine("gemm");
  blas::Problem<double> problem(gemm, spec);
  problem.fill();
  gemm.implementation<double>().call(library.find(gemm, Type::d), problem.arguments(), 2);
  EXPECT_EQ(problem.check().wrong, "");
  EXPECT_EQ(refusal([&] { (void)library.find(find_routine("axpy"), Type::s); }),
            std::string(GetParam().path) + " does not have the routine saxpy");
}

INSTANTIATE_TEST_SUITE_P(Blas, EveryName,
                         ::testing::Values(Tiny{TINY_BLAS_PLAIN, "dgemm", false},
                                           Tiny{TINY_BLAS_FORTRAN, "dgemm_", false},
                                           Tiny{TINY_BLAS_SCIPY_64, "scipy_dgemm_64_", true},
                                           Tiny{TINY_BLAS_ILP64, "dgemm_", true},
                                           Tiny{TINY_BLAS_C, "cblas_dgemm", false}));

/// A matrix product in a library of a run that has two.
class BlasKernel : public ::testing::Test {
 protected:
  static std::shared_ptr<blas::Libraries> libraries(
      const char* tiny, std::chrono::milliseconds timeout = std::chrono::seconds(10)) {
    return std::make_shared<blas::Libraries>(blas::LibrariesOptions{
        .given = {{"tiny", tiny}}, .program = STROBE_BLAS, .timeout = timeout});
  }
  static measure::Point order(std::int64_t n, std::string library = "tiny",
                              std::string caches = "warm") {
    return measure::complete_point(
        blas_info(find_routine("gemm")),
        {{"n", n}, {"library", std::move(library)}, {"caches", std::move(caches)}}, machine());
  }
  static measure::Machine machine() {
    measure::Machine machine = measure::Machine::flat(1);
    machine.set_libraries({"tiny", "reference"});
    return machine;
  }
};

TEST_F(BlasKernel, MeasuresInTheProcessOfItsLibrary) {
  const auto both = libraries(TINY_BLAS_FORTRAN);
  EXPECT_THAT(both->names(), ElementsAre("tiny", "reference"));
  for (const char* name : {"tiny", "reference"}) {
    for (const char* caches : {"warm", "flushed"}) {
      BlasRoutine gemm(find_routine("gemm"), order(20, name, caches), both);
      gemm.prepare(3);
      gemm.run(5);
      const auto region = gemm.timed_region({0, 0});
      ASSERT_TRUE(region) << name;
      EXPECT_GT(region->exit_ns, region->entry_ns);
      EXPECT_TRUE(gemm.core_facts());
      const measure::Verdict verdict = gemm.verify();
      EXPECT_EQ(verdict.wrong, "") << name;
      EXPECT_GT(verdict.bytes, 0);
    }
  }
}

TEST_F(BlasKernel, HasAnotherProcessAtEveryVisitOfACell) {
  const auto both = libraries(TINY_BLAS_FORTRAN);
  const auto visited = [&](std::int64_t n) {
    BlasRoutine gemm(find_routine("gemm"), order(n), both);
    gemm.prepare(3);
    gemm.run(2);
    EXPECT_EQ(gemm.verify().wrong, "");
    return gemm.process().value();
  };
  // The cells of a pass share a process; the next pass uses another one.
  const int first = visited(8);
  EXPECT_EQ(visited(16), first);
  const int second = visited(16);
  EXPECT_NE(second, first);
  EXPECT_EQ(visited(8), second);
  EXPECT_NE(visited(8), second);
  EXPECT_NE(first, getpid());
}

TEST_F(BlasKernel, DescribesItsLibraries) {
  const auto both = libraries(TINY_BLAS_SCIPY_64);
  EXPECT_EQ(both->describe("tiny").symbol, "scipy_dgemm_64_");
  EXPECT_EQ(both->describe("tiny").integer_bits, 64);
  EXPECT_EQ(both->describe("reference").description, "plain loops, built in");
  EXPECT_EQ(refusal([&] { (void)both->named("mkl"); }),
            "there is no BLAS 'mkl'; there are tiny, reference");
}

TEST_F(BlasKernel, RefusesWhatIsNoBlas) {
  EXPECT_EQ(libraries(TINY_BLAS_NONE)->describe("tiny").wrong,
            std::string("tiny: ") + TINY_BLAS_NONE + " is not a BLAS: it has none of its routines");
  BlasRoutine gemm(find_routine("gemm"), order(4), libraries("/nowhere/libnone.so"));
  EXPECT_THAT(refusal([&] { gemm.prepare(3); }),
              HasSubstr("tiny: /nowhere/libnone.so cannot be opened: "));
}

TEST_F(BlasKernel, IsNotTimedWhereItIsWrong) {
  BlasRoutine gemm(find_routine("gemm"), order(16), libraries(TINY_BLAS_WRONG));
  EXPECT_THAT(refusal([&] { gemm.prepare(3); }), HasSubstr("tiny: dgemm: element (0, 0) is "));
}

TEST_F(BlasKernel, OutlivesALibraryThatCrashes) {
  const auto both = libraries(TINY_BLAS_CRASHES);
  BlasRoutine large(find_routine("gemm"), order(16), both);
  EXPECT_EQ(refusal([&] { large.prepare(3); }), "tiny crashed (Aborted)");
  BlasRoutine small(find_routine("gemm"), order(4), both);
  small.prepare(3);
  small.run(1);
  EXPECT_EQ(small.verify().wrong, "");
}

TEST_F(BlasKernel, OutlivesALibraryThatHangs) {
  const auto both = libraries(TINY_BLAS_HANGS, std::chrono::milliseconds(500));
  BlasRoutine large(find_routine("gemm"), order(16), both);
  EXPECT_EQ(refusal([&] { large.prepare(3); }), "tiny hung: it did not answer for 0.5 s");
  BlasRoutine small(find_routine("gemm"), order(4), both);
  small.prepare(3);
  EXPECT_EQ(small.verify().wrong, "");
}

TEST_F(BlasKernel, SaysWhichProgramIsMissing) {
  blas::Libraries none({.given = {}, .program = "/nowhere/strobe-blas"});
  EXPECT_EQ(
      none.describe("reference").wrong,
      "/nowhere/strobe-blas, which runs the BLAS libraries, cannot be started: No such file or "
      "directory");
}

TEST_F(BlasKernel, WantsLibrariesThatThereAre) {
  EXPECT_EQ(refusal([] { (void)order(4, "mkl"); }),
            "library=mkl is not possible for the kernel blas_gemm: choose tiny or reference");
  EXPECT_EQ(measure::word_at(measure::complete_point(blas_info(find_routine("dot")), {}, machine()),
                             "library"),
            "tiny");
  EXPECT_EQ(refusal([] {
              measure::Point point = order(8);
              point["leading"] = std::int64_t{7};
              (void)blas_info(find_routine("gemm")).members(point, machine());
            }),
            "leading must be 8 or more, or 0 for no padding, but it is 7");
  EXPECT_THAT(
      refusal([] { (void)blas_info(find_routine("gemm")).members(order(46340), machine()); }),
      ::testing::AnyOf(HasSubstr("do not fit: this machine has"), "accepted"));
}

TEST(Fma, AddsUpForEveryIsaAndType) {
  for (const Isa isa : isas_here()) {
    for (const char* type : {"double", "float"}) {
      const measure::Point point{{"isa", std::string(isa_name(isa))}, {"type", std::string(type)}};
      Fma kernel(point);
      kernel.prepare(1);
      kernel.run(3);
      EXPECT_EQ(kernel.verify().wrong, "") << isa_name(isa) << " " << type;
      EXPECT_GT(fma_info().work(point).flops, 1000.0);
    }
  }
}

TEST(Fma, CountsItsWorkAlsoWhereTheProcessorCannotDoIt) {
  for (const auto& [isa, flops] : {std::pair{"generic", 3584.0},
                                   {"neon", 7168.0},
                                   {"sse2", 7168.0},
                                   {"avx2", 14336.0},
                                   {"avx512", 28672.0}}) {
    const measure::Point point{{"isa", std::string(isa)}, {"type", std::string("double")}};
    EXPECT_DOUBLE_EQ(fma_info().work(point).flops, flops) << isa;
  }
}

}  // namespace
}  // namespace strobe::kernels
