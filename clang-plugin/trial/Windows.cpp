//===- trial/Windows.cpp - windows that a process makes -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "clang/AST/ASTContext.h"

#include <limits>

using namespace clang;

namespace fencepost::plugin::trial {

void Process::makeWindow(const MpiCall &call) {
  const Value base = argument(call, Role::Base), newBase = argument(call, Role::NewBase);
  auto unit = number(call, Role::DispUnit), bytes = number(call, Role::Size);
  constexpr int64_t kEverything = std::numeric_limits<int32_t>::max();
  const Value handle = argument(call, Role::NewWindow);
  CallEvent &event = add(call);
  if (!event.comm)
    return stop();
  Comm &comm = course.comms[*event.comm];
  Window window{
      comm.name + "/" + std::to_string(comm.made++), *event.comm, nullptr, 0, unit, bytes};
  if (call.argument(Role::NewBase)) {
    Object *memory = make();
    memory->isShared = true;
    memory->lose();
    window.memory = memory;
    give(newBase, 8, Value::ofPointer(memory));
  } else if (base.isPlace()) {
    base.object->isShared = true;
    handedOver.insert(base.object);
    base.object->windows.push_back({base.number, base.number + bytes.value_or(kEverything)});
    window.memory = base.object;
    window.offset = base.number;
  }
  event.window = course.windows.size();
  course.windows.push_back(std::move(window));
  auto place = sizeOf(call.argument(Role::NewWindow)->getType()->getPointeeType());
  give(handle, place.value_or(8), newHandle({Handle::Kind::Window, *event.window}));
}

void Process::query(const MpiCall &call) {
  auto window = windowOf(argument(call, Role::Window));
  const Value asked = given[1], pointer = argument(call, Role::NewBase);
  brought(given[2]);
  brought(given[3]);
  if (!window || asked.kind != Value::Kind::Number || asked.number < 0)
    return give(pointer, 8, {});
  course.asked.push_back(asked.number);
  const Comm &comm = course.comms[course.windows[*window].comm];
  if (asked.number == comm.rank)
    return give(pointer, 8, Value::ofPointer(const_cast<Object *>(course.windows[*window].memory)));
  Object *&peer = peers[{*window, asked.number}];
  if (!peer) {
    peer = make();
    peer->lose();
    peer->owner = asked.number;
    peer->window = *window;
  }
  give(pointer, 8, Value::ofPointer(peer));
}

} // namespace fencepost::plugin::trial
