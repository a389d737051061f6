// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/arguments.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace strobe::blacs {
namespace {

/// The process {0,1} of a 2 x 3 grid.
constexpr GridPosition here{.rows = 2, .columns = 3, .row = 0, .column = 1};
const double element = 0;
const double* const nowhere = nullptr;

/// What is wrong with a message of the arguments that the tests change.
struct Message {
  std::int64_t m = 3;
  std::int64_t n = 2;
  const double* a = &element;
  std::int64_t lda = 3;
  std::int64_t row = 1;
  std::int64_t column = 2;

  [[nodiscard]] std::string wrong() const {
    return wrong_argument(std::vector<Argument>{{"CONTEXT", Role::grid, 0},
                                                {"M", Role::rows, m},
                                                {"N", Role::columns, n},
                                                {"A", Role::matrix, a},
                                                {"LDA", Role::leading, lda},
                                                {"RDEST", Role::to_row, row},
                                                {"CDEST", Role::to_column, column}},
                          here);
  }
};

TEST(Arguments, OfAMessage) {
  EXPECT_EQ(Message{}.wrong(), "");
  EXPECT_EQ(Message{.m = -1}.wrong(), "argument 2, M, is -1 and must be at least 0");
  EXPECT_EQ(Message{.n = -7}.wrong(), "argument 3, N, is -7 and must be at least 0");
  EXPECT_EQ(Message{.a = nowhere}.wrong(),
            "argument 4, A, is null and must be the address of 6 elements");
  EXPECT_EQ((Message{.m = 0, .a = nowhere}.wrong()), "");
  EXPECT_EQ(Message{.lda = 2}.wrong(),
            "argument 5, LDA, is 2 and must be at least M, which is 3, for its 2 columns");
  EXPECT_EQ((Message{.n = 1, .lda = 0}.wrong()), "") << "one column has no next";
  EXPECT_EQ(Message{.row = 2}.wrong(), "argument 6, RDEST, is 2 and must be 0 to 1");
  EXPECT_EQ(Message{.column = -1}.wrong(), "argument 7, CDEST, is -1 and must be 0 to 2");
}

TEST(Arguments, TheFirstWrongOneIsNamed) {
  EXPECT_EQ((Message{.n = -7, .row = 9}.wrong()), "argument 3, N, is -7 and must be at least 0");
}

TEST(Arguments, OfNoGrid) {
  const std::vector<Argument> arguments{{"CONTEXT", Role::grid, 5}};
  EXPECT_EQ(wrong_argument(arguments, std::nullopt),
            "argument 1, CONTEXT, is 5 and must be the context of a grid that this process is in");
}

std::string wrong_text(Role role, const char* text) {
  return wrong_argument(std::vector<Argument>{{"TEXT", role, text}}, here);
}

TEST(Arguments, Texts) {
  for (const char* const right : {"row", "Column", "ALL"}) {
    EXPECT_EQ(wrong_text(Role::scope, right), "");
  }
  EXPECT_EQ(wrong_text(Role::scope, "x"),
            "argument 1, TEXT, is 'x' and must be Row, Column or All");
  for (const char* const right : {" ", "i", "D", "s", "M", "h", "t", "F", "1", "9"}) {
    EXPECT_EQ(wrong_text(Role::top, right), "");
  }
  EXPECT_EQ(wrong_text(Role::top, "0"),
            "argument 1, TEXT, is '0' and must be ' ', I, D, S, M, H, T, F or 1 to 9");
  EXPECT_EQ(wrong_text(Role::uplo, "G"), "argument 1, TEXT, is 'G' and must be Upper or Lower");
  EXPECT_EQ(wrong_text(Role::diag, "x"), "argument 1, TEXT, is 'x' and must be Unit or Non-unit");
  EXPECT_EQ(wrong_text(Role::order, "b"),
            "argument 1, TEXT, is 'b' and must be Row-major or Column-major");
  EXPECT_EQ(wrong_text(Role::scope, nullptr),
            "argument 1, TEXT, is null and must be Row, Column or All");
}

TEST(Arguments, ATriangleWithoutElementsNeedsNoMemory) {
  const auto wrong = [](const char* diag) {
    return wrong_argument(std::vector<Argument>{{"UPLO", Role::uplo, "U"},
                                                {"DIAG", Role::diag, diag},
                                                {"M", Role::rows, 1},
                                                {"N", Role::columns, 1},
                                                {"A", Role::matrix, nowhere}},
                          here);
  };
  EXPECT_EQ(wrong("Unit"), "");
  EXPECT_EQ(wrong("Non"), "argument 5, A, is null and must be the address of 1 elements");
}

std::string wrong_source(const char* scope, std::int64_t row, std::int64_t column) {
  return wrong_argument(std::vector<Argument>{{"SCOPE", Role::scope, scope},
                                              {"RSRC", Role::from_row, row},
                                              {"CSRC", Role::from_column, column}},
                        here);
}

TEST(Arguments, TheSourceOfABroadcastIsAnotherProcessOfTheScope) {
  EXPECT_EQ(wrong_source("Row", 0, 0), "");
  EXPECT_EQ(wrong_source("Row", 77, 2), "") << "a row does not look at it";
  EXPECT_EQ(wrong_source("Row", 0, 3), "argument 3, CSRC, is 3 and must be 0 to 2");
  EXPECT_EQ(wrong_source("Column", 2, 1), "argument 2, RSRC, is 2 and must be 0 to 1");
  EXPECT_EQ(wrong_source("All", 1, 1), "");
  const std::string own = " and must be the coordinate of a process other than the calling one";
  EXPECT_EQ(wrong_source("All", 0, 1), "argument 3, CSRC, is 1" + own);
  EXPECT_EQ(wrong_source("Row", 1, 1), "argument 3, CSRC, is 1" + own);
  EXPECT_EQ(wrong_source("Column", 0, 2), "argument 2, RSRC, is 0" + own);
}

std::string wrong_result(const char* scope, std::int64_t row, std::int64_t column) {
  return wrong_argument(std::vector<Argument>{{"SCOPE", Role::scope, scope},
                                              {"RDEST", Role::left_row, row},
                                              {"CDEST", Role::left_column, column}},
                        here);
}

TEST(Arguments, TheResultOfACombineIsLeftOnAProcessOrOnAll) {
  for (const char* const scope : {"Row", "Column", "All"}) {
    EXPECT_EQ(wrong_result(scope, 1, 2), "");
    EXPECT_EQ(wrong_result(scope, -1, 0), "");
    EXPECT_EQ(wrong_result(scope, -1, 99), "") << "not referenced";
    EXPECT_EQ(wrong_result(scope, 0, -1), "");
  }
  EXPECT_EQ(wrong_result("All", 2, 0), "argument 2, RDEST, is 2 and must be 0 to 1, or -1 for all");
  EXPECT_EQ(wrong_result("Column", -2, 0),
            "argument 2, RDEST, is -2 and must be 0 to 1, or -1 for all");
  EXPECT_EQ(wrong_result("Row", 0, 3), "argument 3, CDEST, is 3 and must be 0 to 2, or -1 for all");
  EXPECT_EQ(wrong_result("Row", 9, 0), "") << "a row does not look at it";
}

std::string wrong_origins(const std::int32_t* rows, std::int64_t leading) {
  return wrong_argument(std::vector<Argument>{{"M", Role::rows, 2},
                                              {"N", Role::columns, 2},
                                              {"RA", Role::origins, rows},
                                              {"LDIA", Role::origins_leading, leading}},
                        here);
}

TEST(Arguments, OriginsNeedRoomWhereTheyAreAskedFor) {
  const std::int32_t room[4] = {};
  EXPECT_EQ(wrong_origins(room, 2), "");
  EXPECT_EQ(wrong_origins(nullptr, -1), "");
  EXPECT_EQ(
      wrong_origins(nullptr, 2),
      "argument 3, RA, is null and must be the address of 4 elements, because LDIA is not -1");
  EXPECT_EQ(wrong_origins(room, 1),
            "argument 4, LDIA, is 1 and must be at least M, which is 2, for its 2 columns, or -1");
}

TEST(Arguments, OfSupportRoutines) {
  const auto wrong = [](Role role, std::int64_t number) {
    return wrong_argument(std::vector<Argument>{{"X", role, number}}, here);
  };
  EXPECT_EQ(wrong(Role::readable, 10), "");
  EXPECT_EQ(wrong(Role::readable, 3), "argument 1, X, is 3 and must be 0, 1, 2 or 10 to 16");
  EXPECT_EQ(wrong(Role::settable, 1), "");
  EXPECT_EQ(wrong(Role::settable, 2), "argument 1, X, is 2 and must be 1 or 11 to 16");
  EXPECT_EQ(wrong(Role::extent, 0), "argument 1, X, is 0 and must be at least 1");
  EXPECT_EQ(wrong_argument(std::vector<Argument>{{"VAL", Role::not_null, nowhere}}, here),
            "argument 1, VAL, is null and must be an address");
}

}  // namespace
}  // namespace strobe::blacs
