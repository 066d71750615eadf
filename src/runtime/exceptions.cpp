// Exceptions of libstdc++ that several threads hold, by std::exception_ptr or in a future. The last one that lets go of an exception
// destroys it. They are counted in the library, where nothing would be known of it: neither that it can be another thread, nor that
// the destruction comes after whatever the others did with the exception. Letting go is an update of the count. Taking another hold is
// none: the thread that takes it has one already, so that no other thread can let go of the last one meanwhile.
#include <stddef.h>
#include <unwind.h>

#include "contract/hooks.h"
#include "runtime/real.h"

extern "C" {
void __cxa_free_exception(void* object) noexcept __attribute__((weak));
void __cxa_free_dependent_exception(void* header) noexcept __attribute__((weak));
}

namespace selvage::runtime {

namespace {

// What lies before every exception that is thrown: of the Itanium ABI with libstdc++'s count before it.
struct Header {
  int count;
  alignas(16) void* type;
  void (*destroy)(void*);
  void* handlers[2];
  void* next_caught;
  int handler_count, handler_switch_value;
  void* places[3];
  void* adjusted;
  _Unwind_Exception unwinding;
};
static_assert(sizeof(Header) == 128 && offsetof(Header, destroy) == 24 && offsetof(Header, unwinding) == 96);

// Throwing what an exception_ptr holds throws another one that depends on it: a header of which only this is looked at here.
struct DependentHeader {
  void* primary;
  void* unused[9];
  _Unwind_Exception unwinding;
};
static_assert(offsetof(DependentHeader, unwinding) == offsetof(Header, unwinding) - offsetof(Header, type));

constexpr _Unwind_Exception_Class kPrimary = 0x474e5543432b2b00;  // "GNUCC++\0"
constexpr _Unwind_Exception_Class kDependent = kPrimary + 1;

// Whether it was the last hold decides at once what comes next: nothing that others may notice lies between the update and that.
bool is_last_hold(Header& header) {
  selvage_hook_atomic_update(&header.count, sizeof header.count, 0, static_cast<uint32_t>(MemoryOrder::AcquireRelease),
                             selvage_call_site);
  return __atomic_sub_fetch(&header.count, 1, __ATOMIC_ACQ_REL) == 0;
}

bool let_go(void* object) {
  Header& header = static_cast<Header*>(object)[-1];
  if (!is_last_hold(header)) return false;
  if (header.destroy) header.destroy(object);
  __cxa_free_exception(object);
  return true;
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage::runtime;

// void std::__exception_ptr::exception_ptr::_M_release(): the destructor and the assignments end with it.
SELVAGE_INTERCEPT void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void** self) {
  if (*self && let_go(*self)) *self = nullptr;
}

// The end of the last handler of an exception ends with it. The library's own way to go on from here changes the count where it
// is not seen.
SELVAGE_INTERCEPT void _Unwind_DeleteException(_Unwind_Exception* exception) {
  void* behind = exception + 1;
  if (exception->exception_class == kPrimary) {
    let_go(behind);
  } else if (exception->exception_class == kDependent) {
    DependentHeader* header = static_cast<DependentHeader*>(behind) - 1;
    void* primary = header->primary;
    __cxa_free_dependent_exception(header);
    let_go(primary);
  } else if (exception->exception_cleanup) {
    exception->exception_cleanup(_URC_FOREIGN_EXCEPTION_CAUGHT, exception);
  }
}
