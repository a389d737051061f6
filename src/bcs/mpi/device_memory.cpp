// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/device_memory.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>

#include "base/format.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/user_report.hpp"

namespace strobe::bcs::mpi {

namespace {

class Driver {
 public:
  virtual ~Driver() = default;
  [[nodiscard]] virtual bool is_on_device(const void* address) const = 0;
  /// Between device memory and that of this process. Returns the driver's error, or 0. `device` is
  /// the one of the two that is on the device.
  virtual int copy(void* to, const void* from, std::size_t bytes, const void* device) const = 0;
};

/// Sets the pointer to the function with this name; to null if there is none.
template <class Function>
void find(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(dlsym(library, name));
}

/// The CUDA driver interface (cuda.h).
class Cuda final : public Driver {
 public:
  explicit Cuda(void* library) {
    find(library, "cuPointerGetAttribute", attribute_);
    find(library, "cuMemcpy", copy_);
    find(library, "cuCtxPushCurrent_v2", push_);
    find(library, "cuCtxPopCurrent_v2", pop_);
  }
  [[nodiscard]] bool is_complete() const {
    return attribute_ != nullptr && copy_ != nullptr && push_ != nullptr && pop_ != nullptr;
  }

  [[nodiscard]] bool is_on_device(const void* address) const override {
    constexpr int memory_type = 2;  // CU_POINTER_ATTRIBUTE_MEMORY_TYPE
    constexpr unsigned device = 2;  // CU_MEMORYTYPE_DEVICE
    unsigned type = 0;
    return attribute_(&type, memory_type, pointer(address)) == 0 && type == device;
  }
  int copy(void* to, const void* from, std::size_t bytes, const void* device) const override {
    constexpr int context_of = 1;  // CU_POINTER_ATTRIBUTE_CONTEXT
    void* context = nullptr;
    // This thread may have no context yet.
    const bool has_context = attribute_(&context, context_of, pointer(device)) == 0 &&
                             context != nullptr && push_(context) == 0;
    const int error = copy_(pointer(to), pointer(from), bytes);
    if (has_context) pop_(&context);
    return error;
  }

 private:
  using Pointer = unsigned long long;
  static Pointer pointer(const void* address) { return reinterpret_cast<Pointer>(address); }

  int (*attribute_)(void* data, int attribute, Pointer address) = nullptr;
  int (*copy_)(Pointer to, Pointer from, std::size_t bytes) = nullptr;
  int (*push_)(void* context) = nullptr;
  int (*pop_)(void** context) = nullptr;
};

/// The HIP runtime interface (hip_runtime_api.h).
class Hip final : public Driver {
 public:
  explicit Hip(void* library) {
    find(library, "hipPointerGetAttribute", attribute_);
    find(library, "hipMemcpy", copy_);
    int (*version)(int*) = nullptr;
    find(library, "hipRuntimeGetVersion", version);
    int number = 0;
    constexpr int renumbered = 60'000'000;
    // hipMemoryTypeDevice has another value from ROCm 6 on.
    if (version != nullptr && version(&number) == 0 && number < renumbered) device_ = 1;
  }
  [[nodiscard]] bool is_complete() const { return attribute_ != nullptr && copy_ != nullptr; }

  [[nodiscard]] bool is_on_device(const void* address) const override {
    constexpr int memory_type = 2;  // HIP_POINTER_ATTRIBUTE_MEMORY_TYPE
    int type = -1;
    return attribute_(&type, memory_type, const_cast<void*>(address)) == 0 && type == device_;
  }
  int copy(void* to, const void* from, std::size_t bytes, const void* /*device*/) const override {
    constexpr int by_address = 4;  // hipMemcpyDefault
    return copy_(to, from, bytes, by_address);
  }

 private:
  int (*attribute_)(void* data, int attribute, void* address) = nullptr;
  int (*copy_)(void* to, const void* from, std::size_t bytes, int kind) = nullptr;
  int device_ = 2;
};

/// Null unless the program has loaded it, and it has all functions.
template <class Interface>
const Driver* loaded_driver(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    void* const library = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    if (library == nullptr) continue;
    static const Interface interface(library);
    if (interface.is_complete()) return &interface;
  }
  return nullptr;
}

const Driver* find_driver() {
  if (const Driver* const cuda = loaded_driver<Cuda>({"libcuda.so.1"})) return cuda;
  return loaded_driver<Hip>({"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"});
}

/// How many libraries this process has ever loaded.
unsigned long long loads() {
  unsigned long long count = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t /*size*/, void* result) {
        *static_cast<unsigned long long*>(result) = info->dlpi_adds;
        return 1;
      },
      &count);
  return count;
}

/// The driver, once the program has loaded it. A library on its own may load it late.
const Driver* driver() {
  static std::atomic<const Driver*> found{nullptr};
  static std::atomic<unsigned long long> looked_at{0};
  const Driver* known = found.load(std::memory_order_acquire);
  if (known != nullptr) return known;
  const unsigned long long now = loads();
  if (looked_at.exchange(now) == now) return nullptr;
  known = find_driver();
  found.store(known, std::memory_order_release);
  return known;
}

[[noreturn]] void end_after(const char* what, int error) {
  report_and_exit(
      base::format("rank {} cannot copy {} device memory in {}: the driver's error is {}",
                   process().endpoint.rank(), what, facts_of(call_state.function).name, error));
}

}  // namespace

namespace detail {

bool may_have_device = false;

bool is_on_device(const void* address) {
  const Driver* const known = address == nullptr ? nullptr : driver();
  return known != nullptr && known->is_on_device(address);
}

}  // namespace detail

void find_devices() {
  constexpr std::array nodes{"/dev/nvidiactl", "/dev/kfd", "/dev/dxg"};
  detail::may_have_device =
      std::ranges::any_of(nodes, [](const char* node) { return access(node, F_OK) == 0; }) ||
      driver() != nullptr;
}

HostImage::HostImage(void* buffer, std::int64_t count, const DatatypeLayout& layout) {
  // Elements may lie in front of the first one.
  const std::int64_t last = (count - 1) * layout.extent_bytes;
  offset_ = layout.lower_bytes + std::min<std::int64_t>(last, 0);
  bytes_ = static_cast<std::size_t>(std::abs(last) + layout.span_bytes);
  begin_ = static_cast<std::byte*>(buffer) + offset_;
  memory_ = std::make_unique_for_overwrite<std::byte[]>(bytes_);
}

void HostImage::read() {
  if (const int error = driver()->copy(memory_.get(), begin_, bytes_, begin_)) {
    end_after("from", error);
  }
}

void HostImage::write(std::size_t bytes) const {
  if (bytes == 0) return;
  if (const int error = driver()->copy(begin_, memory_.get(), bytes, begin_)) {
    end_after("to", error);
  }
}

}  // namespace strobe::bcs::mpi
