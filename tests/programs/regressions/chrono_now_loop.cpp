// A loop round wait_for, which asks the clock in libstdc++; with CLOCK the same in C.
#include <condition_variable>
#include <mutex>
#include <thread>
#include <time.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c=PTHREAD_COND_INITIALIZER; bool stop;
std::mutex sm; std::condition_variable cv;
int main(){
#ifdef CLOCK
  std::thread t([]{ pthread_mutex_lock(&m);
    while(!stop){ timespec ts; clock_gettime(CLOCK_REALTIME,&ts); ts.tv_sec++; pthread_cond_timedwait(&c,&m,&ts); }
    pthread_mutex_unlock(&m); });
  pthread_mutex_lock(&m); stop=true; pthread_cond_signal(&c); pthread_mutex_unlock(&m);
#else
  std::thread t([]{ std::unique_lock<std::mutex> l(sm); while(!stop) cv.wait_for(l, std::chrono::seconds(10)); });
  { std::lock_guard<std::mutex> l(sm); stop=true; } cv.notify_one();
#endif
  t.join();
}
