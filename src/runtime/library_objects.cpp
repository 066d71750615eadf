// Objects of libstdc++ that only the library's own code changes, where it is not seen: memory resources, which threads must not
// use at the same time, and the messages of exceptions, which copies share. What is announced here stands for all that such a call
// accesses. The calls come through tables of virtual functions, or from inlined destructors; where libstdc++ is linked
// statically, its own functions are called and nothing is seen.
#include "contract/hooks.h"
#include "runtime/real.h"

namespace selvage::runtime {

namespace {

// Not where the pointer to the table of virtual functions is: that is read by whoever calls.
void announce_change(void** resource) { selvage_hook_write(resource + 1, sizeof *resource, 0, selvage_call_site); }

// The message is a string that counts who has it: it lies behind its length, its capacity and the count. Copies of the empty one are
// not counted.
void announce_letting_go(void** exception) {
  char* message = static_cast<char*>(exception[1]);
  if (*reinterpret_cast<uint64_t*>(message - 24) == 0) return;
  selvage_hook_atomic_update(message - 8, 4, 0, static_cast<uint32_t>(MemoryOrder::AcquireRelease), selvage_call_site);
}

template <typename Function>
Function* real_of(Function*& kept, const char* name) {
  if (!kept) kept = reinterpret_cast<Function*>(look_up_real(name));
  return kept;
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage::runtime;

#define SELVAGE_DESTRUCTOR(name)                  \
  SELVAGE_INTERCEPT void name(void** exception) { \
    static void (*real)(void**);                  \
    announce_letting_go(exception);               \
    real_of(real, #name)(exception);              \
  }
SELVAGE_DESTRUCTOR(_ZNSt11logic_errorD0Ev)
SELVAGE_DESTRUCTOR(_ZNSt11logic_errorD1Ev)
SELVAGE_DESTRUCTOR(_ZNSt11logic_errorD2Ev)
SELVAGE_DESTRUCTOR(_ZNSt13runtime_errorD0Ev)
SELVAGE_DESTRUCTOR(_ZNSt13runtime_errorD1Ev)
SELVAGE_DESTRUCTOR(_ZNSt13runtime_errorD2Ev)
#undef SELVAGE_DESTRUCTOR

// std::pmr::unsynchronized_pool_resource: do_allocate, do_deallocate, release.
SELVAGE_INTERCEPT void* _ZNSt3pmr28unsynchronized_pool_resource11do_allocateEmm(void** resource, size_t size,
                                                                                size_t alignment) {
  static void* (*real)(void**, size_t, size_t);
  announce_change(resource);
  return real_of(real, __func__)(resource, size, alignment);
}

SELVAGE_INTERCEPT void _ZNSt3pmr28unsynchronized_pool_resource13do_deallocateEPvmm(void** resource, void* block,
                                                                                   size_t size, size_t alignment) {
  static void (*real)(void**, void*, size_t, size_t);
  announce_change(resource);
  real_of(real, __func__)(resource, block, size, alignment);
}

SELVAGE_INTERCEPT void _ZNSt3pmr28unsynchronized_pool_resource7releaseEv(void** resource) {
  static void (*real)(void**);
  announce_change(resource);
  real_of(real, __func__)(resource);
}
