//===- Notes.cpp - what the report must say besides the trace -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/process/Notes.h"

#include "runtime/base/HashMap.h"
#include "runtime/base/Lock.h"
#include "runtime/process/Clock.h"
#include "runtime/process/Thread.h"

namespace fencepost::runtime {

namespace {

struct Note {
  char function[64];
  uint64_t count;
};

SpinLock lock;
HashMap<uint32_t> numbers; // by the hash of the function's name
Vector<Note> notes;

void write(const Note &note, Thread &thread) {
  DefNotePayload payload = {note.count};
  thread.journal.appendTexts(RecordType::DefNote, static_cast<uint32_t>(NoteKind::NotFollowed),
                             now(), payload, {note.function});
}

} // namespace

uint32_t noteOf(std::string_view function) {
  Guard guard(lock);
  uint32_t *number = numbers.insert(addToHash(0, function.data(), function.size()));
  if (!number)
    return kNoId;
  if (*number == 0) {
    Note note = {};
    function.copy(note.function, sizeof(note.function) - 1);
    if (!notes.push(note))
      return kNoId;
    *number = static_cast<uint32_t>(notes.size());
  }
  return *number - 1;
}

void countNotFollowed(uint32_t number, Thread &thread) {
  Guard guard(lock);
  if (number < notes.size() && notes[number].count++ == 0)
    write(notes[number], thread);
}

void noteThreadsNotFollowed(std::string_view library, Thread &thread) {
  thread.journal.appendTexts(RecordType::DefNote,
                             static_cast<uint32_t>(NoteKind::ThreadsNotFollowed), now(),
                             DefNotePayload{1}, {library});
}

void writeNotes(Thread &thread) {
  Guard guard(lock);
  for (const Note &note : notes)
    if (note.count)
      write(note, thread);
}

} // namespace fencepost::runtime
