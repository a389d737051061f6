// SPDX-License-Identifier: BSD-3-Clause
#include "measure/shared_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "base/clock.hpp"
#include "base/format.hpp"

namespace strobe::measure {

struct alignas(128) SharedMemory::Header {
  unsigned long cookie = 0;
};

std::optional<SharedMemory> SharedMemory::map(int descriptor, std::size_t size_bytes) {
  void* memory = mmap(nullptr, size_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (memory == MAP_FAILED) {
    close(descriptor);
    return std::nullopt;
  }
  return SharedMemory(std::launder(static_cast<Header*>(memory)), size_bytes, descriptor);
}

std::optional<SharedMemory> SharedMemory::create(std::size_t size_bytes) {
  const std::size_t whole = sizeof(Header) + size_bytes;
  const int descriptor = memfd_create("strobe", MFD_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  if (ftruncate(descriptor, static_cast<off_t>(whole)) != 0) {
    close(descriptor);
    return std::nullopt;
  }
  std::optional<SharedMemory> made = map(descriptor, whole);
  if (made) {
    made->header_ =
        new (made->header_) Header{static_cast<unsigned long>(base::monotonic_now().count())};
  }
  return made;
}

std::optional<SharedMemory> SharedMemory::attach(SharedMemoryHandle handle,
                                                 std::size_t size_bytes) {
  const std::size_t whole = sizeof(Header) + size_bytes;
  const std::string path = base::format("/proc/{}/fd/{}", handle.pid, handle.descriptor);
  const int descriptor = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  struct stat facts{};
  if (fstat(descriptor, &facts) != 0 || facts.st_size != static_cast<off_t>(whole)) {
    close(descriptor);
    return std::nullopt;
  }
  std::optional<SharedMemory> found = map(descriptor, whole);
  if (found && found->header_->cookie != handle.cookie) return std::nullopt;
  return found;
}

SharedMemory::SharedMemory(Header* header, std::size_t size_bytes, int descriptor)
    : header_(header), size_bytes_(size_bytes), descriptor_(descriptor) {}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : header_(std::exchange(other.header_, nullptr)),
      size_bytes_(std::exchange(other.size_bytes_, 0)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

SharedMemory& SharedMemory::operator=(SharedMemory&& other) noexcept {
  std::swap(header_, other.header_);
  std::swap(size_bytes_, other.size_bytes_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

SharedMemory::~SharedMemory() {
  if (header_ != nullptr) munmap(header_, size_bytes_);
  if (descriptor_ >= 0) close(descriptor_);
}

SharedMemoryHandle SharedMemory::handle() const {
  return {static_cast<int>(getpid()), descriptor_, header_->cookie};
}

std::byte* SharedMemory::data() const { return reinterpret_cast<std::byte*>(header_ + 1); }

}  // namespace strobe::measure
