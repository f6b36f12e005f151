//===- Descriptors.cpp - what threads write and others read ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whoever reads from a pipe, a socket, an event or a queue comes after all who wrote
// to it: bytes are not told apart. Files and terminals order nobody. What the C library
// writes and reads for its own streams does not come here.
//
//===----------------------------------------------------------------------===//

#include "runtime/threads/Interpose.h"

#include <mqueue.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

constexpr uint64_t kNone = 0;
/// Nothing tells which two sockets belong together, nor events apart: one object for all of a kind.
constexpr uint64_t kSockets = objectOf(Numbered::Descriptor, 1);
constexpr uint64_t kNameless = objectOf(Numbered::Descriptor, 2);
constexpr uint64_t kQueues = objectOf(Numbered::Descriptor, 3);

uint64_t objectBehind(int descriptor) {
  const int kept = errno;
  struct stat status;
  const int result = fstat(descriptor, &status);
  errno = kept;
  if (result != 0)
    return kNone;
  switch (status.st_mode & S_IFMT) {
  case S_IFIFO:
    return objectOf(Numbered::Pipe, status.st_ino);
  case S_IFSOCK:
    return kSockets;
  case 0: // an eventfd and its like
    return kNameless;
  default:
    return kNone;
  }
}

void releaseBehind(const void *caller, int descriptor) {
  if (!synchronizes(caller))
    return;
  if (const uint64_t object = objectBehind(descriptor); object != kNone)
    release(ThreadSync::DescriptorWrite, object);
}

void acquireBehind(const void *caller, int descriptor) {
  if (!synchronizes(caller))
    return;
  if (const uint64_t object = objectBehind(descriptor); object != kNone)
    acquire(ThreadSync::DescriptorRead, object);
}

template <typename Result, typename... Parameters, typename... Rest>
Result writeTo(Real<Result(int, Parameters...)> &real, const void *caller, int descriptor,
               Rest... rest) {
  releaseBehind(caller, descriptor);
  return real(descriptor, rest...);
}

template <typename Result, typename... Parameters, typename... Rest>
Result readFrom(Real<Result(int, Parameters...)> &real, const void *caller, int descriptor,
                Rest... rest) {
  const Result result = real(descriptor, rest...);
  if (result >= 0)
    acquireBehind(caller, descriptor);
  return result;
}

template <typename Function, typename... Rest>
int waitForAny(Real<Function> &real, const void *caller, pollfd *descriptors, nfds_t count,
               Rest... rest) {
  const int result = real(descriptors, count, rest...);
  if (result > 0 && synchronizes(caller))
    for (nfds_t i = 0; i < count; ++i)
      if (descriptors[i].revents & (POLLIN | POLLHUP))
        acquireBehind(caller, descriptors[i].fd);
  return result;
}

template <typename Function, typename... Rest>
int sendTo(Real<Function> &real, const void *caller, mqd_t queue, Rest... rest) {
  if (synchronizes(caller))
    release(ThreadSync::DescriptorWrite, kQueues);
  return real(queue, rest...);
}

template <typename Function, typename... Rest>
ssize_t receiveFrom(Real<Function> &real, const void *caller, mqd_t queue, Rest... rest) {
  const ssize_t result = real(queue, rest...);
  if (result >= 0 && synchronizes(caller))
    acquire(ThreadSync::DescriptorRead, kQueues);
  return result;
}

} // namespace

FENCEPOST_INTERPOSE(ssize_t, write, (int descriptor, const void *data, size_t bytes)) {
  return writeTo(real_write, FENCEPOST_CALLER, descriptor, data, bytes);
}
FENCEPOST_INTERPOSE(ssize_t, writev, (int descriptor, const iovec *parts, int count)) {
  return writeTo(real_writev, FENCEPOST_CALLER, descriptor, parts, count);
}
FENCEPOST_INTERPOSE(ssize_t, send, (int socket, const void *data, size_t bytes, int flags)) {
  return writeTo(real_send, FENCEPOST_CALLER, socket, data, bytes, flags);
}
FENCEPOST_INTERPOSE(ssize_t, sendto,
                    (int socket, const void *data, size_t bytes, int flags, const sockaddr *to,
                     socklen_t size)) {
  return writeTo(real_sendto, FENCEPOST_CALLER, socket, data, bytes, flags, to, size);
}
FENCEPOST_INTERPOSE(ssize_t, sendmsg, (int socket, const msghdr *message, int flags)) {
  return writeTo(real_sendmsg, FENCEPOST_CALLER, socket, message, flags);
}
FENCEPOST_INTERPOSE(int, eventfd_write, (int event, eventfd_t value)) {
  return writeTo(real_eventfd_write, FENCEPOST_CALLER, event, value);
}
// Who reads to the end comes after who closed it.
FENCEPOST_INTERPOSE(int, close, (int descriptor)) {
  return writeTo(real_close, FENCEPOST_CALLER, descriptor);
}
FENCEPOST_INTERPOSE(int, shutdown, (int socket, int how)) {
  return writeTo(real_shutdown, FENCEPOST_CALLER, socket, how);
}

FENCEPOST_INTERPOSE(ssize_t, read, (int descriptor, void *data, size_t bytes)) {
  return readFrom(real_read, FENCEPOST_CALLER, descriptor, data, bytes);
}
FENCEPOST_INTERPOSE(ssize_t, readv, (int descriptor, const iovec *parts, int count)) {
  return readFrom(real_readv, FENCEPOST_CALLER, descriptor, parts, count);
}
FENCEPOST_INTERPOSE(ssize_t, recv, (int socket, void *data, size_t bytes, int flags)) {
  return readFrom(real_recv, FENCEPOST_CALLER, socket, data, bytes, flags);
}
FENCEPOST_INTERPOSE(ssize_t, recvfrom,
                    (int socket, void *data, size_t bytes, int flags, sockaddr *from,
                     socklen_t *size)) {
  return readFrom(real_recvfrom, FENCEPOST_CALLER, socket, data, bytes, flags, from, size);
}
FENCEPOST_INTERPOSE(ssize_t, recvmsg, (int socket, msghdr *message, int flags)) {
  return readFrom(real_recvmsg, FENCEPOST_CALLER, socket, message, flags);
}
FENCEPOST_INTERPOSE(int, eventfd_read, (int event, eventfd_t *value)) {
  return readFrom(real_eventfd_read, FENCEPOST_CALLER, event, value);
}

// With _FORTIFY_SOURCE.
FENCEPOST_INTERPOSE(ssize_t, __read_chk, (int descriptor, void *data, size_t bytes, size_t room)) {
  return readFrom(real___read_chk, FENCEPOST_CALLER, descriptor, data, bytes, room);
}
FENCEPOST_INTERPOSE(ssize_t, __recv_chk,
                    (int socket, void *data, size_t bytes, size_t room, int flags)) {
  return readFrom(real___recv_chk, FENCEPOST_CALLER, socket, data, bytes, room, flags);
}
FENCEPOST_INTERPOSE(ssize_t, __recvfrom_chk,
                    (int socket, void *data, size_t bytes, size_t room, int flags, sockaddr *from,
                     socklen_t *size)) {
  return readFrom(real___recvfrom_chk, FENCEPOST_CALLER, socket, data, bytes, room, flags, from,
                  size);
}

FENCEPOST_INTERPOSE(int, poll, (pollfd * descriptors, nfds_t count, int timeout)) {
  return waitForAny(real_poll, FENCEPOST_CALLER, descriptors, count, timeout);
}
FENCEPOST_INTERPOSE(int, __poll_chk,
                    (pollfd * descriptors, nfds_t count, int timeout, size_t room)) {
  return waitForAny(real___poll_chk, FENCEPOST_CALLER, descriptors, count, timeout, room);
}
FENCEPOST_INTERPOSE(int, ppoll,
                    (pollfd * descriptors, nfds_t count, const timespec *timeout,
                     const sigset_t *signals)) {
  return waitForAny(real_ppoll, FENCEPOST_CALLER, descriptors, count, timeout, signals);
}

FENCEPOST_INTERPOSE(int, mq_send,
                    (mqd_t queue, const char *data, size_t bytes, unsigned priority)) {
  return sendTo(real_mq_send, FENCEPOST_CALLER, queue, data, bytes, priority);
}
FENCEPOST_INTERPOSE(int, mq_timedsend,
                    (mqd_t queue, const char *data, size_t bytes, unsigned priority,
                     const timespec *until)) {
  return sendTo(real_mq_timedsend, FENCEPOST_CALLER, queue, data, bytes, priority, until);
}
FENCEPOST_INTERPOSE(ssize_t, mq_receive,
                    (mqd_t queue, char *data, size_t bytes, unsigned *priority)) {
  return receiveFrom(real_mq_receive, FENCEPOST_CALLER, queue, data, bytes, priority);
}
FENCEPOST_INTERPOSE(ssize_t, mq_timedreceive,
                    (mqd_t queue, char *data, size_t bytes, unsigned *priority,
                     const timespec *until)) {
  return receiveFrom(real_mq_timedreceive, FENCEPOST_CALLER, queue, data, bytes, priority, until);
}
