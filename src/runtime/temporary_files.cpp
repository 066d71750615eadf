// mkstemp and its kin. The letters come from the program's own, deterministic randomness.
#include "runtime/files.h"
#include "runtime/host.h"
#include "runtime/model.h"
#include "runtime/outcome.h"
#include "runtime/overlay.h"
#include "runtime/real.h"

namespace selvage::runtime {

namespace {

inline constexpr int kAttempts = 100;

// The place of the six letters, or null where the template has none.
char* letters_of(char* pattern, int suffix_length) {
  size_t length = strlen(pattern);
  if (suffix_length < 0 || length < 6 + static_cast<size_t>(suffix_length)) return nullptr;
  char* letters = pattern + length - static_cast<size_t>(suffix_length) - 6;
  return strncmp(letters, "XXXXXX", 6) == 0 ? letters : nullptr;
}

void choose_letters(char* letters) {
  static constexpr char kLetters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  uint64_t value = next_random(model().random_state);
  for (int i = 0; i < 6; i++, value /= 62) letters[i] = kLetters[value % 62];
}

int make_file(char* pattern, int suffix_length, int flags) {
  char* letters = letters_of(pattern, suffix_length);
  if (!letters) return failing(EINVAL);
  announce_open();
  for (int attempt = 0; attempt < kAttempts; attempt++) {
    choose_letters(letters);
    long number = open_path(AT_FDCWD, pattern, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600, false);
    if (number != -EEXIST) return opened(number);
  }
  return failing(EEXIST);
}

// A name that nothing has: false with errno set.
bool choose_free_name(char* pattern) {
  char* letters = letters_of(pattern, 0);
  if (!letters) {
    errno = EINVAL;
    return false;
  }
  int saved = errno;
  for (int attempt = 0; attempt < kAttempts; attempt++) {
    choose_letters(letters);
    struct stat status;
    if (lstat(pattern, &status) != 0 && errno == ENOENT) {
      errno = saved;
      return true;
    }
  }
  errno = EEXIST;
  return false;
}

char static_name[L_tmpnam];

}  // namespace

}  // namespace selvage::runtime

using namespace selvage::runtime;

SELVAGE_INTERCEPT int mkostemps(char* pattern, int suffix_length, int flags) {
  return modelling() ? make_file(pattern, suffix_length, flags) : REAL(mkostemps)(pattern, suffix_length, flags);
}
SELVAGE_INTERCEPT int mkstemp(char* pattern) { return mkostemps(pattern, 0, 0); }
SELVAGE_INTERCEPT int mkstemp64(char* pattern) { return mkostemps(pattern, 0, 0); }
SELVAGE_INTERCEPT int mkstemps(char* pattern, int suffix_length) { return mkostemps(pattern, suffix_length, 0); }
SELVAGE_INTERCEPT int mkstemps64(char* pattern, int suffix_length) { return mkostemps(pattern, suffix_length, 0); }
SELVAGE_INTERCEPT int mkostemp(char* pattern, int flags) { return mkostemps(pattern, 0, flags); }
SELVAGE_INTERCEPT int mkostemp64(char* pattern, int flags) { return mkostemps(pattern, 0, flags); }
SELVAGE_INTERCEPT int mkostemps64(char* pattern, int suffix_length, int flags) {
  return mkostemps(pattern, suffix_length, flags);
}

SELVAGE_INTERCEPT char* mkdtemp(char* pattern) {
  if (!modelling()) return REAL(mkdtemp)(pattern);
  return choose_free_name(pattern) && mkdir(pattern, 0700) == 0 ? pattern : nullptr;
}

SELVAGE_INTERCEPT char* mktemp(char* pattern) {
  if (!modelling()) return REAL(mktemp)(pattern);
  if (!choose_free_name(pattern)) pattern[0] = '\0';
  return pattern;
}

SELVAGE_INTERCEPT char* tmpnam(char* name) {
  if (!modelling()) return REAL(tmpnam)(name);
  if (!name) name = static_name;
  strcpy(name, "/tmp/fileXXXXXX");
  return choose_free_name(name) ? name : nullptr;
}

SELVAGE_INTERCEPT char* tmpnam_r(char* name) { return name ? tmpnam(name) : nullptr; }

SELVAGE_INTERCEPT char* tempnam(const char* directory, const char* prefix) {
  if (!modelling()) return REAL(tempnam)(directory, prefix);
  if (!directory) directory = "/tmp";
  if (!prefix) prefix = "file";
  size_t size = strlen(directory) + strlen(prefix) + 8;
  auto* name = static_cast<char*>(malloc(size));
  if (!name) return nullptr;
  strcpy(name, directory);
  strcat(name, "/");
  strncat(name, prefix, 5);
  strcat(name, "XXXXXX");
  if (choose_free_name(name)) return name;
  free(name);
  return nullptr;
}
