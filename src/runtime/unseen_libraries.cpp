#include "runtime/unseen_libraries.h"

#include <link.h>
#include <stdint.h>

#include "contract/channel.h"
#include "contract/language_runtimes.h"
#include "runtime/modules.h"

extern "C" const char __start_selvage_text[] __attribute__((visibility("hidden")));
extern "C" const char __stop_selvage_text[] __attribute__((visibility("hidden")));

namespace selvage::runtime {

namespace {

inline constexpr uint64_t kLongestUpdate = 5;  // prefixes and opcode

// Direct mapped. What was found out about a function holds for the whole run: it lies outside the snapshot.
struct Traits {
  bool synchronises;
  bool belongs_to_language;
};
struct Known {
  const void* function;
  Traits traits;
};
inline constexpr uintptr_t kMostKnown = 1024;
Known known[kMostKnown];

// lock cmpxchg, lock cmpxchg16b, lock xadd: no lock can be taken without one of them, or an xchg, which the same libraries
// use besides. Four bytes look like one of them by chance once in hundreds of megabytes.
bool is_atomic_update(const uint8_t* at) {
  if (at[0] != 0xf0) return false;
  at++;
  if (at[0] == 0x66) at++;
  if ((at[0] & 0xf0) == 0x40) at++;
  if (at[0] != 0x0f) return false;
  return at[1] == 0xb0 || at[1] == 0xb1 || at[1] == 0xc0 || at[1] == 0xc1 || at[1] == 0xc7;
}

bool has_atomic_updates(const dl_phdr_info& info) {
  for (int i = 0; i < info.dlpi_phnum; i++) {
    const auto& segment = info.dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_X) || segment.p_filesz < kLongestUpdate) continue;
    auto* begin = reinterpret_cast<const uint8_t*>(info.dlpi_addr + segment.p_vaddr);
    for (const uint8_t* at = begin; at < begin + segment.p_filesz - kLongestUpdate; at++)
      if (is_atomic_update(at)) return true;
  }
  return false;
}

struct Library {
  uintptr_t load_address;
  bool synchronises;
};
Library libraries[kMaxModules];
unsigned library_count;

bool synchronises(const dl_phdr_info& info) {
  if (is_language_runtime(info.dlpi_name) || is_instrumented(info)) return false;
  for (unsigned i = 0; i < library_count; i++)
    if (libraries[i].load_address == info.dlpi_addr) return libraries[i].synchronises;
  bool result = has_atomic_updates(info);
  if (library_count < kMaxModules) libraries[library_count++] = {info.dlpi_addr, result};
  return result;
}

// Its own code, and the functions of the libraries that it defines, lie in a section of their own.
bool is_of_runtime(uint64_t address) {
  return address >= reinterpret_cast<uint64_t>(__start_selvage_text) &&
         address < reinterpret_cast<uint64_t>(__stop_selvage_text);
}

// In an executable with fixed addresses a library's function has the address of a stub that jumps to it: by what the loader
// found before the program started. 0: it is none.
uint64_t behind_stub(uint64_t address) {
  auto* code = reinterpret_cast<const uint8_t*>(address);
  if (code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e) code += 4;  // endbr64
  if (code[0] != 0xff || code[1] != 0x25) return 0;
  int32_t distance;
  __builtin_memcpy(&distance, code + 2, sizeof distance);
  return *reinterpret_cast<const uint64_t*>(code + 6 + distance);
}

struct Question {
  uint64_t address;
  uint64_t behind_stub;
  Traits traits;
};

int ask(dl_phdr_info* info, size_t, void* data) {
  auto* question = static_cast<Question*>(data);
  if (!contains(*info, question->address)) return 0;
  bool is_executable = info->dlpi_name[0] == '\0';
  question->behind_stub = is_executable ? behind_stub(question->address) : 0;
  question->traits = {synchronises(*info), is_language_runtime(info->dlpi_name) || is_of_runtime(question->address)};
  return 1;
}

Traits find_out(uint64_t address) {
  Question question{address, 0, {}};
  dl_iterate_phdr(ask, &question);
  return question.behind_stub != 0 ? find_out(question.behind_stub) : question.traits;
}

Traits traits_of(const void* function) {
  Known& entry = known[(reinterpret_cast<uintptr_t>(function) >> 4) % kMostKnown];
  if (entry.function != function) entry = {function, find_out(reinterpret_cast<uint64_t>(function))};
  return entry.traits;
}

}  // namespace

bool may_synchronise(const void* function) { return traits_of(function).synchronises; }

bool belongs_to_language(const void* function) { return traits_of(function).belongs_to_language; }

}  // namespace selvage::runtime
