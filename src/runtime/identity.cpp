// Process and thread ids, processors, memory size: what differs between runs or machines is told the same always.
#include "runtime/identity.h"

#include <sys/sysinfo.h>

#include "runtime/host.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"

namespace selvage::runtime {

namespace {

inline constexpr pid_t kParentProcess = 999;
inline constexpr long kMemoryPages = 1l << 21;  // 8 GiB

int processor_count() {
  uint32_t count = host().configuration.processor_count;
  return count ? static_cast<int>(count) : 1;
}

pid_t own_process(pid_t process) {
  if (process == 0 || process == virtual_process_id()) return virtual_process_id();
  errno = ESRCH;
  return -1;
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT pid_t getpid() { return modelling() ? virtual_process_id() : REAL(getpid)(); }
SELVAGE_INTERCEPT pid_t getppid() { return modelling() ? kParentProcess : REAL(getppid)(); }
SELVAGE_INTERCEPT pid_t gettid() { return modelling() ? virtual_thread_id(current_thread()) : REAL(gettid)(); }
SELVAGE_INTERCEPT pid_t getpgrp() { return modelling() ? virtual_process_id() : REAL(getpgrp)(); }
SELVAGE_INTERCEPT pid_t getpgid(pid_t process) { return modelling() ? own_process(process) : REAL(getpgid)(process); }
SELVAGE_INTERCEPT pid_t getsid(pid_t process) { return modelling() ? own_process(process) : REAL(getsid)(process); }

SELVAGE_INTERCEPT int setpgid(pid_t process, pid_t group) {
  if (!modelling()) return REAL(setpgid)(process, group);
  return own_process(process) < 0 || own_process(group) < 0 ? -1 : 0;
}

SELVAGE_INTERCEPT pid_t setsid() {
  if (!modelling()) return REAL(setsid)();
  errno = EPERM;  // a group leader has a session already
  return -1;
}

SELVAGE_INTERCEPT long sysconf(int name) {
  if (!modelling()) return REAL(sysconf)(name);
  switch (name) {
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN:
      return processor_count();
    case _SC_PHYS_PAGES:
    case _SC_AVPHYS_PAGES:
      return kMemoryPages;
    default:
      return REAL(sysconf)(name);
  }
}

SELVAGE_INTERCEPT int get_nprocs() { return modelling() ? processor_count() : REAL(get_nprocs)(); }
SELVAGE_INTERCEPT int get_nprocs_conf() { return modelling() ? processor_count() : REAL(get_nprocs_conf)(); }
SELVAGE_INTERCEPT long get_phys_pages() { return modelling() ? kMemoryPages : REAL(get_phys_pages)(); }
SELVAGE_INTERCEPT long get_avphys_pages() { return modelling() ? kMemoryPages : REAL(get_avphys_pages)(); }

SELVAGE_INTERCEPT int sysinfo(struct sysinfo* result) {
  if (!modelling()) return REAL(sysinfo)(result);
  memset(result, 0, sizeof *result);
  result->uptime = 1000;
  result->totalram = result->freeram = static_cast<unsigned long>(kMemoryPages);
  result->procs = 1;
  result->mem_unit = 4096;
  return 0;
}

SELVAGE_INTERCEPT int getloadavg(double* averages, int count) {
  if (!modelling()) return REAL(getloadavg)(averages, count);
  if (count > 3) count = 3;
  for (int i = 0; i < count; i++) averages[i] = 0;
  return count;
}

// A thread that asks for its processor is told one by its own number: per-processor tables in the program are then
// used at several places, and the answer does not change while the thread runs.
SELVAGE_INTERCEPT int sched_getcpu() {
  return modelling() ? current_thread().number % processor_count() : REAL(sched_getcpu)();
}

SELVAGE_INTERCEPT int getcpu(unsigned* processor, unsigned* node) {
  if (!modelling()) return REAL(getcpu)(processor, node);
  if (processor) *processor = static_cast<unsigned>(sched_getcpu());
  if (node) *node = 0;
  return 0;
}

SELVAGE_INTERCEPT int sched_yield() {
  if (!modelling()) return REAL(sched_yield)();
  announce(Operation::Yield);
  return 0;
}
