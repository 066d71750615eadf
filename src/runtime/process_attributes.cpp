// Who the process is and what it may use: limits, users, groups. Before the first thread all of it can be changed, and every
// execution begins with that. Afterwards a call that changes nothing succeeds, as with programs that give up rights that they do
// not have; one that would is refused, since not everything could be put back.
#include <sys/fsuid.h>
#include <sys/resource.h>

#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/system.h"

namespace selvage::runtime {

namespace {

inline constexpr const char* kAdvice =
    "what it does could not be put back; call it before the first thread is created, or leave it out of the test";

struct Three {
  uid_t real, effective, saved;
};

Three users() {
  Three ids{};
  system_call(SYS_getresuid, word(&ids.real), word(&ids.effective), word(&ids.saved));
  return ids;
}

Three groups() {
  Three ids{};
  system_call(SYS_getresgid, word(&ids.real), word(&ids.effective), word(&ids.saved));
  return ids;
}

// -1 stands for no change.
bool keeps(uid_t asked, uid_t present) { return asked == static_cast<uid_t>(-1) || asked == present; }

bool keeps_all(uid_t asked, const Three& present) {
  return asked == present.real && asked == present.effective && asked == present.saved;
}

// While threads are explored: true where the call has nothing to do. (The C library would send signals to threads that it takes
// for its own.)
bool has_nothing_to_do(bool changes_nothing, const char* call) {
  if (!exploring()) return false;
  if (!changes_nothing) unmodelled(call, kAdvice);
  return true;
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage::runtime;

SELVAGE_INTERCEPT int setuid(uid_t user) {
  return has_nothing_to_do(keeps_all(user, users()), "setuid") ? 0 : REAL(setuid)(user);
}
SELVAGE_INTERCEPT int seteuid(uid_t user) {
  return has_nothing_to_do(user == users().effective, "seteuid") ? 0 : REAL(seteuid)(user);
}
SELVAGE_INTERCEPT int setreuid(uid_t user, uid_t effective) {
  Three now = users();
  return has_nothing_to_do(keeps(user, now.real) && keeps(effective, now.effective) && now.saved == now.effective,
                           "setreuid")
             ? 0
             : REAL(setreuid)(user, effective);
}
SELVAGE_INTERCEPT int setresuid(uid_t user, uid_t effective, uid_t saved) {
  Three now = users();
  return has_nothing_to_do(keeps(user, now.real) && keeps(effective, now.effective) && keeps(saved, now.saved),
                           "setresuid")
             ? 0
             : REAL(setresuid)(user, effective, saved);
}
SELVAGE_INTERCEPT int setgid(gid_t group) {
  return has_nothing_to_do(keeps_all(group, groups()), "setgid") ? 0 : REAL(setgid)(group);
}
SELVAGE_INTERCEPT int setegid(gid_t group) {
  return has_nothing_to_do(group == groups().effective, "setegid") ? 0 : REAL(setegid)(group);
}
SELVAGE_INTERCEPT int setregid(gid_t group, gid_t effective) {
  Three now = groups();
  return has_nothing_to_do(keeps(group, now.real) && keeps(effective, now.effective) && now.saved == now.effective,
                           "setregid")
             ? 0
             : REAL(setregid)(group, effective);
}
SELVAGE_INTERCEPT int setresgid(gid_t group, gid_t effective, gid_t saved) {
  Three now = groups();
  return has_nothing_to_do(keeps(group, now.real) && keeps(effective, now.effective) && keeps(saved, now.saved),
                           "setresgid")
             ? 0
             : REAL(setresgid)(group, effective, saved);
}
SELVAGE_INTERCEPT int setfsuid(uid_t user) {
  return has_nothing_to_do(user == users().effective, "setfsuid") ? static_cast<int>(user) : REAL(setfsuid)(user);
}
SELVAGE_INTERCEPT int setfsgid(gid_t group) {
  return has_nothing_to_do(group == groups().effective, "setfsgid") ? static_cast<int>(group) : REAL(setfsgid)(group);
}

SELVAGE_INTERCEPT int setrlimit(__rlimit_resource_t resource, const rlimit* limit) {
  rlimit now{};
  bool known = system_call(SYS_getrlimit, static_cast<long>(resource), word(&now)) == 0;
  return has_nothing_to_do(!known || (now.rlim_cur == limit->rlim_cur && now.rlim_max == limit->rlim_max), "setrlimit")
             ? 0
             : REAL(setrlimit)(resource, limit);
}
SELVAGE_INTERCEPT int setrlimit64(__rlimit_resource_t resource, const rlimit64* limit) {
  return setrlimit(resource, reinterpret_cast<const rlimit*>(limit));
}
// Asking goes on to the kernel.
SELVAGE_INTERCEPT int prlimit(pid_t process, __rlimit_resource resource, const rlimit* limit, rlimit* old) {
  if (limit != nullptr && exploring()) unmodelled("prlimit", kAdvice);
  return REAL(prlimit)(process, resource, limit, old);
}
SELVAGE_INTERCEPT int prlimit64(pid_t process, __rlimit_resource resource, const rlimit64* limit, rlimit64* old) {
  if (limit != nullptr && exploring()) unmodelled("prlimit64", kAdvice);
  return REAL(prlimit64)(process, resource, limit, old);
}
