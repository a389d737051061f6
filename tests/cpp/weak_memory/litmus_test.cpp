// SPDX-License-Identifier: BSD-3-Clause
//
// Programs of a few steps whose executions are known, from the papers on memory models.
#include <gmock/gmock.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/format.hpp"
#include "weak_memory/atomic.hpp"

namespace strobe::weak_memory {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Order = std::memory_order;

/// Two locations, and what the loads have got.
struct Memory {
  Atomic<int> x{0};
  Atomic<int> y{0};
  Atomic<std::uint32_t> word{0};  ///< to sleep on
  Plain<int> data;
  int got[4] = {};
};

class LitmusTest : public ::testing::Test {
 protected:
  /// The results of all executions, in order: `look` says what one is.
  std::vector<std::string> results(std::vector<std::function<void()>> threads,
                                   std::function<std::string()> look) {
    std::set<std::string> found;
    outcome_ = explore({.begin = [this] { memory_.emplace(); },
                        .threads = std::move(threads),
                        .end = [&] { found.insert(look()); }});
    return {found.begin(), found.end()};
  }
  [[nodiscard]] Memory& memory() { return *memory_; }
  [[nodiscard]] std::string got(int count) const {
    std::string text;
    for (int i = 0; i < count; ++i) text += base::format("{}", memory_->got[i]);
    return text;
  }

  Outcome outcome_;

 private:
  std::optional<Memory> memory_;
};

TEST_F(LitmusTest, StoresMayWaitInABuffer) {
  const auto with = [&](Order store, Order load) {
    return results({[=, this] {
                      memory().x.store(1, store);
                      memory().got[0] = memory().y.load(load);
                    },
                    [=, this] {
                      memory().y.store(1, store);
                      memory().got[1] = memory().x.load(load);
                    }},
                   [this] { return got(2); });
  };
  EXPECT_THAT(with(Order::relaxed, Order::relaxed), ElementsAre("00", "01", "10", "11"));
  EXPECT_EQ(outcome_.executions, 4U);
  EXPECT_THAT(with(Order::release, Order::acquire), ElementsAre("00", "01", "10", "11"));
  EXPECT_THAT(with(Order::seq_cst, Order::seq_cst), ElementsAre("01", "10", "11"));
  EXPECT_EQ(outcome_.executions, 3U);
}

TEST_F(LitmusTest, FencesEmptyTheBuffer) {
  const auto with = [&](Order first, Order second) {
    return results({[=, this] {
                      memory().x.store(1, Order::relaxed);
                      fence(first);
                      memory().got[0] = memory().y.load(Order::relaxed);
                    },
                    [=, this] {
                      memory().y.store(1, Order::relaxed);
                      fence(second);
                      memory().got[1] = memory().x.load(Order::relaxed);
                    }},
                   [this] { return got(2); });
  };
  EXPECT_THAT(with(Order::seq_cst, Order::seq_cst), ElementsAre("01", "10", "11"));
  EXPECT_THAT(with(Order::seq_cst, Order::acq_rel), ElementsAre("00", "01", "10", "11"));
}

TEST_F(LitmusTest, AMessageNeedsAReleaseAndAnAcquire) {
  const auto with = [&](Order store, Order load) {
    return results({[=, this] {
                      memory().x.store(1, Order::relaxed);
                      memory().y.store(1, store);
                    },
                    [=, this] {
                      memory().got[0] = memory().y.load(load);
                      memory().got[1] = memory().x.load(Order::relaxed);
                    }},
                   [this] { return got(2); });
  };
  EXPECT_THAT(with(Order::release, Order::acquire), ElementsAre("00", "01", "11"));
  EXPECT_THAT(with(Order::relaxed, Order::acquire), ElementsAre("00", "01", "10", "11"));
  EXPECT_THAT(with(Order::release, Order::relaxed), ElementsAre("00", "01", "10", "11"));
}

TEST_F(LitmusTest, FencesPassAMessage) {
  const auto with = [&](Order writer, Order reader) {
    return results({[=, this] {
                      memory().x.store(1, Order::relaxed);
                      fence(writer);
                      memory().y.store(1, Order::relaxed);
                    },
                    [=, this] {
                      memory().got[0] = memory().y.load(Order::relaxed);
                      fence(reader);
                      memory().got[1] = memory().x.load(Order::relaxed);
                    }},
                   [this] { return got(2); });
  };
  EXPECT_THAT(with(Order::release, Order::acquire), ElementsAre("00", "01", "11"));
  EXPECT_THAT(with(Order::acquire, Order::acquire), ElementsAre("00", "01", "10", "11"));
}

TEST_F(LitmusTest, LoadsOfOneLocationAreCoherent) {
  EXPECT_THAT(results({[this] { memory().x.store(1, Order::relaxed); },
                       [this] {
                         memory().got[0] = memory().x.load(Order::relaxed);
                         memory().got[1] = memory().x.load(Order::relaxed);
                       }},
                      [this] { return got(2); }),
              ElementsAre("00", "01", "11"));
}

TEST_F(LitmusTest, NothingComesOutOfThinAir) {
  EXPECT_THAT(results({[this] {
                         memory().got[0] = memory().x.load(Order::relaxed);
                         memory().y.store(1, Order::relaxed);
                       },
                       [this] {
                         memory().got[1] = memory().y.load(Order::relaxed);
                         memory().x.store(1, Order::relaxed);
                       }},
                      [this] { return got(2); }),
              ElementsAre("00", "01", "10"));
}

TEST_F(LitmusTest, StoresOfTwoThreadsMayCrossEachOther) {
  const auto with = [&](Order order) {
    return results({[=, this] {
                      memory().x.store(1, order);
                      memory().y.store(2, order);
                    },
                    [=, this] {
                      memory().y.store(1, order);
                      memory().x.store(2, order);
                    }},
                   [this] { return base::format("{}{}", memory().x.load(), memory().y.load()); });
  };
  EXPECT_THAT(with(Order::release), ElementsAre("11", "12", "21", "22"));
  EXPECT_THAT(with(Order::seq_cst), ElementsAre("12", "21", "22"));
}

TEST_F(LitmusTest, ReadersMayDisagreeOnTheOrderOfStores) {
  const auto with = [&](Order store, Order load) {
    (void)results(
        {[=, this] { memory().x.store(1, store); }, [=, this] { memory().y.store(1, store); },
         [=, this] {
           memory().got[0] = memory().x.load(load);
           memory().got[1] = memory().y.load(load);
         },
         [=, this] {
           memory().got[2] = memory().y.load(load);
           memory().got[3] = memory().x.load(load);
         }},
        [this] { return got(4); });
    return outcome_.executions;
  };
  EXPECT_EQ(with(Order::release, Order::acquire), 16U);
  EXPECT_EQ(with(Order::seq_cst, Order::seq_cst), 15U);
}

TEST_F(LitmusTest, AnExchangeContinuesAReleaseSequenceAndAStoreDoesNot) {
  const auto with = [&](bool is_exchange) {
    return results({[=, this] {
                      memory().data.set(7);
                      memory().x.store(1, Order::release);
                      if (!is_exchange) memory().x.store(2, Order::relaxed);
                    },
                    [=, this] {
                      int one = 1;
                      if (is_exchange) {
                        memory().x.compare_exchange_strong(one, 2, Order::relaxed);
                      }
                    },
                    [=, this] {
                      if (memory().x.load(Order::acquire) == 2) {
                        memory().got[0] = memory().data.get();
                      }
                    }},
                   [this] { return got(1); });
  };
  EXPECT_THAT(with(true), ElementsAre("0", "7"));
  EXPECT_THAT(outcome_.failure, IsEmpty());
  (void)with(false);
  EXPECT_THAT(outcome_.failure, HasSubstr("a data race between plain store of thread 0"));
}

TEST_F(LitmusTest, NothingComesBetweenTheReadAndTheWriteOfAnExchange) {
  const auto add = [this] { memory().got[memory().x.fetch_add(1, Order::relaxed)] = 1; };
  EXPECT_THAT(results({add, add, add}, [this] { return got(3); }), ElementsAre("111"));
  EXPECT_EQ(outcome_.executions, 6U);
}

TEST_F(LitmusTest, AThreadThatPollsGoesOnWhenItSeesTheStore) {
  EXPECT_THAT(results({[this] {
                         memory().data.set(3);
                         memory().x.store(1, Order::release);
                       },
                       [this] {
                         while (memory().x.load(Order::acquire) == 0) relax();
                         memory().got[0] = memory().data.get();
                       }},
                      [this] { return got(1); }),
              ElementsAre("3"));
  EXPECT_THAT(outcome_.failure, IsEmpty());
}

TEST_F(LitmusTest, AThreadThatPollsForWhatNeverComesIsToldOf) {
  (void)results({[this] { memory().x.store(1, Order::release); },
                 [this] {
                   while (memory().x.load(Order::acquire) != 2) relax();
                 }},
                [this] { return got(1); });
  EXPECT_THAT(outcome_.failure, HasSubstr("thread 1 polls, and nobody will change that"));
}

TEST_F(LitmusTest, ASleeperIsWokenOnlyIfTheWakerSeesItAndItSeesTheStore) {
  // x: something has come; word: the other one sleeps.
  const auto with = [&](Order order) {
    (void)results({[=, this] {
                     memory().x.store(1, order);
                     if (memory().word.load(order) != 0) {
                       memory().word.store(2, Order::relaxed);
                       wake(memory().word);
                     }
                   },
                   [=, this] {
                     memory().word.store(1, order);
                     if (memory().x.load(order) == 0) sleep_on(memory().word, 1);
                   }},
                  [this] { return got(1); });
    return outcome_.failure;
  };
  EXPECT_THAT(with(Order::seq_cst), IsEmpty());
  EXPECT_THAT(with(Order::relaxed), HasSubstr("thread 1 sleeps, and nobody will change that"));
}

TEST_F(LitmusTest, AWeakenedSiteIsNoticed) {
  std::optional<Memory> memory;
  const Program program{.begin = [&] { memory.emplace(); },
                        .threads = {[&] {
                                      memory->data.set(1);
                                      memory->x.store(1, Order::release);
                                    },
                                    [&] {
                                      if (memory->x.load(Order::acquire) == 1) {
                                        ensure(memory->data.get() == 1, "the data are there");
                                      }
                                    }}};
  const Outcome whole = explore(program);
  EXPECT_THAT(whole.failure, IsEmpty());
  ASSERT_EQ(whole.sites.size(), 2U);
  for (const Site& site : whole.sites) {
    EXPECT_THAT(explore(program, {.weakened = site}).failure, HasSubstr("a data race"))
        << described(site);
  }
}

}  // namespace
}  // namespace strobe::weak_memory
