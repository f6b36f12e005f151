//===- Progress.h - says on a terminal that something takes long ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_PROGRESS_H
#define FENCEPOST_DRIVER_PROGRESS_H

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace fencepost::driver {

/// While it lives: after two seconds, a line on standard error with the time taken so far, when
/// that is a terminal. The line is gone in the end.
class Progress {
public:
  explicit Progress(std::string what);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

private:
  void show();

  std::string what;
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  std::thread thread;
};

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_PROGRESS_H
