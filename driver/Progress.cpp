//===- Progress.cpp - says on a terminal that something takes long --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"

#include "Terminal.h"

#include <fmt/format.h>

#include <chrono>
#include <csignal>

#include <unistd.h>

namespace fencepost::driver {

using namespace std::chrono_literals;

Progress::Progress(std::string what) : what(std::move(what)) {
  if (!isTerminal(STDERR_FILENO))
    return;
  // Signals are for the thread that waits for the child.
  sigset_t all;
  sigset_t previous;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  thread = std::thread([this] { show(); });
  pthread_sigmask(SIG_SETMASK, &previous, nullptr);
}

Progress::~Progress() {
  if (!thread.joinable())
    return;
  {
    std::lock_guard lock(mutex);
    done = true;
  }
  changed.notify_all();
  thread.join();
}

void Progress::show() {
  auto begin = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex);
  auto isDone = [this] { return done; };
  if (changed.wait_for(lock, 2s, isDone))
    return;
  do {
    auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - begin)
            .count();
    fmt::print(stderr, "\r{} ... {} s", what, seconds);
    std::fflush(stderr);
  } while (!changed.wait_for(lock, 500ms, isDone));
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
}

} // namespace fencepost::driver
