// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/object_bounds.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string_view>

#include "bcs/check/own_stack.hpp"

namespace strobe::bcs::check {

namespace {

/// A file that is mapped for reading.
class MappedFile {
 public:
  explicit MappedFile(const char* path) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat facts{};
    if (file >= 0 && fstat(file, &facts) == 0 && facts.st_size > 0) {
      const auto bytes = static_cast<std::size_t>(facts.st_size);
      void* const at = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file, 0);
      if (at != MAP_FAILED) bytes_ = {static_cast<const std::byte*>(at), bytes};
    }
    if (file >= 0) close(file);
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() {
    if (!bytes_.empty()) munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
  }

  /// `count` items at an offset; empty if the file does not have them.
  template <class Item>
  [[nodiscard]] std::span<const Item> at(std::size_t offset, std::size_t count) const {
    if (offset > bytes_.size() || count > (bytes_.size() - offset) / sizeof(Item) ||
        offset % alignof(Item) != 0) {
      return {};
    }
    return {reinterpret_cast<const Item*>(bytes_.data() + offset), count};
  }

 private:
  std::span<const std::byte> bytes_;
};

/// Whatever is loaded at an address.
struct Loaded {
  std::uintptr_t address;
  std::uintptr_t begin = 0, end = 0;
  std::uintptr_t base = 0;
  std::string path{};
};

int find_loaded(dl_phdr_info* info, std::size_t /*bytes*/, void* data) {
  auto& wanted = *static_cast<Loaded*>(data);
  for (const ElfW(Phdr) & segment : std::span(info->dlpi_phdr, info->dlpi_phnum)) {
    const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_W) == 0 || wanted.address < begin ||
        wanted.address >= begin + segment.p_memsz) {
      continue;
    }
    wanted.begin = begin;
    wanted.end = begin + segment.p_memsz;
    wanted.base = info->dlpi_addr;
    const std::string_view name = info->dlpi_name == nullptr ? "" : info->dlpi_name;
    wanted.path = name.empty() ? "/proc/self/exe" : name;
    return 1;
  }
  return 0;
}

}  // namespace

ObjectBounds::ObjectBounds(const memory::ProgramMemory& memory)
    : memory_(memory),
      locate_(reinterpret_cast<decltype(locate_)>(dlsym(RTLD_DEFAULT, "__asan_locate_address"))) {}

std::optional<Object> ObjectBounds::exceeded(std::uintptr_t begin, std::size_t bytes) {
  const std::uintptr_t end = begin + bytes;
  if (bytes == 0 || end < begin) return std::nullopt;
  if (locate_ != nullptr) {
    std::array<char, 128> name{};
    void* at = nullptr;
    std::size_t size = 0;
    const std::string_view kind =
        locate_(reinterpret_cast<void*>(begin), name.data(), name.size(), &at, &size);
    const auto first = reinterpret_cast<std::uintptr_t>(at);
    if ((kind != "heap" && kind != "global" && kind != "stack") || begin < first ||
        begin >= first + size || end <= first + size) {
      return std::nullopt;
    }
    return Object{first, first + size, kind == "heap" ? "" : name.data()};
  }
  const memory::Allocation allocation = memory_.allocation_before(reinterpret_cast<void*>(begin));
  const auto first = reinterpret_cast<std::uintptr_t>(allocation.begin);
  if (first != 0 && begin < first + allocation.bytes) {
    if (end <= first + allocation.bytes) return std::nullopt;
    return Object{first, first + allocation.bytes};
  }
  return own_stack().contains(begin) ? std::nullopt : variable_exceeded(begin, end);
}

std::optional<Object> ObjectBounds::variable_exceeded(std::uintptr_t begin, std::uintptr_t end) {
  auto after = images_.upper_bound(begin);
  if (after == images_.begin() || std::prev(after)->second.end <= begin) {
    Loaded loaded{.address = begin};
    if (dl_iterate_phdr(find_loaded, &loaded) == 0) return std::nullopt;
    images_[loaded.begin] = read(loaded.path.c_str(), loaded.base, loaded.end);
    after = images_.upper_bound(begin);
  }
  const std::vector<Variable>& variables = std::prev(after)->second.variables;
  const auto next = std::ranges::upper_bound(variables, begin, {}, &Variable::begin);
  if (next == variables.begin()) return std::nullopt;
  const Variable& found = *std::prev(next);
  if (begin >= found.end || end <= found.end) return std::nullopt;
  // Old compilers do not count the flexible array of an initialized structure (bug 28865 of GCC),
  // so what is not zeroed must reach another variable.
  if (!found.is_zeroed && (next == variables.end() || end <= next->begin)) return std::nullopt;
  return Object{found.begin, found.end, found.name};
}

ObjectBounds::Image ObjectBounds::read(const char* path, std::uintptr_t base, std::uintptr_t end) {
  Image image{.end = end, .variables = {}};
  const MappedFile file(path);
  const auto header = file.at<ElfW(Ehdr)>(0, 1);
  if (header.empty() || std::memcmp(header[0].e_ident, ELFMAG, SELFMAG) != 0) return image;
  const auto sections = file.at<ElfW(Shdr)>(header[0].e_shoff, header[0].e_shnum);
  for (const ElfW(Shdr) & section : sections) {
    if (section.sh_type != SHT_SYMTAB && section.sh_type != SHT_DYNSYM) continue;
    if (section.sh_link >= sections.size()) continue;
    const ElfW(Shdr) & names = sections[section.sh_link];
    const auto text = file.at<char>(names.sh_offset, names.sh_size);
    for (const ElfW(Sym) & symbol :
         file.at<ElfW(Sym)>(section.sh_offset, section.sh_size / sizeof(ElfW(Sym)))) {
      if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_size == 0 ||
          symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= sections.size() ||
          symbol.st_name >= text.size()) {
        continue;
      }
      const std::uintptr_t begin = base + symbol.st_value;
      const char* const name = text.data() + symbol.st_name;
      image.variables.push_back({.begin = begin,
                                 .end = begin + symbol.st_size,
                                 .is_zeroed = sections[symbol.st_shndx].sh_type == SHT_NOBITS,
                                 .name = {name, strnlen(name, text.size() - symbol.st_name)}});
    }
  }
  // Of names for one address, the longest object counts.
  std::ranges::sort(image.variables, [](const Variable& one, const Variable& other) {
    return one.begin != other.begin ? one.begin < other.begin : one.end < other.end;
  });
  // One that lies within another is a part of it, as the assembler may name them.
  std::vector<Variable> whole;
  for (Variable& variable : image.variables) {
    if (!whole.empty() && variable.begin == whole.back().begin) {
      whole.back() = std::move(variable);
    } else if (whole.empty() || variable.begin >= whole.back().end) {
      whole.push_back(std::move(variable));
    } else {
      whole.back().end = std::max(whole.back().end, variable.end);
    }
  }
  image.variables = std::move(whole);
  return image;
}

}  // namespace strobe::bcs::check
