// Objects of libstdc++ that only the library's own code changes, where it is not seen: memory resources, which threads must not
// use at the same time, and the messages of exceptions, which copies share. What is announced here stands for all that such a call
// accesses. The calls come through tables of virtual functions, or from inlined destructors; where libstdc++ is linked
// statically, its own functions are called and nothing is seen.
#include "contract/hooks.h"
#include "runtime/host.h"
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

// std::promise::set_value_at_thread_exit and its like: the library makes the state ready when the thread ends, by an exchange of
// the word that others wait for. What is registered begins with the next one and the function that does it; then come the state,
// whose word lies behind its result, and who owns it.
namespace selvage::runtime {

namespace {

struct MakeReady {
  MakeReady* next;
  void (*run)(void*);
  char* state;
  const char* owners;
};
constexpr size_t kStatus = 16, kUseCount = 8;

void (*run_of_library)(void*);

void make_ready(void* registered) {
  const auto* own = static_cast<const MakeReady*>(registered);
  bool is_there = own->owners && *reinterpret_cast<const int32_t*>(own->owners + kUseCount) != 0;
  if (is_there)
    selvage_hook_atomic_update(own->state + kStatus, 4, 1, static_cast<uint32_t>(MemoryOrder::Release),
                               selvage_call_site);
  run_of_library(registered);
}

}  // namespace

}  // namespace selvage::runtime

SELVAGE_INTERCEPT void _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv(MakeReady* own) {
  static void (*real)(MakeReady*);
  real_of(real, __func__)(own);
  if (!modelling()) return;
  run_of_library = own->run;
  own->run = make_ready;
}
