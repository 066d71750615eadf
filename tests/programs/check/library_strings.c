// selvage-check: bug
// shows: what functions for strings read and write of their callers' memory counts
// finding: data-race
// findings: 5
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char copied[16], compared[16] = "none", printed[16], appended[32] = "a", searched[16] = "key=value";

static void* writes(void* unused) {
  strcpy(copied, "copied");                        // finding
  compared[0] = 'N';                               // finding
  snprintf(printed, sizeof printed, "%d", 17);     // finding
  strcat(appended, "bc");                          // finding
  searched[3] = 0;                                 // finding
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writes, 0);
  char line[64];
  int different = strcmp(compared, "none");                   // finding
  snprintf(line, sizeof line, "%s %.3s", copied, "constant");  // finding
  different += printed[0] == '1';                              // finding
  different += appended[1] == 'b';                             // finding
  different += strchr(searched, '=') == 0;                     // finding
  pthread_join(thread, 0);
  return different > 5;
}
