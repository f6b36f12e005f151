//===- SystemFiles.h - whose code a file has -------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_MODEL_SYSTEMFILES_H
#define FENCEPOST_MODEL_SYSTEMFILES_H

#include <string_view>

namespace fencepost {

/// Whether the file belongs to the C++ standard library.
inline bool isStandardFile(std::string_view path) {
  return path.find("/include/c++/") != path.npos;
}

/// Whether it belongs to the system: the standard library's templates, MPI's C++ bindings.
inline bool isSystemFile(std::string_view path) {
  return isStandardFile(path) || path.starts_with("/usr/include/") ||
         path.find("/ompi/mpi/cxx/") != path.npos;
}

/// With what the annotation of a function of such a file begins; its name follows. It has no lines
/// but that of the annotation.
inline constexpr std::string_view kLibraryFunction = "fencepost.library:";

} // namespace fencepost

#endif // FENCEPOST_MODEL_SYSTEMFILES_H
