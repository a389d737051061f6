// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/memory/vectors.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

#include "base/format.hpp"
#include "kernels/memory/numa.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels::memory {
namespace {

constexpr std::size_t page_bytes = 4096;
/// The usual size of a large page on every processor that has them; mappings are multiples of it.
constexpr std::size_t large_bytes = std::size_t{2} << 20;

constexpr std::array<std::pair<Pages, const char*>, 4> page_words{
    {{Pages::usual, "usual"},
     {Pages::small, "small"},
     {Pages::transparent, "transparent"},
     {Pages::huge, "huge"}}};

std::size_t round_up(std::size_t size, std::size_t unit) { return (size + unit - 1) / unit * unit; }

/// The number after `name` in a line of /proc; 0 if the line has another name.
std::size_t number_after(const std::string& line, std::string_view name) {
  if (!line.starts_with(name)) return 0;
  std::istringstream rest(line.substr(name.size()));
  std::size_t number = 0;
  rest >> number;
  return number;
}

/// The same for lines like "MemAvailable:   123 kB", in bytes.
std::size_t kilobytes_after(const std::string& line, std::string_view name) {
  return number_after(line, name) * 1024;
}

/// Whether the system may assemble large pages for a mapping that asks for them.
bool may_have_large_pages() {
  std::ifstream file("/sys/kernel/mm/transparent_hugepage/enabled");
  std::string choices;
  std::getline(file, choices);
  return !choices.empty() && choices.find("[never]") == std::string::npos;
}

std::byte* map(std::size_t size_bytes, Pages pages) {
  const int kind = MAP_PRIVATE | MAP_ANONYMOUS | (pages == Pages::huge ? MAP_HUGETLB : 0);
  void* mapped = mmap(nullptr, size_bytes, PROT_READ | PROT_WRITE, kind, -1, 0);
  if (mapped == MAP_FAILED) {
    throw Error(base::format("the system refused {} bytes of memory: {}", size_bytes,
                             std::strerror(errno)));
  }
  if (pages == Pages::small) madvise(mapped, size_bytes, MADV_NOHUGEPAGE);
  if (pages == Pages::transparent) madvise(mapped, size_bytes, MADV_HUGEPAGE);
  return static_cast<std::byte*>(mapped);
}

/// Throws strobe::Error if a page is not on the node that was requested.
void require_node(std::byte* start, std::size_t size_bytes, int node) {
  for (std::size_t at = 0; at < size_bytes; at += large_bytes) {
    const std::optional<int> found = node_of(start + at);
    if (found == node) continue;
    throw Error(base::format("memory was requested on NUMA node {}, but {}", node,
                             found ? base::format("the system placed it on node {}", *found)
                                   : "the system does not tell where it is"));
  }
}

std::vector<std::size_t> starts(int count, std::size_t bytes_each, std::size_t offset_bytes,
                                std::size_t pad_bytes) {
  std::vector<std::size_t> places;
  std::size_t end = 0;
  for (int i = 0; i < count; ++i) {
    const std::size_t pad = i == 0 ? 0 : pad_bytes * static_cast<std::size_t>(2 * i - 1);
    places.push_back(round_up(end, page_bytes) + offset_bytes + pad);
    end = places.back() + bytes_each;
  }
  places.push_back(end);
  return places;
}

}  // namespace

measure::AxisInfo pages_axis() {
  measure::AxisInfo axis{.name = "pages", .choices = {}};
  for (const auto& [pages, word] : page_words) axis.choices.emplace_back(word);
  return axis;
}

Pages pages_at(const measure::Point& point) {
  const std::string& wanted = measure::word_at(point, "pages");
  const auto* const found =
      std::ranges::find_if(page_words, [&](const auto& each) { return wanted == each.second; });
  if (found == page_words.end()) throw Error("unknown pages: " + wanted);
  return found->first;
}

void MappedMemory::Unmap::operator()(std::byte* mapped) const { munmap(mapped, size_bytes); }

MappedMemory::MappedMemory(std::size_t size_bytes, Pages pages, std::optional<int> node)
    : size_bytes_(
          round_up(std::max<std::size_t>(size_bytes, 1),
                   pages == Pages::transparent || pages == Pages::huge ? large_bytes : page_bytes)),
      // Older kernels do not start such a mapping on a large page.
      mapped_(map(size_bytes_ + (pages == Pages::transparent ? large_bytes : 0), pages),
              Unmap{size_bytes_ + (pages == Pages::transparent ? large_bytes : 0)}),
      start_(mapped_.get()) {
  if (pages == Pages::transparent) {
    const auto address = reinterpret_cast<std::uintptr_t>(start_);
    start_ += round_up(address, large_bytes) - address;
  }
  if (node) bind_to_node(start_, size_bytes_, *node);
  std::fill_n(start_, size_bytes_, std::byte{0});
  if (node) require_node(start_, size_bytes_, *node);
  if (pages != Pages::transparent && pages != Pages::small) return;
  const std::size_t large = large_page_bytes(start_);
  const bool wanted = pages == Pages::transparent;
  if (wanted ? large < size_bytes_ : large > 0) {
    throw Error(
        base::format("the system placed {1} of {0} bytes on large pages, but {2} pages were "
                     "requested; see /sys/kernel/mm/transparent_hugepage/enabled",
                     size_bytes_, large, wanted ? "large" : "small"));
  }
}

std::size_t large_page_bytes(const std::byte* place) {
  const auto address = reinterpret_cast<std::uintptr_t>(place);
  std::ifstream file("/proc/self/smaps");
  bool inside = false;
  std::size_t bytes = 0;
  for (std::string line; std::getline(file, line);) {
    // The first line of a mapping is its address range; the lines of its properties follow.
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    char dash = 0;
    if (std::istringstream(line) >> std::hex >> begin >> dash >> end && dash == '-') {
      inside = begin <= address && address < end;
    }
    if (!inside) continue;
    bytes += kilobytes_after(line, "AnonHugePages:") + kilobytes_after(line, "Private_Hugetlb:");
  }
  return bytes;
}

void require_memory(std::size_t size_bytes, Pages pages) {
  if (pages == Pages::transparent && !may_have_large_pages()) {
    throw Error(
        "this system makes no large pages; write madvise into "
        "/sys/kernel/mm/transparent_hugepage/enabled, or choose pages=usual");
  }
  std::ifstream file("/proc/meminfo");
  std::size_t available = size_bytes;
  std::size_t huge = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("MemAvailable:")) available = kilobytes_after(line, "MemAvailable:");
    if (line.starts_with("HugePages_Free:")) huge = number_after(line, "HugePages_Free:");
  }
  if (pages == Pages::huge && round_up(size_bytes, large_bytes) > huge * large_bytes) {
    throw Error(
        base::format("{} bytes do not fit into the {} free huge pages; reserve more with "
                     "vm.nr_hugepages, or choose pages=transparent",
                     size_bytes, huge));
  }
  if (pages != Pages::huge && size_bytes > available) {
    throw Error(
        base::format("{} bytes do not fit: this machine has {} left", size_bytes, available));
  }
}

Vectors::Vectors(int count, std::size_t bytes_each, std::size_t offset_bytes, std::size_t pad_bytes,
                 Pages pages, std::optional<int> node)
    : bytes_each_(bytes_each),
      starts_(starts(count, bytes_each, offset_bytes, pad_bytes)),
      memory_(starts_.back(), pages, node) {}

}  // namespace strobe::kernels::memory
