//===- Notes.h - what the report must say besides the trace ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_PROCESS_NOTES_H
#define FENCEPOST_RUNTIME_PROCESS_NOTES_H

#include <cstdint>
#include <string_view>

namespace fencepost::runtime {

struct Thread;

/// The counter for calls of a function that are not followed.
uint32_t noteOf(std::string_view function);

/// Counts a call; the first is written at once.
void countNotFollowed(uint32_t note, Thread &thread);

/// Names a library whose threads are not followed.
void noteThreadsNotFollowed(std::string_view library, Thread &thread);

/// Writes the final counts.
void writeNotes(Thread &thread);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_PROCESS_NOTES_H
