// libuv's way to wait: try 997 times, then give way to others.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#ifndef N
#define N 997
#endif
static atomic_int st = 1;
static int cas(int o,int n){ atomic_compare_exchange_strong(&st,&o,n); return o; }
static void *w(void *a){ cas(1,2); return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,w,0);
  for(;;){ for(int i=0;i<N;i++) if(cas(2,0)!=1) goto out; sched_yield(); }
out: pthread_join(t,0); return 0; }
