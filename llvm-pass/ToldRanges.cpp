//===- ToldRanges.cpp - ranges that stand for accesses of loops --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/ToldRanges.h"

#include "llvm-pass/LLVMCompat.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fencepost::pass {

static constexpr char kLoads[] = "fencepost.left.loads.", kStores[] = "fencepost.left.stores.";
static constexpr char kGroup[] = "fencepost.told";

/// Does to the program's memory what the accesses do later: nothing that they do not.
static Function *leftFunction(Module &module, StringRef name, unsigned strides) {
  if (Function *known = module.getFunction(name))
    return known;
  LLVMContext &context = module.getContext();
  SmallVector<Type *, 6> parameters = {PointerType::get(context, 0)};
  parameters.append(1 + 2 * strides, Type::getInt64Ty(context));
  auto *type = FunctionType::get(Type::getVoidTy(context), parameters, false);
  Function *function = Function::Create(type, GlobalValue::ExternalLinkage, name, module);
  function->setOnlyAccessesInaccessibleMemory();
  setDoesNotCapture(*function, 0);
  function->addParamAttr(0, Attribute::ReadNone);
  for (Attribute::AttrKind kind : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoSync,
                                   Attribute::NoFree, Attribute::NoCallback, Attribute::NoMerge})
    function->addFnAttr(kind);
  return function;
}

void leaveRange(Instruction *before, const ToldRange &range, const Instruction &access) {
  std::string name = range.kind == SiteKind::Load ? kLoads : kStores;
  name += utostr(range.strides.size());
  SmallVector<Value *, 6> arguments = {range.start, range.bytes};
  for (const Stride &stride : range.strides)
    arguments.append({stride.bytes, stride.count});
  CallInst *call = IRBuilder<>(before).CreateCall(
      leftFunction(*before->getModule(), name, range.strides.size()), arguments);
  call->addParamAttr(0, Attribute::getWithAlignment(call->getContext(), range.alignment));
  call->setDebugLoc(access.getDebugLoc());
}

bool isLeftRange(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee &&
         (callee->getName().starts_with(kLoads) || callee->getName().starts_with(kStores));
}

ToldRange leftRange(const CallBase &call) {
  const bool isLoad = call.getCalledFunction()->getName().starts_with(kLoads);
  ToldRange range = {isLoad ? SiteKind::Load : SiteKind::Store,
                     call.getArgOperand(0),
                     call.getParamAlign(0).valueOrOne(),
                     call.getArgOperand(1),
                     {}};
  for (unsigned i = 2; i < call.arg_size(); i += 2)
    range.strides.push_back({call.getArgOperand(i), call.getArgOperand(i + 1)});
  return range;
}

void markTold(Instruction &access) {
  NamedMDNode *told = access.getModule()->getOrInsertNamedMetadata(kGroup);
  if (!told->getNumOperands())
    told->addOperand(MDNode::getDistinct(access.getContext(), {}));
  access.setMetadata(LLVMContext::MD_access_group,
                     uniteAccessGroups(access.getMetadata(LLVMContext::MD_access_group),
                                       told->getOperand(0)));
}

bool isTold(const Instruction &access) {
  const MDNode *groups = access.getMetadata(LLVMContext::MD_access_group);
  const NamedMDNode *told = groups ? access.getModule()->getNamedMetadata(kGroup) : nullptr;
  if (!told)
    return false;
  const MDNode *group = told->getOperand(0);
  return groups == group ||
         any_of(groups->operands(), [&](const MDOperand &one) { return one == group; });
}

void forgetTold(Module &module) {
  if (NamedMDNode *told = module.getNamedMetadata(kGroup))
    told->eraseFromParent();
  for (Function &function : make_early_inc_range(module))
    if ((function.getName().starts_with(kLoads) || function.getName().starts_with(kStores)) &&
        function.use_empty())
      function.eraseFromParent();
}

} // namespace fencepost::pass
