// SPDX-License-Identifier: BSD-3-Clause
#include "layer/pvm/native_group.hpp"

#include <pvm3.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "layer/pvm/counts.hpp"
#include "layer/pvm/errors.hpp"
#include "strobe/error.hpp"

namespace strobe::layer::pvm {
namespace {

constexpr std::chrono::seconds server_start_max{10};

/// The program of the group server. PVM looks for it in the user's folder, and Debian installs it
/// elsewhere.
std::string server_program() {
  const char* root = std::getenv("PVM_ROOT");
  for (const std::string& folder : {root == nullptr ? std::string() : std::string(root) + "/lib",
                                    std::string("/usr/lib/pvm3/lib"), std::string("/usr/bin")}) {
    std::string program = folder + "/pvmgs";
    if (access(program.c_str(), X_OK) == 0) return program;
  }
  return "pvmgs";
}

/// Joins the group. Starts the group server if the library cannot. It takes a moment until the
/// server is registered. If several are started, only one stays.
int join(char* name) {
  int number = pvm_joingroup(name);
  if (number >= 0) return number;
  int task = 0;
  std::string program = server_program();
  if (pvm_spawn(program.data(), nullptr, PvmTaskDefault, nullptr, 1, &task) != 1) return number;
  const auto deadline = std::chrono::steady_clock::now() + server_start_max;
  while (number < 0 && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    number = pvm_joingroup(name);
  }
  return number;
}

int datatype(Element element) {
  switch (element) {
    case Element::int32:
      return PVM_INT;
    case Element::int64:
      return PVM_LONG;
    case Element::float32:
      return PVM_FLOAT;
    case Element::float64:
      return PVM_DOUBLE;
    case Element::int32_int:
    case Element::int64_int:
    case Element::float32_int:
    case Element::float64_int:
      break;
  }
  throw Error("unknown element type in the PVM layer");
}

using Function = void (*)(int*, void*, void*, int*, int*);

Function function(Operation operation) {
  switch (operation) {
    case Operation::sum:
      return PvmSum;
    case Operation::minimum:
      return PvmMin;
    case Operation::maximum:
      return PvmMax;
    default:
      break;
  }
  throw Error("unknown reduction in the PVM layer");
}

}  // namespace

NativeGroup::NativeGroup(std::string name) : name_(std::move(name)) {
  check(join(name_.data()), "pvm_joingroup");
}

NativeGroup::~NativeGroup() {
  if (exists()) pvm_lvgroup(name_.data());
}

void NativeGroup::freeze(int size) {
  size_ = size;
  check(pvm_freezegroup(name_.data(), size), "pvm_freezegroup");
}

void NativeGroup::barrier() { check(pvm_barrier(name_.data(), size_), "pvm_barrier"); }

void NativeGroup::broadcast(ConstBytes out, Tag tag) {
  check(pvm_initsend(PvmDataInPlace), "pvm_initsend");
  auto* start = reinterpret_cast<char*>(const_cast<std::byte*>(out.data()));
  check(pvm_pkbyte(start, to_count(out.size()), 1), "pvm_pkbyte");
  check(pvm_bcast(name_.data(), tag.value), "pvm_bcast");
}

void NativeGroup::reduce(Bytes both, Element element, Operation operation, int root, Tag tag) {
  check(pvm_reduce(function(operation), both.data(), to_count(both.size() / size_bytes(element)),
                   datatype(element), tag.value, name_.data(), root),
        "pvm_reduce");
}

}  // namespace strobe::layer::pvm
