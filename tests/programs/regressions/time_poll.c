// A loop that asks for the time until a second has passed or the other thread is done (thread pools end so).
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
static atomic_int alive=1;
static void*w(void*a){ alive=0; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,w,0);
  time_t start,end; double passed=0; time(&start);
  while(passed<1.0 && alive){ time(&end); passed=difftime(end,start); }
  pthread_join(t,0); return 0; }
