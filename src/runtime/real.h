// The C library's own versions of the functions that the runtime intercepts.
//
// REAL(name)(arguments...) calls one. The list is in real_functions.def; names are looked up once, before main
// (or at the first use, if a library's constructor is earlier).
#pragma once

#include "runtime/real_headers.h"

// Intercepted functions are weak, so that a program that brings its own version keeps it, and visible, so that
// shared libraries call them too.
#define SELVAGE_INTERCEPT extern "C" __attribute__((weak, visibility("default")))

namespace selvage::runtime {

struct RealFunctions {
#define SELVAGE_REAL(name) decltype(&::name) name;
#include "runtime/real_functions.def"
#undef SELVAGE_REAL
};

extern RealFunctions real_functions;
extern bool real_functions_known;
void look_up_real_functions();
void* look_up_real(const char* name);  // null where the C library has none

inline const RealFunctions& real() {
  if (!real_functions_known) look_up_real_functions();
  return real_functions;
}

}  // namespace selvage::runtime

#define REAL(name) (::selvage::runtime::real().name)
