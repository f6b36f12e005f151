//===- OutlinedChecks.cpp - checks that take the place of a call ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/OutlinedChecks.h"

#include "llvm-pass/CheckTable.h"
#include "llvm-pass/PageCheck.h"
#include "llvm-pass/RuntimeAbi.h"
#include "llvm-pass/ToldRanges.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace fencepost::pass {

static CallingConv::ID conventionFor(const Module &module, OutlinedChecks::Keeps keeps) {
  Triple triple(module.getTargetTriple());
  if (!triple.isOSBinFormatELF() ||
      (triple.getArch() != Triple::x86_64 && triple.getArch() != Triple::aarch64))
    return CallingConv::C;
  return keeps == OutlinedChecks::Keeps::All ? CallingConv::PreserveAll : CallingConv::PreserveMost;
}

/// The function's body ends with a return: of true, if it is asked.
Value *OutlinedChecks::call(Instruction *before, StringRef name, ArrayRef<Value *> arguments,
                            Body body, Keeps keeps, bool isAsked) {
  Function *function = abi.module.getFunction(name);
  if (!function) {
    SmallVector<Type *, 4> parameters;
    for (const Value *argument : arguments)
      parameters.push_back(argument->getType());
    LLVMContext &context = abi.module.getContext();
    auto *result = isAsked ? Type::getInt1Ty(context) : Type::getVoidTy(context);
    auto *type = FunctionType::get(result, parameters, false);
    function =
        Function::createWithDefaultAttr(type, GlobalValue::InternalLinkage, 0, name, &abi.module);
    function->setCallingConv(conventionFor(abi.module, keeps));
    function->setDoesNotThrow();
    function->addFnAttr(Attribute::NoInline);
    function->removeFnAttr("frame-pointer"); // no call path leads through it
    IRBuilder<> builder(BasicBlock::Create(context, "", function));
    body(*function, isAsked ? builder.CreateRet(builder.getTrue()) : builder.CreateRetVoid());
  }
  CallInst *call = IRBuilder<>(before).CreateCall(function, arguments);
  call->setCallingConv(function->getCallingConv());
  return call;
}

bool OutlinedChecks::isOne(const Function *function) {
  return function && function->hasInternalLinkage() &&
         function->getName().starts_with("fencepost.");
}

static std::string nameWithBytes(StringRef name, unsigned shift) {
  return (name + Twine(1U << shift)).str();
}

void OutlinedChecks::access(Instruction *before, Value *address, Constant *check, unsigned shift,
                            ArrayRef<int64_t> distances) {
  std::string name = nameWithBytes("fencepost.access.", shift);
  for (int64_t distance : distances.drop_front()) // the first is 0
    name += "." + std::to_string(distance);
  auto page = [&](Function &function, Instruction *end) {
    Value *at = function.getArg(0);
    PageCheck pageCheck(function, abi, shadow);
    tell(pageCheck.emit(end, at, distances), at, function.getArg(1), shift);
  };
  auto body = [&](Function &function, Instruction *end) {
    Value *at = function.getArg(0), *known = function.getArg(1);
    call(checks.emit(end, at, checks.load(end, known), shift), name + ".page", {at, known}, page,
         Keeps::All);
  };
  call(before, name, {address, check}, body, Keeps::All);
}

/// What saves all registers to call the runtime is there once for all that come to it.
void OutlinedChecks::tellAny(Instruction *before, Value *address, Value *check, unsigned shift) {
  auto body = [&](Function &function, Instruction *end) {
    IRBuilder<>(end).CreateCall(
        abi.checked(), {sites, function.getArg(0), function.getArg(1), function.getArg(2)});
  };
  call(before, "fencepost.tell", {address, check, ConstantInt::get(abi.int64, shift)}, body,
       Keeps::All);
}

void OutlinedChecks::tell(Instruction *before, Value *address, Value *check, unsigned shift) {
  auto body = [&](Function &function, Instruction *end) {
    tellAny(end, function.getArg(0), function.getArg(1), shift);
  };
  call(before, nameWithBytes("fencepost.tell.", shift), {address, check}, body, Keeps::All);
}

Value *OutlinedChecks::again(Instruction *before, Value *address, Constant *check, unsigned shift) {
  auto body = [&](Function &function, Instruction *end) {
    Value *at = function.getArg(0), *known = function.getArg(1);
    Instruction *unknown = checks.emit(end, at, checks.load(end, known), shift);
    // With a result, and no other register to save, LLVM 19 aligns the stack by a pop to one that
    // is to be kept: here it saves that of the shift.
    tellAny(unknown, at, known, shift);
    IRBuilder<> builder(end->getParent(), end->getParent()->begin());
    PHINode *isCalled = builder.CreatePHI(builder.getInt1Ty(), 2);
    for (BasicBlock *from : predecessors(end->getParent()))
      isCalled->addIncoming(builder.getInt1(from == unknown->getParent()), from);
    end->setOperand(0, isCalled);
  };
  return call(before, nameWithBytes("fencepost.again.", shift), {address, check}, body, Keeps::All,
              true);
}

/// Where one of `bytes` bytes from an address on is tracked.
static Instruction *emitRangeCheck(PageCheck &check, Instruction *before, Value *start,
                                   Value *bytes) {
  IRBuilder<> builder(before);
  Value *last = builder.CreatePtrAdd(start, builder.CreateSub(bytes, builder.getInt64(1)));
  return check.emitRange(before, start, last, bytes);
}

/// Notes bytes that go on as the runtime expects (model/Abi.h). Returns the end of a block that
/// runs where they do not.
Instruction *OutlinedChecks::follow(Instruction *end, Value *site, Value *start, Value *bytes) {
  IRBuilder<> builder(end);
  MDNode *none = MDNode::get(builder.getContext(), {});
  auto load = [&](Type *type, Value *from) {
    LoadInst *value = builder.CreateLoad(type, from);
    value->setMetadata(LLVMContext::MD_nosanitize, none);
    return value;
  };
  Value *all = load(abi.pointer, builder.CreateStructGEP(abi.pageShadow, shadow, 2));
  Value *index = load(abi.int32, builder.CreateStructGEP(abi.site, site, 2));
  Value *known = builder.CreateGEP(abi.followedRange, all, builder.CreateZExt(index, abi.int64));
  Value *expected = load(abi.int64, known);
  Value *limit = load(abi.int64, builder.CreateStructGEP(abi.followedRange, known, 1));
  Value *from = builder.CreatePtrToInt(start, abi.int64);
  Value *behind = builder.CreateAdd(from, bytes);
  Value *goesOn =
      builder.CreateAnd(builder.CreateICmpEQ(from, expected), builder.CreateICmpULE(behind, limit));
  Instruction *goingOn = nullptr, *other = nullptr;
  SplitBlockAndInsertIfThenElse(goesOn, end->getIterator(), &goingOn, &other);
  StoreInst *noted = IRBuilder<>(goingOn).CreateStore(behind, known);
  noted->setMetadata(LLVMContext::MD_nosanitize, none);
  return other;
}

/// Whether the site is one of a store, as its record says (model/Site.h).
static Value *isStore(IRBuilder<> &builder, RuntimeAbi &abi, Value *site) {
  MDNode *none = MDNode::get(builder.getContext(), {});
  LoadInst *record = builder.CreateLoad(abi.pointer, builder.CreateStructGEP(abi.site, site, 0));
  LoadInst *kind = builder.CreateLoad(
      builder.getInt8Ty(),
      builder.CreatePtrAdd(record, builder.getInt64(kSiteRecordVersion.size() + 1)));
  for (LoadInst *load : {record, kind})
    load->setMetadata(LLVMContext::MD_nosanitize, none);
  return builder.CreateICmpEQ(kind, builder.getInt8(static_cast<char>(SiteKind::Store)));
}

Instruction *OutlinedChecks::rangeInLine(Instruction *before, Value *site, Value *start,
                                         Value *bytes) {
  Instruction *other = follow(before, site, start, bytes);
  auto tell = [&](Function &function, Instruction *end) {
    Value *at = function.getArg(0), *length = function.getArg(2);
    IRBuilder<> builder(end);
    Value *told = builder.CreateSelect(isStore(builder, abi, at), abi.accessRange(SiteKind::Store),
                                       abi.accessRange(SiteKind::Load));
    builder.CreateCall(abi.accessRange(SiteKind::Load)->getFunctionType(), told,
                       {at, function.getArg(1), length, length, builder.getInt64(1)});
  };
  auto page = [&](Function &function, Instruction *end) {
    Value *at = function.getArg(1), *length = function.getArg(2);
    PageCheck check(function, abi, shadow);
    call(emitRangeCheck(check, end, at, length), "fencepost.range.tell",
         {function.getArg(0), at, length}, tell, Keeps::All);
  };
  call(other, "fencepost.range.page", {site, start, bytes}, page, Keeps::All);
  return other;
}

void OutlinedChecks::range(Instruction *before, Value *site, Value *start, Value *bytes) {
  auto body = [&](Function &function, Instruction *end) {
    rangeInLine(end, function.getArg(0), function.getArg(1), function.getArg(2));
  };
  call(before, "fencepost.range", {site, start, bytes}, body, Keeps::All);
}

void OutlinedChecks::transfer(Instruction *before, Constant *reads, Value *from, Constant *writes,
                              Value *to, Value *bytes) {
  call(before, "fencepost.transfer", {reads, from, writes, to, bytes},
       [&](Function &function, Instruction *end) {
         Value *length = function.getArg(4);
         range(end, function.getArg(0), function.getArg(1), length);
         range(end, function.getArg(2), function.getArg(3), length);
       });
}

void OutlinedChecks::range(Instruction *before, Constant *site, const ToldRange &told) {
  if (told.strides.empty())
    range(before, site, told.start, told.bytes);
  else
    strided(before, site, told);
}

void OutlinedChecks::strided(Instruction *before, Constant *site, const ToldRange &told) {
  const SiteKind kind = told.kind;
  const ArrayRef<Stride> strides = told.strides;
  SmallVector<Value *, 7> arguments = {site, told.start, told.bytes};
  for (const Stride &stride : strides)
    arguments.append({stride.bytes, stride.count});
  std::string name = kind == SiteKind::Load ? "fencepost.load" : "fencepost.store";
  name += strides.size() == 1 ? ".strided" : ".nest";
  call(before, name, arguments, [&](Function &function, Instruction *end) {
    SmallVector<Value *, 7> range;
    for (Argument &argument : function.args())
      range.push_back(&argument);
    IRBuilder<> builder(end);
    Value *low = range[1], *span = range[2];
    for (std::size_t i = 3; i < range.size(); i += 2) {
      Value *turns = builder.CreateSub(range[i + 1], builder.getInt64(1));
      Value *advance = builder.CreateMul(turns, range[i]);
      Value *backward = builder.CreateICmpSLT(range[i], builder.getInt64(0));
      low = builder.CreatePtrAdd(low, builder.CreateSelect(backward, advance, builder.getInt64(0)));
      span = builder.CreateAdd(span,
                               builder.CreateSelect(backward, builder.CreateNeg(advance), advance));
    }
    PageCheck check(function, abi, shadow);
    builder.SetInsertPoint(emitRangeCheck(check, end, low, span));
    builder.CreateCall(strides.size() == 1 ? abi.accessRange(kind) : abi.accessNest(kind), range);
  });
}

void OutlinedChecks::mpiCall(Instruction *before, Constant *site) {
  call(before, "fencepost.call", {site}, [&](Function &function, Instruction *end) {
    RuntimeAbi::callIfLinked(abi.call(), {function.getArg(0)}, end);
  });
}

void OutlinedChecks::release(Instruction *before, Value *site, Value *start, Value *bytes) {
  call(before, "fencepost.release", {site, start, bytes},
       [&](Function &function, Instruction *end) {
         PageCheck check(function, abi, shadow);
         Instruction *tracked = emitRangeCheck(check, end, function.getArg(1), function.getArg(2));
         IRBuilder<>(tracked).CreateCall(
             abi.freeMemory(), {function.getArg(0), function.getArg(1), function.getArg(2)});
       });
}

void OutlinedChecks::releaseInstead(CallInst &call, Constant *site) {
  Function *callee = call.getCalledFunction();
  const std::string name = ("fencepost.release." + callee->getName()).str();
  Value *start = call.getArgOperand(0), *bytes = call.getArgOperand(1);
  Function *function = abi.module.getFunction(name);
  if (!function) {
    auto *type = FunctionType::get(call.getType(),
                                   {start->getType(), bytes->getType(), site->getType()}, false);
    function =
        Function::createWithDefaultAttr(type, GlobalValue::InternalLinkage, 0, name, &abi.module);
    function->setDoesNotThrow();
    function->addFnAttr(Attribute::NoInline);
    function->removeFnAttr("frame-pointer");
    IRBuilder<> builder(BasicBlock::Create(abi.module.getContext(), "", function));
    CallInst *releases = builder.CreateCall(callee, {function->getArg(0), function->getArg(1)});
    releases->setCallingConv(call.getCallingConv());
    releases->setTailCall();
    builder.CreateRetVoid();
    release(releases, function->getArg(2), function->getArg(0), function->getArg(1));
  }
  CallInst *instead = IRBuilder<>(&call).CreateCall(function, {start, bytes, site});
  instead->setDebugLoc(call.getDebugLoc());
  call.eraseFromParent();
}

void OutlinedChecks::releaseAllocation(Instruction *before, Constant *site, Value *start,
                                       bool byNew) {
  call(before, byNew ? "fencepost.delete" : "fencepost.free", {site, start},
       [&](Function &function, Instruction *end) {
         RuntimeAbi::callIfLinked(
             abi.freeAllocation(),
             {function.getArg(0), function.getArg(1), ConstantInt::get(abi.int64, byNew)}, end);
       });
}

} // namespace fencepost::pass
