// How the runtime comes to life: before the first constructor, also of shared libraries, so that a key or a lock that one of them
// makes is modelled like all others. Without the explorer's channel in the environment nothing happens, and the program runs as
// an ordinary one.
#include <link.h>
#include <sys/auxv.h>
#include <sys/mman.h>

#include "contract/hooks.h"
#include "runtime/carrier.h"
#include "runtime/crash.h"
#include "runtime/exit.h"
#include "runtime/heap.h"
#include "runtime/host.h"
#include "runtime/leaks.h"
#include "runtime/memory_checks.h"
#include "runtime/model.h"
#include "runtime/modules.h"
#include "runtime/outcome.h"
#include "runtime/positions.h"
#include "runtime/real.h"
#include "runtime/rewind.h"
#include "runtime/secrets.h"
#include "runtime/sharing.h"
#include "runtime/system.h"
#include "runtime/thread_storage.h"
#include "runtime/threads.h"
#include "runtime/unwinding.h"

namespace selvage::runtime {

namespace {

using MainFunction = int (*)(int, char**, char**);
using StartMain = int (*)(MainFunction, int, char**, void (*)(), void (*)(), void (*)(), void*);

inline constexpr uint64_t kMainStackSize = 32u << 20;

struct MainCall {
  MainFunction function;
  int count;
  char** arguments;
  char** environment;
};
MainCall main_call;
MainFunction program_main;

// Descriptor of the channel, or -1. The variable is taken out so that the program does not see it.
int channel_descriptor(char** environment) {
  for (char** entry = environment; entry && *entry; entry++) {
    size_t length = strlen(kChannelVariable);
    if (strncmp(*entry, kChannelVariable, length) != 0 || (*entry)[length] != '=') continue;
    int descriptor = atoi(*entry + length + 1);
    for (char** rest = entry; *rest; rest++) rest[0] = rest[1];
    return descriptor;
  }
  return -1;
}

void refuse(const char* sentence) {
  system_call(SYS_write, 2, word(sentence), static_cast<long>(strlen(sentence)));
  system_call(SYS_exit_group, 3);
}

ControlBlock* map_channel(int descriptor) {
  struct stat status;
  if (system_call(SYS_fstat, descriptor, word(&status)) != 0) return nullptr;
  long at = system_call(SYS_mmap, static_cast<long>(address::kChannel), status.st_size, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_FIXED_NOREPLACE, descriptor, 0);
  if (at != static_cast<long>(address::kChannel)) return nullptr;
  system_call(SYS_close, descriptor);
  auto* control = reinterpret_cast<ControlBlock*>(at);
  return control->magic == kChannelMagic ? control : nullptr;
}

uint64_t read_storage_base() { return __builtin_ia32_rdfsbase64(); }

void map_or_fail(uint64_t address, uint64_t size, const char* what) {
  if (!map_fixed(address, size, PROT_READ | PROT_WRITE, 0)) fail_run(3, "no address space for %s", what);
}

// True: the explorer is there, and the program is modelled from here on.
bool connect_to_explorer(char** environment) {
  int descriptor = channel_descriptor(environment);
  if (descriptor < 0) return false;
  ControlBlock* control = map_channel(descriptor);
  if (!control) refuse("selvage: the channel to the explorer is damaged\n");
  if (!map_fixed(address::kHost, kHostSize, PROT_READ | PROT_WRITE, 0))
    refuse("selvage: no address space for the runtime\n");
  Host& h = host();
  h.control = control;
  if (control->version != kContractVersion)
    fail_run(3, "the program was built by another version of Selvage (contract %u, explorer %u): build it again",
             kContractVersion, control->version);
  h.configuration = control->configuration;
  bool can_write_fs_base = (getauxval(AT_HWCAP2) >> 1) & 1;
  if (!can_write_fs_base) fail_run(3, "this processor or kernel has no FSGSBASE instructions");
  h.main_thread_base = read_storage_base();
  map_or_fail(address::kModel, address::kModelSize, "the model");
  map_or_fail(address::kStacks, kMaxThreads * address::kStackSlotSize, "stacks");
  initialise_model();
  initialise_heap();
  initialise_sharing();
  initialise_positions();
  initialise_memory_checks();
  initialise_leak_check();
  prepare_unwinding();
  initialise_thread_storage();
  install_signal_handlers();
  if (control->thread_count == 0) control->thread_count = 1;
  publish_modules();
  prepare_output();
  Thread& main_thread = thread(0);
  main_thread.stack_high = address::kStacks + address::kStackSlotSize;
  main_thread.stack_low = main_thread.stack_high - kMainStackSize;
  guard_stack(main_thread);
  modelling_flag = true;
  return true;
}

// main runs on a stack of its own at a fixed address, so that what lies on it does not move with the environment. A
// return address of 0 ends it for the unwinder.
void call_main() {
  choose_secrets_at_main();
  model().exit_status =
      static_cast<uint32_t>(main_call.function(main_call.count, main_call.arguments, main_call.environment));
  exit_program(static_cast<int>(model().exit_status));
}

int run_main(int count, char** arguments, char** environment) {
  main_call = MainCall{program_main, count, arguments, environment};
  Thread& main_thread = thread(0);
  begin_program_blocks();
  asm volatile(
      "mov %0, %%rsp\n"
      "xor %%ebp, %%ebp\n"
      "push $0\n"
      "jmp *%1\n"
      :
      : "r"(main_thread.stack_high - 64), "r"(&call_main)
      : "memory");
  __builtin_unreachable();
}

// The C library has not set its own variable for the environment yet.
void connect_early(int, char**, char** environment) {
  look_up_real_functions();
  connect_to_explorer(environment);
}

// The loader calls it when everything is loaded, before the constructors of any library.
__attribute__((section(".preinit_array"), used)) void (*const early_connection)(int, char**, char**) = connect_early;

}  // namespace

}  // namespace selvage::runtime

extern "C" __attribute__((visibility("default"))) int __libc_start_main(selvage::runtime::MainFunction main_function,
                                                                        int count, char** arguments,
                                                                        void (*initialise)(), void (*finalise)(),
                                                                        void (*loader_finalise)(), void* stack_end) {
  using namespace selvage::runtime;
  auto start = reinterpret_cast<StartMain>(look_up_real("__libc_start_main"));
  program_main = main_function;
  if (!modelling()) return start(main_function, count, arguments, initialise, finalise, loader_finalise, stack_end);
  // The loader's own way out is not taken: exit_program runs the executable's destructors itself.
  return start(run_main, count, arguments, initialise, finalise, nullptr, stack_end);
}
