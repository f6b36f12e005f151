//===- DefinitionSet.cpp - what the events of some ranks refer to ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/DefinitionSet.h"

#include <algorithm>
#include <functional>

namespace fencepost::archive {

std::size_t DefinitionHash::operator()(std::string_view text) const {
  return std::hash<std::string_view>()(text);
}

std::size_t DefinitionHash::operator()(const Context &context) const {
  std::size_t hash = hashCombine(context.parent, context.line);
  for (uint32_t part : {context.column, context.isCall, context.function, context.file,
                        context.window, context.expression, context.directory, context.call})
    hash = hashCombine(hash, part);
  return hash;
}

std::size_t DefinitionHash::operator()(const CommKey &key) const {
  return hashCombine(key.rank, key.counter);
}

std::size_t DefinitionHash::operator()(uint32_t comm) const { return comm; }

std::size_t DefinitionHash::operator()(const Ranks &ranks) const {
  std::size_t hash = ranks.size();
  for (uint32_t rank : ranks)
    hash = hashCombine(hash, rank);
  return hash;
}

uint32_t DefinitionSet::comm(Comm added) {
  std::size_t before = comms.size();
  uint32_t index = comms.intern(added);
  if (comms.size() > before)
    return index;
  Comm &known = comms[index];
  known.name = known.name ? known.name : added.name;
  known.hasEvents |= added.hasEvents;
  known.members.insert(known.members.end(), added.members.begin(), added.members.end());
  return index;
}

uint32_t DefinitionSet::window(const Window &added) {
  uint32_t index = windows.intern(added);
  Window &known = windows[index];
  known.name = known.name ? known.name : added.name;
  known.hasEvents |= added.hasEvents;
  return index;
}

Mapping DefinitionSet::merge(const DefinitionSet &other) {
  Mapping to;
  auto parentIn = [](const std::vector<uint32_t> &mapped, uint32_t parent) {
    return parent < mapped.size() ? mapped[parent] : kNoId;
  };
  for (const std::string &text : other.strings)
    to.strings.push_back(string(text));
  for (Context context : other.contexts) {
    context.parent = parentIn(to.contexts, context.parent);
    for (uint32_t *text : {&context.function, &context.file, &context.window, &context.expression,
                           &context.directory, &context.call})
      *text = to.strings[*text];
    to.contexts.push_back(this->context(context));
  }
  for (Comm comm : other.comms) {
    comm.parent = parentIn(to.comms, comm.parent);
    comm.name = to.strings[comm.name];
    to.comms.push_back(this->comm(std::move(comm)));
  }
  for (const Ranks &ranks : other.groups)
    to.groups.push_back(group(ranks));
  for (Window window : other.windows) {
    window.comm = to.comms[window.comm];
    window.name = to.strings[window.name];
    to.windows.push_back(this->window(window));
  }
  for (const Ranks &team : other.teams)
    to.teams.push_back(this->team(team));
  return to;
}

namespace {

void writeLists(ByteWriter &bytes, const auto &lists) {
  bytes.put(static_cast<uint64_t>(lists.size()));
  for (const Ranks &ranks : lists) {
    bytes.put(static_cast<uint64_t>(ranks.size()));
    for (uint32_t rank : ranks)
      bytes.put(rank);
  }
}

template <typename Add> void readLists(ByteReader &bytes, Add add) {
  for (uint64_t left = bytes.getCount(sizeof(uint64_t)); left > 0; --left) {
    Ranks ranks(bytes.getCount(sizeof(uint32_t)));
    for (uint32_t &rank : ranks)
      rank = bytes.get<uint32_t>();
    add(std::move(ranks));
  }
}

} // namespace

void DefinitionSet::write(ByteWriter &bytes, Members members) const {
  bytes.put(static_cast<uint64_t>(strings.size()));
  for (const std::string &text : strings)
    bytes.put(std::string_view(text));
  bytes.put(static_cast<uint64_t>(contexts.size()));
  for (const Context &context : contexts)
    bytes.put(context);
  bytes.put(static_cast<uint64_t>(comms.size()));
  for (const Comm &comm : comms) {
    bytes.put(comm.key);
    bytes.put(comm.size);
    bytes.put(comm.parent);
    bytes.put(comm.name);
    bytes.put(comm.hasEvents);
    bytes.put(static_cast<uint64_t>(members == Members::With ? comm.members.size() : 0));
    if (members == Members::With)
      for (CommMember member : comm.members)
        bytes.put(member);
  }
  writeLists(bytes, groups);
  bytes.put(static_cast<uint64_t>(windows.size()));
  for (const Window &window : windows)
    bytes.put(window);
  writeLists(bytes, teams);
}

bool DefinitionSet::read(ByteReader &bytes) {
  bool known = true; // every reference is to what came before
  auto reference = [&](uint32_t index, std::size_t size, bool optional = false) {
    known = known && (index < size || (optional && index == kNoId));
  };
  for (uint64_t left = bytes.getCount(sizeof(uint64_t)); left > 0; --left)
    string(bytes.getText());
  for (uint64_t left = bytes.getCount(sizeof(Context)); left > 0; --left) {
    auto context = bytes.get<Context>();
    reference(context.parent, contexts.size(), true);
    for (uint32_t text : {context.function, context.file, context.window, context.expression,
                          context.directory, context.call})
      reference(text, strings.size());
    this->context(context);
  }
  for (uint64_t left = bytes.getCount(sizeof(CommKey)); left > 0; --left) {
    Comm comm{bytes.get<CommKey>(), 0, kNoId, 0, 0, {}};
    comm.size = bytes.get<uint32_t>();
    comm.parent = bytes.get<uint32_t>();
    comm.name = bytes.get<uint32_t>();
    comm.hasEvents = bytes.get<uint32_t>();
    reference(comm.parent, comms.size(), true);
    reference(comm.name, strings.size());
    comm.members.resize(bytes.getCount(sizeof(CommMember)));
    for (CommMember &member : comm.members)
      member = bytes.get<CommMember>();
    this->comm(std::move(comm));
  }
  readLists(bytes, [this](Ranks ranks) { group(std::move(ranks)); });
  for (uint64_t left = bytes.getCount(sizeof(Window)); left > 0; --left) {
    auto window = bytes.get<Window>();
    reference(window.comm, comms.size());
    reference(window.name, strings.size());
    this->window(window);
  }
  readLists(bytes, [&](Ranks ranks) {
    known = known && !ranks.empty();
    team(std::move(ranks));
  });
  return bytes.ok() && known;
}

} // namespace fencepost::archive
