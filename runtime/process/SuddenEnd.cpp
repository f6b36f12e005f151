//===- SuddenEnd.cpp - programs that end without more MPI -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records are in the journal's file at once, and stay there however the process ends. What the
// program loads and stores is collected until its thread's next record; for a program that ends
// before, it is written here. Often it is why: an index that a get has not brought yet.
//
//===----------------------------------------------------------------------===//

#include "runtime/process/SuddenEnd.h"

#include "runtime/access/Flush.h"
#include "runtime/base/Lock.h"
#include "runtime/process/Clock.h"
#include "runtime/process/Process.h"
#include "runtime/process/Thread.h"
#include "runtime/threads/Interpose.h"

#include <cerrno>
#include <csignal>
#include <unistd.h>

namespace fencepost::runtime {

namespace {

constexpr int kFaults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
constexpr int kRequests[] = {SIGTERM, SIGINT, SIGQUIT, SIGHUP, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2};

struct sigaction before[NSIG];

/// Where MPI or the runtime itself is interrupted there is nothing to write, or no way to.
void writeLastSegment() {
  Thread *thread = threadLocal.thread;
  if (!thread || threadLocal.depth || static_cast<uint32_t>(getpid()) != process.header.pid)
    return;
  Writing writing(*thread);
  if (!writing)
    return;
  SpinLock::waitNoLonger();
  flushSegment(*thread, now());
}

bool isFault(int signal) {
  for (int fault : kFaults)
    if (signal == fault)
      return true;
  return false;
}

/// The signal comes once more when this returns, to whom it would have come: that of a fault since
/// the instruction is executed again.
void onSignal(int signal, siginfo_t *info, void *) {
  const int error = errno;
  writeLastSegment();
  sigaction(signal, &before[signal], nullptr);
  if (!isFault(signal) || info->si_code <= 0)
    raise(signal);
  errno = error;
}

void handle(int signal, bool alsoHandled) {
  if (sigaction(signal, nullptr, &before[signal]) != 0)
    return;
  const struct sigaction &old = before[signal];
  const bool isDefault = !(old.sa_flags & SA_SIGINFO) && old.sa_handler == SIG_DFL;
  if (!isDefault && (!alsoHandled || old.sa_handler == SIG_IGN))
    return;
  struct sigaction action = {};
  action.sa_sigaction = onSignal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | (old.sa_flags & SA_RESTART);
  action.sa_mask = old.sa_mask;
  sigaction(signal, &action, nullptr);
}

} // namespace

void expectSuddenEnd() {
  for (int signal : kFaults)
    handle(signal, true);
  handle(SIGABRT, true);
  for (int signal : kRequests)
    handle(signal, false);
}

} // namespace fencepost::runtime

using namespace fencepost::runtime;

FENCEPOST_INTERPOSE(void, _exit, (int status)) {
  writeLastSegment();
  real__exit(status);
}

FENCEPOST_INTERPOSE(void, _Exit, (int status)) {
  writeLastSegment();
  real__Exit(status);
}

FENCEPOST_INTERPOSE(void, quick_exit, (int status)) {
  writeLastSegment();
  real_quick_exit(status);
}
