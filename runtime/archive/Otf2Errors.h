//===- Otf2Errors.h - keeps OTF2 off the program's stderr -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ARCHIVE_OTF2ERRORS_H
#define FENCEPOST_RUNTIME_ARCHIVE_OTF2ERRORS_H

#include <cstdarg>
#include <cstdint>
#include <otf2/otf2.h>
#include <string>

namespace fencepost::archive {

/// While it lives, OTF2 prints nothing, and what its first error was is kept here.
class Otf2Errors {
public:
  Otf2Errors() : before_(OTF2_Error_RegisterCallback(collect, this)) {}
  ~Otf2Errors() { OTF2_Error_RegisterCallback(before_, nullptr); }
  Otf2Errors(const Otf2Errors &) = delete;
  Otf2Errors &operator=(const Otf2Errors &) = delete;

  const std::string &first() const { return first_; }

private:
  static OTF2_ErrorCode collect(void *self, const char *, uint64_t, const char *,
                                OTF2_ErrorCode code, const char *, va_list) {
    std::string &first = static_cast<Otf2Errors *>(self)->first_;
    if (first.empty() && code != OTF2_WARNING && code != OTF2_DEPRECATED)
      first = OTF2_Error_GetDescription(code);
    return code;
  }
  OTF2_ErrorCallback before_;
  std::string first_;
};

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_OTF2ERRORS_H
