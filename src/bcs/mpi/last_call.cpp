// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/last_call.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "base/format.hpp"
#include "bcs/mpi/call_site.hpp"
#include "bcs/mpi/handshake.hpp"
#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi {

namespace {

// A return address in a binding of Fortran or Python is the same for all lines of the program, so
// that the stack has to be searched: at each of the first calls, and then for one part in so many
// of the time. A call that waits may search more often.
constexpr int searches_at_first = 100;
constexpr base::Ticks most_share_of_time = 1000;
constexpr base::Ticks most_share_of_waits = 20;

constexpr std::uintptr_t page_bytes = 4096;

/// The names by number, for the reader. All ranks would write the same.
void write_function_names() {
  const int file = create_for_launcher("functions");
  if (file < 0) return;
  std::string names;
  for (const FunctionFacts& facts : function_facts) names += std::string(facts.name) + '\n';
  [[maybe_unused]] const auto written = write(file, names.data(), names.size());
  close(file);
}

/// The new file, mapped; null if there is none.
LastCallFile* map_file(int rank) {
  const int file = create_for_launcher("call-" + std::to_string(rank));
  if (file < 0) return nullptr;
  void* memory = MAP_FAILED;
  // A store into a page for which the file system has no space would end the process.
  if (posix_fallocate(file, 0, sizeof(LastCallFile)) == 0) {
    memory = mmap(nullptr, sizeof(LastCallFile), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  }
  close(file);
  return memory == MAP_FAILED ? nullptr : new (memory) LastCallFile{};
}

}  // namespace

void LastCall::start(int rank, Function initialization, const void* caller) {
  LastCallFile* const file = map_file(rank);
  if (file == nullptr) return;
  write_function_names();
  file->magic = LastCallFile::this_magic;
  file_ = file;
  images_ = new std::vector<Image>;
  call_ = &file->call;
  image_bytes_ = 0;
  entered(initialization, caller);
  left();
}

std::uint64_t LastCall::place_of(const void* caller) {
  if (caller == nullptr) return get() & (LastCallFile::place_mask | LastCallFile::has_line);
  const Image& image = image_of(caller);
  if (image.is_binding) {
    image_begin_ = 0;
    image_bytes_ = 0;
    return search(most_share_of_time);
  }
  image_begin_ = image.begin;
  image_bytes_ = image.bytes;
  return reinterpret_cast<std::uintptr_t>(caller);
}

const LastCall::Image& LastCall::image_of(const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const auto known = std::ranges::find_if(
      *images_, [at](const Image& image) { return at - image.begin < image.bytes; });
  if (known != images_->end()) return *known;
  const CodeImage image = code_image(address);
  // Code that was made at run time is in no file.
  if (image.file.empty()) {
    return images_->emplace_back(at / page_bytes * page_bytes, page_bytes, true);
  }
  const std::string line =
      base::format("{:016x} {:016x} {:016x} {}\n", image.begin, image.end, image.base, image.file);
  const std::uint64_t before = file_->image_bytes.load(std::memory_order_relaxed);
  if (line.size() <= sizeof(file_->images) - before) {
    std::memcpy(file_->images + before, line.data(), line.size());
    file_->image_bytes.store(before + line.size(), std::memory_order_release);
  }
  const bool is_binding = is_in_binding(address);
  has_binding_ = has_binding_ || is_binding;
  return images_->emplace_back(image.begin, image.end - image.begin, is_binding);
}

void LastCall::search_before_sleep() {
  if (!has_binding_) return;
  // The last call may be of another thread than the one that sleeps.
  if (interposer.turns != nullptr && interposer.turns->threads() > 1) return;
  constexpr std::uint64_t place = LastCallFile::place_mask | LastCallFile::has_line;
  if ((get() & place) == 0) set(get() | search(most_share_of_waits));
}

std::uint64_t LastCall::search(base::Ticks most_share) {
  const base::Ticks began = base::ticks_now();
  if (searches_ >= searches_at_first && began - last_search_ < most_share * search_took_) return 0;
  ++searches_;
  const CallSite site = find_call_site();
  last_search_ = base::ticks_now();
  search_took_ = last_search_ - began;
  if (!site.line.empty()) return note_line(site.line);
  // Its file must be in the list, too.
  if (site.address != nullptr) static_cast<void>(image_of(site.address));
  return reinterpret_cast<std::uintptr_t>(site.address);
}

std::uint64_t LastCall::note_line(const std::string& line) {
  // The other one still stands for the last call.
  line_ = 1 - line_;
  char* const text = file_->lines[line_];
  const std::size_t length = std::min(line.size(), LastCallFile::line_bytes - 1);
  std::memcpy(text, line.data(), length);
  text[length] = '\0';
  std::atomic_thread_fence(std::memory_order_release);
  return LastCallFile::has_line | line_;
}

}  // namespace strobe::bcs::mpi
