// SPDX-License-Identifier: BSD-3-Clause
#include "base/assert.hpp"

#include <gmock/gmock.h>

namespace strobe::base {
namespace {

TEST(Assertions, SayWhatIsNotSoAndWhere) {
  ensure(true, "is so");
  const int line = __LINE__ + 2;
  try {
    ensure(false, "two is one");
    FAIL() << "it goes on";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(),
                testing::HasSubstr(format("base/assert_test.cpp:{}: two is one; ", line)));
  }
}

struct Ended {
  std::string sentence;
};

TEST(Assertions, CallAnEndOnceWhereThereIsOne) {
  set_assertion_handler([](const std::string& sentence) { throw Ended{sentence}; });
  EXPECT_THROW(ensure(false, "two is one"), Ended);
  // An assertion that fails inside the handler does not start the handler again.
  EXPECT_THROW(ensure(false, "two is one"), Error);
}

}  // namespace
}  // namespace strobe::base
