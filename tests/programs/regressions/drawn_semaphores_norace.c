// Drawn at random; the oracle says: nothing goes wrong.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
struct node { int f, g; };
static int T[8];
static const struct timespec later = {4102444800, 0};
static int v0_g0 = 1;
static _Atomic int v0_g1 = 1;
static int v0_arr[2] = {1, 0};
static pthread_mutex_t v0_m0 = PTHREAD_MUTEX_INITIALIZER;
static sem_t v0_s0;
static void *v0_t2(void *);
static void *v0_t1(void *);
static void *v0_t2(void *arg) {
  struct node *n = arg; (void)n;
  int r0 = 0, r1 = 0, r2 = 0, r3 = 0, i0 = 0, i1 = 0, ex = 0; int *p0 = &v0_g0; void *rv = 0;
  (void)r0; (void)r1; (void)r2; (void)r3; (void)i0; (void)i1; (void)ex; (void)p0; (void)rv;
  pthread_t h1 = 0, h2 = 0; (void)h1; (void)h2;
  __atomic_fetch_add(&v0_g0, 1, __ATOMIC_ACQ_REL);
  r2 = v0_arr[r1 & 1];
  if (v0_g1 != 0) {
    sem_wait(&v0_s0);
    r3 = v0_arr[r1 & 1];
    goto out;
  } else {
    v0_arr[r0 & 1] = 3;
  }
  return (void *)(long)r2;
out: ;
  v0_arr[1] = (r0 + 1);
  return (void *)(long)3;
  return 0;
}
static void *v0_t1(void *arg) {
  struct node *n = arg; (void)n;
  int r0 = 0, r1 = 0, r2 = 0, r3 = 0, i0 = 0, i1 = 0, ex = 0; int *p0 = &v0_g0; void *rv = 0;
  (void)r0; (void)r1; (void)r2; (void)r3; (void)i0; (void)i1; (void)ex; (void)p0; (void)rv;
  pthread_t h1 = 0, h2 = 0; (void)h1; (void)h2;
  __atomic_fetch_add(&v0_g0, 1, __ATOMIC_ACQUIRE);
  sem_post(&v0_s0);
  sem_post(&v0_s0);
  pthread_mutex_lock(&v0_m0);
  r1 = atomic_fetch_add_explicit(&v0_g1, 1, memory_order_acq_rel);
  v0_g1 = (r0 + 1);
  atomic_thread_fence(memory_order_release);
  pthread_mutex_unlock(&v0_m0);
  v0_g0 = 1;
  return (void *)(long)r2;
  return 0;
}
static int v0_main(void) {
  struct node *n = 0; (void)n;
  int r0 = 0, r1 = 0, r2 = 0, r3 = 0, i0 = 0, i1 = 0, ex = 0; int *p0 = &v0_g0; void *rv = 0;
  (void)r0; (void)r1; (void)r2; (void)r3; (void)i0; (void)i1; (void)ex; (void)p0; (void)rv;
  pthread_t h1 = 0, h2 = 0; (void)h1; (void)h2;
  int j0 = 0, j1 = 0, j2 = 0, j3 = 0; (void)j0; (void)j1; (void)j2; (void)j3;
  int f0 = 0, f1 = 0, f2 = 0, f3 = 0, f4 = 0, f5 = 0, f6 = 0, f7 = 0;
  (void)f0; (void)f1; (void)f2; (void)f3; (void)f4; (void)f5; (void)f6; (void)f7;
  sem_init(&v0_s0, 0, 0);
  pthread_create(&h1, 0, v0_t1, n);
  pthread_create(&h2, 0, v0_t2, n);
  pthread_join(h1, &rv); j0 = (int)(long)rv;
  pthread_join(h2, &rv); j1 = (int)(long)rv;
  f2 = v0_g0;
  f3 = v0_g1;
  f4 = v0_arr[1];
  f0 = j0;
  f1 = j1;
  assert(!(f0 == T[0] && f1 == T[1] && f2 == T[2] && f3 == T[3] && f4 == T[4]));
  return 0;
}
int main(int argc, char **argv) {
  for (int i = 0; i < 8; i++) T[i] = i + 2 < argc ? atoi(argv[i + 2]) : -99;
  switch (argc > 1 ? atoi(argv[1]) : 0) {
    case 0: return v0_main();
  }
  return 0;
}
