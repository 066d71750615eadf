// selvage-check: verified
// shows: functions for strings access no more than they do
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[16] = "ab", number[16], list[16] = "a,b";

static void* writes(void* unused) {
  text[8] = 'x';    // behind what tells the strings apart
  number[12] = 'y'; // behind what is printed
  list[3] = 'z';    // behind the comma
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writes, 0);
  int different = strcmp(text, "b");
  snprintf(number, 12, "%d", different > 0);
  different += strchr(list, ',') == 0;
  char* block = calloc(8, 1);
  strncat(block, "short", 100);  // no more than there is
  different += strncmp(block, "shorter", 100) == 0;
  free(block);
  printf("%.2s %s\n", text, (char*)0);
  pthread_join(thread, 0);
  return different > 5;
}
