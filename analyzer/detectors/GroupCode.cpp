//===- GroupCode.cpp - C that builds the groups of a window's partners -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/GroupCode.h"

#include <algorithm>

namespace fencepost::analyzer {

namespace {

std::string fromTerms(const PartnerFormula &formula, const PartnerGroup &group) {
  std::string code;
  uint32_t size = static_cast<uint32_t>(group.sets.size());
  for (const PartnerFormula::Term &term : formula.terms(size))
    code += "  " + (term.condition.empty() ? "" : "if (" + term.condition + ") ") +
            "ranks[count++] = " + term.rank + ";\n";
  return code + "  MPI_Group_incl(fp_all, count, ranks, &" + group.name + ");\n";
}

std::string fromRoots(const PartnerFormula &formula, const PartnerGroup &group) {
  std::string roots;
  for (uint32_t root : formula.roots)
    roots += (roots.empty() ? "rank == " : " || rank == ") + std::to_string(root);
  return "  if (" + roots + ") MPI_Group_excl(fp_all, 1, &rank, &" + group.name +
         ");\n  else MPI_Group_incl(fp_all, 0, ranks, &" + group.name + ");\n";
}

/// The number of each rank's partners, then these.
std::string fromLists(const PartnerGroup &group, std::size_t most) {
  std::string table;
  for (const PartnerSet &partners : group.sets) {
    table += (table.empty() ? "{" : ", {") + std::to_string(partners.size());
    for (uint32_t partner : partners)
      table += ", " + std::to_string(partner);
    table += "}";
  }
  std::string name = group.name + "Of";
  return "  static const int " + name + "[" + std::to_string(group.sets.size()) + "][" +
         std::to_string(most + 1) + "] = {" + table + "};\n  MPI_Group_incl(fp_all, " + name +
         "[rank][0], " + name + "[rank] + 1, &" + group.name + ");\n";
}

} // namespace

bool hasGroupCode(const PartnerSets &sets) {
  return sets.size() <= kMostListed || findFormula(sets).has_value();
}

std::string groupCode(const std::vector<PartnerGroup> &groups, const std::string &window) {
  std::string names, body;
  std::size_t longest = 1;
  uint32_t tooFew = 1;
  bool list = false, listed = false, counted = false;
  for (const PartnerGroup &group : groups) {
    names += (names.empty() ? "" : ", ") + group.name;
    std::size_t most = 0;
    for (const PartnerSet &partners : group.sets)
      most = std::max(most, partners.size());
    std::optional<PartnerFormula> formula = findFormula(group.sets);
    if (!formula) {
      body += fromLists(group, most);
      listed = true;
      continue;
    }
    list = true;
    listed = listed || !formula->isForAnySize(static_cast<uint32_t>(group.sets.size()));
    tooFew = std::max(tooFew, formula->tooFew());
    if (formula->kind == PartnerFormula::Kind::FromRoots) {
      body += fromRoots(*formula, group);
      continue;
    }
    longest = std::max({longest, most, formula->offsets.size(), formula->roots.size()});
    body += (counted ? "  count = 0;\n" : "") + fromTerms(*formula, group);
    counted = true;
  }
  std::size_t size = groups.front().sets.size();
  std::string code = "MPI_Group " + names + "; // once, after the window is made";
  if (listed)
    code += ", for " + std::to_string(size) + " ranks";
  else if (tooFew > 1)
    code += ", for more than " + std::to_string(tooFew) + " ranks";
  // The window's expression must not see the names of this block.
  code +=
      "\n{\n  MPI_Group fp_all;\n  MPI_Win_get_group(" + window + ", &fp_all);\n  int rank, size";
  if (list)
    code += ", ranks[" + std::to_string(longest) + "]";
  if (counted)
    code += ", count = 0";
  code += ";\n  MPI_Group_rank(fp_all, &rank);\n  MPI_Group_size(fp_all, &size);\n";
  return code + body + "  MPI_Group_free(&fp_all);\n}\n";
}

} // namespace fencepost::analyzer
