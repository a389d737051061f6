// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/object_bounds.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace strobe::bcs::check {
namespace {

std::array<char, 100> allocated;

memory::Allocation allocation_before(const void* at) {
  if (at >= allocated.data() && at < allocated.data() + allocated.size())
    return {.begin = allocated.data(), .bytes = 50};
  return {};
}

const memory::ProgramMemory memory_of_bounds_test{.listen = nullptr,
                                                  .allocation_before = allocation_before,
                                                  .give_back = nullptr,
                                                  .set_action = nullptr};

std::uintptr_t at(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

// AddressSanitizer knows the objects itself, and is asked instead.
#if !defined(__SANITIZE_ADDRESS__)

int global_numbers[10];
int initialized_numbers[10] = {1};

TEST(ObjectBoundsTest, AnAllocationIsAsLongAsTheProgramHasAsked) {
  ObjectBounds bounds(memory_of_bounds_test);
  EXPECT_FALSE(bounds.exceeded(at(&allocated[0]), 50).has_value());
  EXPECT_FALSE(bounds.exceeded(at(&allocated[40]), 10).has_value());
  const std::optional<Object> found = bounds.exceeded(at(&allocated[40]), 11);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->end, at(&allocated[50]));
  EXPECT_EQ(found->name, "");
}

TEST(ObjectBoundsTest, AGlobalVariableHasItsName) {
  ObjectBounds bounds(memory_of_bounds_test);
  EXPECT_FALSE(bounds.exceeded(at(global_numbers), sizeof(global_numbers)).has_value());
  const std::optional<Object> found = bounds.exceeded(at(&global_numbers[8]), 12);
  ASSERT_TRUE(found.has_value());
  EXPECT_NE(found->name.find("global_numbers"), std::string::npos);
}

TEST(ObjectBoundsTest, AnInitializedVariableMustReachTheNext) {
  ObjectBounds bounds(memory_of_bounds_test);
  EXPECT_FALSE(bounds.exceeded(at(initialized_numbers), sizeof(initialized_numbers)).has_value());
  EXPECT_TRUE(bounds.exceeded(at(initialized_numbers), 1 << 20U).has_value());
}

TEST(ObjectBoundsTest, AVariableOnTheStackIsNotKnown) {
  ObjectBounds bounds(memory_of_bounds_test);
  const int local[4] = {};
  EXPECT_FALSE(bounds.exceeded(at(local), 1000).has_value());
}

#endif

TEST(ObjectBoundsTest, OtherMemoryIsNotKnown) {
  ObjectBounds bounds(memory_of_bounds_test);
  const int local[4] = {};
  EXPECT_FALSE(bounds.exceeded(16, 1000).has_value());
  EXPECT_FALSE(bounds.exceeded(at(local), 0).has_value());
}

}  // namespace
}  // namespace strobe::bcs::check
