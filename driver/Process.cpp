//===- Process.cpp - starts a program and waits for it --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Process.h"

#include "Error.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fencepost::driver {
namespace {

volatile sig_atomic_t theChild = 0;

/// What the kernel sends for a key goes to the whole foreground group, the child included; it must
/// not get it twice.
void passOn(int signal, siginfo_t *info, void *) {
  int saved = errno;
  if (info->si_code <= 0 && theChild > 0)
    kill(static_cast<pid_t>(theChild), signal);
  errno = saved;
}

constexpr std::array kPassedSignals = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};

/// Passes signals on to the child for as long as it lives. They are blocked until start().
class SignalPassing {
public:
  SignalPassing() {
    sigset_t signals;
    sigemptyset(&signals);
    for (int signal : kPassedSignals)
      sigaddset(&signals, signal);
    sigprocmask(SIG_BLOCK, &signals, &previousMask);
    for (std::size_t i = 0; i < kPassedSignals.size(); ++i) {
      sigaction(kPassedSignals[i], nullptr, &previous[i]);
      if (previous[i].sa_handler == SIG_IGN) // nohup
        continue;
      struct sigaction action = {};
      action.sa_sigaction = passOn;
      action.sa_flags = SA_SIGINFO | SA_RESTART;
      sigaction(kPassedSignals[i], &action, nullptr);
    }
  }
  void start(pid_t child) {
    theChild = child;
    sigprocmask(SIG_SETMASK, &previousMask, nullptr);
  }
  ~SignalPassing() {
    theChild = 0;
    for (std::size_t i = 0; i < kPassedSignals.size(); ++i)
      sigaction(kPassedSignals[i], &previous[i], nullptr);
    sigprocmask(SIG_SETMASK, &previousMask, nullptr);
  }
  SignalPassing(const SignalPassing &) = delete;
  SignalPassing &operator=(const SignalPassing &) = delete;

  sigset_t previousMask;

private:
  std::array<struct sigaction, kPassedSignals.size()> previous;
};

std::vector<char *> pointers(std::vector<std::string> &texts) {
  std::vector<char *> result;
  for (std::string &text : texts)
    result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

std::string readAll(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer;
  for (;;) {
    ssize_t got = read(descriptor, buffer.data(), buffer.size());
    if (got > 0)
      text.append(buffer.data(), static_cast<std::size_t>(got));
    else if (got == 0 || errno != EINTR)
      return text;
  }
}

} // namespace

Outcome runCommand(const Command &command) {
  std::vector<std::string> arguments = command.arguments;
  std::vector<std::string> environment = command.environment.entries();

  int errorPipe[2] = {-1, -1};
  if (command.captureErrors && pipe2(errorPipe, O_CLOEXEC) != 0)
    fail("cannot make a pipe: {}", std::strerror(errno));

  SignalPassing signals;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (command.captureErrors)
    posix_spawn_file_actions_adddup2(&actions, errorPipe[1], STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &signals.previousMask);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);

  pid_t child = 0;
  int error = posix_spawnp(&child, arguments[0].c_str(), &actions, &attributes,
                           pointers(arguments).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (command.captureErrors)
    close(errorPipe[1]);
  if (error != 0) {
    if (command.captureErrors)
      close(errorPipe[0]);
    if (error == ENOENT)
      fail("{}: command not found", arguments[0]);
    fail("{}: cannot be started: {}", arguments[0], std::strerror(error));
  }
  signals.start(child);

  Outcome outcome;
  if (command.captureErrors) {
    outcome.errors = readAll(errorPipe[0]);
    close(errorPipe[0]);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  if (WIFSIGNALED(status)) {
    outcome.signal = WTERMSIG(status);
    outcome.status = 128 + outcome.signal;
  } else {
    outcome.status = WEXITSTATUS(status);
  }
  return outcome;
}

} // namespace fencepost::driver
