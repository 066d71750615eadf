// C11 <threads.h>: other names for the pthread functions. mtx_t and cnd_t are as large as their pthread counterparts
// and are modelled by address as those are.
#include "runtime/host.h"
#include "runtime/real.h"

namespace selvage::runtime {

namespace {

static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t) && sizeof(cnd_t) == sizeof(pthread_cond_t));
static_assert(sizeof(once_flag) == sizeof(pthread_once_t) && sizeof(thrd_t) == sizeof(pthread_t));

int as_c11(int error) {
  switch (error) {
    case 0:
      return thrd_success;
    case EBUSY:
      return thrd_busy;
    case ENOMEM:
      return thrd_nomem;
    case ETIMEDOUT:
      return thrd_timedout;
    default:
      return thrd_error;
  }
}

pthread_mutex_t* mutex_of(mtx_t* mutex) { return reinterpret_cast<pthread_mutex_t*>(mutex); }
pthread_cond_t* condition_of(cnd_t* condition) { return reinterpret_cast<pthread_cond_t*>(condition); }

// The result of a C11 thread is an int; it comes back out of the pointer in thrd_join. Both function types pass their
// argument and result alike, and who reads the result reads only the int.
void* (*as_pthread_function(thrd_start_t function))(void*) {
  return reinterpret_cast<void* (*)(void*)>(reinterpret_cast<void*>(function));
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage::runtime;

SELVAGE_INTERCEPT int thrd_create(thrd_t* handle, thrd_start_t function, void* argument) {
  if (!modelling()) return REAL(thrd_create)(handle, function, argument);
  return as_c11(pthread_create(handle, nullptr, as_pthread_function(function), argument));
}

SELVAGE_INTERCEPT int thrd_join(thrd_t handle, int* result) {
  if (!modelling()) return REAL(thrd_join)(handle, result);
  void* value = nullptr;
  // Whoever does not look at the result cannot tell threads apart by it (symmetry.h).
  int error = pthread_join(handle, result ? &value : nullptr);
  if (!error && result) *result = static_cast<int>(reinterpret_cast<intptr_t>(value));
  return as_c11(error);
}

SELVAGE_INTERCEPT int thrd_detach(thrd_t handle) {
  if (!modelling()) return REAL(thrd_detach)(handle);
  return as_c11(pthread_detach(handle));
}

SELVAGE_INTERCEPT void thrd_exit(int result) {
  if (!modelling()) REAL(thrd_exit)(result);
  pthread_exit(reinterpret_cast<void*>(static_cast<intptr_t>(result)));
}

SELVAGE_INTERCEPT void thrd_yield() {
  if (modelling())
    sched_yield();
  else
    REAL(thrd_yield)();
}

SELVAGE_INTERCEPT int thrd_sleep(const timespec* duration, timespec* remaining) {
  if (!modelling()) return REAL(thrd_sleep)(duration, remaining);
  int error = clock_nanosleep(CLOCK_REALTIME, 0, duration, remaining);
  if (error == 0) return 0;
  return error == EINTR ? -1 : -2;
}

SELVAGE_INTERCEPT int mtx_init(mtx_t* mutex, int type) {
  if (!modelling()) return REAL(mtx_init)(mutex, type);
  if (type & ~(mtx_timed | mtx_recursive)) return thrd_error;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
  int error = pthread_mutex_init(mutex_of(mutex), &attributes);
  pthread_mutexattr_destroy(&attributes);
  return as_c11(error);
}

SELVAGE_INTERCEPT void mtx_destroy(mtx_t* mutex) {
  if (modelling())
    pthread_mutex_destroy(mutex_of(mutex));
  else
    REAL(mtx_destroy)(mutex);
}

SELVAGE_INTERCEPT int mtx_lock(mtx_t* mutex) {
  if (!modelling()) return REAL(mtx_lock)(mutex);
  return as_c11(pthread_mutex_lock(mutex_of(mutex)));
}

SELVAGE_INTERCEPT int mtx_trylock(mtx_t* mutex) {
  if (!modelling()) return REAL(mtx_trylock)(mutex);
  return as_c11(pthread_mutex_trylock(mutex_of(mutex)));
}

SELVAGE_INTERCEPT int mtx_timedlock(mtx_t* mutex, const timespec* time) {
  if (!modelling()) return REAL(mtx_timedlock)(mutex, time);
  return as_c11(pthread_mutex_timedlock(mutex_of(mutex), time));
}

SELVAGE_INTERCEPT int mtx_unlock(mtx_t* mutex) {
  if (!modelling()) return REAL(mtx_unlock)(mutex);
  return as_c11(pthread_mutex_unlock(mutex_of(mutex)));
}

SELVAGE_INTERCEPT int cnd_init(cnd_t* condition) {
  if (!modelling()) return REAL(cnd_init)(condition);
  return as_c11(pthread_cond_init(condition_of(condition), nullptr));
}

SELVAGE_INTERCEPT void cnd_destroy(cnd_t* condition) {
  if (modelling())
    pthread_cond_destroy(condition_of(condition));
  else
    REAL(cnd_destroy)(condition);
}

SELVAGE_INTERCEPT int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  if (!modelling()) return REAL(cnd_wait)(condition, mutex);
  return as_c11(pthread_cond_wait(condition_of(condition), mutex_of(mutex)));
}

SELVAGE_INTERCEPT int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* time) {
  if (!modelling()) return REAL(cnd_timedwait)(condition, mutex, time);
  return as_c11(pthread_cond_timedwait(condition_of(condition), mutex_of(mutex), time));
}

SELVAGE_INTERCEPT int cnd_signal(cnd_t* condition) {
  if (!modelling()) return REAL(cnd_signal)(condition);
  return as_c11(pthread_cond_signal(condition_of(condition)));
}

SELVAGE_INTERCEPT int cnd_broadcast(cnd_t* condition) {
  if (!modelling()) return REAL(cnd_broadcast)(condition);
  return as_c11(pthread_cond_broadcast(condition_of(condition)));
}

SELVAGE_INTERCEPT int tss_create(tss_t* key, tss_dtor_t destructor) {
  if (!modelling()) return REAL(tss_create)(key, destructor);
  return as_c11(pthread_key_create(key, destructor));
}

SELVAGE_INTERCEPT void tss_delete(tss_t key) {
  if (modelling())
    pthread_key_delete(key);
  else
    REAL(tss_delete)(key);
}

SELVAGE_INTERCEPT int tss_set(tss_t key, void* value) {
  if (!modelling()) return REAL(tss_set)(key, value);
  return as_c11(pthread_setspecific(key, value));
}

SELVAGE_INTERCEPT void* tss_get(tss_t key) { return modelling() ? pthread_getspecific(key) : REAL(tss_get)(key); }

SELVAGE_INTERCEPT void call_once(once_flag* flag, void (*function)()) {
  if (modelling())
    pthread_once(reinterpret_cast<pthread_once_t*>(flag), function);
  else
    REAL(call_once)(flag, function);
}
