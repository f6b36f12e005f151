//===- OutlinedChecks.cpp - checks that take the place of a call ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/OutlinedChecks.h"

#include "llvm-pass/RuntimeAbi.h"
#include "llvm-pass/ToldRanges.h"
#include "model/Abi.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <optional>

using namespace llvm;

namespace fencepost::pass {

/// Which registers a function leaves as they are.
enum class Keeps {
  Some, // as in C
  Most, // all but those of floating point
  All,
};

struct OutlinedChecks::Entry {
  StringRef name;
  std::size_t offset; // in Entries
  Keeps keeps;
  bool isAsked = false;               // returns a number
  std::optional<unsigned> shift = {}; // which of several

  Entry of(unsigned shift) const { return {name, offset, keeps, isAsked, shift}; }
};

#define FENCEPOST_ENTRY(name, keeps)                                                               \
  { "fencepost." #name, offsetof(Entries, name), Keeps::keeps }

static bool isX86Elf(const llvm::Module &module) {
  Triple triple(module.getTargetTriple());
  return triple.getArch() == Triple::x86_64 && triple.isOSBinFormatELF();
}

static CallingConv::ID conventionFor(const llvm::Module &module, Keeps keeps) {
  if (keeps == Keeps::Some || !isX86Elf(module))
    return CallingConv::C;
  return keeps == Keeps::All ? CallingConv::PreserveAll : CallingConv::PreserveMost;
}

CallInst *OutlinedChecks::call(Instruction *before, const Entry &entry,
                               ArrayRef<Value *> arguments) {
  SmallVector<Type *, 7> parameters;
  for (const Value *argument : arguments)
    parameters.push_back(argument->getType());
  IRBuilder<> builder(before);
  const std::size_t number = entry.offset / sizeof(void *) + entry.shift.value_or(0);
  Value *place = builder.CreateConstInBoundsGEP2_64(abi.entries, entries, 0, number);
  LoadInst *callee = builder.CreateLoad(abi.pointer, place,
                                        entry.shift ? entry.name + "." + Twine(1U << *entry.shift)
                                                    : Twine(entry.name));
  callee->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(builder.getContext(), {}));
  Type *result = entry.isAsked ? static_cast<Type *>(builder.getInt64Ty()) : builder.getVoidTy();
  CallInst *call =
      builder.CreateCall(FunctionType::get(result, parameters, false), callee, arguments);
  call->setCallingConv(conventionFor(abi.module, entry.keeps));
  call->setDoesNotThrow();
  return call;
}

bool OutlinedChecks::isOne(const CallBase &call) {
  if (const Function *function = call.getCalledFunction())
    return function->hasInternalLinkage() && function->getName().starts_with("fencepost.");
  const auto *callee = dyn_cast<LoadInst>(call.getCalledOperand());
  return callee &&
         callee->getPointerOperand()->stripInBoundsConstantOffsets()->getName() == kEntriesName;
}

/// What is done most often of `access`, near to the code that calls it: processors remember worse
/// where calls go that go far. As text, which takes the compiler less time than instructions.
static constexpr char kAccess[] = R"($(pushq %rax$|push rax$)
        $(movq (%rsi), %rax$|mov rax, [rsi]$)
        $(movq %rdi, %r11$|mov r11, rdi$)
        $(subq (%rax), %r11$|sub r11, [rax]$)
        $(rorq $$SHIFT, %r11$|ror r11, SHIFT$)
        $(cmpq 8(%rax), %r11$|cmp r11, [rax + 8]$)
        jae .Lfencepost_page${:uid}
        $(movq 16(%rax), %rax$|mov rax, [rax + 16]$)
        $(movb $$1, (%rax,%r11)$|mov byte ptr [rax + r11], 1$)
        $(popq %rax$|pop rax$)
        $(retq$|ret$)
.Lfencepost_page${:uid}:
        $(movq %rdi, %r11$|mov r11, rdi$)
        $(shrq $$PAGE, %r11$|shr r11, PAGE$)
        $(andq ${0:P}+8(%rip), %r11$|and r11, [rip + ${0:P}+8]$)
        $(movq ${0:P}(%rip), %rax$|mov rax, [rip + ${0:P}]$)
        $(cmpb $$0, (%rax,%r11)$|cmp byte ptr [rax + r11], 0$)
        $(popq %rax$|pop rax$)
        jne .Lfencepost_tracked${:uid}
        $(retq$|ret$)
.Lfencepost_tracked${:uid}:
        $(jmpq *${1:P}+ENTRY(%rip)$|jmp qword ptr [rip + ${1:P}+ENTRY]$))";

Function *OutlinedChecks::nearAccess(unsigned shift) {
  const std::string name = ("fencepost.access." + Twine(1U << shift)).str();
  if (Function *known = abi.module.getFunction(name))
    return known;
  LLVMContext &context = abi.module.getContext();
  Type *none = Type::getVoidTy(context);
  auto *function =
      Function::createWithDefaultAttr(FunctionType::get(none, {abi.pointer, abi.pointer}, false),
                                      GlobalValue::InternalLinkage, 0, name, &abi.module);
  function->setCallingConv(CallingConv::PreserveAll);
  function->setDoesNotThrow();
  function->addFnAttr(Attribute::Naked);
  function->addFnAttr(Attribute::NoInline);
  function->removeFnAttr("frame-pointer");
  std::string text = kAccess;
  const std::size_t entry = offsetof(Entries, access) + shift * sizeof(void *);
  for (auto [word, value] :
       {std::pair<StringRef, std::size_t>("SHIFT", shift), {"PAGE", kPageShift}, {"ENTRY", entry}})
    for (std::size_t at; (at = text.find(word)) != std::string::npos;)
      text.replace(at, word.size(), std::to_string(value));
  IRBuilder<> builder(BasicBlock::Create(context, "", function));
  auto *code = InlineAsm::get(FunctionType::get(none, {abi.pointer, abi.pointer}, false), text,
                              "i,i", /*hasSideEffects=*/true);
  builder.CreateCall(code, {shadow, entries});
  builder.CreateUnreachable();
  return function;
}

void OutlinedChecks::access(Instruction *before, Value *address, Constant *check, unsigned shift,
                            int64_t last) {
  static constexpr Entry kEachAccess = FENCEPOST_ENTRY(access, All);
  static constexpr Entry kSpread = FENCEPOST_ENTRY(spread, All);
  if (last)
    call(before, kSpread.of(shift), {address, check, ConstantInt::get(abi.int64, last)});
  else if (isX86Elf(abi.module))
    IRBuilder<>(before)
        .CreateCall(nearAccess(shift), {address, check})
        ->setCallingConv(CallingConv::PreserveAll);
  else
    call(before, kEachAccess.of(shift), {address, check});
}

Instruction *OutlinedChecks::tracked(Instruction *before, Value *address, Constant *check,
                                     unsigned shift) {
  static constexpr Entry kTracked = {"fencepost.tracked", offsetof(Entries, tracked), Keeps::All,
                                     true};
  return call(before, kTracked.of(shift), {address, check});
}

Value *OutlinedChecks::matters(Instruction *before, Value *first, Value *last) {
  static constexpr Entry kMatters = {"fencepost.matters", offsetof(Entries, matters), Keeps::All,
                                     true};
  isAsked = true;
  return call(before, kMatters, {first, last});
}

Instruction *OutlinedChecks::range(Instruction *before, Value *site, Value *start, Value *bytes) {
  static constexpr Entry kRange = {"fencepost.range", offsetof(Entries, range), Keeps::All, true};
  return call(before, kRange, {site, start, bytes});
}

Instruction *OutlinedChecks::rangeInLine(Instruction *before, Value *site, Value *start,
                                         Value *bytes) {
  IRBuilder<> builder(before);
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
  SplitBlockAndInsertIfThenElse(goesOn, before->getIterator(), &goingOn, &other);
  StoreInst *noted = IRBuilder<>(goingOn).CreateStore(behind, known);
  noted->setMetadata(LLVMContext::MD_nosanitize, none);
  return range(other, site, start, bytes);
}

void OutlinedChecks::range(Instruction *before, Constant *site, const ToldRange &told) {
  if (told.strides.empty()) {
    range(before, site, told.start, told.bytes);
    return;
  }
  SmallVector<Value *, 7> arguments = {site, told.start, told.bytes};
  for (const Stride &stride : told.strides)
    arguments.append({stride.bytes, stride.count});
  static constexpr Entry kStrided = FENCEPOST_ENTRY(strided, Some);
  static constexpr Entry kNest = FENCEPOST_ENTRY(nest, Some);
  call(before, told.strides.size() == 1 ? kStrided : kNest, arguments);
}

void OutlinedChecks::mpiCall(Instruction *before, Constant *site) {
  call(before, FENCEPOST_ENTRY(call, Most), {site});
}

Value *OutlinedChecks::enter(Instruction *before, Constant *site) {
  static constexpr Entry kEnter = {"fencepost.enter", offsetof(Entries, enter), Keeps::Some, true};
  isAsked = true;
  return call(before, kEnter, {site});
}

void OutlinedChecks::leave(Instruction *before, Value *entered) {
  call(before, FENCEPOST_ENTRY(leave, Some), {entered});
}

void OutlinedChecks::release(Instruction *before, Value *site, Value *start, Value *bytes) {
  call(before, FENCEPOST_ENTRY(released, Most), {site, start, bytes});
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
  static constexpr Entry kFree = FENCEPOST_ENTRY(freed, Most);
  static constexpr Entry kDelete = FENCEPOST_ENTRY(deleted, Most);
  call(before, byNew ? kDelete : kFree, {site, start});
}

/// A function that gives 0, or nothing.
static Function *makeNothing(llvm::Module &module, StringRef name, Constant *result) {
  Type *type = result ? result->getType() : Type::getVoidTy(module.getContext());
  Function *nothing = Function::createWithDefaultAttr(
      FunctionType::get(type, false), GlobalValue::InternalLinkage, 0, name, &module);
  nothing->setDoesNotThrow();
  nothing->removeFnAttr("frame-pointer");
  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", nothing));
  result ? builder.CreateRet(result) : builder.CreateRetVoid();
  return nothing;
}

void OutlinedChecks::finish() {
  std::vector<Constant *> all(kEntries, makeNothing(abi.module, "fencepost.nothing", nullptr));
  if (isAsked) {
    Constant *no = makeNothing(abi.module, "fencepost.no", ConstantInt::get(abi.int64, 0));
    for (std::size_t offset : {offsetof(Entries, matters), offsetof(Entries, enter)})
      all[offset / sizeof(void *)] = no;
  }
  entries->setInitializer(ConstantArray::get(abi.entries, all));
}

} // namespace fencepost::pass
