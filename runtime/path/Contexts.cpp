//===- Contexts.cpp - calling contexts: call paths with a number ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/path/Contexts.h"

#include "runtime/base/HashMap.h"
#include "runtime/base/Lock.h"
#include "runtime/path/FrameWalk.h"
#include "runtime/path/Sites.h"
#include "runtime/path/Symbolizer.h"
#include "runtime/process/Clock.h"
#include "runtime/process/Options.h"
#include "runtime/process/Thread.h"

#include <cerrno>
#include <cstdio>

namespace fencepost::runtime {

namespace {

/// A frame that is to become a context.
struct Frame {
  std::string_view function;
  std::string_view file;
  uint32_t line = 0;
  uint32_t column = 0;
  bool isCall = false;
  std::string_view window;
  std::string_view expression;
  std::string_view directory;
  std::string_view call;
};

SpinLock lock;
HashMap<uint32_t> byPath;    // from the hash of a call path
HashMap<uint32_t> byContent; // from the hash of parent and frame, to the id + 1
HashMap<uint32_t> texts;     // from the hash of a text to its place in `characters`
Vector<char> characters;     // of texts, each ended by a NUL

struct Known {
  uint32_t line;
  uint32_t function, file; // in `characters`
};
Vector<Known> contexts;

/// Compilers name files as they like; longer texts than a path can be are cut.
std::string_view cut(std::string_view text) { return text.substr(0, 4096); }

/// Keeps a text for good: libraries that are closed take theirs with them.
uint32_t keep(std::string_view text) {
  uint32_t *known = texts.insert(addToHash(0, text.data(), text.size()));
  if (!known)
    return 0;
  if (*known == 0) {
    // Place 0 is the empty text's.
    const std::size_t place = characters.empty() ? 1 : characters.size();
    if (!characters.resize(place + text.size() + 1))
      return 0;
    text.copy(characters.data() + place, text.size());
    *known = static_cast<uint32_t>(place);
  }
  return *known;
}

uint32_t define(uint32_t parent, const Frame &frame, Thread &thread) {
  uint64_t hash = addToHash(parent, uint64_t{frame.line} << 32 | frame.column);
  for (std::string_view text :
       {frame.function, frame.file, frame.window, frame.expression, frame.directory, frame.call})
    hash = addToHash(hash, text.data(), text.size());
  uint32_t *known = byContent.insert(addToHash(hash, frame.isCall));
  if (!known)
    return kNoId;
  if (*known == 0) {
    if (!contexts.push({frame.line, keep(frame.function), keep(cut(frame.file))}))
      return kNoId;
    *known = static_cast<uint32_t>(contexts.size());
    DefContextPayload payload = {parent, frame.line, frame.column, frame.isCall, {}};
    thread.journal.appendTexts(RecordType::DefContext, *known - 1, now(), payload,
                               {cut(frame.function), cut(frame.file), cut(frame.window),
                                cut(frame.expression), cut(frame.directory), cut(frame.call)});
  }
  return *known - 1;
}

/// The frames of one call path, outermost first.
class Path {
public:
  void add(const Frame &frame) {
    // Nobody calls main: what seemed to is how the process started.
    if (frame.function == "main")
      beginAtMain();
    if (count_ < kMost)
      frames_[count_++] = frame;
  }
  void beginAtMain() {
    count_ = 0;
    main_ = true;
  }
  Frame &back() { return frames_[count_ - 1]; }
  bool empty() const { return count_ == 0; }
  bool startsAtMain() const { return main_; }

  uint32_t defineAll(Thread &thread) const {
    uint32_t parent = kNoId;
    for (unsigned i = 0; i < count_; ++i)
      parent = define(parent, frames_[i], thread);
    return parent;
  }

private:
  static constexpr unsigned kMost = 256;
  Frame frames_[kMost];
  unsigned count_ = 0;
  bool main_ = false;
};

/// Adds what is at a return address: the call is the instruction before it.
void addPhysical(Path &path, const Symbolized &at) {
  if (at.main)
    path.beginAtMain();
  for (unsigned i = at.count; i-- > 0;) {
    Frame frame;
    frame.function = at.frames[i].function;
    frame.file = at.frames[i].file;
    frame.line = at.frames[i].line;
    path.add(frame);
  }
}

/// Adds the functions that the site's was inlined into, outermost first. The record names no
/// files; debug information does where it agrees.
void addInlinedAt(Path &path, std::string_view chain, const Symbolized &at, std::string_view file) {
  std::string_view callers[kMostInlined];
  unsigned count = 0;
  while (!chain.empty() && count < kMostInlined) {
    const size_t end = chain.find(';');
    callers[count++] = chain.substr(0, end);
    chain = end == chain.npos ? std::string_view() : chain.substr(end + 1);
  }
  for (unsigned i = count; i-- > 0;) {
    const size_t colon = callers[i].rfind(':');
    Frame frame;
    frame.function = callers[i].substr(0, colon);
    if (colon != std::string_view::npos)
      std::from_chars(callers[i].data() + colon + 1, callers[i].data() + callers[i].size(),
                      frame.line);
    const bool agrees = at.count == count + 1 && at.frames[i + 1].line == frame.line;
    frame.file = agrees ? std::string_view(at.frames[i + 1].file) : file;
    path.add(frame);
  }
}

Frame frameOf(const SiteRecord &record) {
  Frame frame;
  frame.function = record.function;
  frame.file = record.file;
  frame.line = record.line;
  return frame;
}

uint32_t defineCall(Thread &thread, Call call, Site *site, const uintptr_t *addresses,
                    unsigned count) {
  Path path;
  unsigned mainFrame = kMostFrames; // the physical frame that holds main
  for (unsigned i = count; i-- > 1;) {
    const Symbolized at = symbolize(addresses[i] - 1);
    if (at.count == 0 || (at.system && path.empty()))
      continue;
    addPhysical(path, at);
    if (at.main)
      mainFrame = i;
  }

  const Symbolized at = symbolize(addresses[0] - 1);
  Frame last;
  last.function = callInfo(call).name;
  last.isCall = true;
  auto record = site ? parseSiteRecord(site->record) : std::nullopt;
  if (record) {
    addInlinedAt(path, record->inlinedAt, at, record->file);
    path.add(frameOf(*record));
    last.column = record->column;
    last.window = record->window;
    last.expression = record->expression;
    last.directory = record->directory;
  } else {
    addPhysical(path, at);
  }
  if (mainFrame == kMostFrames && path.startsAtMain())
    mainFrame = 0;
  if (mainFrame + 1 < count)
    setMainReturn(addresses[mainFrame + 1]);
  if (!path.empty()) {
    last.file = path.back().file;
    last.line = path.back().line;
  }
  path.add(last);
  return path.defineAll(thread);
}

} // namespace

uint32_t contextOfCall(Thread &thread, Call call, Site *site, const void *frame) {
  uintptr_t addresses[kMostFrames];
  const unsigned most = options().callpaths == Switch::on ? kMostFrames : 1;
  const unsigned count = walkFrames(frame, {thread.stackLow, thread.stackHigh}, addresses, most);
  uint64_t hash = addToHash(static_cast<uint64_t>(call), reinterpret_cast<uintptr_t>(site));
  for (unsigned i = 0; i < count; ++i)
    hash = addToHash(hash, addresses[i]);

  uint32_t context = thread.contexts.find(hash);
  if (context != kNoId)
    return context;
  const int keptErrno = errno;
  {
    Guard guard(lock);
    uint32_t *known = byPath.insert(hash); // id + 1
    context = known ? *known - 1 : kNoId;
    if (known && *known == 0) {
      context = defineCall(thread, call, site, addresses, count);
      *known = context + 1;
    }
  }
  thread.contexts.insert(hash, context);
  errno = keptErrno;
  return context;
}

uint32_t defineAccess(const SiteRecord &record, Thread &thread) {
  Frame frame = frameOf(record);
  frame.column = record.column;
  frame.window = record.window;
  frame.expression = record.expression;
  frame.directory = record.directory;
  frame.call = record.call;
  Guard guard(lock);
  return define(kNoId, frame, thread);
}

uint32_t callLine(uint32_t context) {
  Guard guard(lock);
  return context < contexts.size() ? contexts[context].line : 0;
}

void describeCall(uint32_t context, char *text, std::size_t size) {
  Guard guard(lock);
  text[0] = '\0';
  if (context >= contexts.size())
    return;
  const Known &known = contexts[context];
  const char *all = characters.empty() ? "" : characters.data();
  const char *function = all + known.function;
  const char *file = all + known.file;
  if (*file && known.line)
    snprintf(text, size, "%s at %s:%u", function, file, known.line);
  else
    snprintf(text, size, "%s", function);
}

} // namespace fencepost::runtime
