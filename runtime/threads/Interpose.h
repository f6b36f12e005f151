//===- Interpose.h - functions of the C library that are seen on the way --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime exports these functions under their own names, so that calls from
// the program, the C++ library and other libraries of the program come here. It
// is done here and not at call sites by the pass because half of the calls are
// not in instrumented code: std::thread and std::condition_variable are in
// libstdc++, thread pools in libraries. Calls of the MPI and OpenMP libraries for
// themselves pass through: those are made inside of MPI calls, by threads that
// were started there, or from the OpenMP library's code.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_THREADS_INTERPOSE_H
#define FENCEPOST_RUNTIME_THREADS_INTERPOSE_H

#include "runtime/threads/OpenMpCode.h"
#include "runtime/threads/SharedObjects.h"
#include "runtime/threads/Sync.h"

#include <atomic>
#include <cerrno>
#include <dlfcn.h>

namespace fencepost::runtime {

/// The next definition of a function, looked up when it is first called.
template <typename Function> class Real;
template <typename Result, typename... Parameters> class Real<Result(Parameters...)> {
public:
  constexpr explicit Real(const char *name) : name_(name) {}

  Result operator()(Parameters... parameters) {
    auto *function = found_.load(std::memory_order_relaxed);
    if (!function && !(function = find()))
      return Result(ENOSYS);
    return function(parameters...);
  }

private:
  using Function = Result (*)(Parameters...);
  Function find() {
    // Those of condition variables have an older version, for another type.
    void *symbol = dlvsym(RTLD_NEXT, name_, "GLIBC_2.3.2");
    if (!symbol)
      symbol = dlsym(RTLD_NEXT, name_);
    const auto function = reinterpret_cast<Function>(symbol);
    found_.store(function, std::memory_order_relaxed);
    return function;
  }

  const char *name_;
  std::atomic<Function> found_{nullptr};
};

/// Begins the definition of a function of that name; `real_<name>` is the next one.
#define FENCEPOST_INTERPOSE(result, name, parameters)                                              \
  static Real<result parameters> real_##name(#name);                                               \
  extern "C" [[gnu::visibility("default")]] result fencepost_##name parameters __asm__(#name);     \
  result fencepost_##name parameters

/// Who calls an interposed function; only in such a function itself.
#define FENCEPOST_CALLER __builtin_return_address(0)

/// Whether that call is recorded. Not in a thread that has no Thread yet: to make one asks the C
/// library for the stack, and the call may come from within malloc, within that same question
/// (UCX locks in its memory hooks). Threads of the program have one from their start.
inline bool synchronizes(const void *caller) {
  return threadLocal.thread && synchronizes() && !isOpenMpCode(caller);
}

/// Likewise for other processes, if they may know the object.
inline bool synchronizesProcesses(const void *caller, const volatile void *object) {
  return isShared(object) && threadLocal.thread && isRecorded() && followsThreads() &&
         !isOpenMpCode(caller);
}
inline void releaseShared(const void *caller, const volatile void *object, uint64_t offset = 0) {
  if (synchronizesProcesses(caller, object))
    release(ThreadSync::ProcessRelease, objectOf(object) + offset);
}
inline void acquireShared(const void *caller, const volatile void *object, uint64_t offset = 0) {
  if (synchronizesProcesses(caller, object))
    acquire(ThreadSync::ProcessAcquire, objectOf(object) + offset);
}

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_THREADS_INTERPOSE_H
