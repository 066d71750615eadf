// Shared libraries that belong to the languages C and C++. They are not instrumented, and need not be: the wrappers know the
// memory that their functions access, or the runtime defines the functions itself.
#pragma once

namespace selvage {

// By their names with version, as programs ask for them.
inline constexpr const char* kLanguageRuntimes[] = {
    "libc.so.6",  // threads, allocation, files and time are modelled; memcpy and its like are announced by callers
    "libpthread.so.0",  // part of the C library, as are the next two
    "libdl.so.2",
    "librt.so.1",
    "libm.so.6",             // computes on its arguments
    "libmvec.so.1",          // the same on vectors
    "libstdc++.so.6",        // its threads, waits and guards are modelled; containers are compiled with the program
    "libgcc_s.so.1",         // unwinds the stack of the thread that calls it
    "libatomic.so.1",        // each call is announced as the atomic access that it is
    "ld-linux-x86-64.so.2",  // loads the libraries
    "linux-vdso.so.1",       // reads clocks, which are virtual
};

// `path` may have folders in front of the name.
constexpr bool is_language_runtime(const char* path) {
  const char* name = path;
  for (const char* at = path; *at != '\0'; at++)
    if (*at == '/') name = at + 1;
  for (const char* known : kLanguageRuntimes) {
    unsigned i = 0;
    while (known[i] != '\0' && known[i] == name[i]) i++;
    if (known[i] == '\0' && name[i] == '\0') return true;
  }
  return false;
}

}  // namespace selvage
