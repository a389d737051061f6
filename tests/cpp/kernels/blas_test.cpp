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
using blas::Scalar;
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

std::vector<std::string_view> stems() {
  std::vector<std::string_view> all;
  for (const Routine& routine : blas::routines()) all.push_back(routine.stem);
  return all;
}

/// The usual problem of a routine.
ProblemSpec usual(const Routine& routine, Type type, std::int64_t n) {
  ProblemSpec spec{.type = type, .n = n, .seed = 11};
  if (!routine.transpositions.empty()) spec.transposition = routine.transpositions[0];
  if (!routine.alphas.empty()) spec.alpha = routine.alphas[0];
  return spec;
}

/// The values of an argument; the one of `usual` if the routine does not have it.
template <class Value>
std::vector<Value> values(const auto& all, bool has_it, Value otherwise) {
  return has_it ? std::vector<Value>(all.begin(), all.end()) : std::vector<Value>{otherwise};
}

/// The usual problem with every value of every word, several shapes, and several ways to lie in
/// memory.
void for_each_problem(const Routine& routine, Type type, auto&& call) {
  const ProblemSpec usually = usual(routine, type, 9);
  const auto with = [&](auto&& change) {
    ProblemSpec spec = usually;
    change(spec);
    call(spec);
  };
  for (const auto transposition :
       values(routine.transpositions, !routine.transpositions.empty(), usually.transposition)) {
    for (const auto uplo : values(blas::uplos, routine.has_uplo, usually.uplo)) {
      for (const auto side : values(blas::sides, routine.has_side, usually.side)) {
        for (const auto diag : values(blas::diags, routine.has_diag, usually.diag)) {
          with([&](ProblemSpec& spec) {
            spec.transposition = transposition;
            spec.uplo = uplo;
            spec.side = side;
            spec.diag = diag;
            if (routine.has_m) spec.m = 7;
            if (routine.has_k) spec.k = 4;
            spec.leading = 12;
          });
        }
      }
    }
  }
  for (const auto alpha : values(routine.alphas, !routine.alphas.empty(), usually.alpha)) {
    for (const auto beta : values(routine.betas, !routine.betas.empty(), usually.beta)) {
      with([&](ProblemSpec& spec) {
        spec.alpha = alpha;
        spec.beta = beta;
      });
    }
  }
  for (const std::int64_t n : {1, 2, 3, 8, 33, 64}) {
    for (const std::int64_t m : {0, 1, 3 * static_cast<int>(n)}) {
      for (const std::int64_t beyond : {0, 5}) {
        with([&](ProblemSpec& spec) {
          spec.n = n;
          spec.m = routine.has_m ? m : 0;
          spec.k = routine.has_k ? m : 0;
          spec.leading = beyond == 0 ? 0 : 3 * n + beyond;
          spec.offset_bytes = 16 * beyond;
        });
      }
    }
  }
  const std::int64_t reversed = routine.has_positive_increments_only ? 2 : -3;
  for (const auto& [x, y] : {std::pair<std::int64_t, std::int64_t>{4, 1}, {1, 7}, {reversed, -2}}) {
    with([&](ProblemSpec& spec) {
      if (routine.has_vector(blas::OperandName::x)) spec.increment_x = x;
      if (routine.has_vector(blas::OperandName::y)) spec.increment_y = y;
    });
  }
  if (routine.has_batch()) with([](ProblemSpec& spec) { spec.batch = 6; });
}

std::string text_of(const ProblemSpec& spec) {
  return ::testing::PrintToString(
      std::tuple(blas::transposition_name(spec.transposition), blas::uplo_name(spec.uplo),
                 blas::side_name(spec.side), blas::diag_name(spec.diag),
                 blas::scalar_name(spec.alpha), blas::scalar_name(spec.beta),
                 std::tuple(spec.m, spec.n, spec.k, spec.leading, spec.increment_x,
                            spec.increment_y, spec.batch)));
}

class EveryRoutine : public ::testing::TestWithParam<std::tuple<std::string_view, Type>> {
 protected:
  /// The result of check() after `compute` was called on the operands of every problem.
  template <class T>
  static blas::Difference after(const Routine& routine, const ProblemSpec& spec, auto&& compute) {
    blas::Problem<T> problem(routine, spec);
    problem.fill();
    if (spec.batch == 1) {
      compute(problem.arguments());
    } else {
      for (std::int64_t item = 0; item < spec.batch; ++item) {
        auto one = problem.arguments_of(item);
        compute(one);
      }
    }
    return problem.check();
  }
};

TEST_P(EveryRoutine, IsRightInTheReference) {
  const auto [stem, type] = GetParam();
  const Routine& routine = find_routine(stem);
  for_each_problem(routine, type, [&](const ProblemSpec& spec) {
    const auto difference = blas::with_type(type, [&]<class T>(T) {
      return after<T>(routine, spec, routine.implementation<T>().reference);
    });
    EXPECT_EQ(difference.wrong, "") << text_of(spec);
    EXPECT_LE(difference.units, 4.0) << text_of(spec);
    EXPECT_GT(difference.bytes, 0);
    EXPECT_GE(routine.flops(spec), 0.0);
    EXPECT_GE(routine.referenced_bytes(spec), 0.0);
  });
}

TEST_P(EveryRoutine, IsWrongWhereNothingWasComputed) {
  const auto [stem, type] = GetParam();
  const Routine& routine = find_routine(stem);
  const ProblemSpec spec = usual(routine, type, 9);
  const auto wrong = blas::with_type(type, [&]<class T>(T) {
    std::string what;
    const std::string refused =
        refusal([&] { what = after<T>(routine, spec, [](blas::Arguments<T>&) {}).wrong; });
    return what.empty() ? refused : what;
  });
  // A library's integers may also be out of range, which is refused by the routine's stem.
  EXPECT_THAT(wrong, ::testing::AnyOf(HasSubstr(routine.name(type)), HasSubstr("getrf: IPIV(1)")));
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
  const ProblemSpec spec = usual(routine, type, 16);
  blas::with_type(type, [&]<class T>(T) {
    blas::Problem<T> problem(routine, spec);
    problem.fill();
    blas::Arguments<T>& arguments = problem.arguments();
    for (int i = 0; i < 20001; ++i) {
      if (routine.consumes_input) problem.restore();
      routine.implementation<T>().reference(arguments);
    }
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
  const auto flops = [](std::string_view stem, const ProblemSpec& spec) {
    return find_routine(stem).flops(spec);
  };
  const auto bytes = [](std::string_view stem, const ProblemSpec& spec) {
    return find_routine(stem).referenced_bytes(spec);
  };
  EXPECT_DOUBLE_EQ(flops("gemm", {.n = 100}), 2e6);
  EXPECT_DOUBLE_EQ(flops("gemm", {.type = Type::z, .n = 100}), 8e6);
  EXPECT_DOUBLE_EQ(flops("gemm", {.n = 10, .m = 20, .k = 30}), 2.0 * 10 * 20 * 30);
  EXPECT_DOUBLE_EQ(flops("gemm", {.n = 10, .batch = 7}), 7 * 2e3);
  EXPECT_DOUBLE_EQ(bytes("gemm", {.n = 100}), 240000.0);
  EXPECT_DOUBLE_EQ(bytes("gemm", {.n = 10, .m = 20, .k = 30}), 8.0 * (600 + 300 + 200));
  EXPECT_DOUBLE_EQ(flops("axpy", {.type = Type::s, .n = 1000}), 2000.0);
  EXPECT_DOUBLE_EQ(bytes("axpy", {.type = Type::s, .n = 1000}), 12000.0);
  EXPECT_DOUBLE_EQ(flops("trsv", {.n = 10}), 100.0);
  EXPECT_DOUBLE_EQ(flops("copy", {.n = 10}), 0.0);
  EXPECT_EQ(find_routine("gemm").footprint_bytes({.n = 10, .leading = 16}), 3 * 10 * 16 * 8);
  EXPECT_EQ(find_routine("gemm").footprint_bytes({.n = 10, .batch = 5}), 5 * 3 * 10 * 10 * 8);
  EXPECT_EQ(find_routine("axpy").footprint_bytes({.type = Type::c, .n = 10}), 2 * 10 * 8);
  EXPECT_EQ(find_routine("axpy").footprint_bytes({.n = 10, .increment_x = -3}), (28 + 10) * 8);
}

TEST(Routine, CountsWhatAlphaAndBetaNeed) {
  const Routine& gemm = find_routine("gemm");
  const auto counts = [&](Scalar alpha, Scalar beta) {
    const ProblemSpec spec{.alpha = alpha, .beta = beta, .n = 10};
    return std::pair(gemm.flops(spec), gemm.referenced_bytes(spec) / 8.0);
  };
  EXPECT_EQ(counts(Scalar::one, Scalar::zero), std::pair(2000.0, 300.0));
  EXPECT_EQ(counts(Scalar::one, Scalar::one), std::pair(2000.0, 400.0));
  EXPECT_EQ(counts(Scalar::one, Scalar::other), std::pair(2100.0, 400.0));
  EXPECT_EQ(counts(Scalar::zero, Scalar::other), std::pair(100.0, 200.0));
  EXPECT_EQ(counts(Scalar::zero, Scalar::one), std::pair(0.0, 0.0));
  EXPECT_EQ(counts(Scalar::zero, Scalar::zero), std::pair(0.0, 100.0));
}

/// The leading terms of LAPACK Working Note 41.
TEST(Routine, CountsTheWorkOfFactorisations) {
  const auto relative = [](std::string_view stem, const ProblemSpec& spec, double leading) {
    return find_routine(stem).flops(spec) / leading;
  };
  EXPECT_NEAR(relative("getrf", {.n = 1000}, 2e9 / 3), 1.0, 0.002);
  EXPECT_NEAR(relative("potrf", {.n = 1000}, 1e9 / 3), 1.0, 0.002);
  EXPECT_NEAR(relative("geqrf", {.n = 1000}, 4e9 / 3), 1.0, 0.002);
  EXPECT_NEAR(relative("geqrf", {.n = 100, .m = 10000}, 2 * 1e4 * 1e4), 1.0, 0.02);
  EXPECT_NEAR(relative("getrf", {.n = 10000, .m = 100}, 1e4 * 1e4), 1.0, 0.02);
  EXPECT_DOUBLE_EQ(find_routine("potrf").flops({.n = 1}), 1.0);
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
  const ProblemSpec spec{.transposition = Transposition::nn, .n = 12, .seed = 1};
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

/// The result of a routine of a library.
std::string computed_by(const char* path, std::string_view stem, const ProblemSpec& spec) {
  const blas::Library library(path, 1);
  const Routine& routine = find_routine(stem);
  blas::Problem<double> problem(routine, spec);
  problem.fill();
  routine.implementation<double>().call(library.find(routine, Type::d), problem.arguments(), 1);
  return problem.check().wrong;
}

TEST(Batch, IsComputedByOneCallForEachProblem) {
  for (const char* path : {TINY_BLAS_FORTRAN, TINY_BLAS_C}) {
    EXPECT_EQ(computed_by(path, "gemm",
                          {.transposition = Transposition::nn, .n = 9, .batch = 7, .seed = 2}),
              "");
  }
}

TEST(Batch, IsComputedByTheLibraryInOneCall) {
  for (const char* path : {TINY_BLAS_ILP64, TINY_BLAS_C}) {
    EXPECT_EQ(computed_by(path, "gemm_batch_strided",
                          {.transposition = Transposition::nn, .n = 9, .batch = 7, .seed = 2}),
              "");
  }
}

TEST(Factorisation, IsCalledThroughLapacke) {
  EXPECT_EQ(computed_by(TINY_BLAS_C, "potrf", {.n = 20, .seed = 2}), "");
}

TEST(Factorisation, IsWrongWhereItReportsAnError) {
  const Routine& potrf = find_routine("potrf");
  blas::Problem<double> problem(potrf, {.n = 5, .seed = 2});
  problem.fill();
  problem.arguments().a[0] = -1.0;
  potrf.implementation<double>().reference(problem.arguments());
  EXPECT_EQ(problem.check().wrong, "dpotrf: INFO is 1 and should be 0");
}

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
            "unknown BLAS 'mkl'; choose one of tiny, reference");
}

TEST_F(BlasKernel, RefusesWhatIsNoBlas) {
  EXPECT_EQ(libraries(TINY_BLAS_NONE)->describe("tiny").wrong,
            std::string("tiny: ") + TINY_BLAS_NONE + " is not a BLAS: it has none of its routines");
  BlasRoutine gemm(find_routine("gemm"), order(4), libraries("/nowhere/libnone.so"));
  EXPECT_THAT(refusal([&] { gemm.prepare(3); }),
              HasSubstr("tiny: /nowhere/libnone.so cannot be opened: "));
}

TEST_F(BlasKernel, NamesARoutineThatALibraryDoesNotHave) {
  const auto both = libraries(TINY_BLAS_FORTRAN);
  const auto requiring = [&](const char* stem, const char* library) {
    return refusal([&] {
      const Routine& routine = find_routine(stem);
      require_routine(
          routine, measure::complete_point(blas_info(routine), {{"library", library}}, machine()),
          *both);
    });
  };
  EXPECT_EQ(requiring("getrf", "tiny"),
            "tiny does not have the routine dgetrf: choose a library that has it");
  EXPECT_EQ(requiring("gemm", "tiny"), "accepted");
  EXPECT_EQ(requiring("getrf", "reference"), "accepted");
}

TEST_F(BlasKernel, RestoresTheInputOfAFactorisation) {
  const auto both = libraries(TINY_BLAS_C);
  const Routine& potrf = find_routine("potrf");
  BlasRoutine kernel(
      potrf,
      measure::complete_point(
          blas_info(potrf), {{"library", std::string("tiny")}, {"n", std::int64_t{12}}}, machine()),
      both);
  kernel.prepare(3);
  // A second factorisation of the result of the first would report that it is not positive.
  kernel.run(5);
  EXPECT_GT(kernel.timed_region({0, 0})->exit_ns, kernel.timed_region({0, 0})->entry_ns);
  EXPECT_EQ(kernel.verify().wrong, "");
}

TEST_F(BlasKernel, RefusesWhatARoutineCannotDo) {
  const auto refused = [](const char* stem, const measure::Point& point) {
    const measure::KernelInfo info = blas_info(find_routine(stem));
    return refusal(
        [&] { (void)info.members(measure::complete_point(info, point, machine()), machine()); });
  };
  EXPECT_EQ(refused("dot", {{"increment_x", std::int64_t{0}}}),
            "increment_x must be 1 or more, or -1 or less, but it is 0");
  EXPECT_THAT(refused("scal", {{"increment_x", std::int64_t{-1}}}),
              HasSubstr("choose a number from 1 to 4096"));
  EXPECT_EQ(refused("gemm",
                    {{"n", std::int64_t{4}}, {"k", std::int64_t{9}}, {"leading", std::int64_t{8}}}),
            "leading must be 9 or more, or 0 for no padding, but it is 8");
  EXPECT_THAT(refused("gemm", {{"beta", std::string("two")}}),
              HasSubstr("choose zero or one or minus_one or other"));
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

}  // namespace
}  // namespace strobe::kernels
