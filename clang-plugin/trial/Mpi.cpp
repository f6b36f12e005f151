//===- trial/Mpi.cpp - what a process on trial tells MPI ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin::trial {

Process::Process(Code &code, Exchange &exchange, int64_t rank, int64_t size, int64_t argc)
    : code(code), exchange(exchange), context(code.context), bindings(bindingsOf(context)),
      rank(rank), size(size), argc(argc) {
  std::vector<int64_t> all;
  for (int64_t each = 0; each < size; ++each)
    all.push_back(each);
  course.comms = {{"world", rank, size, all}, {"self " + std::to_string(rank), 0, 1, {rank}}};
}

Course Process::run(const FunctionDecl *main) {
  frames.emplace_back();
  frame = &frames.back();
  frame->function = main;
  for (const ParmVarDecl *parameter : main->parameters()) {
    frame->variables[parameter] = make(parameter);
    if (parameter->getType()->isIntegerType())
      frame->variables[parameter]->store(0, 4, Value::ofNumber(argc));
  }
  for (const VarDecl *each : code.initialized)
    variable(each);
  if (!code.hasConstructors)
    run(main->getBody());
  course.steps = steps;
  return std::move(course);
}

Value Process::newHandle(Handle handle) {
  handles.push_back(std::move(handle));
  return Value::ofHandle(handles.size() - 1);
}

void Process::give(Value pointer, int64_t bytes, Value what) {
  if (pointer.isPlace())
    pointer.object->store(pointer.number, bytes, what);
  else
    forgetShared();
}

void Process::brought(Value buffer, std::optional<int64_t> bytes) {
  if (buffer.isPlace())
    buffer.object->forget(buffer.number,
                          bytes ? std::optional(buffer.number + *bytes) : std::nullopt);
  else if (!buffer.isKnown())
    forgetShared();
}

Value Process::argument(const MpiCall &call, Role role) {
  auto at = call.info().argument(role);
  return at && *at < given.size() ? given[*at] : Value();
}

std::optional<int64_t> Process::number(const MpiCall &call, Role role) {
  const Value known = argument(call, role);
  return known.kind == Value::Kind::Number ? std::optional(known.number) : std::nullopt;
}

std::optional<int64_t> Process::bytesOf(const MpiCall &call, Role count, Role type) {
  auto elements = call.argument(count) ? number(call, count) : std::optional<int64_t>(1);
  if (elements == 0)
    return 0;
  const auto pieces = piecesOf(typeOf(argument(call, type)), elements);
  return pieces.empty() ? std::nullopt : std::optional(pieces.back().end);
}

CallEvent &Process::add(const MpiCall &call) {
  CallEvent event{call, call.kind()};
  event.assertion = number(call, Role::Assert);
  if (call.argument(Role::Comm))
    event.comm = commOf(argument(call, Role::Comm));
  if (call.argument(Role::Window)) {
    const Value handle = argument(call, Role::Window);
    event.window = windowOf(handle);
    if (!event.window)
      stop();
    if (handle.kind == Value::Kind::Handle &&
        handles[handle.number].kind == Handle::Kind::FreedWindow)
      event.window = handles[handle.number].index;
    if (event.window)
      event.comm = course.windows[*event.window].comm;
  }
  course.calls.push_back(std::move(event));
  return course.calls.back();
}

void Process::operation(const MpiCall &call) {
  struct Side {
    Role buffer, count, type;
    std::optional<Layout> layout = std::nullopt;
    std::optional<int64_t> elements = std::nullopt;

    Signature signature() const {
      if (!layout)
        return {};
      return {layout->element,
              elements ? std::optional(*elements * layout->bytes()) : std::nullopt};
    }
  };
  auto known = [&](Side side) {
    side.layout = typeOf(argument(call, call.argument(side.type) ? side.type : Role::OriginType));
    side.elements =
        call.argument(side.count) ? number(call, side.count) : std::optional<int64_t>(1);
    return side;
  };
  const Side target = known({Role::Displacement, Role::TargetCount, Role::TargetType});
  const Value by = argument(call, Role::Op);
  CallEvent &event = add(call);
  event.target = number(call, Role::Target);
  event.displacement = number(call, Role::Displacement);
  event.op = by.kind == Value::Kind::Number ? std::to_string(by.number) : predefined(by).str();
  event.isNoOp = isConstant(by, bindings.noOp);
  event.type = nameOfType(
      argument(call, call.argument(Role::TargetType) ? Role::TargetType : Role::OriginType));
  if (!call.argument(Role::OriginCount) || number(call, Role::OriginCount) != 0)
    event.pieces = piecesOf(target.layout, target.elements);
  for (const Side &each : {known({Role::OriginBuffer, Role::OriginCount, Role::OriginType}),
                           known({Role::ResultBuffer, Role::ResultCount, Role::ResultType}),
                           known({Role::CompareBuffer, Role::OriginCount, Role::OriginType})}) {
    if (!call.argument(each.buffer))
      continue;
    const Value at = argument(call, each.buffer);
    const bool isWritten = bufferAccess(call.kind(), each.buffer) == BufferAccess::Write;
    if (isWritten)
      brought(at,
              bytesOf(call, each.count, call.argument(each.type) ? each.type : Role::OriginType));
    if (at.isPlace()) {
      handedOver.insert(at.object);
      for (const ByteRange &piece : piecesOf(each.layout, each.elements))
        event.buffers.push_back({at.object,
                                 {at.number + piece.begin, at.number + piece.end},
                                 isWritten,
                                 call.argument(each.buffer)});
    }
    const bool isUnused = each.buffer == Role::OriginBuffer && (event.isNoOp || event.op.empty()) &&
                          call.argument(Role::ResultBuffer);
    if (!event.misfit && !isUnused && call.argument(Role::TargetType))
      event.misfit = misfitOf(call.kind(), each.signature(), target.signature());
  }
  giveRequest(call);
  // Where it may go is not known.
  if (!event.target)
    stop();
}

/// The request of the last call.
void Process::giveRequest(const MpiCall &call) {
  if (const Expr *request = call.argument(Role::Request))
    give(argument(call, Role::Request), sizeOf(request->getType()->getPointeeType()).value_or(8),
         newHandle({Handle::Kind::Request, unsigned(course.calls.size() - 1)}));
}

/// Of the ways in which it may go on, one: what is asked for is done, and of several the last.
bool Process::complete(const MpiCall &call, CallEvent &event) {
  llvm::StringRef how(call.info().name.data(), call.info().name.size());
  const bool isTest = how.consume_front("MPI_Test");
  if (!isTest && !how.consume_front("MPI_Wait"))
    return false;
  const bool isOne = how.empty(), isAny = how == "any", isSome = how == "some";
  const Expr *requests = call.argument(isOne ? Role::Request : Role::Requests);
  const Value first = argument(call, isOne ? Role::Request : Role::Requests);
  auto count = isOne ? std::optional<int64_t>(1) : number(call, Role::RequestCount);
  auto bytes = sizeOf(requests->getType()->getPointeeType());
  if (!first.isPlace() || !count || !bytes || *count > 1000)
    return false;
  std::vector<int64_t> done;
  for (int64_t i = *count; i-- > 0 && !(isAny && !done.empty());) {
    const Value each = first.object->load(first.number + i * *bytes, *bytes);
    if (!each.isKnown())
      return false;
    if (each.kind != Value::Kind::Handle || handles[each.number].kind != Handle::Kind::Request)
      continue;
    event.completed.push_back(handles[each.number].index);
    done.push_back(i);
  }
  const Value nothing = newHandle({Handle::Kind::Null}); // MPI_REQUEST_NULL
  for (int64_t i : done)
    first.object->store(first.number + i * *bytes, *bytes, nothing);
  course.mayDiffer |= isAny || isSome || isTest;
  constexpr int64_t kUndefined = -32766;
  if (isAny)
    giveNumbers(given[2], {done.empty() ? kUndefined : done.front()});
  if (isSome) {
    giveNumbers(given[2], {done.empty() ? kUndefined : int64_t(done.size())});
    giveNumbers(given[3], done);
  }
  if (isTest && !isSome)
    giveNumbers(argument(call, Role::Flag), {1});
  fillStatus(call);
  return true;
}

void Process::fillStatus(const MpiCall &call) {
  if (const Value status = argument(call, Role::Status); status.isPlace())
    status.object->forget();
}

Value Process::mpi(const CallExpr *expr) {
  const FunctionDecl *callee = expr->getDirectCallee();
  llvm::SmallVector<Value, 14> values;
  for (const Expr *argument : expr->arguments())
    values.push_back(value(argument));
  if (isOver)
    return {};
  given = std::move(values);
  const bool isCode = context.hasSameType(callee->getReturnType(), context.IntTy);
  const Value success = isCode ? Value::ofNumber(0) : Value();
  auto known = mpiCall(expr);
  if (!known) {
    const llvm::StringRef name = callee->getName();
    if (name == "MPI_Comm_rank" || name == "MPI_Comm_size" || isLocalMpiFunction(callee))
      localMpi(expr, name);
    else
      stop();
    return success;
  }
  const MpiCall &call = *known;
  switch (call.kind()) {
  case EventKind::Local:
    isSharedQuery(call) ? query(call) : localMpi(expr, llvm::StringRef(call.info().name));
    return success;
  case EventKind::Init:
    if (given.size() == 4) // the level of threads
      brought(given.back());
    return success;
  case EventKind::Abort:
  case EventKind::Finalize:
    (call.kind() == EventKind::Abort ? course.gaveUp : course.isFinalized) = true;
    stop();
    return success;
  case EventKind::WinCreate:
    makeWindow(call);
    return success;
  case EventKind::WinAttach:
    if (const Value base = argument(call, Role::Base); base.isPlace())
      base.object->lose();
    else
      stop();
    return success;
  case EventKind::WinDetach:
    return success;
  case EventKind::CommFree:
    giveNull(expr->getArg(0), given[0]);
    return success;
  case EventKind::WinFree: {
    const Expr *freed = call.argument(Role::NewWindow);
    const int64_t bytes = sizeOf(freed->getType()->getPointeeType()).value_or(8);
    const Value handle = argument(call, Role::NewWindow);
    auto window =
        handle.isPlace() ? windowOf(handle.object->load(handle.number, bytes)) : std::nullopt;
    CallEvent &event = add(call);
    event.window = window;
    if (!window) {
      stop();
      return success;
    }
    event.comm = course.windows[*window].comm;
    handle.object->store(handle.number, bytes, newHandle({Handle::Kind::FreedWindow, *window}));
    return success;
  }
  case EventKind::CommCreate:
    makeComm(call);
    return success;
  case EventKind::Test: // it may be the time
    course.mayDiffer = true;
    giveNumbers(argument(call, Role::Flag), {1});
    add(call).kind = EventKind::Wait;
    return success;
  case EventKind::WinSync:
    if (windowOf(argument(call, Role::Window)))
      add(call);
    return success;
  case EventKind::Fence:
  case EventKind::Complete:
  case EventKind::Wait:
  case EventKind::LockAll:
  case EventKind::UnlockAll:
  case EventKind::FlushAll:
  case EventKind::FlushLocalAll:
    add(call);
    return success;
  case EventKind::Post:
  case EventKind::Start: {
    const Value group = argument(call, Role::Group);
    CallEvent &event = add(call);
    if (group.kind == Value::Kind::Handle && handles[group.number].group)
      event.group = *handles[group.number].group;
    else
      stop();
    return success;
  }
  case EventKind::Lock:
  case EventKind::Unlock:
  case EventKind::Flush:
  case EventKind::FlushLocal: {
    auto target = number(call, Role::Target);
    auto type = call.argument(Role::LockType) ? number(call, Role::LockType) : std::nullopt;
    CallEvent &event = add(call);
    event.target = target;
    event.isExclusive = type != bindings.lockShared;
    event.isSurelyExclusive = type && event.isExclusive;
    if (!target)
      stop();
    return success;
  }
  case EventKind::Put:
  case EventKind::Get:
  case EventKind::Accumulate:
  case EventKind::GetAccumulate:
  case EventKind::FetchAndOp:
  case EventKind::CompareAndSwap:
    operation(call);
    return success;
  case EventKind::Send:
  case EventKind::SynchronousSend:
  case EventKind::Recv:
  case EventKind::SendRecv:
    message(call);
    return success;
  case EventKind::Completion: {
    CallEvent event{call, call.kind()};
    if (!complete(call, event))
      stop();
    course.calls.push_back(std::move(event));
    return success;
  }
  case EventKind::AllToAll:
  case EventKind::OneToAll:
  case EventKind::AllToOne:
  case EventKind::Scan:
    collective(call);
    return success;
  default:
    stop();
    return success;
  }
}

} // namespace fencepost::plugin::trial
