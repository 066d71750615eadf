// sem_open, sem_close, sem_unlink. The names are the process's own: no execution sees what another one left, and
// nothing is created on the machine. All three are operations on the list of names.
#include <limits.h>
#include <stdarg.h>

#include "runtime/heap.h"
#include "runtime/host.h"
#include "runtime/mutex.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/semaphore.h"
#include "runtime/time.h"

namespace selvage::runtime {

inline constexpr size_t kLongestName = NAME_MAX - 4;  // the C library puts "sem." before it

struct NamedSemaphore {
  sem_t semaphore;
  NamedSemaphore* next;
  uint32_t open_count;
  bool linked;  // the name still leads here
  char name[kLongestName + 1];
};

namespace {

// Brings the name into its short form; returns 0 or an error.
int shorten(const char** name) {
  while (**name == '/') ++*name;
  if (**name == 0 || strchr(*name, '/')) return EINVAL;
  return strlen(*name) > kLongestName ? ENAMETOOLONG : 0;
}

NamedSemaphore* by_name(const char* name) {
  for (NamedSemaphore* entry = model().named_semaphores; entry; entry = entry->next)
    if (entry->linked && strcmp(entry->name, name) == 0) return entry;
  return nullptr;
}

NamedSemaphore* by_address(const sem_t* semaphore) {
  for (NamedSemaphore* entry = model().named_semaphores; entry; entry = entry->next)
    if (&entry->semaphore == semaphore) return entry;
  return nullptr;
}

NamedSemaphore* create(const char* name, unsigned value) {
  auto* entry = static_cast<NamedSemaphore*>(allocate(sizeof(NamedSemaphore), 16));
  if (!entry) return nullptr;
  memset(entry, 0, sizeof *entry);
  strcpy(entry->name, name);
  entry->linked = true;
  entry->next = model().named_semaphores;
  model().named_semaphores = entry;
  start_semaphore(object_at(&entry->semaphore, ObjectKind::Semaphore), value);
  return entry;
}

sem_t* fail_open(int error) {
  mark_failed();
  errno = error;
  return SEM_FAILED;
}

int fail(int error) {
  mark_failed();
  errno = error;
  return -1;
}

sem_t* open_semaphore(const char* name, int flags, unsigned value) {
  announce(Operation::SemaphoreInit, &model().named_semaphores);
  meet(object_at(&model().named_semaphores, ObjectKind::Semaphore));
  if (int error = shorten(&name)) return fail_open(error);
  NamedSemaphore* entry = by_name(name);
  if (entry) {
    if ((flags & O_CREAT) && (flags & O_EXCL)) return fail_open(EEXIST);
  } else {
    if (!(flags & O_CREAT)) return fail_open(ENOENT);
    if (value > SEM_VALUE_MAX) return fail_open(EINVAL);
    entry = create(name, value);
    if (!entry) return fail_open(ENOMEM);
  }
  entry->open_count++;
  Object& object = object_at(&entry->semaphore, ObjectKind::Semaphore);
  object.alive = true;
  object.flags = kNamed;
  return &entry->semaphore;
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT sem_t* sem_open(const char* name, int flags, ...) {
  mode_t mode = 0;
  unsigned value = 0;
  if (flags & O_CREAT) {
    va_list arguments;
    va_start(arguments, flags);
    mode = va_arg(arguments, mode_t);
    value = va_arg(arguments, unsigned);
    va_end(arguments);
  }
  if (!modelling()) return REAL(sem_open)(name, flags, mode, value);
  return open_semaphore(name, flags, value);
}

SELVAGE_INTERCEPT int sem_close(sem_t* semaphore) {
  if (!modelling()) return REAL(sem_close)(semaphore);
  announce(Operation::SemaphoreDestroy, &model().named_semaphores);
  NamedSemaphore* entry = by_address(semaphore);
  if (!entry || entry->open_count == 0) return fail(EINVAL);
  meet(object_at(&model().named_semaphores, ObjectKind::Semaphore));
  if (--entry->open_count > 0) return 0;
  // The value stays for whoever opens the name again.
  Object& object = object_at(semaphore, ObjectKind::Semaphore);
  object.alive = false;
  object.flags = kDestroyed;
  state_changed(semaphore);
  return 0;
}

SELVAGE_INTERCEPT int sem_unlink(const char* name) {
  if (!modelling()) return REAL(sem_unlink)(name);
  announce(Operation::SemaphoreDestroy, &model().named_semaphores);
  meet(object_at(&model().named_semaphores, ObjectKind::Semaphore));
  NamedSemaphore* entry = shorten(&name) == 0 ? by_name(name) : nullptr;
  if (!entry) return fail(ENOENT);
  entry->linked = false;
  return 0;
}
