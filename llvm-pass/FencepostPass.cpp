//===- FencepostPass.cpp - instruments a module -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/FencepostPass.h"

#include "llvm-pass/AccessLists.h"
#include "llvm-pass/AccessedType.h"
#include "llvm-pass/Accesses.h"
#include "llvm-pass/CheckTable.h"
#include "llvm-pass/Eligibility.h"
#include "llvm-pass/Instrument.h"
#include "llvm-pass/IntoLibraries.h"
#include "llvm-pass/KnownCallees.h"
#include "llvm-pass/LineTables.h"
#include "llvm-pass/LoopAccesses.h"
#include "llvm-pass/ModuleObjects.h"
#include "llvm-pass/MpiKnowledge.h"
#include "llvm-pass/OutlinedChecks.h"
#include "llvm-pass/Relevance.h"
#include "llvm-pass/RuntimeAbi.h"
#include "llvm-pass/SiteTable.h"
#include "llvm-pass/ThreadSync.h"
#include "llvm-pass/ToldRanges.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <optional>

using namespace llvm;

namespace fencepost::pass {

/// What a module refers to before it knows of the runtime: no page matters, nothing is followed,
/// and a check has no places (model/Abi.h, model/Checks.h).
static GlobalVariable *makeZeros(RuntimeAbi &abi) {
  Type *largest = abi.notedPlaces;
  return new GlobalVariable(abi.module, largest, true, GlobalValue::InternalLinkage,
                            Constant::getNullValue(largest), "fencepost.zeros");
}

static GlobalVariable *makeShadow(RuntimeAbi &abi, GlobalVariable *zeros) {
  Constant *empty =
      ConstantStruct::get(abi.pageShadow, zeros, ConstantInt::get(abi.int64, 0), zeros);
  return new GlobalVariable(abi.module, abi.pageShadow, false, GlobalValue::InternalLinkage, empty,
                            "fencepost.shadow");
}

/// Runs before the constructors of the program: those may access memory and call MPI.
static void makeConstructor(RuntimeAbi &abi, GlobalVariable *info) {
  constexpr int kBeforeProgram = 100;
  Function *constructor = Function::createWithDefaultAttr(
      FunctionType::get(Type::getVoidTy(abi.module.getContext()), false),
      GlobalValue::InternalLinkage, 0, "fencepost.register", &abi.module);
  constructor->setDoesNotThrow();
  IRBuilder<> builder(BasicBlock::Create(abi.module.getContext(), "", constructor));
  Instruction *end = builder.CreateRetVoid();
  RuntimeAbi::callIfLinked(abi.registerModule(), {info}, end);
  appendToGlobalCtors(abi.module, constructor, kBeforeProgram);
}

/// What the optimizer inferred of a function before it contained calls of the runtime. Callers of
/// instrumented functions inherited it, so it goes from all.
static void dropInferredEffects(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration())
      for (Attribute::AttrKind kind :
           {Attribute::Memory, Attribute::NoSync, Attribute::Speculatable})
        function.removeFnAttr(kind);
}

/// Call paths are read off the frame pointers, through all functions that call others.
static void keepFramePointers(Function &function) {
  constexpr char kAttribute[] = "frame-pointer";
  if (!function.hasFnAttribute(kAttribute) ||
      function.getFnAttribute(kAttribute).getValueAsString() == "none")
    function.addFnAttr(kAttribute, "non-leaf");
}

namespace {
struct Found {
  Function *function;
  LoopAccesses loops;
  Accesses accesses;
  std::vector<Instruction *> threadSync;
};
} // namespace

/// Whether the function accesses what windows hold. That are hardly ever pointers, which are what
/// operator[] of a vector reads before its caller accesses the element.
static bool accessesData(const Found &found) {
  const Accesses &all = found.accesses;
  const auto isData = [](const CheckedAccesses::Access &access) {
    const Type *type = loadedOrStored(*access.instruction);
    return !type || !type->isPtrOrPtrVectorTy();
  };
  return found.loops.any() || !all.ranges.empty() || !all.masked.empty() || !all.left.empty() ||
         !all.libraryCalls.empty() || !all.releases.empty() || !all.scopeEnds.empty() ||
         any_of(all.checked, [&](const CheckedAccesses &checked) {
           return any_of(checked.accesses, isData);
         });
}

static std::vector<CallBase *> callsIntoLibraries(ArrayRef<Found> found) {
  std::vector<Function *> all, accessing;
  for (const Found &each : found) {
    all.push_back(each.function);
    if (accessesData(each))
      accessing.push_back(each.function);
  }
  return callsIntoLibraries(all, accessing);
}

void instrumentModule(Module &module, ModuleAnalysisManager &manager, const PassOptions &options,
                      FactsOf factsOf, OfFunctions isInstrumented, OfFunctions hasOwnLines) {
  auto &functionManager =
      manager.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  std::optional<ModuleObjects> objects;
  if (options.accesses == InstrumentedAccesses::Relevant) {
    objects.emplace(module);
    if (describeKnownCallees(module, *objects, functionManager))
      objects.emplace(module);
  }
  Relevance relevance(module, options.accesses == InstrumentedAccesses::Every,
                      objects ? &*objects : nullptr);
  AccessCounts counts;
  std::vector<Found> found;
  for (Function &function : module) {
    if (!isInstrumented(function))
      continue;
    LoopAccesses loops(function, functionManager);
    Accesses accesses = findAccesses(function, relevance, loops, options.accesses, counts);
    found.push_back({&function, std::move(loops), std::move(accesses),
                     options.accesses != InstrumentedAccesses::Off ? findThreadSync(function)
                                                                   : std::vector<Instruction *>()});
  }

  if (options.stats)
    errs() << "fencepost: " << module.getSourceFileName() << ": " << describe(counts) << '\n';

  RuntimeAbi abi(module);
  SiteTable sites(abi, factsOf);
  GlobalVariable *zeros = makeZeros(abi);
  GlobalVariable *shadow = makeShadow(abi, zeros);
  auto *entries =
      new GlobalVariable(module, abi.entries, false, GlobalValue::InternalLinkage,
                         Constant::getNullValue(abi.entries), kEntriesName);
  CheckTable checks(abi, zeros, sites.table());
  AccessLists lists(abi);
  OutlinedChecks outlined(abi, shadow, entries);
  ModuleParts parts{abi, sites, lists, checks, outlined, shadow};
  const std::vector<CallBase *> intoLibraries = callsIntoLibraries(found);
  bool callsRuntime = false;
  for (auto &[function, loops, accesses, threadSync] : found) {
    keepFramePointers(*function);
    instrument(*function, accesses, loops, parts);
    instrumentThreadSync(threadSync);
    callsRuntime |= !threadSync.empty();
  }
  for (CallBase *call : intoLibraries)
    tellEntering(*call, sites, outlined);
  lists.emit();
  if (callsRuntime || !sites.empty()) {
    dropInferredEffects(module);
    forgetKnownCallees(module);
  }
  forgetTold(module);
  forgetMpiKnowledge(module);
  for (Function &function : module)
    if (hasOwnLines(function))
      keepLinesOfCalls(function);
  markInstrumented(module);
  if (sites.empty()) {
    sites.emit(shadow, entries);
    shadow->eraseFromParent();
    entries->eraseFromParent();
    zeros->eraseFromParent();
    return;
  }
  outlined.finish();
  makeConstructor(abi, sites.emit(shadow, entries));
}

PreservedAnalyses FencepostPass::run(Module &module, ModuleAnalysisManager &manager) {
  if (!isEligible(module))
    return PreservedAnalyses::all();
  const IgnoredFunctions ignored(module);
  instrumentModule(
      module, manager, options, [&](const Instruction &) { return facts.get(); },
      [&](const Function &function) { return !ignored.contains(function); },
      [&](const Function &) { return options.ownLineTables; });
  return PreservedAnalyses::none();
}

} // namespace fencepost::pass
