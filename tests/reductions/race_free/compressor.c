// A block compressor: threads read the next block under a lock, compress it in memory of their own, and wait for their turn to
// write what came out. There are as many blocks whatever the number of threads.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#ifndef THREADS
#define THREADS 4
#endif
#define BLOCKS 3
#define SIZE 8

static char input[BLOCKS * SIZE], output[BLOCKS * SIZE * 2];
static int next_block;
static pthread_mutex_t input_lock = PTHREAD_MUTEX_INITIALIZER;

static int next_written, output_size;
static pthread_mutex_t output_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t block_written = PTHREAD_COND_INITIALIZER;

// The number of the block, or -1 at the end.
static int read_block(char* block) {
  int number = -1;
  pthread_mutex_lock(&input_lock);
  if (next_block < BLOCKS) {
    number = next_block++;
    for (int i = 0; i < SIZE; i++) block[i] = input[number * SIZE + i];
  }
  pthread_mutex_unlock(&input_lock);
  return number;
}

static int compress(const char* block, char* result) {
  int size = 0;
  for (int i = 0; i < SIZE;) {
    int run = 1;
    while (i + run < SIZE && block[i + run] == block[i]) run++;
    result[size++] = (char)run;
    result[size++] = block[i];
    i += run;
  }
  return size;
}

static void write_block(int number, const char* result, int size) {
  pthread_mutex_lock(&output_lock);
  while (next_written != number) pthread_cond_wait(&block_written, &output_lock);
  for (int i = 0; i < size; i++) output[output_size + i] = result[i];
  output_size += size;
  next_written++;
  pthread_cond_broadcast(&block_written);
  pthread_mutex_unlock(&output_lock);
}

static void* work(void* argument) {
  char block[SIZE], result[SIZE * 2];
  for (int number; (number = read_block(block)) >= 0;) write_block(number, result, compress(block, result));
  return argument;
}

int main(void) {
  memset(input, 'a', sizeof input);
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  printf("%d bytes\n", output_size);
  return 0;
}
