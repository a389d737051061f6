// SPDX-License-Identifier: BSD-3-Clause
//
// Messages above 2 GiB, which counts of 32 bits cannot represent. The buffers map the same pages
// many times, so they need little memory. Only the end has its own page.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

#include "layer/mpi/mpi_layer.hpp"
#include "measure/pattern.hpp"
#include "strobe/error.hpp"

namespace strobe::layer::mpi {
namespace {

constexpr Tag tag{9};

class LargeMessage {
 public:
  static constexpr std::size_t size_bytes = (std::size_t{2} << 30) + 5;

  LargeMessage() {
    const int window = memfd_create("strobe-large-message", MFD_CLOEXEC);
    if (window < 0 || ftruncate(window, window_bytes) != 0) throw Error("no memory to repeat");
    start_ = map(nullptr, body_bytes + page_bytes, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    for (std::size_t at = 0; at < body_bytes; at += window_bytes) {
      (void)map(start_ + at, window_bytes, MAP_SHARED | MAP_FIXED, window);
    }
    close(window);
  }
  ~LargeMessage() { munmap(start_, body_bytes + page_bytes); }
  LargeMessage(const LargeMessage&) = delete;
  LargeMessage& operator=(const LargeMessage&) = delete;

  [[nodiscard]] Bytes bytes() { return {start_, size_bytes}; }

  /// Fills the repeated pages and the end.
  void fill(std::uint64_t seed) {
    measure::fill(repeated(), {.seed = seed, .rank = 0});
    measure::fill(end(), {.seed = seed, .rank = 1});
  }
  void expect(std::uint64_t seed) {
    EXPECT_EQ(measure::find_wrong_byte(repeated(), {.seed = seed, .rank = 0}), "");
    EXPECT_EQ(measure::find_wrong_byte(end(), {.seed = seed, .rank = 1}), "");
  }

 private:
  static constexpr std::size_t window_bytes = std::size_t{16} << 20;
  static constexpr std::size_t body_bytes = std::size_t{2} << 30;
  static constexpr std::size_t page_bytes = 4096;

  static std::byte* map(std::byte* place, std::size_t length_bytes, int flags, int descriptor) {
    void* memory = mmap(place, length_bytes, PROT_READ | PROT_WRITE, flags, descriptor, 0);
    if (memory == MAP_FAILED) throw Error("no addresses for a large message");
    return static_cast<std::byte*>(memory);
  }
  [[nodiscard]] Bytes repeated() { return bytes().first(window_bytes); }
  [[nodiscard]] Bytes end() { return bytes().last(size_bytes - body_bytes); }

  std::byte* start_ = nullptr;
};

class LargeMessages : public ::testing::Test {
 protected:
  [[nodiscard]] bool is_first() const { return layer.rank() == Rank{0}; }

  MpiLayer layer = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  LargeMessage message;
};

TEST_F(LargeMessages, AreSentAndReceivedWhole) {
  message.fill(is_first() ? 1 : 2);
  if (is_first()) {
    layer.send(message.bytes(), Rank{1}, tag);
  } else {
    EXPECT_EQ(layer.probe(Rank{0}, tag), LargeMessage::size_bytes);
    layer.receive(message.bytes(), Rank{0}, tag);
  }
  message.expect(1);
}

TEST_F(LargeMessages, AreSentInStrides) {
  // Two blocks whose total size exceeds a count of 32 bits.
  const Strided shape{.block_bytes = (std::size_t{1} << 30) + 2,
                      .stride_bytes = (std::size_t{1} << 30) + 3,
                      .count = 2};
  message.fill(is_first() ? 1 : 2);
  if (is_first()) {
    layer.send_strided(message.bytes().data(), shape, Rank{1}, tag);
  } else {
    EXPECT_EQ(layer.probe(Rank{0}, tag), shape.count * shape.block_bytes);
    layer.receive_strided(message.bytes().data(), shape, Rank{0}, tag);
  }
  message.expect(1);
}

TEST_F(LargeMessages, AreBroadcastWhole) {
  message.fill(is_first() ? 2 : 1);
  layer.broadcast(message.bytes(), Rank{1});
  message.expect(1);
}

}  // namespace
}  // namespace strobe::layer::mpi
