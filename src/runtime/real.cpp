#include "runtime/real.h"

#include <dlfcn.h>

#include "runtime/library_state.h"

namespace selvage::runtime {

// The runtime's variables begin a page: this one and the others are not written any more once the program runs.
alignas(4096) RealFunctions real_functions;
bool real_functions_known;

void* look_up_real(const char* name) { return dlsym(RTLD_NEXT, name); }

void look_up_real_functions() {
  real_functions_known = true;  // first: the look-up itself may call functions that the runtime intercepts
#define SELVAGE_REAL(name) real_functions.name = reinterpret_cast<decltype(&::name)>(look_up_real(#name));
#include "runtime/real_functions.def"
#undef SELVAGE_REAL
  look_up_library_functions();
}

}  // namespace selvage::runtime
