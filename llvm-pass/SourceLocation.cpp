//===- SourceLocation.cpp - where an instruction comes from -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/SourceLocation.h"

#include "model/SystemFiles.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fencepost::pass {

static bool inSameFrame(const DILocation &a, const DILocation &b) {
  return a.getInlinedAt() == b.getInlinedAt() &&
         a.getScope()->getSubprogram() == b.getScope()->getSubprogram();
}

/// The closest location with a line in the instruction's block, of the same inlined frame where
/// the instruction knows its own. Looks backward first: code is rather sunk than hoisted.
static const DILocation *nearestLine(const Instruction &instruction) {
  const DILocation *own = instruction.getDebugLoc();
  if (!instruction.getFunction()->getSubprogram())
    return nullptr;
  auto fits = [&](const Instruction &other) {
    const DILocation *location = other.getDebugLoc();
    return location && location->getLine() && (!own || inSameFrame(*own, *location));
  };
  for (const Instruction *i = &instruction; i; i = i->getPrevNode())
    if (fits(*i))
      return i->getDebugLoc();
  for (const Instruction *i = &instruction; i; i = i->getNextNode())
    if (fits(*i))
      return i->getDebugLoc();
  return nullptr;
}

static std::string inliningChain(const DILocation &location) {
  std::string chain;
  for (const DILocation *at = location.getInlinedAt(); at; at = at->getInlinedAt()) {
    if (!chain.empty())
      chain += ';';
    chain += at->getScope()->getSubprogram()->getName();
    chain += ':' + std::to_string(at->getLine());
  }
  return chain;
}

/// "operator<<" of "operator<<<std::char_traits<char> >".
static std::string withoutTemplateArguments(StringRef name) {
  if (!name.ends_with(">"))
    return name.str();
  std::size_t at = name.size();
  for (int depth = 0; at-- > 0;) {
    depth += (name[at] == '>') - (name[at] == '<');
    if (depth == 0)
      return name.take_front(at).rtrim().str();
  }
  return name.str(); // operator>
}

/// What std::fill does is told at the line that calls std::fill, where it was inlined there.
static const DILocation *callerOfSystemCode(const DILocation *location, std::string &called) {
  const DILocation *at = location, *system = nullptr;
  for (; at && isSystemFile(at->getFilename()); at = at->getInlinedAt())
    system = at;
  if (!at)
    return location;
  if (system)
    called = withoutTemplateArguments(system->getScope()->getSubprogram()->getName());
  return at;
}

static void setFile(SourceLocation &result, const DIScope &scope) {
  result.file = scope.getFilename();
  result.directory = scope.getDirectory();
}

SourceLocation sourceLocation(const Instruction &instruction) {
  SourceLocation result;
  const DILocation *own = instruction.getDebugLoc();
  const DILocation *location = own && own->getLine() ? own : nearestLine(instruction);
  bool exact = location && location == own;
  location = callerOfSystemCode(location, result.systemFunction);
  const DILocation *frame = location ? location : own;
  if (frame) {
    const DISubprogram &subprogram = *frame->getScope()->getSubprogram();
    setFile(result, *frame->getScope());
    result.line = location ? location->getLine() : subprogram.getLine();
    result.column = exact ? location->getColumn() : 0;
    result.function = subprogram.getName();
    result.inlinedAt = inliningChain(*frame);
    return result;
  }
  const Function &function = *instruction.getFunction();
  if (const DISubprogram *subprogram = function.getSubprogram()) {
    setFile(result, *subprogram);
    result.line = subprogram->getLine();
    result.function = subprogram->getName();
  } else {
    result.file = function.getParent()->getSourceFileName();
    result.function = demangle(function.getName());
  }
  return result;
}

} // namespace fencepost::pass
