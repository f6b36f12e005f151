//===- SiteTable.cpp - the sites of a module and their records ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/SiteTable.h"

#include "llvm-pass/RuntimeAbi.h"
#include "llvm-pass/SourceLocation.h"
#include "model/Abi.h"
#include "model/SourceFacts.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace fencepost::pass {

SiteTable::SiteTable(RuntimeAbi &abi, FactsOf factsOf)
    : abi(abi), factsOf(factsOf),
      placeholder(new GlobalVariable(abi.module, abi.site, false, GlobalValue::ExternalLinkage,
                                     nullptr, "fencepost.sites.placeholder")) {}

namespace {
/// The fields of a record that come from the source.
struct Spelling {
  std::string window, expression, function;
};
} // namespace

static Spelling spelling(SiteKind kind, const SourceLocation &at, const SourceFacts *facts) {
  if (!facts || !at.line)
    return {};
  if (kind == SiteKind::Call) {
    const CallSpelling *call = facts->call(at.file, at.line, at.column);
    return call ? Spelling{call->window, call->buffer.empty() ? call->result : call->buffer,
                           call->function}
                : Spelling{};
  }
  const AccessSpelling *access = kind == SiteKind::Load ? facts->load(at.file, at.line, at.column)
                                                        : facts->store(at.file, at.line, at.column);
  return access ? Spelling{"", access->expression, access->function} : Spelling{};
}

/// Appends a field; what would end a field or record in its text becomes a blank.
static void appendField(std::string &record, std::string_view field) {
  record += '\t';
  for (char c : field)
    record += c == '\t' || c == '\n' || c == '\r' || c == '\0' ? ' ' : c;
}

static std::string makeRecord(SiteKind kind, StringRef call, const SourceLocation &at,
                              const Spelling &spelling) {
  std::string record(kSiteRecordVersion);
  appendField(record, std::string(1, static_cast<char>(kind)));
  bool inSystem = !call.empty() && call != StringRef(kAtomicAccess) && !at.systemFunction.empty();
  appendField(record, inSystem ? at.systemFunction : call.str());
  appendField(record, at.file);
  appendField(record, at.directory);
  appendField(record, std::to_string(at.line));
  appendField(record, std::to_string(at.column));
  appendField(record, spelling.function.empty() ? at.function : spelling.function);
  appendField(record, spelling.window);
  appendField(record, spelling.expression);
  appendField(record, at.inlinedAt);
  return record;
}

static Constant *inside(GlobalVariable *array, uint64_t offset) {
  return ConstantExpr::getInBoundsGetElementPtr(
      Type::getInt8Ty(array->getContext()), array,
      ArrayRef<Constant *>{ConstantInt::get(Type::getInt64Ty(array->getContext()), offset)});
}

Constant *SiteTable::site(SiteKind kind, StringRef call, const Instruction &instruction) {
  SourceLocation at = sourceLocation(instruction);
  std::string record = makeRecord(kind, call, at, spelling(kind, at, factsOf(instruction)));
  auto [known, isNew] = indices.try_emplace(record, offsets.size());
  if (isNew) {
    offsets.push_back(records.size());
    records += record;
    records += '\0';
  }
  Constant *site = inside(placeholder, known->second * sizeof(Site));
  numbers[site] = static_cast<uint32_t>(known->second);
  return site;
}

Constant *SiteTable::table() const { return placeholder; }

/// By the features of its functions; one that names none may have been compiled for any.
static Vectors vectorsOf(const llvm::Module &module) {
  return any_of(module,
                [](const Function &function) {
                  if (function.isDeclaration() || function.getName().starts_with("fencepost."))
                    return false;
                  const Attribute features = function.getFnAttribute("target-features");
                  return !features.isValid() || features.getValueAsString().contains("+avx");
                })
             ? Vectors::ymm
             : Vectors::xmm;
}

GlobalVariable *SiteTable::emit(GlobalVariable *shadow, GlobalVariable *entries) {
  if (empty()) {
    placeholder->eraseFromParent();
    return nullptr;
  }
  // The last NUL is part of `records` already. Alignment 1: the section is split at the NULs.
  Constant *text = ConstantDataArray::getString(abi.module.getContext(), records, false);
  auto *recordText = new GlobalVariable(abi.module, text->getType(), true,
                                        GlobalValue::InternalLinkage, text, "fencepost.records");
  recordText->setSection(kSiteSection);
  recordText->setAlignment(Align(1));
  appendToCompilerUsed(abi.module, {recordText});

  std::vector<Constant *> elements;
  Constant *zero = ConstantInt::get(abi.int32, 0);
  for (uint64_t offset : offsets)
    elements.push_back(ConstantStruct::get(abi.site, inside(recordText, offset), zero, zero));
  auto *type = ArrayType::get(abi.site, elements.size());
  auto *sites = new GlobalVariable(abi.module, type, false, GlobalValue::InternalLinkage,
                                   ConstantArray::get(type, elements), "fencepost.sites");
  placeholder->replaceAllUsesWith(sites);
  placeholder->eraseFromParent();

  auto number = [&](uint64_t value) { return ConstantInt::get(abi.int32, value); };
  Constant *info = ConstantStruct::get(abi.moduleInfo, number(kAbiVersion), number(offsets.size()),
                                       sites, shadow, entries,
                                       number(static_cast<uint32_t>(vectorsOf(abi.module))));
  return new GlobalVariable(abi.module, abi.moduleInfo, true, GlobalValue::InternalLinkage, info,
                            "fencepost.module");
}

} // namespace fencepost::pass
