// The calls that only sockets have, on the socket pairs that are modelled.
#include "runtime/channels.h"
#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/real.h"

extern "C" [[noreturn]] void __chk_fail();

namespace selvage::runtime {

namespace {

// The endpoint of a socket pair, or null with errno set.
Endpoint* socket_of(int number) {
  DescriptorKind kind = kind_of(number);
  if (kind == DescriptorKind::None) {
    errno = EBADF;
    return nullptr;
  }
  Endpoint* e = kind == DescriptorKind::Channel ? &endpoint(descriptor(number).model) : nullptr;
  if (e && e->type == EndpointType::Socket) return e;
  errno = ENOTSOCK;
  return nullptr;
}

ssize_t receive(int number, const iovec* parts, int count, int flags) {
  return socket_of(number) ? read_channel(number, parts, count, flags) : -1;
}

ssize_t send_parts(int number, const iovec* parts, int count, int flags) {
  return socket_of(number) ? write_channel(number, parts, count, flags) : -1;
}

void clear_address(socklen_t* length) {
  if (length) *length = 0;
}

int set_option(Endpoint& e, int level, int option, const void* value, socklen_t length) {
  if (level != SOL_SOCKET) return failing(EOPNOTSUPP);
  if (option != SO_RCVTIMEO && option != SO_SNDTIMEO) return 0;
  if (length < sizeof(timeval)) return failing(EINVAL);
  auto& time = *static_cast<const timeval*>(value);
  uint64_t nanoseconds =
      static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_usec) * 1000;
  (option == SO_RCVTIMEO ? e.receive_timeout : e.send_timeout) = nanoseconds;
  return 0;
}

int get_option(const Endpoint& e, int level, int option, void* value, socklen_t* length) {
  if (level != SOL_SOCKET || *length < sizeof(int)) return failing(level != SOL_SOCKET ? EOPNOTSUPP : EINVAL);
  int result = 0;
  switch (option) {
    case SO_TYPE:
      result = e.messages ? SOCK_DGRAM : SOCK_STREAM;
      break;
    case SO_DOMAIN:
      result = AF_UNIX;
      break;
    case SO_RCVBUF:
    case SO_SNDBUF:
      result = kBufferCapacity;
      break;
    default:
      break;
  }
  memcpy(value, &result, sizeof result);
  *length = sizeof result;
  return 0;
}

int name_of(int number, sockaddr* address, socklen_t* length) {
  if (!socket_of(number)) return -1;
  sa_family_t family = AF_UNIX;
  memcpy(address, &family, *length < sizeof family ? *length : sizeof family);
  *length = sizeof family;
  return 0;
}

int shut_down(int number, int how) {
  Endpoint* e = socket_of(number);
  if (!e) return -1;
  if (how != SHUT_RD && how != SHUT_WR && how != SHUT_RDWR) return failing(EINVAL);
  announce(Operation::ChannelClose, static_cast<uint64_t>(number),
           transfer::closes(how != SHUT_WR ? channel_read_from(*e) : 0, how != SHUT_RD ? channel_written_to(*e) : 0));
  e = socket_of(number);
  if (!e) return -1;
  shut_endpoint(*e, how != SHUT_WR, how != SHUT_RD);
  return 0;
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT ssize_t recv(int number, void* buffer, size_t size, int flags) {
  if (!modelling()) return REAL(recv)(number, buffer, size, flags);
  iovec part{buffer, size};
  return receive(number, &part, 1, flags);
}
SELVAGE_INTERCEPT ssize_t recvfrom(int number, void* buffer, size_t size, int flags, sockaddr* address,
                                   socklen_t* length) {
  if (!modelling()) return REAL(recvfrom)(number, buffer, size, flags, address, length);
  iovec part{buffer, size};
  ssize_t result = receive(number, &part, 1, flags);
  if (result >= 0) clear_address(length);
  return result;
}
SELVAGE_INTERCEPT ssize_t recvmsg(int number, msghdr* message, int flags) {
  if (!modelling()) return REAL(recvmsg)(number, message, flags);
  ssize_t result = receive(number, message->msg_iov, static_cast<int>(message->msg_iovlen), flags);
  if (result >= 0) {
    message->msg_namelen = 0;
    message->msg_controllen = 0;
    message->msg_flags = 0;
  }
  return result;
}
SELVAGE_INTERCEPT ssize_t send(int number, const void* buffer, size_t size, int flags) {
  if (!modelling()) return REAL(send)(number, buffer, size, flags);
  iovec part{const_cast<void*>(buffer), size};
  return send_parts(number, &part, 1, flags);
}
SELVAGE_INTERCEPT ssize_t sendto(int number, const void* buffer, size_t size, int flags, const sockaddr* address,
                                 socklen_t length) {
  if (!modelling()) return REAL(sendto)(number, buffer, size, flags, address, length);
  if (address && socket_of(number)) return failing(EISCONN);
  iovec part{const_cast<void*>(buffer), size};
  return send_parts(number, &part, 1, flags);
}
SELVAGE_INTERCEPT ssize_t sendmsg(int number, const msghdr* message, int flags) {
  if (!modelling()) return REAL(sendmsg)(number, message, flags);
  if (message->msg_controllen > 0)
    unmodelled("sendmsg with control data", "send plain bytes: threads share descriptors anyway");
  return send_parts(number, message->msg_iov, static_cast<int>(message->msg_iovlen), flags);
}
SELVAGE_INTERCEPT ssize_t __recv_chk(int number, void* buffer, size_t size, size_t room, int flags) {
  if (size > room) __chk_fail();
  return recv(number, buffer, size, flags);
}
SELVAGE_INTERCEPT ssize_t __recvfrom_chk(int number, void* buffer, size_t size, size_t room, int flags,
                                         sockaddr* address, socklen_t* length) {
  if (size > room) __chk_fail();
  return recvfrom(number, buffer, size, flags, address, length);
}

SELVAGE_INTERCEPT int shutdown(int number, int how) {
  return modelling() ? shut_down(number, how) : REAL(shutdown)(number, how);
}

SELVAGE_INTERCEPT int setsockopt(int number, int level, int option, const void* value, socklen_t length) {
  if (!modelling()) return REAL(setsockopt)(number, level, option, value, length);
  Endpoint* e = socket_of(number);
  return e ? set_option(*e, level, option, value, length) : -1;
}
SELVAGE_INTERCEPT int getsockopt(int number, int level, int option, void* value, socklen_t* length) {
  if (!modelling()) return REAL(getsockopt)(number, level, option, value, length);
  Endpoint* e = socket_of(number);
  return e ? get_option(*e, level, option, value, length) : -1;
}
SELVAGE_INTERCEPT int getsockname(int number, sockaddr* address, socklen_t* length) {
  return modelling() ? name_of(number, address, length) : REAL(getsockname)(number, address, length);
}
SELVAGE_INTERCEPT int getpeername(int number, sockaddr* address, socklen_t* length) {
  return modelling() ? name_of(number, address, length) : REAL(getpeername)(number, address, length);
}
