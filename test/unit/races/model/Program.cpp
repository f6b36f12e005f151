//===- Program.cpp - a small program that was run once --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include <algorithm>
#include <sstream>

namespace racemodel {

namespace {

struct Names {
  const char *name, *mpi, *started;
};
constexpr Names kNames[] = {
#define WHAT(name, mpi, started) {#name, mpi, started},
#include "What.def"
};
const Names &names(What what) { return kNames[static_cast<std::size_t>(what)]; }

std::ostream &operator<<(std::ostream &out, const Blocks &blocks) {
  out << '[' << blocks.address << ",+" << blocks.bytes << ')';
  if (blocks.count != 1)
    out << " x" << blocks.count << " every " << blocks.stride;
  return out;
}

void show(std::ostream &out, const Program &program, const Call &call) {
  std::string name = mpiName(call.what, call.nonBlocking);
  out << call.enter << ".." << call.leave << "\trank " << call.rank << '.' << call.thread << "  #"
      << call.site << ' ' << (name.empty() ? names(call.what).name : name);
  if (call.window != kNone)
    out << " win" << call.window;
  if (call.comm != kNone && call.comm != 0)
    out << " comm" << call.comm;
  if (call.peer == kProcNull)
    out << " MPI_PROC_NULL";
  else if (call.peer != kNone)
    out << " peer "
        << program.world(call.window != kNone ? program.windows[call.window].comm : call.comm,
                         call.peer);
  for (uint32_t partner : call.group)
    out << " with " << partner;
  if (call.what == What::Lock)
    out << (call.exclusive ? " exclusive" : " shared");
  for (auto [bit, text] :
       {std::pair(kNoCheck, " NOCHECK"), {kNoPrecede, " NOPRECEDE"}, {kNoSucceed, " NOSUCCEED"}})
    if (call.assertion & bit)
      out << text;
  if (isAtomic(call.what))
    out << ' ' << kOps[call.op] << ' ' << kTypes[call.type].name;
  if (call.target.count) {
    const Part &part = program.windows[call.window].parts[call.peer];
    Blocks at = call.target;
    at.address += part.base + static_cast<uint64_t>(call.displacement) * part.unit;
    out << " target " << at;
  }
  for (const Buffer &buffer : call.buffers)
    out << (buffer.use == Use::Write ? " writes " : " reads ") << buffer.blocks;
  if (isSend(call.what) || call.what == What::Recv)
    out << " tag " << call.tag;
  if (call.request)
    out << " request " << call.request;
  for (uint64_t request : call.completes)
    out << " completes " << request;
  if (call.object)
    out << " object " << call.object;
  out << '\n';
}

} // namespace

std::string mpiName(What what, bool nonBlocking) {
  return nonBlocking ? names(what).started : names(what).mpi;
}

Program without(const Program &program, const std::set<uint32_t> &units) {
  std::set<uint32_t> gone = units;
  for (bool more = true; more;) {
    more = false;
    for (const Call &call : program.calls)
      if (!gone.count(call.unit) &&
          std::any_of(call.needs.begin(), call.needs.end(),
                      [&](uint32_t unit) { return gone.count(unit) != 0; }))
        more = gone.insert(call.unit).second;
  }
  Program rest = program;
  std::set<uint64_t> requests;
  for (const Call &call : program.calls)
    if (gone.count(call.unit) && call.request)
      requests.insert(call.request);
  for (Call &call : rest.calls)
    std::erase_if(call.completes, [&](uint64_t request) { return requests.count(request) != 0; });
  std::erase_if(rest.calls, [&](const Call &call) {
    return gone.count(call.unit) || (call.what == What::Completion && call.completes.empty());
  });
  return rest;
}

std::string show(const Program &program) {
  std::ostringstream out;
  for (std::size_t w = 0; w < program.windows.size(); ++w) {
    const Window &window = program.windows[w];
    out << "win" << w << " of comm" << window.comm << (window.noLocks ? " no_locks" : "")
        << (window.separate ? " separate" : "") << ':';
    for (std::size_t i = 0; i < window.parts.size(); ++i)
      out << " rank " << program.comms[window.comm][i] << " [" << window.parts[i].base << ",+"
          << window.parts[i].size << ')';
    out << '\n';
  }
  std::vector<const Call *> calls;
  for (const Call &call : program.calls)
    calls.push_back(&call);
  std::sort(calls.begin(), calls.end(),
            [](const Call *a, const Call *b) { return a->enter < b->enter; });
  for (const Call *call : calls)
    show(out, program, *call);
  return out.str();
}

} // namespace racemodel
