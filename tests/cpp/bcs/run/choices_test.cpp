// SPDX-License-Identifier: BSD-3-Clause
//
// The file of choices that `strobe explore` writes for each run.
#include "bcs/mpi/choices.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "strobe/error.hpp"

namespace strobe::bcs::mpi {

namespace {

/// What ends the job in a program.
struct Refused {};

}  // namespace

void Choices::refuse() const { throw Refused{}; }

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr runtime::Rank ranks = 4;

/// Those of a rank in a file with this text.
Choices read(const std::string& text, runtime::Rank rank = 0) {
  const std::filesystem::path path =
      testing::TempDir() + "strobe-choices-" + std::to_string(getpid());
  std::ofstream(path) << text;
  struct Removal {
    const std::filesystem::path& path;
    ~Removal() { std::filesystem::remove(path); }
  } removal{path};
  return {path, rank, ranks};
}

/// The choice for operation 0 of rank 0.
Choice choice_of(const std::string& answer) {
  Choices choices = read("0 0 " + answer + "\n");
  const Choice* const found = choices.next();
  EXPECT_NE(found, nullptr) << answer;
  return found == nullptr ? Choice{} : *found;
}

/// What is wrong with the text.
std::string error_of(const std::string& text) {
  try {
    static_cast<void>(read(text));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Choices, MayNameAThread) {
  const Choice choice = choice_of("thread(2)");
  EXPECT_EQ(choice.thread, 2);
  EXPECT_FALSE(choice.is_message());
  EXPECT_FALSE(choice.is_nothing());
  EXPECT_FALSE(choice.after);
  EXPECT_EQ(choice_of("thread(0)").thread, 0);
}

TEST(Choices, RefuseAThreadThatIsNoNumber) {
  for (const char* const answer : {"thread()", "thread(-1)", "thread(x)", "thread(1", "thread(1)2",
                                   "thread(1,2)", "thread 1", "Thread(1)", "thread(4294967296)"}) {
    EXPECT_THAT(error_of(std::string("0 0 ") + answer + "\n"), HasSubstr("line 1 of ")) << answer;
  }
}

TEST(Choices, OfAThreadAreNoneOfAMessage) {
  Choices choices = read("0 0 thread(1)\n");
  EXPECT_THROW(static_cast<void>(choices.next_source()), Refused);
}

TEST(Choices, MayNameASource) {
  const Choice choice = choice_of("3");
  EXPECT_TRUE(choice.is_message());
  EXPECT_EQ(choice.source, 3);
  EXPECT_FALSE(choice.thread);
  Choices choices = read("0 0 3\n");
  EXPECT_EQ(choices.next_source(), 3);
  EXPECT_EQ(choices.next_source(), runtime::any_source);
}

TEST(Choices, MayBeThatNothingIsFound) { EXPECT_TRUE(choice_of("none").is_nothing()); }

TEST(Choices, MayNameRequests) {
  const Choice choice = choice_of("[0,2]");
  EXPECT_THAT(choice.requests, ElementsAre(0, 2));
  EXPECT_FALSE(choice.is_nothing());
}

TEST(Choices, MayNameOperationsThatComeBefore) {
  const Choice choice = choice_of("after(0.3,2.1)");
  ASSERT_TRUE(choice.after);
  EXPECT_THAT(*choice.after, ElementsAre(runtime::AccessName{0, 3}, runtime::AccessName{2, 1}));
  const Choice first = choice_of("after()");
  ASSERT_TRUE(first.after);
  EXPECT_THAT(*first.after, IsEmpty());
}

TEST(Choices, AreThoseOfTheirRankInTheOrderOfItsOperations) {
  const std::string text = "0 1 thread(1)\n1 0 2\n1 2 thread(0)\n";
  Choices choices = read(text, 1);
  EXPECT_TRUE(choices.are_given());
  EXPECT_EQ(choices.choosing_ranks(), 2);
  ASSERT_NE(choices.peek(), nullptr);
  EXPECT_EQ(choices.peek()->source, 2);
  EXPECT_EQ(choices.next_source(), 2);
  EXPECT_EQ(choices.peek(), nullptr);
  EXPECT_EQ(choices.next(), nullptr);
  EXPECT_EQ(choices.current(), 1U);
  ASSERT_NE(choices.peek(), nullptr);
  EXPECT_EQ(choices.next()->thread, 0);
  EXPECT_EQ(choices.next(), nullptr);
}

TEST(Choices, SayWhenTheLastOneIsTaken) {
  Choices choices = read("0 0 thread(1)\n0 2 1\n");
  int calls = 0;
  choices.call_when_used_up([&] { ++calls; });
  static_cast<void>(choices.next());
  static_cast<void>(choices.next());
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(choices.next_source(), 1);
  EXPECT_EQ(calls, 1);
}

TEST(Choices, RefuseLinesThatAreNone) {
  for (const char* const line : {"0 0", "0 0 1 2", "4 0 1", "-1 0 1", "0 x 1", "0 0 4", "0 0 [2,1]",
                                 "0 0 [1,1]", "0 0 after(1)", "0 0 after(4.0)", "0 0 some"}) {
    EXPECT_THAT(error_of(std::string("0 0 1\n") + line + "\n"), HasSubstr("line 2 of ")) << line;
  }
  EXPECT_THROW(Choices("/nowhere/choices", 0, ranks), Error);
  EXPECT_FALSE(Choices().are_given());
}

}  // namespace
}  // namespace strobe::bcs::mpi
