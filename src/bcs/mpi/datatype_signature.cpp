// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/datatype_signature.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>

#include "bcs/mpi/datatype_contents.hpp"
#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

using check::BasicType;
using check::TypeSignature;

namespace {

struct KnownType {
  const char* name;
  const char* kind;
};

/// The basic datatypes of the standard, without MPI_ before the name (MPI 4.1, sections 3.2.2 and
/// 6.9.2).
constexpr KnownType known_types[] = {
    {"MPI_CHAR", "character"},
    {"MPI_CHARACTER", "character"},
    {"MPI_WCHAR", "character"},
    {"MPI_BYTE", "byte"},
    {"MPI_SIGNED_CHAR", "signed"},
    {"MPI_SHORT", "signed"},
    {"MPI_INT", "signed"},
    {"MPI_LONG", "signed"},
    {"MPI_LONG_LONG", "signed"},
    {"MPI_INT8_T", "signed"},
    {"MPI_INT16_T", "signed"},
    {"MPI_INT32_T", "signed"},
    {"MPI_INT64_T", "signed"},
    {"MPI_AINT", "signed"},
    {"MPI_COUNT", "signed"},
    {"MPI_OFFSET", "signed"},
    {"MPI_INTEGER", "signed"},
    {"MPI_INTEGER1", "signed"},
    {"MPI_INTEGER2", "signed"},
    {"MPI_INTEGER4", "signed"},
    {"MPI_INTEGER8", "signed"},
    {"MPI_INTEGER16", "signed"},
    {"MPI_UNSIGNED_CHAR", "unsigned"},
    {"MPI_UNSIGNED_SHORT", "unsigned"},
    {"MPI_UNSIGNED", "unsigned"},
    {"MPI_UNSIGNED_LONG", "unsigned"},
    {"MPI_UNSIGNED_LONG_LONG", "unsigned"},
    {"MPI_UINT8_T", "unsigned"},
    {"MPI_UINT16_T", "unsigned"},
    {"MPI_UINT32_T", "unsigned"},
    {"MPI_UINT64_T", "unsigned"},
    {"MPI_FLOAT", "float"},
    {"MPI_DOUBLE", "float"},
    {"MPI_LONG_DOUBLE", "float"},
    {"MPI_REAL", "float"},
    {"MPI_DOUBLE_PRECISION", "float"},
    {"MPI_REAL2", "float"},
    {"MPI_REAL4", "float"},
    {"MPI_REAL8", "float"},
    {"MPI_REAL16", "float"},
    {"MPI_C_FLOAT_COMPLEX", "complex"},
    {"MPI_C_DOUBLE_COMPLEX", "complex"},
    {"MPI_C_LONG_DOUBLE_COMPLEX", "complex"},
    {"MPI_CXX_FLOAT_COMPLEX", "complex"},
    {"MPI_CXX_DOUBLE_COMPLEX", "complex"},
    {"MPI_CXX_LONG_DOUBLE_COMPLEX", "complex"},
    {"MPI_COMPLEX", "complex"},
    {"MPI_DOUBLE_COMPLEX", "complex"},
    {"MPI_COMPLEX4", "complex"},
    {"MPI_COMPLEX8", "complex"},
    {"MPI_COMPLEX16", "complex"},
    {"MPI_COMPLEX32", "complex"},
    {"MPI_C_BOOL", "logical"},
    {"MPI_CXX_BOOL", "logical"},
    {"MPI_LOGICAL", "logical"},
};

/// Names that MPIs give the same datatype.
constexpr std::pair<std::string_view, std::string_view> aliases[] = {
    {"MPI_LONG_LONG_INT", "MPI_LONG_LONG"},
    {"MPI_C_COMPLEX", "MPI_C_FLOAT_COMPLEX"},
    {"MPI_UNSIGNED_INT", "MPI_UNSIGNED"},
    {"MPI_CXX_COMPLEX", "MPI_CXX_FLOAT_COMPLEX"},
};

/// Datatypes of a value and its place, and the names of their parts (MPI 4.1, section 6.9.4).
struct KnownPair {
  std::string_view name;
  std::string_view first;
  std::string_view second;
};
constexpr KnownPair known_pairs[] = {
    {"MPI_FLOAT_INT", "MPI_FLOAT", "MPI_INT"},
    {"MPI_DOUBLE_INT", "MPI_DOUBLE", "MPI_INT"},
    {"MPI_LONG_INT", "MPI_LONG", "MPI_INT"},
    {"MPI_2INT", "MPI_INT", "MPI_INT"},
    {"MPI_SHORT_INT", "MPI_SHORT", "MPI_INT"},
    {"MPI_LONG_DOUBLE_INT", "MPI_LONG_DOUBLE", "MPI_INT"},
    {"MPI_2REAL", "MPI_REAL", "MPI_REAL"},
    {"MPI_2DOUBLE_PRECISION", "MPI_DOUBLE_PRECISION", "MPI_DOUBLE_PRECISION"},
    {"MPI_2INTEGER", "MPI_INTEGER", "MPI_INTEGER"},
};

/// Unknown for MPI_PACKED, which matches all, and for names that the program has set.
TypeSignature of_basic(std::string_view name, std::uint32_t size_bytes) {
  for (const auto& [alias, standard] : aliases) {
    if (name == alias) name = standard;
  }
  for (const KnownType& known : known_types) {
    if (name == known.name) return TypeSignature({known.name, known.kind, size_bytes});
  }
  return TypeSignature::unknown();
}

std::string name_of(MPI_Datatype type) {
  std::array<char, MPI_MAX_OBJECT_NAME + 1> text{};
  int length = 0;
  native().Type_get_name(type, text.data(), &length);
  return text.data();
}

TypeSignature of_named(MPI_Datatype type) {
  const std::string name = name_of(type);
  for (const KnownPair& pair : known_pairs) {
    if (name != pair.name) continue;
    // The second part is an MPI_INT, or as large as the first.
    const auto all = static_cast<std::uint32_t>(size_of(type));
    const std::uint32_t second = pair.second == "MPI_INT" ? sizeof(int) : all / 2;
    TypeSignature signature = of_basic(pair.first, all - second);
    signature.append(of_basic(pair.second, second), 1);
    return signature;
  }
  return of_basic(name, static_cast<std::uint32_t>(size_of(type)));
}

TypeSignature signature_of(MPI_Datatype type);

/// The order of the data is that of the arguments (MPI 4.1, section 5.1.13), and the signature does
/// not depend on their displacements.
TypeSignature of_derived(int combiner, const DatatypeContents& made, std::uint64_t size_bytes) {
  const auto number = [&](std::size_t i) {
    return static_cast<std::uint64_t>(std::max(made.integers[i], 0));
  };
  const auto sum = [&](std::size_t first, std::size_t count) {
    std::uint64_t total = 0;
    for (std::size_t i = first; i < first + count; ++i) total += number(i);
    return total;
  };
  const auto product = [&](std::size_t first, std::size_t count) {
    std::uint64_t all = 1;
    for (std::size_t i = first; i < first + count; ++i) all *= number(i);
    return all;
  };
  TypeSignature signature;
  if (combiner == MPI_COMBINER_STRUCT) {
    for (std::size_t i = 0; i < made.types.size(); ++i) {
      signature.append(signature_of(made.types[i]), number(1 + i));
    }
    return signature;
  }
  if (made.types.empty()) return TypeSignature::unknown();  // MPI_Type_create_f90_real and others
  const TypeSignature part = signature_of(made.types.front());
  switch (combiner) {
    case MPI_COMBINER_DUP:
    case MPI_COMBINER_RESIZED:
      return part;
    case MPI_COMBINER_CONTIGUOUS:
      signature.append(part, number(0));
      return signature;
    case MPI_COMBINER_VECTOR:
    case MPI_COMBINER_HVECTOR:
    case MPI_COMBINER_INDEXED_BLOCK:
    case MPI_COMBINER_HINDEXED_BLOCK:
      signature.append(part, number(0) * number(1));
      return signature;
    case MPI_COMBINER_INDEXED:
    case MPI_COMBINER_HINDEXED:
      signature.append(part, sum(1, number(0)));
      return signature;
    case MPI_COMBINER_SUBARRAY:
      signature.append(part, product(1 + number(0), number(0)));
      return signature;
    default:
      break;
  }
  // How many elements of an MPI_Type_create_darray a rank has follows from the size.
  if (combiner != MPI_COMBINER_DARRAY || !part.is_known() || part.size_bytes() == 0)
    return TypeSignature::unknown();
  signature.append(part, size_bytes / part.size_bytes());
  return signature;
}

TypeSignature signature_of(MPI_Datatype type) {
  const std::optional<DatatypeEnvelope> envelope = envelope_of(type);
  if (!envelope) return TypeSignature::unknown();
  if (envelope->combiner == MPI_COMBINER_NAMED) return of_named(type);
  return of_derived(envelope->combiner, DatatypeContents(type, *envelope),
                    static_cast<std::uint64_t>(size_of(type)));
}

/// The same number for the same text.
std::uint32_t number_of(const std::string& text) {
  static auto& numbers = *new std::map<std::string, std::uint32_t>;
  return numbers.emplace(text, static_cast<std::uint32_t>(numbers.size()) + 1).first->second;
}

/// Whether the elements of the datatype lie at regular distances, which the program has not
/// computed from addresses.
bool is_regular_type(MPI_Datatype type) {
  const std::optional<DatatypeEnvelope> envelope = envelope_of(type);
  if (!envelope) return false;
  switch (envelope->combiner) {
    case MPI_COMBINER_NAMED:
      return true;
    case MPI_COMBINER_DUP:
    case MPI_COMBINER_CONTIGUOUS:
    case MPI_COMBINER_VECTOR:
    case MPI_COMBINER_SUBARRAY:
    case MPI_COMBINER_RESIZED:
      return is_regular_type(DatatypeContents(type, *envelope).types.front());
    default:
      return false;
  }
}

}  // namespace

CheckedType::CheckedType(MPI_Datatype type)
    : signature_(signature_of(type)),
      names_(signature_.names()),
      kinds_(signature_.kinds()),
      number_(number_of(names_ + kinds_)),
      only_basic_(signature_.only_basic()),
      is_regular_(is_regular_type(type)) {}

}  // namespace strobe::bcs::mpi
