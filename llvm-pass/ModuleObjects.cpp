//===- ModuleObjects.cpp - what no code out of sight knows of -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is not spoken of here is taken for a way out of sight: operands of instructions
// that are not known, and their results.
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/ModuleObjects.h"

#include "llvm-pass/AddressArithmetic.h"
#include "llvm-pass/Escape.h"
#include "llvm-pass/LibraryCalls.h"
#include "llvm-pass/ToldRanges.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace fencepost::pass {

/// Ends the program.
static bool isNoMethod(const Value &value) {
  return value.getName() == "__cxa_pure_virtual" || value.getName() == "__cxa_deleted_virtual";
}

/// Constants of the C++ ABI that lead to nothing but others of them.
static bool isTypeInfo(const GlobalVariable &global) {
  return global.isConstant() &&
         (global.getName().starts_with("_ZTI") || global.getName().starts_with("_ZTS"));
}

/// Memory that nobody else has. Not whatever says so of itself by an attribute: that may be a
/// function of the program that gives out parts of a window.
static bool isAllocation(const CallBase &call) {
  const auto *callee = dyn_cast<Function>(call.getCalledOperand());
  if (!callee || !callee->isDeclaration() || !call.getType()->isPointerTy())
    return false;
  static constexpr StringRef kNames[] = {"malloc", "calloc", "aligned_alloc", "memalign", "valloc"};
  const StringRef name = callee->getName();
  return name.starts_with("_Znw") || name.starts_with("_Zna") || is_contained(kNames, name);
}

static bool isInSight(const Function &function) {
  return !function.isDeclarationForLinker() && function.hasLocalLinkage();
}

static bool mayHoldPointers(const Type &type) {
  return !type.isVoidTy() && !type.isLabelTy() && !type.isMetadataTy() && !type.isTokenTy() &&
         !type.isIntegerTy(1);
}

static bool hasPointers(Type &type) {
  if (type.isPtrOrPtrVectorTy())
    return true;
  return any_of(type.subtypes(), [](Type *part) { return hasPointers(*part); });
}

/// Whether the access is said to be one of a number: it is no copy of a pointer. An address that is
/// stored as one counts as known out of sight.
static bool isOfNumber(const Instruction &access) {
  const MDNode *tag = access.getMetadata(LLVMContext::MD_tbaa);
  const auto *type =
      tag && tag->getNumOperands() >= 3 ? dyn_cast<MDNode>(tag->getOperand(1)) : nullptr;
  const auto *name =
      type && type->getNumOperands() ? dyn_cast<MDString>(type->getOperand(0)) : nullptr;
  static constexpr StringRef kNumbers[] = {"int",  "long",  "long long", "short",
                                           "bool", "float", "double",    "long double"};
  return name && is_contained(kNumbers, name->getString());
}

ModuleObjects::ModuleObjects(Module &module) {
  visitGlobals(module);
  for (Function &function : module) {
    if (function.isDeclarationForLinker())
      continue;
    returned[&function] = classes.make();
    if (!function.hasLocalLinkage())
      expose(function);
    for (const Argument &argument : function.args())
      if (argument.hasByValAttr())
        classes.addObject(classOf(argument));
  }
  for (Function &function : module)
    if (!function.isDeclarationForLinker())
      for (const Instruction &instruction : instructions(function))
        visit(instruction);
  while (exposeFunctions(module) || callThroughPointers(false) || callThroughPointers(true))
    ;
}

/// Without making one: the function may have changed since.
ModuleObjects::Class ModuleObjects::lookup(const Value &value) const {
  const auto found = known.find(&value);
  return found == known.end() ? ObjectClasses::kNone : found->second;
}

bool ModuleObjects::isOwn(const Value &pointer) {
  const Class one = isa<Constant>(pointer) ? classOf(pointer) : lookup(pointer);
  return one != ObjectClasses::kNone && !classes.isForeign(one) && classes.hasObject(one);
}

ArrayRef<Function *> ModuleObjects::callees(const CallBase &call) {
  const Class pointer = lookup(*call.getCalledOperand());
  if (pointer == ObjectClasses::kNone || classes.isForeign(pointer))
    return {};
  return classes.functions(pointer);
}

ModuleObjects::Class ModuleObjects::classOf(const Value &value) {
  if (const auto *constant = dyn_cast<Constant>(&value))
    return classOfConstant(*constant);
  if (!isa<Instruction, Argument>(value) || !mayHoldPointers(*value.getType()))
    return ObjectClasses::kNone;
  auto [found, isNew] = known.try_emplace(&value, ObjectClasses::kNone);
  if (isNew)
    found->second = classes.make();
  return found->second;
}

ModuleObjects::Class ModuleObjects::makeClass(const GlobalValue &global) {
  if (isNoMethod(global))
    return ObjectClasses::kNone;
  if (const auto *function = dyn_cast<Function>(&global)) {
    const Class one = classes.make();
    classes.addFunction(one, const_cast<Function &>(*function));
    return one;
  }
  const auto *variable = dyn_cast<GlobalVariable>(&global);
  if (variable && isTypeInfo(*variable))
    return ObjectClasses::kNone;
  if (!variable || !variable->hasLocalLinkage())
    return ObjectClasses::kForeign;
  const Class one = classes.make();
  classes.addObject(one);
  return one;
}

ModuleObjects::Class ModuleObjects::classOfConstant(const Constant &constant) {
  if (isa<ConstantData>(constant)) // null among it
    return ObjectClasses::kNone;
  auto found = known.find(&constant);
  if (found != known.end())
    return found->second;
  Class one = ObjectClasses::kNone;
  if (const auto *global = dyn_cast<GlobalValue>(&constant)) {
    one = makeClass(*global);
  } else if (isa<ConstantAggregate>(constant) || isa<GEPOperator>(constant)) {
    const bool isAddress = isa<GEPOperator>(constant);
    for (const Use &part : constant.operands()) {
      const Class other = classOfConstant(*cast<Constant>(part.get()));
      if (one == ObjectClasses::kNone)
        one = other;
      else
        classes.join(one, other);
      if (isAddress) // its indices are none
        break;
    }
  } else { // an address as a number, or what is not known
    for (const Use &part : constant.operands())
      if (const auto *operand = dyn_cast<Constant>(part))
        classes.join(classOfConstant(*operand), ObjectClasses::kForeign);
    one = ObjectClasses::kForeign;
  }
  return known[&constant] = one;
}

/// Of those with names that others can use, and of arrays of the linker.
void ModuleObjects::visitGlobals(Module &module) {
  for (const GlobalVariable &global : module.globals()) {
    const Class own = classOfConstant(global);
    if (global.hasInitializer() && own != ObjectClasses::kNone)
      classes.join(classes.contentOf(own), classOfConstant(*global.getInitializer()));
  }
  for (const GlobalAlias &alias : module.aliases())
    classes.join(classOfConstant(*alias.getAliasee()), ObjectClasses::kForeign);
  for (const GlobalIFunc &function : module.ifuncs())
    classes.join(classOfConstant(*function.getResolver()), ObjectClasses::kForeign);
}

void ModuleObjects::makeContentForeign(const Value &value) {
  const Class one = classOf(value);
  if (one != ObjectClasses::kNone)
    classes.join(classes.contentOf(one), ObjectClasses::kForeign);
}

void ModuleObjects::joinAll(const Instruction &instruction) {
  for (const Use &operand : instruction.operands())
    flow(*operand, instruction);
}

void ModuleObjects::visitAccess(const Instruction &access, const Value &pointer,
                                const Value &value) {
  const Class to = classOf(pointer);
  if (isOfNumber(access)) {
    if (!isa<LoadInst>(access) || hasPointers(*value.getType()))
      makeForeign(value);
    return;
  }
  if (to == ObjectClasses::kNone) // null, say
    makeForeign(value);
  else
    classes.join(classes.contentOf(to), classOf(value));
}

/// A number that becomes a pointer may have been told as one.
void ModuleObjects::visitCast(const Instruction &cast) {
  const Value &from = *cast.getOperand(0);
  flow(from, cast);
  if (cast.getType()->isPtrOrPtrVectorTy() && !from.getType()->isPtrOrPtrVectorTy())
    makeForeign(cast);
}

void ModuleObjects::visit(const Instruction &instruction) {
  if (isa<CastInst>(instruction))
    return visitCast(instruction);
  if (const auto *call = dyn_cast<CallBase>(&instruction))
    return visitCall(*call);
  switch (instruction.getOpcode()) {
  case Instruction::Alloca:
    return classes.addObject(classOf(instruction));
  case Instruction::Load:
    return visitAccess(instruction, *instruction.getOperand(0), instruction);
  case Instruction::Store:
    return visitAccess(instruction, *instruction.getOperand(1), *instruction.getOperand(0));
  case Instruction::AtomicRMW:
    visitAccess(instruction, *instruction.getOperand(0), *instruction.getOperand(1));
    return visitAccess(instruction, *instruction.getOperand(0), instruction);
  case Instruction::GetElementPtr:
    return flow(*instruction.getOperand(0), instruction);
  case Instruction::ICmp:
  case Instruction::FCmp:
  case Instruction::Br:
  case Instruction::Switch:
  case Instruction::Fence:
  case Instruction::Unreachable:
    return;
  case Instruction::Ret:
    if (instruction.getNumOperands())
      classes.join(classOf(*instruction.getOperand(0)), returned.lookup(instruction.getFunction()));
    return;
  case Instruction::PHI:
  case Instruction::Select:
  case Instruction::Freeze:
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
  case Instruction::ExtractElement:
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
    return joinAll(instruction);
  default:
    break;
  }
  if (instruction.getType()->isFPOrFPVectorTy() && isa<BinaryOperator, UnaryOperator>(instruction))
    return;
  if (isDistance(instruction))
    return flow(*instruction.getOperand(0), *instruction.getOperand(1));
  if (isa<BinaryOperator, UnaryOperator>(instruction))
    return joinAll(instruction);
  for (const Use &operand : instruction.operands())
    makeForeign(*operand);
  makeForeign(instruction);
}

/// False where it is like any other call.
bool ModuleObjects::visitIntrinsic(const CallBase &call) {
  const auto *intrinsic = dyn_cast<IntrinsicInst>(&call);
  if (!intrinsic)
    return false;
  if (const auto *copied = dyn_cast<AnyMemTransferInst>(intrinsic)) {
    classes.joinContents(classOf(*copied->getRawDest()), classOf(*copied->getRawSource()));
    return true;
  }
  if (isa<AnyMemSetInst>(intrinsic) || intrinsic->isLifetimeStartOrEnd() ||
      (intrinsic->isAssumeLikeIntrinsic() && !hasPointers(*call.getType())))
    return true;
  if (intrinsic->getIntrinsicID() != Intrinsic::threadlocal_address &&
      !intrinsic->isAssumeLikeIntrinsic() && !call.doesNotAccessMemory() &&
      !isIntrinsicReturningPointerAliasingArgumentWithoutCapturing(&call, false))
    return false;
  joinAll(call); // a computation, or the pointer that it is given
  return true;
}

void ModuleObjects::visitCall(const CallBase &call) {
  if (isLeftRange(call) || visitIntrinsic(call))
    return;
  if (call.hasOperandBundles() || call.isInlineAsm() || isa<CallBrInst>(call))
    return callUnknown(call);
  if (isAllocation(call))
    return classes.addObject(classOf(call));
  const LibraryCall *library = libraryCall(call);
  if (library && library->releases()) // or makes longer
    return call.getType()->isPointerTy() ? flow(*call.getArgOperand(0), call) : void();
  auto *operand = call.getCalledOperand()->stripPointerCasts();
  if (auto *callee = dyn_cast<Function>(operand)) {
    if (isInSight(*callee))
      callKnown(call, *callee);
    else if (!isNoMethod(*callee))
      callUnknown(call);
    return;
  }
  if (isa<Constant>(operand))
    return callUnknown(call);
  classOf(*operand);
  throughPointers.push_back(&call);
}

/// A function that keeps no copy of an address may still pass on what lies there.
void ModuleObjects::callUnknown(const CallBase &call) {
  for (const Use &operand : call.operands()) {
    if (call.isCallee(&operand))
      continue;
    makeContentForeign(*operand);
    if (!keepsNoCopy(call, operand) || (libraryCall(call) && hasPointers(*call.getType())))
      makeForeign(*operand);
  }
  makeForeign(call);
}

void ModuleObjects::callKnown(const CallBase &call, Function &callee) {
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const Value &passed = *call.getArgOperand(i);
    if (i >= callee.arg_size())
      makeForeign(passed);
    else if (callee.getArg(i)->hasByValAttr())
      classes.joinContents(classOf(*callee.getArg(i)), classOf(passed));
    else
      flow(passed, *callee.getArg(i));
  }
  classes.join(classOf(call), returned.lookup(&callee));
}

/// Anybody may call it.
void ModuleObjects::expose(Function &function) {
  exposed.insert(&function);
  for (const Argument &argument : function.args())
    makeForeign(argument);
  classes.join(returned.lookup(&function), ObjectClasses::kForeign);
}

bool ModuleObjects::exposeFunctions(Module &module) {
  bool some = false;
  for (Function &function : module) {
    if (!isInSight(function) || exposed.contains(&function))
      continue;
    const auto address = known.find(&function);
    if (address == known.end() || !classes.isForeign(address->second))
      continue;
    expose(function);
    some = true;
  }
  return some;
}

/// One of which no function is known may come to any, but that is known last.
bool ModuleObjects::callThroughPointers(bool noneKnown) {
  bool some = false;
  SmallVector<const CallBase *, 16> left;
  for (const CallBase *call : throughPointers) {
    const Class pointer = classOf(*call->getCalledOperand());
    const ArrayRef<Function *> callees = classes.functions(pointer);
    if (classes.isForeign(pointer) || (callees.empty() && noneKnown)) {
      classes.join(pointer, ObjectClasses::kForeign);
      callUnknown(*call);
      some = true;
      continue;
    }
    left.push_back(call);
    const std::vector<Function *> all(callees.begin(), callees.end()); // joining changes them
    for (Function *callee : all) {
      if (!called.insert({call, callee}).second)
        continue;
      some = true;
      if (isInSight(*callee))
        callKnown(*call, *callee);
      else
        callUnknown(*call);
    }
  }
  throughPointers = std::move(left);
  return some;
}

} // namespace fencepost::pass
