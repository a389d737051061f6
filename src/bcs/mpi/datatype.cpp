// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/datatype.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcs/mpi/argument_checks.hpp"
#include "bcs/mpi/datatype_contents.hpp"
#include "bcs/mpi/errors_return_scope.hpp"
#include "bcs/mpi/handle_map.hpp"
#include "bcs/mpi/interposer.hpp"
#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

std::span<const std::byte> object_of(const void* buffer, std::int64_t count,
                                     DatatypeLayout& layout) {
  if (count == 0 || layout.size_bytes == 0 || !checked(layout).is_regular()) return {};
  const std::int64_t steps = (count - 1) * layout.extent_bytes;
  return {
      static_cast<const std::byte*>(buffer) + layout.lower_bytes + std::min<std::int64_t>(steps, 0),
      static_cast<std::size_t>(std::abs(steps) + layout.span_bytes)};
}

namespace {

/// Contiguous data in the order of the datatype, from `first_bytes` on.
struct Run {
  std::int64_t first_bytes = 0;
  std::int64_t size_bytes = 0;
};

/// A datatype that another one is made of. `run` is empty if its data are not contiguous.
struct Element {
  std::optional<Run> run;
  std::int64_t extent_bytes = 0;
};

std::int64_t extent_of(MPI_Datatype type) {
  MPI_Count lower_bytes = 0;
  MPI_Count extent_bytes = 0;
  native().Type_get_extent_x(type, &lower_bytes, &extent_bytes);
  return extent_bytes;
}

/// Joins blocks of a datatype, as long as each begins where the one before ends.
class Pieces {
 public:
  void add(const Element& element, std::int64_t count, std::int64_t displacement_bytes) {
    if (count == 0 || !is_run_) return;
    if (!element.run) {
      is_run_ = false;
      return;
    }
    if (element.run->size_bytes == 0) return;
    if (count > 1 && element.extent_bytes != element.run->size_bytes) is_run_ = false;
    const std::int64_t first_bytes = displacement_bytes + element.run->first_bytes;
    if (run_.size_bytes == 0) run_.first_bytes = first_bytes;
    if (first_bytes != run_.first_bytes + run_.size_bytes) is_run_ = false;
    run_.size_bytes += count * element.run->size_bytes;
  }
  [[nodiscard]] std::optional<Run> run() const {
    return is_run_ ? std::optional(run_) : std::nullopt;
  }

 private:
  Run run_;
  bool is_run_ = true;
};

std::optional<Run> run_of(MPI_Datatype type);

/// One of the datatypes that a datatype was made of.
Element part_of(const DatatypeContents& made, std::size_t i = 0) {
  return {run_of(made.types[i]), extent_of(made.types[i])};
}

/// Joins blocks of one datatype: their number of elements, and their displacements in bytes, by
/// index.
template <class Count, class Displacement>
std::optional<Run> joined(const Element& element, std::int64_t blocks, Count&& count,
                          Displacement&& displacement_bytes) {
  Pieces pieces;
  for (std::int64_t i = 0; i < blocks && pieces.run(); ++i) {
    pieces.add(element, count(i), displacement_bytes(i));
  }
  return pieces.run();
}

/// The arguments in the order in which the standard stores them for each combiner (MPI 4.1, section
/// 5.1.13).
std::optional<Run> run_of_derived(int combiner, const DatatypeContents& made) {
  const auto number = [&](std::int64_t i) { return made.integers[static_cast<std::size_t>(i)]; };
  const auto address = [&](std::int64_t i) {
    return std::int64_t{made.addresses[static_cast<std::size_t>(i)]};
  };
  if (combiner == MPI_COMBINER_STRUCT) {
    Pieces pieces;
    for (std::int64_t i = 0; i < number(0) && pieces.run(); ++i) {
      pieces.add(part_of(made, static_cast<std::size_t>(i)), number(1 + i), address(i));
    }
    return pieces.run();
  }
  if (made.types.empty()) return std::nullopt;  // MPI_Type_create_f90_real and others
  const Element element = part_of(made);
  const auto extents = [&](std::int64_t i) { return number(i) * element.extent_bytes; };
  const auto same_count = [&](std::int64_t /*i*/) { return number(1); };
  const auto own_count = [&](std::int64_t i) { return number(1 + i); };
  switch (combiner) {
    case MPI_COMBINER_DUP:
    case MPI_COMBINER_RESIZED:
      return element.run;
    case MPI_COMBINER_CONTIGUOUS:
      return joined(
          element, 1, [&](std::int64_t /*i*/) { return number(0); },
          [](std::int64_t /*i*/) { return 0; });
    case MPI_COMBINER_VECTOR:
      return joined(element, number(0), same_count, [&](std::int64_t i) { return i * extents(2); });
    case MPI_COMBINER_HVECTOR:
      return joined(element, number(0), same_count, [&](std::int64_t i) { return i * address(0); });
    case MPI_COMBINER_INDEXED:
      return joined(element, number(0), own_count,
                    [&](std::int64_t i) { return extents(1 + number(0) + i); });
    case MPI_COMBINER_HINDEXED:
      return joined(element, number(0), own_count, address);
    case MPI_COMBINER_INDEXED_BLOCK:
      return joined(element, number(0), same_count, [&](std::int64_t i) { return extents(2 + i); });
    case MPI_COMBINER_HINDEXED_BLOCK:
      return joined(element, number(0), same_count, address);
    default:
      return std::nullopt;
  }
}

/// The contents decide, not the sizes: a datatype whose size is its extent may have its data in
/// another order than in memory.
std::optional<Run> run_of(MPI_Datatype type) {
  const std::optional<DatatypeEnvelope> envelope = envelope_of(type);
  if (!envelope) return std::nullopt;
  if (envelope->combiner != MPI_COMBINER_NAMED) {
    return run_of_derived(envelope->combiner, DatatypeContents(type, *envelope));
  }
  // Predefined pairs such as MPI_DOUBLE_INT may have padding.
  const std::int64_t size_bytes = size_of(type);
  if (size_bytes != extent_of(type)) return std::nullopt;
  return Run{0, size_bytes};
}

/// By the name of a predefined datatype: C and Fortran have several for one kind.
runtime::collectives::Element element_of(MPI_Datatype type) {
  using runtime::collectives::Element;
  std::array<char, MPI_MAX_OBJECT_NAME + 1> text{};
  int length = 0;
  native().Type_get_name(type, text.data(), &length);
  const std::string_view name(text.data());
  const auto has_any = [&](std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(
        words, [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
  };
  const bool is_pair =
      name.starts_with("MPI_2") || (name.ends_with("_INT") && name != "MPI_INT" &&
                                    name != "MPI_LONG_LONG_INT" && name != "MPI_UNSIGNED_INT");
  if (!name.starts_with("MPI_") || is_pair) return Element::any;
  if (has_any({"COMPLEX"})) return Element::complex;
  if (has_any({"BOOL", "LOGICAL"})) return Element::logical;
  if (has_any({"FLOAT", "DOUBLE", "REAL"})) return Element::floating_point;
  if (has_any({"INT", "LONG", "SHORT", "SIGNED", "OFFSET", "COUNT"})) return Element::integer;
  return Element::any;
}

/// Whether the MPI lets communications use the datatype, which must be committed. No function tells
/// that except those that use it, and Open MPI takes some datatypes that are not committed.
bool can_have_data(MPI_Datatype type) {
  const ErrorsReturnScope returned(MPI_COMM_WORLD);
  std::byte data{};
  int position = 0;
  return native().Pack(&data, 0, type, &data, 0, &position, MPI_COMM_WORLD) == MPI_SUCCESS;
}

std::unique_ptr<DatatypeLayout> describe(MPI_Datatype type) {
  auto layout = std::make_unique<DatatypeLayout>();
  layout->type = type;
  layout->size_bytes = size_of(type);
  layout->extent_bytes = extent_of(type);
  MPI_Count lower_bytes = 0;
  MPI_Count span_bytes = 0;
  native().Type_get_true_extent_x(type, &lower_bytes, &span_bytes);
  layout->lower_bytes = lower_bytes;
  layout->span_bytes = span_bytes;
  if (is_predefined_type(type)) layout->element = element_of(type);
  layout->is_dense = run_of(type).has_value();
  return layout;
}

HandleMap<MPI_Datatype, DatatypeLayout>& layouts() {
  // Never destroyed: destructors of the application may run after those of this library.
  static auto& all = *new HandleMap<MPI_Datatype, DatatypeLayout>;
  return all;
}

/// How many elements one call packs: MPI_Pack has sizes of type int.
std::int64_t elements_per_call(const DatatypeLayout& layout) {
  constexpr std::int64_t most_bytes = std::numeric_limits<int>::max() / 2;
  const std::int64_t widest_bytes =
      std::max<std::int64_t>({layout.size_bytes, layout.extent_bytes, 1});
  return std::max<std::int64_t>(most_bytes / widest_bytes, 1);
}

const std::byte* element_at(const DatatypeLayout& layout, const void* buffer, std::int64_t i) {
  return static_cast<const std::byte*>(buffer) + i * layout.extent_bytes;
}

/// Elements for MPI_Pack and MPI_Unpack, which refuse MPI_BOTTOM as a buffer: a datatype of
/// absolute addresses becomes one that is relative to another address.
class Packed {
 public:
  Packed(const DatatypeLayout& layout, const std::byte* at) : type(layout.type), first(at) {
    if (at != nullptr) return;
    static constexpr std::byte location{};
    const MPI_Aint back = -reinterpret_cast<std::intptr_t>(&location);
    native().Type_create_hindexed_block(1, 1, &back, layout.type, &type);
    native().Type_commit(&type);
    first = &location;
    is_own_ = true;
  }
  Packed(const Packed&) = delete;
  Packed& operator=(const Packed&) = delete;
  ~Packed() {
    if (is_own_) native().Type_free(&type);
  }

  MPI_Datatype type;
  const std::byte* first;

 private:
  bool is_own_ = false;
};

/// Whether one element is too large for MPI_Pack, whose sizes are of type int.
bool is_over_int(const DatatypeLayout& layout) {
  return layout.size_bytes > std::numeric_limits<int>::max();
}

/// A datatype of so many contiguous bytes, so that a count of 1 is enough.
class Bytes {
 public:
  explicit Bytes(std::int64_t count) {
    constexpr int part_bytes = 1 << 30;
    const int counts[2] = {static_cast<int>(count / part_bytes),
                           static_cast<int>(count % part_bytes)};
    const MPI_Aint places[2] = {0, MPI_Aint{counts[0]} * part_bytes};
    MPI_Datatype types[2] = {MPI_DATATYPE_NULL, MPI_BYTE};
    native().Type_contiguous(part_bytes, MPI_BYTE, &types[0]);
    native().Type_create_struct(2, counts, places, types, &type);
    native().Type_commit(&type);
    native().Type_free(&types[0]);
  }
  Bytes(const Bytes&) = delete;
  Bytes& operator=(const Bytes&) = delete;
  ~Bytes() { native().Type_free(&type); }

  MPI_Datatype type = MPI_DATATYPE_NULL;
};

/// Converts one element by a message of the MPI to itself, which has no size of type int.
void convert(const void* from, MPI_Datatype sent, void* to, MPI_Datatype received) {
  static std::mutex one_at_a_time;  // or a thread would receive another one's message
  const std::scoped_lock lock(one_at_a_time);
  native().Sendrecv(from, 1, sent, 0, 0, to, 1, received, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

}  // namespace

DatatypeLayout* layout_of(MPI_Datatype type) {
  if (type == MPI_DATATYPE_NULL) return nullptr;
  if (DatatypeLayout* const known = layouts().find(type)) [[likely]]
    return known;
  const bool is_accepted = can_have_data(type);
  if (interposer.checks != nullptr) [[unlikely]]
    check_committed(type, !is_accepted);
  return is_accepted ? &layouts().add(type, describe(type)) : nullptr;
}

CheckedType& checked(DatatypeLayout& layout) {
  if (layout.checked == nullptr) layout.checked = std::make_unique<CheckedType>(layout.type);
  return *layout.checked;
}

void pack(const DatatypeLayout& layout, const void* buffer, std::int64_t count,
          std::span<std::byte> data) {
  const std::int64_t step = elements_per_call(layout);
  std::byte* to = data.data();
  for (std::int64_t i = 0; i < count; i += step) {
    const std::int64_t now = std::min(step, count - i);
    int position = 0;
    const Packed elements(layout, element_at(layout, buffer, i));
    if (is_over_int(layout)) {
      convert(elements.first, elements.type, to, Bytes(layout.size_bytes).type);
    } else {
      native().Pack(elements.first, static_cast<int>(now), elements.type, to,
                    static_cast<int>(now * layout.size_bytes), &position, MPI_COMM_SELF);
    }
    to += now * layout.size_bytes;
  }
}

void unpack(const DatatypeLayout& layout, void* buffer, std::int64_t count,
            std::span<const std::byte> data) {
  if (layout.size_bytes == 0) return;
  const std::int64_t size_bytes = layout.size_bytes;
  const auto whole = std::min(count, static_cast<std::int64_t>(data.size()) / size_bytes);
  const std::int64_t step = elements_per_call(layout);
  const std::byte* from = data.data();
  const auto put = [&layout, buffer](const std::byte* bytes, std::int64_t first, std::int64_t n) {
    int position = 0;
    const Packed elements(layout, element_at(layout, buffer, first));
    if (is_over_int(layout)) {
      convert(bytes, Bytes(layout.size_bytes).type, const_cast<std::byte*>(elements.first),
              elements.type);
      return;
    }
    native().Unpack(bytes, static_cast<int>(n * layout.size_bytes), &position,
                    const_cast<std::byte*>(elements.first), static_cast<int>(n), elements.type,
                    MPI_COMM_SELF);
  };
  for (std::int64_t i = 0; i < whole; i += step) {
    const std::int64_t now = std::min(step, whole - i);
    put(from, i, now);
    from += now * size_bytes;
  }
  const auto rest = static_cast<std::int64_t>(data.size()) - whole * size_bytes;
  if (rest == 0 || whole == count) return;
  // MPI_Unpack takes whole elements. Bytes of the last one that have not arrived stay unchanged.
  std::vector<std::byte> last(static_cast<std::size_t>(size_bytes));
  pack(layout, element_at(layout, buffer, whole), 1, last);
  std::memcpy(last.data(), from, static_cast<std::size_t>(rest));
  put(last.data(), whole, 1);
}

Reach reach_of(const DatatypeLayout& layout, std::int64_t count) {
  const std::int64_t last = (count - 1) * layout.extent_bytes;
  const std::int64_t begin = std::min<std::int64_t>(last, 0) + layout.lower_bytes;
  return {begin, std::max<std::int64_t>(last, 0) + layout.lower_bytes + layout.span_bytes};
}

std::uint32_t hash_of_basic(DatatypeLayout& layout) {
  const std::string& kinds = checked(layout).kinds();
  if (kinds.empty() || std::isalpha(static_cast<unsigned char>(kinds.front())) == 0) return 0;
  return static_cast<std::uint32_t>(std::hash<std::string>()(kinds)) | 1U;
}

void retain(DatatypeLayout& layout) { ++layout.operations; }

void release(DatatypeLayout& layout) {
  if (--layout.operations != 0 || !layout.is_freed) return;
  native().Type_free(&layout.type);
  delete &layout;
}

bool defer_type_free(MPI_Datatype type) {
  // The MPI refuses to free it.
  if (is_predefined_type(type)) return false;
  std::unique_ptr<DatatypeLayout> layout = layouts().remove(type);
  if (layout == nullptr || layout->operations == 0) return false;
  layout->is_freed = true;
  static_cast<void>(layout.release());  // until the last operation releases it
  return true;
}

}  // namespace strobe::bcs::mpi
