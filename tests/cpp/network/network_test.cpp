// SPDX-License-Identifier: BSD-3-Clause
//
// Networks by name and in files.
#include "network/network.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/format.hpp"
#include "network/file.hpp"
#include "strobe/error.hpp"
#include "support/temporary_folder.hpp"

namespace strobe::network {
namespace {

TEST(Networks, AreThoseOfTable2_1) {
  EXPECT_EQ(networks().size(), 5U);
  EXPECT_DOUBLE_EQ(network_named("gigabit-ethernet").compare_on_s(1024), 460e-6);
  EXPECT_DOUBLE_EQ(network_named("myrinet").compare_on_s(1000), 200e-6);
  EXPECT_DOUBLE_EQ(network_named("qsnet").compare_on_s(131072), 10e-6);
  EXPECT_DOUBLE_EQ(network_named("bluegene-l").compare_on_s(2), 2e-6);
  EXPECT_THROW(static_cast<void>(network_named("token-ring")), Error);
  // Asking a single node takes time, too.
  EXPECT_DOUBLE_EQ(network_named("myrinet").compare_on_s(1), 20e-6);
}

TEST(Networks, WithoutAMulticastReachTheLastNodeAfterALevelEach) {
  const Network& network = network_named("infiniband");
  EXPECT_DOUBLE_EQ(network.arrival_s(0, 1), network.start_s);
  EXPECT_DOUBLE_EQ(network.arrival_s(0, 8), network.start_s);
  EXPECT_DOUBLE_EQ(network.arrival_s(7, 8), 4 * network.start_s) << "8 nodes and the sender";
  EXPECT_DOUBLE_EQ(network_named("qsnet").arrival_s(7, 8), network_named("qsnet").start_s);
}

TEST(Networks, OfTheTableHaveNoneOfTheFourTimes) {
  for (const Network& network : networks()) {
    EXPECT_FALSE(network.t_s || network.t_c || network.t_m || network.t_o) << network.name;
    EXPECT_TRUE(std::isinf(network.parallel_transfers));
    // A block to one node is a message.
    EXPECT_DOUBLE_EQ(network.complete().at(1e6), network.start_s + 1e6 / network.bytes_per_s);
  }
}

class NetworkFile : public ::testing::Test {
 protected:
  Network read(const std::string& text) { return network_in(folder_.write("network", text)); }
  std::string error(const std::string& text) {
    try {
      static_cast<void>(read(text));
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

 private:
  strobe::testing::TemporaryFolder folder_;
};

constexpr const char* first_version =
    R"({"name": "mine", "title": "Mine", "compare_s": 1e-5, "compare_per_level_s": 0.0,
        "start_s": 5e-6, "bytes_per_s": 1.5e8, "multicasts": true)";

/// A file of the first version with more fields: ", name: value".
std::string with(const char* fields) { return base::format("{}{}}}", first_version, fields); }

TEST_F(NetworkFile, GivesBackWhatWasWritten) {
  Network network = network_named("myrinet");
  network.t_s = LinearCost{.start_s = 1e-6, .per_byte_s = 2e-9};
  network.t_o = LinearCost{.start_s = -1e-8, .per_byte_s = 1e-10};
  network.parallel_transfers = 2.5;
  const Network found = read(to_json(network));
  EXPECT_EQ(found.name, network.name);
  EXPECT_EQ(found.compare_per_level_s, network.compare_per_level_s);
  ASSERT_TRUE(found.t_s && found.t_o);
  EXPECT_FALSE(found.t_c || found.t_m);
  EXPECT_EQ(found.t_s->per_byte_s, 2e-9);
  EXPECT_EQ(found.t_o->start_s, -1e-8);
  EXPECT_EQ(found.parallel_transfers, 2.5);
  EXPECT_EQ(to_json(found), to_json(network));
}

TEST_F(NetworkFile, OfTheFirstVersionIsRead) {
  const Network found = read(with(""));
  EXPECT_FALSE(found.t_s || found.t_c || found.t_m || found.t_o);
  EXPECT_TRUE(std::isinf(found.parallel_transfers));
  EXPECT_DOUBLE_EQ(found.complete().at(0), 5e-6);
  EXPECT_FALSE(read(with(R"(, "schema": 2, "t_o": null)")).t_o) << "null is missing";
}

TEST_F(NetworkFile, OfAnotherVersionIsRefused) {
  EXPECT_NE(error(with(R"(, "schema": 3)"))
                .find("the file has schema 3; this version of Strobe reads schema 2. Write it "
                      "again: strobe fit"),
            std::string::npos);
}

TEST_F(NetworkFile, NamesAFieldThatIsWrong) {
  EXPECT_NE(error(with(R"(, "t_o": 3)")).find("t_o must be an object with the numbers start_s"),
            std::string::npos);
  EXPECT_NE(error(with(R"(, "t_o": {"start_s": 1, "per_byte_s": -1})")).find("t_o must be"),
            std::string::npos);
  EXPECT_NE(error(with(R"(, "parallel_transfers": 0.5)"))
                .find("parallel_transfers must be a number of at least 1, not 0.5"),
            std::string::npos);
}

}  // namespace
}  // namespace strobe::network
