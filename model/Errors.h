//===- Errors.h - erroneous uses of RMA that the runtime sees ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RMA-RULES 7. The runtime tells them on stderr, the analyzer in the report, in
// the same words.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_MODEL_ERRORS_H
#define FENCEPOST_MODEL_ERRORS_H

#include "model/Finding.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fencepost {

/// The values are those of errors.def's order.
enum class Error : uint8_t {
#define ERROR(enumerator, ...) enumerator,
#include "model/errors.def"
  Count
};

/// One row of errors.def.
struct ErrorInfo {
  FindingId finding;
  std::string_view name, otherRole, what, why, advice;

  /// The other call is what is wrong; this one is where that was seen.
  constexpr bool isAboutOther() const { return otherRole == "subject"; }
};

inline constexpr std::array<ErrorInfo, static_cast<std::size_t>(Error::Count)> kErrors{{
#define ERROR(enumerator, finding, name, otherRole, what, why, advice)                             \
  {FindingId::finding, name, otherRole, what, why, advice},
#include "model/errors.def"
}};

constexpr const ErrorInfo &errorInfo(Error error) {
  return kErrors[static_cast<std::size_t>(error)];
}

/// What an error is called in a trace: "rma-no-epoch/operation". `Text` is made from characters and
/// takes more by +=.
template <typename Text> Text errorName(const ErrorInfo &error) {
  Text text(findingInfo(error.finding).id);
  text += "/";
  text += error.name;
  return text;
}

/// Calls text(piece) for each literal piece of a sentence of errors.def and field(name) for each
/// {name} in it, in their order.
template <typename Text, typename Field>
constexpr void forEachPiece(std::string_view sentence, Text text, Field field) {
  while (!sentence.empty()) {
    const std::size_t open = sentence.find('{');
    text(sentence.substr(0, open));
    if (open == sentence.npos)
      return;
    const std::size_t close = sentence.find('}', open);
    field(sentence.substr(open + 1, close - open - 1));
    sentence.remove_prefix(close + 1);
  }
}

} // namespace fencepost

#endif // FENCEPOST_MODEL_ERRORS_H
