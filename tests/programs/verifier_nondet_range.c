// selvage-test: --nondet gives the range, both ends of it; unsigned and narrow types take what they can hold
// expect: completed, assertion
// run-options: --nondet -2..200
// executions: 20000
// carrier-executions: 30
// plain-exit: skip
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern signed char __VERIFIER_nondet_schar(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long long __VERIFIER_nondet_longlong(void);
extern uint64_t __VERIFIER_nondet_u64(void);
extern __int128 __VERIFIER_nondet_int128(void);
extern double __VERIFIER_nondet_double(void);
extern void* __VERIFIER_nondet_pointer(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int low, high;

static void* chooses(void* unused) {
  int number = __VERIFIER_nondet_int();
  if (number < -2 || number > 200) abort();
  if (__VERIFIER_nondet_uint() > 200) abort();
  int narrow = __VERIFIER_nondet_schar();
  if (narrow < -2 || narrow > 127) abort();
  if (__VERIFIER_nondet_uchar() > 200) abort();
  long long wide = __VERIFIER_nondet_longlong();
  if (wide < -2 || wide > 200) abort();
  if (__VERIFIER_nondet_u64() > 200) abort();
  __int128 widest = __VERIFIER_nondet_int128();
  if (widest < -2 || widest > 200) abort();
  double real = __VERIFIER_nondet_double();
  if (real < -2 || real > 200) abort();
  if ((uintptr_t)__VERIFIER_nondet_pointer() > 200) abort();
  int truth = __VERIFIER_nondet_bool();
  if (truth != 0 && truth != 1) abort();
  low = number == -2;
  high = narrow == 127;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, chooses, NULL);
  pthread_join(thread, NULL);
  assert(!low);
  assert(!high);
  return 0;
}
