//===- Spool.cpp - rows that wait for the results -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/iterations/Spool.h"

#include "analyzer/trace/Reader.h"

#include <cerrno>
#include <cstring>

namespace fencepost::analyzer {

Spool::Spool(const std::string &file)
    : name_(file), file_(std::fopen((file + ".iterations").c_str(), "w+b")) {
  if (!file_)
    throw TraceError(name_ + ": the results cannot be written (" + std::strerror(errno) +
                     "): name another file with -o");
  std::remove((file + ".iterations").c_str());
}

void Spool::rewind() {
  if (failed_ || std::fflush(file_.get()) != 0)
    throw TraceError(name_ + ": there is no room beside it for what is known of the iterations: " +
                     "name another file with -o");
  std::rewind(file_.get());
}

void Spool::read(void *to, std::size_t bytes) {
  if (std::fread(to, 1, bytes, file_.get()) != bytes)
    throw TraceError(name_ + ": what is known of the iterations could not be read again");
}

} // namespace fencepost::analyzer
