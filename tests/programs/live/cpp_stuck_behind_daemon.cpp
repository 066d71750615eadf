// selvage-live: bug
// shows: a thread that has left a function without end by an exception is stuck where it waits afterwards
// finding: stuck-threads
#include <semaphore.h>

#include <thread>

static sem_t jobs, never;

static void serve() {
  for (int left = 1;; left--) {
    if (left == 0) throw left;
    sem_wait(&jobs);
  }
}

int main() {
  sem_init(&jobs, 0, 0);
  sem_init(&never, 0, 0);
  std::thread([] {
    try {
      serve();
    } catch (int) {
    }
    sem_wait(&never);
  }).detach();
  sem_post(&jobs);
}
