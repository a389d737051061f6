// SPDX-License-Identifier: BSD-3-Clause
// The main of every PVM test, which is started as `program -n N`.
#include <cstdlib>
#include <optional>
#include <span>

#include "layer/pvm/session.hpp"
#include "ranked_main.hpp"
#include "support/layer_under_test.hpp"

namespace layer = strobe::layer;

namespace {

layer::pvm::Session* session = nullptr;

}  // namespace

layer::pvm::PvmLayer strobe::testing::world() { return session->world(); }

int main(int argc, char** argv) {
  layer::pvm::Session own(&argc, &argv, [](int rank) {
    std::fprintf(stderr, "rank %d has ended before its time\n", rank);
    std::_Exit(1);
  });
  session = &own;
  layer::pvm::PvmLayer all = own.world();
  return strobe::testing::run_ranked_tests(&argc, argv, all.rank().value, [&](std::int32_t number) {
    std::int32_t largest = number;
    all.allreduce(std::as_bytes(std::span(&number, 1)),
                  std::as_writable_bytes(std::span(&largest, 1)), layer::Element::int32,
                  layer::Operation::maximum);
    return largest;
  });
}
