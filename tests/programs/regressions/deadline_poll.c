// The same with clock_gettime.
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
static atomic_int alive=1;
static void*w(void*a){ alive=0; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,w,0);
  struct timespec s,e; clock_gettime(CLOCK_MONOTONIC,&s);
  do clock_gettime(CLOCK_MONOTONIC,&e); while(e.tv_sec-s.tv_sec<1 && alive);
  pthread_join(t,0); return 0; }
