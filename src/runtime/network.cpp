// What reaches outside the program: not modelled. A test runs both sides in one program, over a socket pair.
#include <netdb.h>
#include <syslog.h>

#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/real.h"

namespace selvage::runtime {

namespace {

inline constexpr const char* kUsePair = "let both sides run in the test, over socketpair(AF_UNIX, ...) or pipe()";
inline constexpr const char* kNoNames = "give the test addresses instead of names";

}  // namespace

}  // namespace selvage::runtime

using namespace selvage::runtime;

SELVAGE_INTERCEPT int socket(int domain, int type, int protocol) {
  if (!modelling()) return REAL(socket)(domain, type, protocol);
  unmodelled("socket", kUsePair);
}
SELVAGE_INTERCEPT int connect(int number, const sockaddr* address, socklen_t length) {
  if (!modelling()) return REAL(connect)(number, address, length);
  unmodelled("connect", kUsePair);
}
SELVAGE_INTERCEPT int bind(int number, const sockaddr* address, socklen_t length) {
  if (!modelling()) return REAL(bind)(number, address, length);
  unmodelled("bind", kUsePair);
}
SELVAGE_INTERCEPT int listen(int number, int backlog) {
  if (!modelling()) return REAL(listen)(number, backlog);
  unmodelled("listen", kUsePair);
}
SELVAGE_INTERCEPT int accept(int number, sockaddr* address, socklen_t* length) {
  if (!modelling()) return REAL(accept)(number, address, length);
  unmodelled("accept", kUsePair);
}
SELVAGE_INTERCEPT int accept4(int number, sockaddr* address, socklen_t* length, int flags) {
  if (!modelling()) return REAL(accept4)(number, address, length, flags);
  unmodelled("accept4", kUsePair);
}
SELVAGE_INTERCEPT int sendmmsg(int number, mmsghdr* messages, unsigned count, int flags) {
  if (!modelling()) return REAL(sendmmsg)(number, messages, count, flags);
  unmodelled("sendmmsg", "send one message at a time");
}
SELVAGE_INTERCEPT int recvmmsg(int number, mmsghdr* messages, unsigned count, int flags, timespec* timeout) {
  if (!modelling()) return REAL(recvmmsg)(number, messages, count, flags, timeout);
  unmodelled("recvmmsg", "receive one message at a time");
}
SELVAGE_INTERCEPT int getaddrinfo(const char* node, const char* service, const addrinfo* hints, addrinfo** result) {
  if (!modelling()) return REAL(getaddrinfo)(node, service, hints, result);
  unmodelled("getaddrinfo", kNoNames);
}
SELVAGE_INTERCEPT hostent* gethostbyname(const char* name) {
  if (!modelling()) return REAL(gethostbyname)(name);
  unmodelled("gethostbyname", kNoNames);
}

// The system's log is nobody's input: what the program says there is dropped.
SELVAGE_INTERCEPT void openlog(const char* name, int options, int facility) {
  if (!modelling()) REAL(openlog)(name, options, facility);
}
SELVAGE_INTERCEPT void closelog() {
  if (!modelling()) REAL(closelog)();
}
SELVAGE_INTERCEPT void vsyslog(int priority, const char* format, va_list arguments) {
  if (!modelling()) REAL(vsyslog)(priority, format, arguments);
}
SELVAGE_INTERCEPT void syslog(int priority, const char* format, ...) {
  if (modelling()) return;
  va_list arguments;
  va_start(arguments, format);
  REAL(vsyslog)(priority, format, arguments);
  va_end(arguments);
}
