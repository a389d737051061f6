// SPDX-License-Identifier: BSD-3-Clause
//
// The C and Fortran names of the extensions of BLACS 1.1. grid_test.cpp tests the operations
// through the C++ interface, which these names call; here each name is shown to call its operation.
// The same source is compiled for integers of 32 and of 64 bits.
#include "strobe/blacs_extensions.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <thread>
#include <vector>

// As a Fortran program calls them; its hidden character lengths are not read.
extern "C" {
using FortranInt = const strobe_blacs_int*;
strobe_blacs_int strobe_blacs_scope_create_(FortranInt context, FortranInt count, FortranInt rows,
                                            FortranInt columns);
void strobe_blacs_scope_free_(FortranInt context, FortranInt scope);
void strobe_blacs_barrier_(FortranInt context, FortranInt scope);
void strobe_blacs_broadcast_(FortranInt context, FortranInt scope, const char* top,
                             const char* type, const char* uplo, const char* diag, FortranInt m,
                             FortranInt n, void* a, FortranInt lda, FortranInt rsrc,
                             FortranInt csrc);
void strobe_blacs_receive_any_(FortranInt context, const char* type, const char* uplo,
                               const char* diag, FortranInt m, FortranInt n, void* a,
                               FortranInt lda, strobe_blacs_int* rsrc, strobe_blacs_int* csrc);
void strobe_blacs_last_source_(FortranInt context, strobe_blacs_int* rsrc, strobe_blacs_int* csrc);
void dgerv2d_(FortranInt context, FortranInt m, FortranInt n, void* a, FortranInt lda,
              strobe_blacs_int* rsrc, strobe_blacs_int* csrc);
void strobe_blacs_combine_(FortranInt context, FortranInt scope, const char* top,
                           FortranInt combination, const char* type, const char* uplo,
                           const char* diag, FortranInt m, FortranInt n, void* a, FortranInt lda,
                           FortranInt rdest, FortranInt cdest);
void strobe_blacs_combine_located_(FortranInt context, FortranInt scope, const char* top,
                                   FortranInt combination, const char* type, const char* uplo,
                                   const char* diag, FortranInt m, FortranInt n, void* a,
                                   FortranInt lda, strobe_blacs_int* ra, strobe_blacs_int* ca,
                                   FortranInt ldia, FortranInt rdest, FortranInt cdest);
void strobe_blacs_combine_user_(FortranInt context, FortranInt scope, const char* top,
                                const strobe_blacs_operation* operation, const char* uplo,
                                const char* diag, FortranInt m, FortranInt n, void* a,
                                FortranInt lda, FortranInt rdest, FortranInt cdest);
}

namespace {

using Int = strobe_blacs_int;

class BlacsExtensions : public ::testing::Test {
 protected:
  BlacsExtensions() {
    Int processes = 0;
    Cblacs_pinfo(&rank_, &processes);
    size_ = processes;
    Cblacs_get(-1, 0, &context_);
    Cblacs_gridinit(&context_, "Row", 1, size_);
    std::vector<Int> rows;
    std::vector<Int> columns;
    for (Int column = size_; column-- > 0;) {
      rows.push_back(0);
      columns.push_back(column);
    }
    list_ = strobe_blacs_scope_create(context_, size_, rows.data(), columns.data());
  }
  ~BlacsExtensions() override {
    strobe_blacs_scope_free(context_, list_);
    Cblacs_gridexit(context_);
  }

  Int rank_ = 0;
  Int size_ = 0;
  Int context_ = -1;
  Int list_ = -1;
};

TEST_F(BlacsExtensions, BroadcastsAndBarriersOfEveryScope) {
  for (const Int scope : {list_, Int{STROBE_BLACS_ROW}, Int{STROBE_BLACS_ALL}}) {
    std::array<double, 4> square{};
    square.fill(static_cast<double>(rank_));
    strobe_blacs_broadcast(context_, scope, "I", STROBE_BLACS_DOUBLE, "Lower", "Unit", 2, 2,
                           square.data(), 2, 0, size_ - 1);
    EXPECT_EQ(square[1], static_cast<double>(size_ - 1));
    EXPECT_EQ(square[2], static_cast<double>(rank_));
    strobe_blacs_barrier(context_, scope);
  }
  strobe_blacs_barrier(context_, STROBE_BLACS_COLUMN);
}

TEST_F(BlacsExtensions, ReceiveFromAny) {
  const float own = static_cast<float>(rank_);
  Csgesd2d(context_, 1, 1, &own, 1, 0, 0);
  if (rank_ == 0) {
    float sum = 0;
    for (Int message = 0; message < size_; ++message) {
      float number = -1;
      Int row = -1;
      Int column = -1;
      strobe_blacs_receive_any(context_, STROBE_BLACS_SINGLE, "General", "N", 1, 1, &number, 1,
                               &row, &column);
      EXPECT_EQ(row, 0);
      EXPECT_EQ(static_cast<float>(column), number);
      sum += number;
    }
    EXPECT_EQ(sum, static_cast<float>(size_ * (size_ - 1) / 2));
  }
}

TEST_F(BlacsExtensions, TheStandardRoutinesReceiveFromAnyInCAndFortran) {
  const auto own = static_cast<double>(rank_);
  const Int one = 1;
  const Int first = 0;
  Int row = 7;
  Int column = 7;
  strobe_blacs_last_source(context_, &row, &column);
  EXPECT_EQ(row, -1);
  EXPECT_EQ(column, -1);
  for (int message = 0; message < 2; ++message) Cdgesd2d(context_, 1, 1, &own, 1, 0, 0);
  if (rank_ != 0) return;
  double sum = 0;
  for (Int message = 0; message < size_; ++message) {
    double number = -1;
    Cdgerv2d(context_, 1, 1, &number, 1, -1, -1);
    strobe_blacs_last_source_(&context_, &row, &column);
    EXPECT_EQ(row, 0);
    EXPECT_EQ(column, static_cast<Int>(number));
    sum += number;
  }
  for (Int message = 0; message < size_; ++message) {
    double number = -1;
    Int from_row = 0;
    Int from_column = -1;
    dgerv2d_(&context_, &one, &one, &number, &one, message % 2 == 0 ? &from_row : &(row = -1),
             &from_column);
    EXPECT_EQ(from_column, static_cast<Int>(number));
    EXPECT_EQ(row == -1 ? 0 : row, first);
    sum += number;
  }
  EXPECT_EQ(sum, static_cast<double>(size_ * (size_ - 1)));
}

/// Appends their digits to ours: the result shows in which order messages were combined.
void append_digits(const void* theirs, void* ours, std::size_t, void*) {
  const double digits = *static_cast<const double*>(theirs);
  double& all = *static_cast<double*>(ours);
  for (double rest = digits; rest >= 1; rest = std::floor(rest / 10)) all *= 10;
  all += digits;
}

/// The digits of ranks 1 and 2 on rank 0. The late one of them starts when the other has finished.
double digits_of_a_late_rank(Int context, Int rank, Int late) {
  double digits = static_cast<double>(rank);
  double finished = 0;
  if (rank == late) {
    Cdgerv2d(context, 1, 1, &finished, 1, 0, 3 - late);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  const strobe_blacs_operation append{.element_bytes = sizeof(double),
                                      .initialise = nullptr,
                                      .operate = append_digits,
                                      .finish = nullptr,
                                      .user = nullptr};
  strobe_blacs_combine_user(context, STROBE_BLACS_ALL, "F", &append, "G", "N", 1, 1, &digits, 1, 0,
                            0);
  if (rank == 3 - late) Cdgesd2d(context, 1, 1, &finished, 1, 0, late);
  return digits;
}

TEST_F(BlacsExtensions, CombinesReceiveInTheOrderOfArrivalUnlessRepeatable) {
  if (size_ != 3) return;
  Int repeatable = 1;
  Cblacs_set(context_, 15, &repeatable);
  const double fixed = digits_of_a_late_rank(context_, rank_, 1);
  EXPECT_EQ(digits_of_a_late_rank(context_, rank_, 2), fixed);
  repeatable = 0;
  Cblacs_set(context_, 15, &repeatable);
  // The deterministic mode of the runtime fixes the order of arrival, too.
  const char* const mode = std::getenv("STROBE_MODE");
  if (mode != nullptr && std::string_view(mode) == "deterministic") return;
  // Rank 0 may itself be late on a busy machine, so the order of arrival need not show each time.
  for (const Int late : {1, 2}) {
    const double expected = late == 1 ? 21 : 12;
    double seen = 0;
    for (int attempt = 0; attempt < 20; ++attempt) {
      seen = digits_of_a_late_rank(context_, rank_, late);
      Int shows = rank_ == 0 && seen == expected ? 1 : 0;
      Cigsum2d(context_, "All", " ", 1, 1, &shows, 1, -1, -1);
      if (shows != 0) break;
    }
    if (rank_ == 0) {
      EXPECT_EQ(seen, expected);
    }
  }
}

/// One element of two numbers, combined over the list and left on all.
template <class T>
std::array<T, 2> combined(Int context, Int scope, strobe_blacs_combination combination,
                          strobe_blacs_type type, std::array<T, 2> element, Int count) {
  strobe_blacs_combine(context, scope, "1", combination, type, "G", "N", count, 1, element.data(),
                       count, -1, -1);
  return element;
}

TEST_F(BlacsExtensions, CombineEveryType) {
  const auto all = static_cast<double>(size_);
  const auto last = static_cast<double>(size_ - 1);
  const auto own = static_cast<double>(rank_);
  const auto of = [&](auto element, strobe_blacs_combination combination, strobe_blacs_type type,
                      Int count) {
    return combined(context_, list_, combination, type, element, count);
  };
  using Ints = std::array<Int, 2>;
  using Singles = std::array<float, 2>;
  using Doubles = std::array<double, 2>;
  EXPECT_EQ(of(Ints{1, 2}, STROBE_BLACS_SUM, STROBE_BLACS_INTEGER, 2), (Ints{size_, 2 * size_}));
  EXPECT_EQ(of(Ints{5, 0}, STROBE_BLACS_EXCLUSIVE_OR, STROBE_BLACS_INTEGER, 2),
            (Ints{size_ % 2 == 0 ? 0 : 5, 0}));
  EXPECT_EQ(of(Ints{-3, 1}, STROBE_BLACS_SUM_OF_SQUARES, STROBE_BLACS_INTEGER, 2),
            (Ints{9 * size_, size_}));
  EXPECT_EQ(of(Singles{-1.0F - static_cast<float>(rank_), 0}, STROBE_BLACS_LARGEST,
               STROBE_BLACS_SINGLE, 2)[0],
            -static_cast<float>(size_));
  EXPECT_EQ(of(Doubles{own, -own}, STROBE_BLACS_SMALLEST, STROBE_BLACS_DOUBLE, 2), (Doubles{0, 0}));
  EXPECT_EQ(of(Singles{3, 4}, STROBE_BLACS_SUM_OF_SQUARES, STROBE_BLACS_SINGLE_COMPLEX, 1),
            (Singles{25.0F * static_cast<float>(size_), 0}));
  EXPECT_EQ(of(Doubles{own, 1}, STROBE_BLACS_SUM, STROBE_BLACS_DOUBLE_COMPLEX, 1),
            (Doubles{all * last / 2, all}));
  EXPECT_NEAR(of(Doubles{1e200, 0}, STROBE_BLACS_NORM, STROBE_BLACS_DOUBLE, 2)[0] / 1e200,
              std::sqrt(all), 1e-14);
}

TEST_F(BlacsExtensions, LocateExtremesInTrapezoids) {
  for (const bool is_largest : {true, false}) {
    std::array<Int, 4> square{rank_ + 1, 7, rank_ + 1, rank_ + 1};
    std::array<Int, 4> rows{-5, -5, -5, -5};
    std::array<Int, 4> columns{-5, -5, -5, -5};
    strobe_blacs_combine_located(context_, list_, "H",
                                 is_largest ? STROBE_BLACS_LARGEST : STROBE_BLACS_SMALLEST,
                                 STROBE_BLACS_INTEGER, "Upper", "N", 2, 2, square.data(), 2,
                                 rows.data(), columns.data(), 2, -1, -1);
    const Int from = is_largest ? size_ - 1 : 0;
    EXPECT_EQ(square, (std::array<Int, 4>{from + 1, 7, from + 1, from + 1}));
    EXPECT_EQ(rows, (std::array<Int, 4>{0, -5, 0, 0}));
    EXPECT_EQ(columns, (std::array<Int, 4>{from, -5, from, from}));
  }
}

TEST_F(BlacsExtensions, CombineByFunctionsOfTheUser) {
  double factor = 10;
  const strobe_blacs_operation product{
      .element_bytes = sizeof(double),
      .initialise = nullptr,
      .operate =
          [](const void* theirs, void* ours, std::size_t count, void*) {
            for (std::size_t i = 0; i < count; ++i) {
              static_cast<double*>(ours)[i] *= static_cast<const double*>(theirs)[i];
            }
          },
      .finish =
          [](void* elements, std::size_t count, void* user) {
            for (std::size_t i = 0; i < count; ++i) {
              static_cast<double*>(elements)[i] *= *static_cast<double*>(user);
            }
          },
      .user = &factor};
  std::array<double, 3> column{2, 1, -1};
  strobe_blacs_combine_user(context_, list_, " ", &product, "G", "N", 3, 1, column.data(), 3, 0, 0);
  const bool is_here = rank_ == 0;
  EXPECT_EQ(column[0], is_here ? 10 * std::pow(2.0, static_cast<double>(size_)) : 2);
  EXPECT_EQ(column[1], is_here ? 10 : 1);
}

TEST_F(BlacsExtensions, HaveFortranNames) {
  const Int zero = 0;
  const Int one = 1;
  const Int on_all = -1;
  const Int last = size_ - 1;
  std::vector<Int> rows(static_cast<std::size_t>(size_), 0);
  std::vector<Int> columns;
  for (Int column = 0; column < size_; ++column) columns.push_back(column);
  const Int list = strobe_blacs_scope_create_(&context_, &size_, rows.data(), columns.data());
  EXPECT_NE(list, list_);
  strobe_blacs_barrier_(&context_, &list);

  double number = static_cast<double>(rank_);
  strobe_blacs_broadcast_(&context_, &list, "I", "D", "General", "N", &one, &one, &number, &one,
                          &zero, &last);
  EXPECT_EQ(number, static_cast<double>(last));

  const float own = 5;
  Csgesd2d(context_, 1, 1, &own, 1, 0, (rank_ + 1) % size_);
  float received = 0;
  Int source_row = -1;
  Int source_column = -1;
  strobe_blacs_receive_any_(&context_, "s", "G", "N", &one, &one, &received, &one, &source_row,
                            &source_column);
  EXPECT_EQ(received, 5);
  EXPECT_EQ(source_column, (rank_ + size_ - 1) % size_);

  const Int sum = STROBE_BLACS_SUM;
  Int count = 2;
  strobe_blacs_combine_(&context_, &list, "H", &sum, "I", "G", "N", &one, &one, &count, &one,
                        &on_all, &on_all);
  EXPECT_EQ(count, 2 * size_);

  const Int largest = STROBE_BLACS_LARGEST;
  Int from_row = -5;
  Int from_column = -5;
  number = static_cast<double>(rank_);
  strobe_blacs_combine_located_(&context_, &list, "1", &largest, "D", "G", "N", &one, &one, &number,
                                &one, &from_row, &from_column, &one, &on_all, &on_all);
  EXPECT_EQ(number, static_cast<double>(last));
  EXPECT_EQ(from_column, last);

  const strobe_blacs_operation counting{
      .element_bytes = sizeof(Int),
      .initialise = nullptr,
      .operate = [](const void* theirs, void* ours, std::size_t,
                    void*) { *static_cast<Int*>(ours) += *static_cast<const Int*>(theirs); },
      .finish = nullptr,
      .user = nullptr};
  Int members = 1;
  strobe_blacs_combine_user_(&context_, &list, "1", &counting, "G", "N", &one, &one, &members, &one,
                             &on_all, &on_all);
  EXPECT_EQ(members, size_);
  strobe_blacs_scope_free_(&context_, &list);
}

}  // namespace
