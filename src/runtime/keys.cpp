// pthread_key_*, and the destructors of thread_local objects.
#include "runtime/keys.h"

#include "contract/hooks.h"
#include "runtime/heap.h"
#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/trace.h"

namespace selvage::runtime {

struct ThreadLocalDestructor {
  ThreadLocalDestructor* next;
  void (*function)(void*);
  void* object;
};

namespace {

bool valid(pthread_key_t key) { return key < kMaxKeys && model().key_used[key]; }

// Whether the key is there is looked at in the step that the thread is in.
void log_use(pthread_key_t key) {
  if (!exploring()) return;
  Thread& self = current_thread();
  self.pending = Pending{Operation::KeyUse, 0, 0, 0, selvage_call_site, 0, key, 0, 0};
  record_local_event(self);
  self.pending.operation = Operation::None;
}

void** values_of(Thread& t) {
  if (!t.key_values) {
    t.key_values = static_cast<void**>(allocate(kMaxKeys * sizeof(void*), 16));
    memset(t.key_values, 0, kMaxKeys * sizeof(void*));
  }
  return t.key_values;
}

}  // namespace

void run_thread_local_destructors(Thread& t) {
  while (ThreadLocalDestructor* entry = t.thread_local_destructors) {
    t.thread_local_destructors = entry->next;
    entry->function(entry->object);
  }
}

void run_key_destructors(Thread& t) {
  if (!t.key_values) return;
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
    bool called = false;
    for (unsigned key = 0; key < kMaxKeys; key++) {
      if (!t.key_values[key]) continue;
      announce(Operation::KeyUse, key);
      void* value = t.key_values[key];
      if (!value || !valid(key) || !model().key_destructors[key]) continue;
      t.key_values[key] = nullptr;
      model().key_destructors[key](value);
      called = true;
    }
    if (!called) return;
  }
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) {
  if (!modelling()) return REAL(pthread_key_create)(key, destructor);
  announce(Operation::KeyCreate, key);
  for (unsigned candidate = 0; candidate < kMaxKeys; candidate++) {
    if (model().key_used[candidate]) continue;
    model().key_used[candidate] = 1;
    model().key_destructors[candidate] = destructor;
    *key = candidate;
    return 0;
  }
  return EAGAIN;
}

SELVAGE_INTERCEPT int pthread_key_delete(pthread_key_t key) {
  if (!modelling()) return REAL(pthread_key_delete)(key);
  announce(Operation::KeyDelete, key);
  if (!valid(key)) return EINVAL;
  model().key_used[key] = 0;
  for (uint32_t number = 0; number <= model().highest_thread; number++)
    if (thread(number).key_values) thread(number).key_values[key] = nullptr;
  return 0;
}

SELVAGE_INTERCEPT int pthread_setspecific(pthread_key_t key, const void* value) {
  if (!modelling()) return REAL(pthread_setspecific)(key, value);
  log_use(key);
  if (!valid(key)) return EINVAL;
  values_of(current_thread())[key] = const_cast<void*>(value);
  return 0;
}

SELVAGE_INTERCEPT void* pthread_getspecific(pthread_key_t key) {
  if (!modelling()) return REAL(pthread_getspecific)(key);
  log_use(key);
  if (!valid(key) || !current_thread().key_values) return nullptr;
  return current_thread().key_values[key];
}

// The compiler's registration of a thread_local object's destructor.
extern "C" __attribute__((weak, visibility("default"))) int __cxa_thread_atexit_impl(void (*destructor)(void*),
                                                                                     void* object, void* dso) {
  if (!modelling())
    return reinterpret_cast<decltype(&__cxa_thread_atexit_impl)>(look_up_real("__cxa_thread_atexit_impl"))(destructor,
                                                                                                           object, dso);
  auto* entry = static_cast<ThreadLocalDestructor*>(allocate(sizeof(ThreadLocalDestructor), 16));
  if (!entry) fail_run(4, "no memory for a thread_local destructor");
  *entry = ThreadLocalDestructor{current_thread().thread_local_destructors, destructor, object};
  current_thread().thread_local_destructors = entry;
  return 0;
}
