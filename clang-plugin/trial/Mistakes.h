//===- trial/Mistakes.h - what a process on trial calls wrongly ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_TRIAL_MISTAKES_H
#define FENCEPOST_CLANG_PLUGIN_TRIAL_MISTAKES_H

#include "model/Finding.h"
#include "trial/Order.h"

#include <map>
#include <string>

namespace clang {
class ASTContext;
} // namespace clang

namespace fencepost::plugin::trial {

class Code;

/// A call that is wrong whatever other processes do meanwhile.
struct Mistake {
  FindingId id;
  const clang::Expr *expr; // where it shows: the call, or an argument
  const clang::CallExpr *call;
  std::string message;
  const clang::Expr *other = nullptr; // what it is about, if anything
  std::string note;
  bool isOfSeveral = false; // processes that do the same
};

using Mistakes = std::map<std::pair<FindingId, const clang::Expr *>, Mistake>;

/// Of the calls that the processes come to (RMA-RULES 7); one for each window and process, as what
/// follows may follow from it.
Mistakes mistakesOf(const std::vector<Course> &courses, const Order &order, const Code &code);

/// Memory that is given back while a window is made of it, or an operation may use it.
Mistakes releasedEarly(const std::vector<Course> &courses, const Order &order,
                       const clang::ASTContext &context);

/// MPI_MODE_NOCHECK that other processes do not allow.
Mistakes uncheckedInVain(const std::vector<Course> &courses, const Order &order,
                         const clang::ASTContext &context);

/// Calls that need others of other processes, which these do not make.
Mistakes unpartnered(const std::vector<Course> &courses, const clang::ASTContext &context);

} // namespace fencepost::plugin::trial

#endif // FENCEPOST_CLANG_PLUGIN_TRIAL_MISTAKES_H
