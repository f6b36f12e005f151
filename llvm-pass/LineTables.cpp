//===- LineTables.cpp - as many lines as the run needs --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/LineTables.h"

#include "llvm-pass/Annotations.h"
#include "llvm-pass/OutlinedChecks.h"
#include "model/SystemFiles.h"

#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fencepost::pass {

static bool isCall(const Instruction &instruction) {
  return isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction);
}

static bool needsLine(const Instruction &instruction) {
  return isCall(instruction) ||
         (instruction.mayReadOrWriteMemory() && !isa<LifetimeIntrinsic>(instruction));
}

static void giveLine(const Annotation &library, DIBuilder &builder, const DICompileUnit &unit) {
  Function &function = *library.function;
  if (function.isDeclaration() || function.getSubprogram())
    return;
  StringRef name = library.text.drop_front(kLibraryFunction.size());
  DIFile *file = builder.createFile(library.file, unit.getDirectory());
  auto *type = builder.createSubroutineType(builder.getOrCreateTypeArray({}));
  DISubprogram *subprogram =
      builder.createFunction(file, name, "", file, library.line, type, library.line,
                             DINode::FlagZero, DISubprogram::SPFlagDefinition);
  function.setSubprogram(subprogram);
  const DebugLoc location = DILocation::get(function.getContext(), library.line, 0, subprogram);
  for (Instruction &instruction : instructions(function))
    if (needsLine(instruction))
      instruction.setDebugLoc(location);
}

static void giveLinesToLibraryFunctions(Module &module) {
  if (module.debug_compile_units().empty())
    return;
  DICompileUnit *unit = *module.debug_compile_units().begin();
  DIBuilder builder(module, /*AllowUnresolved=*/false, unit);
  const auto isOfLibrary = [](StringRef text) { return text.starts_with(kLibraryFunction); };
  for (const Annotation &annotation : annotationsOf(module))
    if (isOfLibrary(annotation.text))
      giveLine(annotation, builder, *unit);
  builder.finalize();
  dropAnnotations(module, isOfLibrary);
}

PreservedAnalyses KeepLinesOfAccesses::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : module)
    if (function.getSubprogram())
      for (Instruction &instruction : instructions(function))
        if (!needsLine(instruction))
          instruction.setDebugLoc(DebugLoc());
  giveLinesToLibraryFunctions(module);
  return PreservedAnalyses::all();
}

void keepLinesOfCalls(Function &function) {
  bool hasCalls = false;
  for (Instruction &instruction : instructions(function)) {
    if (!isCall(instruction) || OutlinedChecks::isOne(cast<CallBase>(instruction)))
      instruction.setDebugLoc(DebugLoc());
    else
      hasCalls = true;
  }
  if (!hasCalls)
    function.setSubprogram(nullptr);
}

} // namespace fencepost::pass
