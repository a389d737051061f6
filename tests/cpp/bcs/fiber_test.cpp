// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/api/fiber.hpp"

#include <gtest/gtest.h>

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace strobe::bcs::api {
namespace {

constexpr std::size_t stack_bytes = 128 * 1024;

TEST(Fibers, TakeTurns) {
  std::string order;
  std::vector<std::unique_ptr<Fiber>> fibers;
  for (char name = 'a'; name < 'd'; ++name) {
    fibers.push_back(std::make_unique<Fiber>(stack_bytes, [&order, &fibers, name] {
      for (int i = 0; i < 3; ++i) {
        order += name;
        fibers[static_cast<std::size_t>(name - 'a')]->wait();
      }
    }));
  }
  for (int i = 0; i < 4; ++i) {
    order += '|';
    for (const auto& fiber : fibers) fiber->resume();
  }
  EXPECT_EQ(order, "|abc|abc|abc|");
  for (const auto& fiber : fibers) EXPECT_TRUE(fiber->is_over());
}

TEST(Fibers, KeepWhatIsOnTheirStacks) {
  Fiber* self = nullptr;
  long sum = 0;
  Fiber fiber(stack_bytes, [&] {
    volatile char large[64 * 1024];
    for (std::size_t i = 0; i < sizeof large; ++i) large[i] = static_cast<char>(i % 100);
    self->wait();
    for (const volatile char& one : large) sum += one;
  });
  self = &fiber;
  fiber.resume();
  fiber.resume();
  EXPECT_TRUE(fiber.is_over());
  long expected = 0;
  for (int i = 0; i < 64 * 1024; ++i) expected += i % 100;
  EXPECT_EQ(sum, expected);
}

TEST(Fibers, ThatAreGivenUpAreGone) {
  for (int i = 0; i < 2000; ++i) {
    Fiber* self = nullptr;
    Fiber fiber(stack_bytes, [&] { self->wait(); });
    self = &fiber;
    fiber.resume();
    EXPECT_FALSE(fiber.is_over());
  }
}

/// Each fiber waits inside an exception handler; its exception must still be current afterwards.
TEST(Fibers, HandleExceptionsOfTheirOwn) {
  std::vector<std::unique_ptr<Fiber>> fibers;
  std::vector<std::string> said(3);
  for (std::size_t i = 0; i < said.size(); ++i) {
    fibers.push_back(std::make_unique<Fiber>(stack_bytes, [&, i] {
      try {
        throw std::runtime_error("fiber " + std::to_string(i));
      } catch (const std::exception&) {
        fibers[i]->wait();
        try {
          throw;
        } catch (const std::exception& again) {
          said[i] = again.what();
        }
      }
    }));
  }
  for (const auto& fiber : fibers) fiber->resume();
  EXPECT_EQ(std::current_exception(), nullptr);
  for (const std::size_t i : {1U, 0U, 2U}) fibers[i]->resume();
  EXPECT_EQ(said, (std::vector<std::string>{"fiber 0", "fiber 1", "fiber 2"}));
}

TEST(Fibers, RunInEachThreadForThemselves) {
  std::vector<std::thread> threads;
  std::vector<int> counts(4);
  for (int& count : counts) {
    threads.emplace_back([&count] {
      Fiber* self = nullptr;
      Fiber fiber(stack_bytes, [&] {
        for (; count < 1000; ++count) self->wait();
      });
      self = &fiber;
      while (!fiber.is_over()) fiber.resume();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counts, std::vector<int>(4, 1000));
}

}  // namespace
}  // namespace strobe::bcs::api
