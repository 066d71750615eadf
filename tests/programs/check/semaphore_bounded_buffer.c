// selvage-check: verified
// shows: producer and consumer over a ring of two places, counted by semaphores
// strategies: source
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define ITEMS 3
#define PLACES 2

static sem_t free_places, filled_places;
static int ring[PLACES];

static void* produces(void* unused) {
  for (int i = 0; i < ITEMS; i++) {
    sem_wait(&free_places);
    ring[i % PLACES] = i;
    sem_post(&filled_places);
  }
  return unused;
}

static void* consumes(void* unused) {
  for (int i = 0; i < ITEMS; i++) {
    sem_wait(&filled_places);
    assert(ring[i % PLACES] == i);
    sem_post(&free_places);
  }
  return unused;
}

int main(void) {
  pthread_t producer, consumer;
  sem_init(&free_places, 0, PLACES);
  sem_init(&filled_places, 0, 0);
  pthread_create(&producer, NULL, produces, NULL);
  pthread_create(&consumer, NULL, consumes, NULL);
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
  return 0;
}
