// SPDX-License-Identifier: BSD-3-Clause
#include "layer/pvm/packing.hpp"

#include <pvm3.h>

#include <cstdint>

#include "layer/pvm/counts.hpp"
#include "layer/pvm/errors.hpp"

namespace strobe::layer::pvm {
namespace {

/// Whether PVM can pack the shape with one call for elements of `width` bytes.
bool fits(const std::byte* start, Strided shape, std::size_t width) {
  return shape.block_bytes == width && shape.stride_bytes % width == 0 &&
         reinterpret_cast<std::uintptr_t>(start) % width == 0;
}

/// Calls `move` once with a pointer to the fitting type, or once for each block with bytes. PVM
/// packs through non-const pointers, but does not write to the memory.
template <class Move>
void each(std::byte* start, Strided shape, Move move) {
  if (shape.count == 0 || shape.block_bytes == 0) return;
  const int count = to_count(shape.count);
  const auto whole = [&](auto* typed) {
    move(typed, count, to_count(shape.stride_bytes / sizeof *typed));
  };
  if (fits(start, shape, sizeof(char))) return whole(reinterpret_cast<char*>(start));
  if (fits(start, shape, sizeof(short))) return whole(reinterpret_cast<short*>(start));
  if (fits(start, shape, sizeof(int))) return whole(reinterpret_cast<int*>(start));
  if (fits(start, shape, sizeof(long))) return whole(reinterpret_cast<long*>(start));
  for (std::size_t block = 0; block < shape.count; ++block) {
    move(reinterpret_cast<char*>(start + block * shape.stride_bytes), to_count(shape.block_bytes),
         1);
  }
}

struct Pack {
  void operator()(char* p, int count, int stride) const {
    check(pvm_pkbyte(p, count, stride), "pvm_pkbyte");
  }
  void operator()(short* p, int count, int stride) const {
    check(pvm_pkshort(p, count, stride), "pvm_pkshort");
  }
  void operator()(int* p, int count, int stride) const {
    check(pvm_pkint(p, count, stride), "pvm_pkint");
  }
  void operator()(long* p, int count, int stride) const {
    check(pvm_pklong(p, count, stride), "pvm_pklong");
  }
};

struct Unpack {
  void operator()(char* p, int count, int stride) const {
    check(pvm_upkbyte(p, count, stride), "pvm_upkbyte");
  }
  void operator()(short* p, int count, int stride) const {
    check(pvm_upkshort(p, count, stride), "pvm_upkshort");
  }
  void operator()(int* p, int count, int stride) const {
    check(pvm_upkint(p, count, stride), "pvm_upkint");
  }
  void operator()(long* p, int count, int stride) const {
    check(pvm_upklong(p, count, stride), "pvm_upklong");
  }
};

}  // namespace

void pack(const std::byte* from, Strided shape) {
  each(const_cast<std::byte*>(from), shape, Pack{});
}

void unpack(std::byte* into, Strided shape) { each(into, shape, Unpack{}); }

}  // namespace strobe::layer::pvm
