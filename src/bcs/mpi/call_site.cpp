// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/call_site.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>
#include <string_view>

#include "base/format.hpp"
#include "bcs/mpi/tool.hpp"

namespace strobe::bcs::mpi {

namespace {

/// addr2line takes a second for a large application. Other ranks wait some seconds for the line
/// that this one looks up (deadlock_report.cpp).
constexpr std::chrono::seconds longest_search{3};

std::string_view name_of_file(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// Whether the code belongs to this library, the BCS API, the MPI, a sanitizer, the C library
/// or its loader, or the MPI binding of another language.
bool is_library_code(const Dl_info& info, const void* own_base) {
  const std::string_view name = name_of_file(info.dli_fname);
  return info.dli_fbase == own_base || name.starts_with("libstrobe_bcs") ||
         name.starts_with("libstrobe_run") || name.starts_with("libasan") ||
         name.starts_with("libtsan") || name.starts_with("libmpi") ||
         name.starts_with("libopen-") || name.starts_with("libpthread") ||
         name.starts_with("libc.so") || name.starts_with("ld-");
}

/// Whether it is code of the run-time library of a language.
bool is_run_time_code(const Dl_info& info) {
  const std::string_view name = name_of_file(info.dli_fname);
  return name.starts_with("libstdc++") || name.starts_with("libc++") ||
         name.starts_with("libgfortran") || name.starts_with("libgcc_s") ||
         name.starts_with("libm.so");
}

/// Whether it is the code that calls `main`.
bool is_entry_code(const void* address) {
  constexpr std::uintptr_t longest = 64;
  return reinterpret_cast<std::uintptr_t>(address) - getauxval(AT_ENTRY) < longest;
}

std::string demangled(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), &std::free);
  return status == 0 ? name.get() : symbol;
}

/// "ring.c:12, in main", from the debug information; "ring, in main", if there is no line.
std::string from_debug_information(const char* file, std::uintptr_t offset) {
  const std::string text = output_of(
      {"addr2line", "-C", "-f", "-e", file, base::format("{:#x}", offset)}, longest_search);
  const std::size_t end = text.find('\n');
  if (end == std::string::npos) return {};
  const std::string function = text.substr(0, end);
  // "/home/me/a folder/ring.c:12 (discriminator 2)"
  std::string line = text.substr(end + 1);
  line = line.substr(0, line.find('\n'));
  line = line.substr(0, line.find(" (discriminator "));
  if (function.starts_with("?")) return {};
  const bool is_known = !line.empty() && !line.starts_with("?") && !line.ends_with(":?");
  return base::format("{}, in {}", name_of_file(is_known ? line : file), function);
}

/// What addr2line's addresses lack: it takes addresses of a position-dependent executable, and
/// offsets of all other files.
std::uintptr_t base_of(const Dl_info& info) {
  const auto* const header = static_cast<const ElfW(Ehdr)*>(info.dli_fbase);
  return header->e_type == ET_EXEC ? 0 : reinterpret_cast<std::uintptr_t>(header);
}

CodeAddress address_in(const void* address, const Dl_info& info) {
  // A return address is after the call, which may be the last instruction of its line.
  const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(address) - 1;
  return {.file = info.dli_fname, .address = at - base_of(info)};
}

/// A function of CPython, by its name; null in a program that has none.
template <class Pointer>
Pointer python_function(const char* name) {
  return reinterpret_cast<Pointer>(dlsym(RTLD_DEFAULT, name));
}

struct PythonFunctions {
  void* (*state)();
  void (*dump)(int, void*);
};

/// They are looked up once: dlsym allocates memory for each name that it does not find, and a
/// handler of a signal may have interrupted malloc.
const PythonFunctions& python() {
  static const PythonFunctions functions{
      .state = python_function<void* (*)()>("PyGILState_GetThisThreadState"),
      .dump = python_function<void (*)(int, void*)>("_Py_DumpTraceback")};
  return functions;
}

/// Whether this thread runs Python.
bool runs_python() { return python().state != nullptr && python().state() != nullptr; }

/// Text of a fixed size, which ends where there is no room.
class LineWriter {
 public:
  explicit LineWriter(std::span<char> room) : room_(room) { room_[0] = '\0'; }
  LineWriter& operator<<(std::string_view text) {
    const std::size_t count = std::min(text.size(), room_.size() - 1 - size_);
    std::copy_n(text.begin(), count, room_.begin() + static_cast<std::ptrdiff_t>(size_));
    size_ += count;
    room_[size_] = '\0';
    return *this;
  }

 private:
  std::span<char> room_;
  std::size_t size_ = 0;
};

/// Writes the innermost line of Python that this thread runs; false if it runs none. CPython's
/// fatal error handler prints it without taking the GIL, which a binding may have released around
/// the call of MPI. Takes no memory.
bool write_python_line(std::span<char> room) {
  const auto& [state, dump] = python();
  if (dump == nullptr || !runs_python()) return false;
  std::array<int, 2> pipe_ends;
  if (pipe(pipe_ends.data()) != 0) return false;
  // A hundred frames of at most 600 characters fit into a pipe. The first one is the innermost.
  dump(pipe_ends[1], state());
  close(pipe_ends[1]);
  std::array<char, 2048> begin;
  const ssize_t got = read(pipe_ends[0], begin.data(), begin.size());
  close(pipe_ends[0]);
  const std::string_view text(begin.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  // '  File "ring.py", line 12 in exchange'
  const std::size_t file = text.find("File \"");
  const std::size_t line = text.find("\", line ", file);
  const std::size_t in = text.find(" in ", line);
  const std::size_t end = text.find('\n', in);
  if (end == std::string_view::npos) return false;
  LineWriter(room) << name_of_file(text.substr(file + 6, line - file - 6)) << ":"
                   << text.substr(line + 8, in - line - 8) << ", in "
                   << text.substr(in + 4, end - in - 4);
  return true;
}

}  // namespace

CodeAddress code_address(const void* address) {
  Dl_info info;
  return dladdr(address, &info) == 0 ? CodeAddress{} : address_in(address, info);
}

CodeImage code_image(const void* address) {
  Dl_info info;
  if (dladdr(address, &info) == 0) return {};
  const auto first = reinterpret_cast<std::uintptr_t>(info.dli_fbase);
  CodeImage image{.file = info.dli_fname, .begin = first, .end = first, .base = base_of(info)};
  const auto* const header = static_cast<const ElfW(Ehdr)*>(info.dli_fbase);
  const std::span segments(reinterpret_cast<const ElfW(Phdr)*>(first + header->e_phoff),
                           header->e_phnum);
  for (const ElfW(Phdr) & segment : segments) {
    if (segment.p_type != PT_LOAD) continue;
    image.end = std::max(image.end, image.base + segment.p_vaddr + segment.p_memsz);
  }
  return image;
}

const void* innermost_address_of_program(const void* interrupted) {
  Dl_info own;
  if (dladdr(reinterpret_cast<const void*>(&call_site), &own) == 0) return nullptr;
  std::array<void*, 64> frames;
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  const void* in_run_time = nullptr;
  for (int i = 0; i < count; ++i) {
    Dl_info info;
    const void* const frame = frames[static_cast<std::size_t>(i)];
    if (dladdr(frame, &info) == 0 || is_library_code(info, own.dli_fbase) || is_entry_code(frame)) {
      continue;
    }
    // A return address is after its call, and this address is not after its instruction.
    const void* const found =
        frame == interrupted ? static_cast<const std::byte*>(frame) + 1 : frame;
    if (!is_run_time_code(info)) return found;
    if (in_run_time == nullptr) in_run_time = found;
  }
  return in_run_time;
}

bool is_in_binding(const void* return_address) {
  if (runs_python()) return true;
  Dl_info info;
  Dl_info own;
  return dladdr(return_address, &info) != 0 &&
         dladdr(reinterpret_cast<const void*>(&call_site), &own) != 0 &&
         is_library_code(info, own.dli_fbase);
}

std::string describe(const CallSite& site) {
  Dl_info info;
  if (!site.line.empty() || dladdr(site.address, &info) == 0) return site.line;
  const CodeAddress code = address_in(site.address, info);
  std::string line = from_debug_information(code.file, code.address);
  if (!line.empty()) return line;
  if (info.dli_sname != nullptr) {
    return base::format("{}, in {}", name_of_file(code.file), demangled(info.dli_sname));
  }
  return base::format("{}+{:#x}", name_of_file(code.file), code.address);
}

void find_call_site(const void* interrupted, check::AccessSite& site) {
  site.address = write_python_line(site.line) ? nullptr : innermost_address_of_program(interrupted);
}

CallSite find_call_site() {
  check::AccessSite site;
  find_call_site(nullptr, site);
  return {.line = site.line.data(), .address = site.address};
}

CallSite find_exit_site() {
  if (python_function<void*>("Py_IsInitialized") != nullptr) return {};
  return {.address = innermost_address_of_program()};
}

void prepare_search() {
  // The first call loads a library.
  std::array<void*, 1> frame;
  static_cast<void>(backtrace(frame.data(), 1));
  static_cast<void>(python());
}

std::string call_site() { return describe(find_call_site()); }

}  // namespace strobe::bcs::mpi
