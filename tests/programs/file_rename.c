// selvage-test: rename replaces, unlinked files stay readable, directories are made, listed and removed
// expect: completed
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void put(const char* name, const char* text) {
  int file = open(name, O_CREAT | O_EXCL | O_WRONLY, 0600);
  assert(file >= 0 && write(file, text, 3) == 3 && close(file) == 0);
}

static void* worker(void* unused) {
  char text[4] = "";
  int entries = 0;
  assert(mkdir("selvage_test_rename.dir", 0700) == 0);
  errno = 0;
  assert(mkdir("selvage_test_rename.dir", 0700) == -1 && errno == EEXIST);
  put("selvage_test_rename.dir/old", "old");
  put("selvage_test_rename.dir/new", "new");
  assert(rename("selvage_test_rename.dir/old", "selvage_test_rename.dir/new") == 0);
  errno = 0;
  assert(access("selvage_test_rename.dir/old", F_OK) == -1 && errno == ENOENT);
  DIR* directory = opendir("selvage_test_rename.dir");
  assert(directory != NULL);
  for (struct dirent* entry; (entry = readdir(directory)) != NULL;)
    if (entry->d_name[0] != '.') entries += strcmp(entry->d_name, "new") == 0 ? 1 : 100;
  assert(closedir(directory) == 0);
  assert(entries == 1);
  errno = 0;
  assert(rmdir("selvage_test_rename.dir") == -1 && errno == ENOTEMPTY);
  int file = open("selvage_test_rename.dir/new", O_RDONLY);
  assert(file >= 0 && unlink("selvage_test_rename.dir/new") == 0);
  assert(read(file, text, 3) == 3 && strcmp(text, "old") == 0);
  assert(close(file) == 0);
  assert(rmdir("selvage_test_rename.dir") == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
