//===- ThreadSync.cpp - what code itself orders between threads ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/ThreadSync.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/AtomicOrdering.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace fencepost::pass {

namespace {
/// What an instruction does for the order of threads, and where.
struct Effect {
  Value *address = nullptr; // null: a fence
  bool releases = false;
  bool acquires = false;
};
} // namespace

static bool acquires(AtomicOrdering order) { return isAcquireOrStronger(order); }
static bool releases(AtomicOrdering order) { return isReleaseOrStronger(order); }

static StringRef calledName(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee ? callee->getName() : StringRef();
}

static Effect effectOf(Instruction &instruction) {
  if (auto *fence = dyn_cast<FenceInst>(&instruction))
    return {nullptr, releases(fence->getOrdering()), acquires(fence->getOrdering())};
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return {load->getPointerOperand(), false, load->isAtomic() && acquires(load->getOrdering())};
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return {store->getPointerOperand(), store->isAtomic() && releases(store->getOrdering()), false};
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return {update->getPointerOperand(), releases(update->getOrdering()),
            acquires(update->getOrdering())};
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return {exchange->getPointerOperand(), releases(exchange->getSuccessOrdering()),
            acquires(exchange->getMergedOrdering())};
  if (auto *call = dyn_cast<CallInst>(&instruction); call && call->arg_size() == 1) {
    // Whoever finds a static variable initialized comes after who did it. The test in front of the
    // guard is an atomic load.
    StringRef name = calledName(*call);
    if (name == "__cxa_guard_release")
      return {call->getArgOperand(0), true, false};
    if (name == "__cxa_guard_acquire")
      return {call->getArgOperand(0), false, true};
  }
  return {};
}

/// Between a thread and its own signal handlers.
static bool isOfOneThread(const Instruction &instruction) {
  std::optional<SyncScope::ID> scope = getAtomicSyncScopeID(&instruction);
  return scope && *scope == SyncScope::SingleThread;
}

std::vector<Instruction *> findThreadSync(Function &function) {
  std::vector<Instruction *> found;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block) {
      Effect effect = effectOf(instruction);
      if (!effect.releases && !effect.acquires)
        continue;
      bool here = !effect.address || effect.address->getType()->getPointerAddressSpace() == 0;
      if (here && !isOfOneThread(instruction) &&
          !instruction.hasMetadata(LLVMContext::MD_nosanitize))
        found.push_back(&instruction);
    }
  return found;
}

namespace {
class Instrumenter {
public:
  explicit Instrumenter(Module &module)
      : module(module), context(module.getContext()), pointer(PointerType::getUnqual(context)),
        int64(Type::getInt64Ty(context)),
        unlikely(MDBuilder(context).createUnlikelyBranchWeights()) {}

  void instrument(Instruction &instruction);

private:
  FunctionCallee runtime(StringRef name, Type *result, ArrayRef<Type *> parameters);
  Instruction *ifThreaded(Instruction *before);
  Value *emitRelease(Instruction &instruction, Value *address);
  void emitLateRelease(Instruction &instruction, Value *address, Value *time);

  Module &module;
  LLVMContext &context;
  PointerType *pointer;
  Type *int64;
  MDNode *unlikely;
};
} // namespace

FunctionCallee Instrumenter::runtime(StringRef name, Type *result, ArrayRef<Type *> parameters) {
  FunctionCallee callee =
      module.getOrInsertFunction(name, FunctionType::get(result, parameters, false));
  auto *function = cast<Function>(callee.getCallee());
  function->setLinkage(GlobalValue::ExternalWeakLinkage);
  function->setDoesNotThrow();
  function->addFnAttr(Attribute::Cold);
  return callee;
}

/// Without the runtime the flag is not there, and a zero byte is read instead.
Instruction *Instrumenter::ifThreaded(Instruction *before) {
  auto *byte = Type::getInt8Ty(context);
  auto *flag = cast<GlobalVariable>(module.getOrInsertGlobal("__fencepost_threaded", byte));
  flag->setLinkage(GlobalValue::ExternalWeakLinkage);
  GlobalVariable *zero = module.getNamedGlobal("fencepost.one.thread");
  if (!zero)
    zero = new GlobalVariable(module, byte, true, GlobalValue::InternalLinkage,
                              ConstantInt::get(byte, 0), "fencepost.one.thread");
  IRBuilder<> builder(before);
  LoadInst *threaded =
      builder.CreateLoad(byte, builder.CreateSelect(builder.CreateIsNotNull(flag), flag, zero));
  threaded->setAtomic(AtomicOrdering::Monotonic);
  threaded->setAlignment(Align(1));
  threaded->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(context, {}));
  return SplitBlockAndInsertIfThen(builder.CreateIsNotNull(threaded), before->getIterator(), false,
                                   unlikely);
}

/// Whether the exchange will seem to change what is there: one that does not is a turn of a loop
/// that waits, and releases nothing. Null where it always does.
static Value *predictChange(IRBuilder<> &builder, Instruction &instruction) {
  Value *compared = nullptr;
  Align align;
  auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction);
  if (exchange) {
    compared = exchange->getCompareOperand();
    align = exchange->getAlign();
  } else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction);
             update && update->getOperation() == AtomicRMWInst::Xchg) {
    compared = update->getValOperand();
    align = update->getAlign();
  }
  if (!compared || !(compared->getType()->isIntegerTy() || compared->getType()->isPointerTy()))
    return nullptr;
  LoadInst *now = builder.CreateAlignedLoad(compared->getType(), instruction.getOperand(0), align);
  now->setAtomic(AtomicOrdering::Monotonic);
  now->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(builder.getContext(), {}));
  return exchange ? builder.CreateICmpEQ(now, compared) : builder.CreateICmpNE(now, compared);
}

/// Returns what emitLateRelease needs, or null.
Value *Instrumenter::emitRelease(Instruction &instruction, Value *address) {
  Instruction *threaded = ifThreaded(&instruction);
  BasicBlock *oneThread = threaded->getParent()->getSinglePredecessor();
  IRBuilder<> builder(threaded);
  builder.SetCurrentDebugLocation(instruction.getDebugLoc());
  Value *changes = address ? predictChange(builder, instruction) : nullptr;
  if (!changes) {
    builder.CreateCall(runtime(address ? "__fencepost_release" : "__fencepost_release_fence",
                               Type::getVoidTy(context),
                               address ? ArrayRef<Type *>(pointer) : ArrayRef<Type *>()),
                       address ? ArrayRef<Value *>(address) : ArrayRef<Value *>());
    return nullptr;
  }
  Value *time = builder.CreateCall(runtime("__fencepost_release_if", int64, {pointer, int64}),
                                   {address, builder.CreateZExt(changes, int64)});
  builder.SetInsertPoint(&instruction);
  PHINode *phi = PHINode::Create(int64, 2, "fencepost.time", instruction.getParent()->begin());
  phi->addIncoming(ConstantInt::get(int64, 0), oneThread);
  phi->addIncoming(time, threaded->getParent());
  return phi;
}

/// The exchange did what it had not seemed to do.
void Instrumenter::emitLateRelease(Instruction &instruction, Value *address, Value *time) {
  IRBuilder<> builder(instruction.getNextNode());
  Value *changed = nullptr;
  if (isa<AtomicCmpXchgInst>(instruction))
    changed = builder.CreateExtractValue(&instruction, 1);
  else
    changed = builder.CreateICmpNE(&instruction, cast<AtomicRMWInst>(instruction).getValOperand());
  Value *late = builder.CreateAnd(builder.CreateIsNotNull(time), changed);
  Instruction *next = &*builder.GetInsertPoint();
  Instruction *then = SplitBlockAndInsertIfThen(late, next->getIterator(), false, unlikely);
  builder.SetInsertPoint(then);
  builder.SetCurrentDebugLocation(instruction.getDebugLoc());
  builder.CreateCall(runtime("__fencepost_released", Type::getVoidTy(context), {pointer, int64}),
                     {address, time});
}

void Instrumenter::instrument(Instruction &instruction) {
  Effect effect = effectOf(instruction);
  // What follows the instruction first: the split before it leaves it at the head of a block.
  if (effect.acquires) {
    Instruction *threaded = ifThreaded(instruction.getNextNode());
    IRBuilder<> builder(threaded);
    builder.SetCurrentDebugLocation(instruction.getDebugLoc());
    if (effect.address)
      builder.CreateCall(runtime("__fencepost_acquire", Type::getVoidTy(context), {pointer}),
                         {effect.address});
    else
      builder.CreateCall(runtime("__fencepost_acquire_fence", Type::getVoidTy(context), {}), {});
  }
  if (!effect.releases)
    return;
  if (Value *time = emitRelease(instruction, effect.address))
    emitLateRelease(instruction, effect.address, time);
}

void instrumentThreadSync(const std::vector<Instruction *> &instructions) {
  if (instructions.empty())
    return;
  Instrumenter instrumenter(*instructions.front()->getModule());
  for (Instruction *instruction : instructions)
    instrumenter.instrument(*instruction);
}

} // namespace fencepost::pass
