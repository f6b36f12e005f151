//===- TypeContents.cpp - the arguments a datatype was made with ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types made with large counts must be asked with the functions for those, and
// give most of their integers and addresses in one array (MPI 4.0, 5.1.13).
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/TypeContents.h"

namespace fencepost::runtime {

namespace {

#if MPI_VERSION >= 4
using Number = MPI_Count;
#else
using Number = int;
#endif

struct Envelope {
  int combiner = MPI_COMBINER_NAMED;
  Number integers = 0, addresses = 0, counts = 0, types = 0;

  explicit Envelope(MPI_Datatype type) {
#if MPI_VERSION >= 4
    PMPI_Type_get_envelope_c(type, &integers, &addresses, &counts, &types, &combiner);
#else
    PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
#endif
  }
  bool isLeaf() const {
    return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_REAL ||
           combiner == MPI_COMBINER_F90_COMPLEX || combiner == MPI_COMBINER_F90_INTEGER;
  }
};

/// No null pointers: some libraries mistake them for errors.
template <typename T> bool makeRoom(Vector<T> &vector, Number size) {
  return vector.resize(static_cast<std::size_t>(size) + 1);
}

template <typename To, typename From> bool append(Vector<To> &to, const From *from, int64_t count) {
  bool fits = true;
  for (int64_t i = 0; i < count; ++i)
    fits = to.push(from[i]) && fits;
  return fits;
}

#if MPI_VERSION >= 4
/// How many of the large counts, the last ones, are addresses in a constructor without them.
int64_t addressCount(int combiner, const MPI_Count *counts) {
  switch (combiner) {
  case MPI_COMBINER_HVECTOR:
    return 1;
  case MPI_COMBINER_RESIZED:
    return 2;
  case MPI_COMBINER_HINDEXED:
  case MPI_COMBINER_HINDEXED_BLOCK:
  case MPI_COMBINER_STRUCT:
    return counts[0];
  default:
    return 0;
  }
}

bool mixLargeCounts(TypeContents &to, const int *integers, int64_t integerCount,
                    const MPI_Count *counts, int64_t count) {
  // The sizes of arrays come after the first integer, or the first three.
  const int64_t before = to.combiner == MPI_COMBINER_SUBARRAY ? 1
                         : to.combiner == MPI_COMBINER_DARRAY ? 3
                                                              : 0;
  const int64_t addresses = addressCount(to.combiner, counts);
  return append(to.integers, integers, before) && append(to.integers, counts, count - addresses) &&
         append(to.integers, integers + before, integerCount - before) &&
         append(to.addresses, counts + count - addresses, addresses);
}
#endif

} // namespace

TypeContents::TypeContents(MPI_Datatype type) {
  const Envelope envelope(type);
  combiner = envelope.combiner;
  LocalVector<int> narrow;
  LocalVector<MPI_Aint> offsets;
  if (envelope.isLeaf() || !makeRoom(narrow, envelope.integers) ||
      !makeRoom(offsets, envelope.addresses) || !makeRoom(types, envelope.types)) {
    types.clear();
    return;
  }
#if MPI_VERSION >= 4
  LocalVector<MPI_Count> counts;
  if (!makeRoom(counts, envelope.counts)) {
    types.clear();
    return;
  }
  PMPI_Type_get_contents_c(type, envelope.integers, envelope.addresses, envelope.counts,
                           envelope.types, narrow.data(), offsets.data(), counts.data(),
                           types.data());
  bool whole = envelope.counts ? mixLargeCounts(*this, narrow.data(), envelope.integers,
                                                counts.data(), envelope.counts)
                               : append(integers, narrow.data(), envelope.integers);
#else
  PMPI_Type_get_contents(type, envelope.integers, envelope.addresses, envelope.types, narrow.data(),
                         offsets.data(), types.data());
  bool whole = append(integers, narrow.data(), envelope.integers);
#endif
  types.pop();
  whole = append(addresses, offsets.data(), envelope.addresses) && whole;
  if (!whole)
    integers.clear();
}

TypeContents::~TypeContents() {
  for (MPI_Datatype &type : types)
    if (!isPredefined(type))
      PMPI_Type_free(&type);
}

bool isPredefined(MPI_Datatype type) { return Envelope(type).isLeaf(); }

} // namespace fencepost::runtime
