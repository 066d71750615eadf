// Functions of the C library that open files, or start commands, by its own internal calls: they go by way of the modelled ones.
#include <mntent.h>
#include <wordexp.h>

#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/real.h"

using namespace selvage::runtime;

// Its stream is one of fopen's, but for a flag that spares the library locks.
SELVAGE_INTERCEPT FILE* setmntent(const char* path, const char* mode) {
  return modelling() ? fopen(path, mode) : REAL(setmntent)(path, mode);
}

SELVAGE_INTERCEPT int wordexp(const char* words, wordexp_t* result, int flags) {
  if (!modelling()) return REAL(wordexp)(words, result, flags);
  if (!(flags & WRDE_NOCMD) && (strstr(words, "$(") || strchr(words, '`')))
    unmodelled("wordexp with a command", "only one process is explored; give the test what the command would say");
  return REAL(wordexp)(words, result, flags);
}

SELVAGE_INTERCEPT int lchmod(const char* path, mode_t mode) {
  return modelling() ? fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW) : REAL(lchmod)(path, mode);
}
