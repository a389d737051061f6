// SPDX-License-Identifier: BSD-3-Clause
//
// Stands in for the driver of a GPU, CUDA's or HIP's (STAND_IN_HIP): device memory is memory that
// this process can neither read nor write at its address, and the driver copies it by another
// mapping. Copies want a current context, as CUDA does.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

#define STAND_IN extern "C" __attribute__((visibility("default")))

namespace {

struct Allocation {
  std::size_t bytes;
  std::byte* readable;
};

std::mutex lock;
std::map<std::uintptr_t, Allocation> allocations;  // by address on the device

/// Where this process can read a device address; null for any other address.
std::byte* readable(std::uintptr_t address) {
  const std::lock_guard guard(lock);
  auto after = allocations.upper_bound(address);
  if (after == allocations.begin()) return nullptr;
  const auto& [begin, allocation] = *--after;
  return address < begin + allocation.bytes ? allocation.readable + (address - begin) : nullptr;
}

void* allocate(std::size_t bytes) {
  const int file = memfd_create("stand-in", 0);
  if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0) std::abort();
  void* const device = mmap(nullptr, bytes, PROT_NONE, MAP_SHARED, file, 0);
  void* const here = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  const std::lock_guard guard(lock);
  allocations[reinterpret_cast<std::uintptr_t>(device)] = {bytes, static_cast<std::byte*>(here)};
  return device;
}

void copy(std::uintptr_t to, std::uintptr_t from, std::size_t bytes) {
  std::byte* const readable_to = readable(to);
  const std::byte* const readable_from = readable(from);
  std::memmove(readable_to != nullptr ? readable_to : reinterpret_cast<std::byte*>(to),
               readable_from != nullptr ? readable_from : reinterpret_cast<std::byte*>(from),
               bytes);
}

constexpr int invalid_value = 1;

}  // namespace

/// Not part of any driver: what the test calls.
STAND_IN void* stand_in_allocate(std::size_t bytes) { return allocate(bytes); }
STAND_IN void stand_in_copy(void* to, const void* from, std::size_t bytes) {
  copy(reinterpret_cast<std::uintptr_t>(to), reinterpret_cast<std::uintptr_t>(from), bytes);
}

#if defined(STAND_IN_HIP)

STAND_IN int hipRuntimeGetVersion(int* version) {
  *version = 60'032'830;
  return 0;
}
STAND_IN int hipPointerGetAttribute(void* data, int /*attribute*/, void* address) {
  if (readable(reinterpret_cast<std::uintptr_t>(address)) == nullptr) return invalid_value;
  *static_cast<int*>(data) = 2;
  return 0;
}
STAND_IN int hipMemcpy(void* to, const void* from, std::size_t bytes, int /*kind*/) {
  stand_in_copy(to, from, bytes);
  return 0;
}

#else

namespace {
constexpr int invalid_context = 201;
thread_local void* current_context = nullptr;
int the_context = 0;
}  // namespace

STAND_IN int cuPointerGetAttribute(void* data, int attribute, unsigned long long address) {
  if (readable(address) == nullptr) return invalid_value;
  if (attribute == 1) *static_cast<void**>(data) = &the_context;
  if (attribute == 2) *static_cast<unsigned*>(data) = 2;
  return 0;
}
STAND_IN int cuCtxPushCurrent_v2(void* context) {
  current_context = context;
  return 0;
}
STAND_IN int cuCtxPopCurrent_v2(void** context) {
  *context = current_context;
  current_context = nullptr;
  return 0;
}
STAND_IN int cuMemcpy(unsigned long long to, unsigned long long from, std::size_t bytes) {
  if (current_context == nullptr) return invalid_context;
  copy(to, from, bytes);
  return 0;
}

#endif
