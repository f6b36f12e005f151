//===- Topology.cpp - who a rank's neighbours are -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Topology.h"

#include "runtime/mpi/Groups.h"

#include <algorithm>

namespace fencepost::runtime {

namespace {

/// Of each dimension first the lower neighbour, then the upper one.
void findInGrid(MPI_Comm comm, Neighbours &neighbours) {
  int dimensions = 0;
  PMPI_Cartdim_get(comm, &dimensions);
  for (int dimension = 0; dimension < dimensions; ++dimension) {
    int lower = MPI_PROC_NULL;
    int upper = MPI_PROC_NULL;
    PMPI_Cart_shift(comm, dimension, 1, &lower, &upper);
    for (LocalVector<int> *to : {&neighbours.sources, &neighbours.destinations}) {
      to->push(lower);
      to->push(upper);
    }
  }
}

void findInGraph(MPI_Comm comm, Neighbours &neighbours) {
  int rank = 0;
  int count = 0;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Graph_neighbors_count(comm, rank, &count);
  for (LocalVector<int> *to : {&neighbours.sources, &neighbours.destinations})
    if (to->resize(static_cast<std::size_t>(count)))
      PMPI_Graph_neighbors(comm, rank, count, to->data());
}

void findInDistributedGraph(MPI_Comm comm, Neighbours &neighbours) {
  int sources = 0;
  int destinations = 0;
  int weighted = 0;
  PMPI_Dist_graph_neighbors_count(comm, &sources, &destinations, &weighted);
  // Weights are of no interest, but a place for them is asked for.
  LocalVector<int> weights;
  const auto in = static_cast<std::size_t>(sources);
  const auto out = static_cast<std::size_t>(destinations);
  if (weights.resize(in + out) && neighbours.sources.resize(in) &&
      neighbours.destinations.resize(out))
    PMPI_Dist_graph_neighbors(comm, sources, neighbours.sources.data(),
                              weighted ? weights.data() : MPI_UNWEIGHTED, destinations,
                              neighbours.destinations.data(),
                              weighted ? weights.data() + in : MPI_UNWEIGHTED);
}

uint32_t groupOf(Recording &call, MPI_Group all, const LocalVector<int> &ranks) {
  LocalVector<int> distinct;
  for (int rank : ranks)
    if (rank != MPI_PROC_NULL)
      distinct.push(rank);
  std::sort(distinct.begin(), distinct.end());
  const auto count = std::unique(distinct.begin(), distinct.end()) - distinct.begin();
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Group_incl(all, static_cast<int>(count), distinct.data(), &group);
  const uint32_t id = groupId(call, group);
  if (group != MPI_GROUP_EMPTY)
    PMPI_Group_free(&group);
  return id;
}

} // namespace

void findNeighbours(MPI_Comm comm, Neighbours &neighbours) {
  int kind = MPI_UNDEFINED;
  PMPI_Topo_test(comm, &kind);
  if (kind == MPI_CART)
    findInGrid(comm, neighbours);
  else if (kind == MPI_GRAPH)
    findInGraph(comm, neighbours);
  else if (kind == MPI_DIST_GRAPH)
    findInDistributedGraph(comm, neighbours);
}

NeighbourGroups neighbourGroups(Recording &call, MPI_Comm comm, const Neighbours &neighbours) {
  MPI_Group all = MPI_GROUP_NULL;
  PMPI_Comm_group(comm, &all);
  const NeighbourGroups groups = {groupOf(call, all, neighbours.sources),
                                  groupOf(call, all, neighbours.destinations)};
  PMPI_Group_free(&all);
  return groups;
}

} // namespace fencepost::runtime
