// Drawn at random; the oracle says: a data race.
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
static _Atomic int v0_g0 = 0;
static int v0_g1 = 0;
static int v0_g2 = 0;
static pthread_mutex_t v0_m0 = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t v0_m1 = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t v0_o = PTHREAD_ONCE_INIT;
static void v0_once(void) {
  int q0 = 0, q1 = 0, ex = 0; (void)q0; (void)q1; (void)ex;
  q0 = v0_g2;
}
static void *v0_t2(void *);
static void *v0_t1(void *);
static void *v0_t2(void *arg) {
  struct node *n = arg; (void)n;
  int r0 = 0, r1 = 0, r2 = 0, r3 = 0, i0 = 0, i1 = 0, ex = 0; int *p0 = &v0_g1; void *rv = 0;
  (void)r0; (void)r1; (void)r2; (void)r3; (void)i0; (void)i1; (void)ex; (void)p0; (void)rv;
  pthread_t h1 = 0, h2 = 0; (void)h1; (void)h2;
  do { pthread_mutex_lock(&v0_m0); r1 = v0_g2; pthread_mutex_unlock(&v0_m0); } while (r1 == 0);
  r0 = v0_g1;
  if ((r2 != 0)) {
    r0 = atomic_exchange_explicit(&v0_g0, (r1 + 1), memory_order_relaxed);
  } else {
    v0_g2 = (r0 + 1);
  }
  pthread_once(&v0_o, v0_once);
  do { pthread_mutex_lock(&v0_m0); r1 = v0_g1; pthread_mutex_unlock(&v0_m0); } while (r1 == 0);
  v0_g2 = r0;
  atomic_fetch_add_explicit(&v0_g0, 1, memory_order_acquire);
  return (void *)(long)r1;
  return 0;
}
static void *v0_t1(void *arg) {
  struct node *n = arg; (void)n;
  int r0 = 0, r1 = 0, r2 = 0, r3 = 0, i0 = 0, i1 = 0, ex = 0; int *p0 = &v0_g1; void *rv = 0;
  (void)r0; (void)r1; (void)r2; (void)r3; (void)i0; (void)i1; (void)ex; (void)p0; (void)rv;
  pthread_t h1 = 0, h2 = 0; (void)h1; (void)h2;
  r1 = v0_g1;
  v0_g2 += 1;
  v0_g2 = 2;
  sched_yield();
  pthread_once(&v0_o, v0_once);
  v0_g1 = 2;
  *(unsigned char *)&v0_g2 = (unsigned char)(r1 + 1);
  r1 = atomic_load_explicit(&v0_g0, memory_order_relaxed);
  pthread_exit((void *)(long)(((r0 + (r1 * 5)) + (r2 * 25)) + (r3 * 125)));
  return 0;
}
static int v0_main(void) {
  struct node *n = 0; (void)n;
  int r0 = 0, r1 = 0, r2 = 0, r3 = 0, i0 = 0, i1 = 0, ex = 0; int *p0 = &v0_g1; void *rv = 0;
  (void)r0; (void)r1; (void)r2; (void)r3; (void)i0; (void)i1; (void)ex; (void)p0; (void)rv;
  pthread_t h1 = 0, h2 = 0; (void)h1; (void)h2;
  int j0 = 0, j1 = 0, j2 = 0, j3 = 0; (void)j0; (void)j1; (void)j2; (void)j3;
  int f0 = 0, f1 = 0, f2 = 0, f3 = 0, f4 = 0, f5 = 0, f6 = 0, f7 = 0;
  (void)f0; (void)f1; (void)f2; (void)f3; (void)f4; (void)f5; (void)f6; (void)f7;
  pthread_create(&h1, 0, v0_t1, n);
  pthread_create(&h2, 0, v0_t2, n);
  pthread_join(h1, &rv); j0 = (int)(long)rv;
  pthread_join(h2, &rv); j1 = (int)(long)rv;
  f2 = v0_g0;
  f3 = v0_g1;
  f4 = v0_g2;
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
