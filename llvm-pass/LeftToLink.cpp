//===- LeftToLink.cpp - instrumentation over the whole program ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/LeftToLink.h"

#include "llvm-pass/Eligibility.h"
#include "llvm-pass/FencepostPass.h"
#include "llvm-pass/MpiKnowledge.h"
#include "model/SourceFacts.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace fencepost::pass {

static constexpr char kLeft[] = "fencepost-left"; // of a function; its value names the line tables
static constexpr char kOwnLines[] = "own-lines";
static constexpr char kFacts[] = "fencepost.facts"; // {compile unit, text} for each
static constexpr char kStats[] = "fencepost-stats"; // module flag
static constexpr char kNeeded[] = "fencepost_lto_is_missing_load_pass_plugin_at_link";

namespace {

/// The text of facts: a line each, fields that tabs separate.
class FactsWriter {
public:
  template <typename... Fields> void add(char kind, const Place &place, const Fields &...fields) {
    text += kind;
    (addField(place.file), addField(utostr(place.line)), addField(utostr(place.column)));
    (addField(fields), ...);
    text += '\n';
  }
  std::string text;

private:
  void addField(StringRef field) {
    text += '\t';
    for (char c : field)
      text += c == '\t' || c == '\n' ? ' ' : c;
  }
};

std::string textOf(const SourceFacts &facts) {
  FactsWriter writer;
  for (const auto &[place, call] : facts.calls)
    writer.add('c', place, call.window, call.buffer, call.result, call.function);
  for (const auto &[place, load] : facts.loads)
    writer.add('l', place, load.expression, load.function);
  for (const auto &[place, store] : facts.stores)
    writer.add('s', place, store.expression, store.function);
  return std::move(writer.text);
}

void readFacts(StringRef text, SourceFacts &facts) {
  SmallVector<StringRef, 8> fields;
  for (StringRef line : split(text, '\n')) {
    fields.clear();
    line.split(fields, '\t');
    Place place;
    if (fields.size() < 6 || fields[2].getAsInteger(10, place.line) ||
        fields[3].getAsInteger(10, place.column))
      continue;
    place.file = fields[1].str();
    if (fields[0] == "c" && fields.size() == 8)
      facts.calls[place] = {fields[4].str(), fields[5].str(), fields[6].str(), fields[7].str()};
    else if (fields[0] != "c")
      (fields[0] == "l" ? facts.loads : facts.stores)[place] = {fields[4].str(), fields[5].str()};
  }
}

} // namespace

/// A constant that nothing looks at refers to the symbol.
static void needPassAtLink(Module &module) {
  auto *pointer = PointerType::get(module.getContext(), 0);
  auto *needed = new GlobalVariable(module, Type::getInt8Ty(module.getContext()), true,
                                    GlobalValue::ExternalLinkage, nullptr, kNeeded);
  auto *refers = new GlobalVariable(module, pointer, true, GlobalValue::InternalLinkage, needed,
                                    "fencepost.left");
  appendToUsed(module, {refers});
}

static void dropNeed(Module &module) {
  GlobalVariable *needed = module.getNamedGlobal(kNeeded);
  if (!needed)
    return;
  SmallPtrSet<Constant *, 8> references;
  for (User *user : needed->users())
    if (auto *global = dyn_cast<GlobalVariable>(user))
      references.insert(global);
  removeFromUsedLists(
      module, [&](Constant *used) { return references.contains(used->stripPointerCasts()); });
  for (Constant *reference : references)
    cast<GlobalVariable>(reference)->eraseFromParent();
  if (needed->use_empty())
    needed->eraseFromParent();
}

PreservedAnalyses LeaveToLink::run(Module &module, ModuleAnalysisManager &) {
  if (!isEligible(module))
    return PreservedAnalyses::all();
  const IgnoredFunctions ignored(module);
  for (Function &function : module)
    if (!ignored.contains(function))
      function.addFnAttr(kLeft, options.ownLineTables ? kOwnLines : "");
  if (facts && !module.debug_compile_units().empty()) {
    LLVMContext &context = module.getContext();
    Metadata *parts[] = {*module.debug_compile_units().begin(),
                         MDString::get(context, textOf(*facts))};
    module.getOrInsertNamedMetadata(kFacts)->addOperand(MDNode::get(context, parts));
  }
  if (options.stats)
    module.setModuleFlag(Module::Max, kStats, 1U);
  needPassAtLink(module);
  forgetMpiKnowledge(module);
  markInstrumented(module);
  return PreservedAnalyses::none();
}

static DenseMap<const Metadata *, SourceFacts> takeFacts(Module &module) {
  DenseMap<const Metadata *, SourceFacts> facts;
  NamedMDNode *left = module.getNamedMetadata(kFacts);
  if (!left)
    return facts;
  for (const MDNode *entry : left->operands())
    if (const auto *text = dyn_cast<MDString>(entry->getOperand(1)))
      readFacts(text->getString(), facts[entry->getOperand(0)]);
  left->eraseFromParent();
  return facts;
}

/// Those of other files that were instrumented when they were compiled refer to their own tables.
static void renameOutlined(Module &module) {
  for (Function &function : module)
    if (function.hasLocalLinkage() && function.getName().starts_with("fencepost."))
      function.setName("fencepost.compiled." + function.getName().drop_front(10));
}

PreservedAnalyses InstrumentLeft::run(Module &module, ModuleAnalysisManager &manager) {
  DenseMap<const Function *, bool> left; // has lines for call paths alone
  for (Function &function : module)
    if (function.hasFnAttribute(kLeft)) {
      left[&function] = function.getFnAttribute(kLeft).getValueAsString() == kOwnLines;
      function.removeFnAttr(kLeft);
    }
  // Nor are the other functions to be, by other passes of this plugin.
  if (left.empty()) {
    markInstrumented(module);
    return PreservedAnalyses::none();
  }
  dropNeed(module);
  renameOutlined(module);
  const auto facts = takeFacts(module);
  PassOptions options;
  options.stats = module.getModuleFlag(kStats);
  const auto factsOf = [&](const Instruction &instruction) -> const SourceFacts * {
    const DILocation *location = instruction.getDebugLoc();
    const DISubprogram *subprogram = location ? location->getScope()->getSubprogram() : nullptr;
    const auto found = subprogram ? facts.find(subprogram->getUnit()) : facts.end();
    return found == facts.end() ? nullptr : &found->second;
  };
  instrumentModule(
      module, manager, options, factsOf,
      [&](const Function &function) { return left.contains(&function); },
      [&](const Function &function) { return left.lookup(&function); });
  return PreservedAnalyses::none();
}

} // namespace fencepost::pass
