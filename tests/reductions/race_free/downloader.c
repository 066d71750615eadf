// A downloader: each thread fetches a segment of a file, in pieces, into its place, and adds to a common count under a lock.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#ifndef THREADS
#define THREADS 3
#endif
#define PIECE 8
#define PIECES 4
#define SEGMENT (PIECE * PIECES)

struct Segment {
  long offset, end;
  int status;
  pthread_t thread;
};

static char server[THREADS * SEGMENT], file[THREADS * SEGMENT];
static struct Segment segments[THREADS];
static long written;
static pthread_mutex_t written_lock = PTHREAD_MUTEX_INITIALIZER;

static long fetch(char* to, long offset, long limit) {
  long length = limit - offset < PIECE ? limit - offset : PIECE;
  memcpy(to, server + offset, (size_t)length);
  return length;
}

static void* download(void* argument) {
  struct Segment* segment = argument;
  while (segment->offset < segment->end) {
    char piece[PIECE];
    long length = fetch(piece, segment->offset, segment->end);
    memcpy(file + segment->offset, piece, (size_t)length);
    segment->offset += length;
    pthread_mutex_lock(&written_lock);
    written += length;
    pthread_mutex_unlock(&written_lock);
  }
  segment->status = 1;
  return 0;
}

int main(void) {
  memset(server, 'x', sizeof server);
  for (int i = 0; i < THREADS; i++) {
    segments[i].offset = i * SEGMENT;
    segments[i].end = (i + 1) * SEGMENT;
    pthread_create(&segments[i].thread, 0, download, &segments[i]);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(segments[i].thread, 0);
  printf("%ld bytes\n", written);
  return 0;
}
