#include "instrument/pass/library_functions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/InstrTypes.h>

#include "instrument/pass/library_members.h"

namespace selvage::instrument {
namespace {

using namespace llvm;
using Length = MemoryRange::Length;

constexpr bool kRead = false;
constexpr bool kWrite = true;

StringMap<std::vector<MemoryRange>> make_memory_ranges() {
  StringMap<std::vector<MemoryRange>> table;
  auto add = [&](std::initializer_list<const char*> names, std::vector<MemoryRange> ranges) {
    for (const char* name : names) table[name] = ranges;
  };
  add({"memcpy", "memmove", "mempcpy", "__memcpy_chk", "__memmove_chk", "__mempcpy_chk"},
      {{kRead, 1, Length::Operand, 2}, {kWrite, 0, Length::Operand, 2}});
  add({"bcopy"}, {{kRead, 0, Length::Operand, 2}, {kWrite, 1, Length::Operand, 2}});
  add({"memset", "__memset_chk"}, {{kWrite, 0, Length::Operand, 2}});
  add({"bzero", "explicit_bzero"}, {{kWrite, 0, Length::Operand, 1}});
  add({"memcmp", "bcmp"}, {{kRead, 0, Length::Operand, 2}, {kRead, 1, Length::Operand, 2}});
  add({"strlen", "strdup", "__strdup", "puts", "strrchr", "rindex", "atoi", "atol", "atoll", "atof"},
      {{kRead, 0, Length::String, 0}});
  add({"strcmp"}, {{kRead, 0, Length::Compared}, {kRead, 1, Length::Compared}});
  add({"strncmp"}, {{kRead, 0, Length::Compared, 2}, {kRead, 1, Length::Compared, 2}});
  // Without regard to case: of equal letters there are two, so that all of it is taken for read.
  add({"strcasecmp", "strstr", "strcasestr", "strspn", "strcspn", "strpbrk"},
      {{kRead, 0, Length::String, 0}, {kRead, 1, Length::String, 1}});
  add({"strncasecmp"}, {{kRead, 0, Length::BoundedString, 2}, {kRead, 1, Length::BoundedString, 2}});
  add({"strchr", "index", "strchrnul"}, {{kRead, 0, Length::ToCharacter}});
  add({"memchr"}, {{kRead, 0, Length::ToCharacter, 2}});
  add({"memrchr"}, {{kRead, 0, Length::Operand, 2}});
  add({"strcat", "__strcat_chk"},
      {{kRead, 1, Length::String, 1}, {kRead, 0, Length::String, 0}, {kWrite, 0, Length::String, 1, true}});
  add({"strncat", "__strncat_chk"},
      {{kRead, 1, Length::BoundedString, 2}, {kRead, 0, Length::String, 0}, {kWrite, 0, Length::Appended, 2, true}});
  add({"strndup", "__strndup"}, {{kRead, 0, Length::BoundedString, 1}});
  add({"strcpy", "stpcpy", "__strcpy_chk", "__stpcpy_chk"},
      {{kRead, 1, Length::String, 1}, {kWrite, 0, Length::String, 1}});
  add({"strncpy", "stpncpy", "__strncpy_chk"}, {{kRead, 1, Length::BoundedString, 2}, {kWrite, 0, Length::Operand, 2}});
  add({"strnlen"}, {{kRead, 0, Length::BoundedString, 1}});
  add({"wmemcpy", "wmemmove", "wmempcpy"},
      {{kRead, 1, Length::Elements, 2, false, 4}, {kWrite, 0, Length::Elements, 2, false, 4}});
  add({"wmemset"}, {{kWrite, 0, Length::Elements, 2, false, 4}});
  add({"wmemcmp"}, {{kRead, 0, Length::Elements, 2, false, 4}, {kRead, 1, Length::Elements, 2, false, 4}});
  // std::_Hash_bytes, std::_Fnv_hash_bytes
  add({"_ZSt11_Hash_bytesPKvmm", "_ZSt15_Fnv_hash_bytesPKvmm"}, {{kRead, 0, Length::Operand, 1}});
  // std::__detail::_Prime_rehash_policy: const members change it, too
  add({"_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm",
       "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm"},
      {{kWrite, 0, Length::Constant, 16}});
  add({"frexp", "frexpf", "frexpl"}, {{kWrite, 1, Length::Constant, 4}});
  add({"modf"}, {{kWrite, 1, Length::Constant, 8}});
  add({"modff"}, {{kWrite, 1, Length::Constant, 4}});
  add({"remquo", "remquof"}, {{kWrite, 2, Length::Constant, 4}});
  add({"sincos"}, {{kWrite, 1, Length::Constant, 8}, {kWrite, 2, Length::Constant, 8}});
  add({"sincosf"}, {{kWrite, 1, Length::Constant, 4}, {kWrite, 2, Length::Constant, 4}});
  add({"rand_r"}, {{kWrite, 0, Length::Constant, 4}});
  return table;
}

// What these write or read of their caller's memory is a part of what they do.
StringMap<std::vector<MemoryRange>> make_some_memory_ranges() {
  StringMap<std::vector<MemoryRange>> table;
  auto add = [&](std::initializer_list<const char*> names, std::vector<MemoryRange> ranges) {
    for (const char* name : names) table[name] = ranges;
  };
  add({"fputs", "perror", "sscanf", "__isoc99_sscanf", "__isoc23_sscanf"}, {{kRead, 0, Length::String, 0}});
  add({"strtol", "strtoul", "strtoll", "strtoull", "strtod", "strtof", "strtold", "strtoimax", "strtoumax", "strtoq",
       "strtouq", "__isoc23_strtol", "__isoc23_strtoul", "__isoc23_strtoll", "__isoc23_strtoull"},
      {{kRead, 0, Length::String, 0}, {kWrite, 1, Length::Constant, 8}});
  add({"asprintf", "__asprintf_chk", "vasprintf"}, {{kWrite, 0, Length::Constant, 8}});
  add({"strerror_r", "__xpg_strerror_r"}, {{kWrite, 1, Length::Operand, 2}});
  add({"sigemptyset", "sigfillset", "sigaddset", "sigdelset"}, {{kWrite, 0, Length::Constant, 128}});
  add({"sigismember", "sigisemptyset", "sigsuspend"}, {{kRead, 0, Length::Constant, 128}});
  add({"sigpending"}, {{kWrite, 0, Length::Constant, 128}});
  add({"sigprocmask", "pthread_sigmask"}, {{kRead, 1, Length::Constant, 128}, {kWrite, 2, Length::Constant, 128}});
  add({"sigwait"}, {{kRead, 0, Length::Constant, 128}, {kWrite, 1, Length::Constant, 4}});
  add({"sigaction"}, {{kRead, 1, Length::Constant, 152}, {kWrite, 2, Length::Constant, 152}});
  add({"setjmp", "_setjmp", "__sigsetjmp"}, {{kWrite, 0, Length::Constant, 200}});
  add({"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"}, {{kRead, 0, Length::Constant, 200}});
  add({"pipe", "pipe2"}, {{kWrite, 0, Length::Constant, 8}});
  add({"socketpair"}, {{kWrite, 3, Length::Constant, 8}});
  add({"eventfd_read"}, {{kWrite, 1, Length::Constant, 8}});
  add({"poll", "ppoll", "__poll_chk"}, {{kWrite, 0, Length::Elements, 1, false, 8}});
  add({"epoll_wait", "epoll_pwait"}, {{kWrite, 1, Length::Elements, 2, false, 12}});
  add({"epoll_ctl"}, {{kRead, 3, Length::Constant, 12}});
  add({"select", "pselect"},
      {{kWrite, 1, Length::Constant, 128}, {kWrite, 2, Length::Constant, 128}, {kWrite, 3, Length::Constant, 128}});
  add({"open",   "open64",   "__open_2",   "__open64_2", "creat",   "creat64", "unlink", "rmdir",
       "remove", "mkdir",    "access",     "euidaccess", "eaccess", "chdir",   "chmod",  "chown",
       "lchown", "truncate", "truncate64", "mkfifo",     "mknod",   "opendir"},
      {{kRead, 0, Length::String, 0}});
  add({"openat", "openat64", "__openat_2", "__openat64_2", "unlinkat", "mkdirat", "faccessat", "fchmodat", "fchownat",
       "mkfifoat", "mknodat"},
      {{kRead, 1, Length::String, 1}});
  add({"rename", "link", "symlink", "fopen", "fopen64"},
      {{kRead, 0, Length::String, 0}, {kRead, 1, Length::String, 1}});
  add({"freopen", "freopen64"}, {{kRead, 0, Length::String, 0}, {kRead, 1, Length::String, 1}});
  add({"fdopen"}, {{kRead, 1, Length::String, 1}});
  add({"renameat", "renameat2", "linkat"}, {{kRead, 1, Length::String, 1}, {kRead, 3, Length::String, 3}});
  add({"symlinkat"}, {{kRead, 0, Length::String, 0}, {kRead, 2, Length::String, 2}});
  add({"stat", "stat64", "lstat", "lstat64"}, {{kRead, 0, Length::String, 0}, {kWrite, 1, Length::Constant, 144}});
  add({"fstat", "fstat64"}, {{kWrite, 1, Length::Constant, 144}});
  add({"fstatat", "fstatat64"}, {{kRead, 1, Length::String, 1}, {kWrite, 2, Length::Constant, 144}});
  add({"fread", "fread_unlocked"}, {{kWrite, 0, Length::Product, 1}});
  add({"fwrite", "fwrite_unlocked"}, {{kRead, 0, Length::Product, 1}});
  add({"fgets", "fgets_unlocked"}, {{kWrite, 0, Length::Operand, 1}});
  add({"read", "pread", "recv", "pread64", "__read_chk", "__pread_chk", "__pread64_chk", "__recv_chk"},
      {{kWrite, 1, Length::Operand, 2}});
  add({"write", "pwrite", "send", "pwrite64"}, {{kRead, 1, Length::Operand, 2}});
  add({"getrandom", "getentropy", "arc4random_buf"}, {{kWrite, 0, Length::Operand, 1}});
  add({"qsort", "qsort_r"}, {{kWrite, 0, Length::Product, 1}});
  add({"bsearch"}, {{kRead, 1, Length::Product, 2}});
  add({"strftime"}, {{kRead, 3, Length::Constant, 56}, {kWrite, 0, Length::Operand, 1}});
  add({"mktime", "timegm", "timelocal"}, {{kWrite, 0, Length::Constant, 56}});
  add({"localtime", "gmtime", "ctime"}, {{kRead, 0, Length::Constant, 8}});
  add({"asctime"}, {{kRead, 0, Length::Constant, 56}});
  add({"ctime_r"}, {{kRead, 0, Length::Constant, 8}, {kWrite, 1, Length::Constant, 26}});
  add({"asctime_r"}, {{kRead, 0, Length::Constant, 56}, {kWrite, 1, Length::Constant, 26}});
  add({"memmem"}, {{kRead, 0, Length::Operand, 1}, {kRead, 2, Length::Operand, 3}});
  add({"swab"}, {{kRead, 0, Length::Operand, 2}, {kWrite, 1, Length::Operand, 2}});
  add({"vsnprintf"}, {{kWrite, 0, Length::Operand, 1}});
  add({"localtime_r", "gmtime_r"}, {{kRead, 0, Length::Constant, 8}, {kWrite, 1, Length::Constant, 56}});
  // operator<<(std::ostream&, const char*), and what the one for std::string calls
  add({"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc"}, {{kRead, 1, Length::String, 1}});
  add({"_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l"},
      {{kRead, 1, Length::Operand, 2}});
  // Members of streams and their buffers that are given memory
  add({"_ZNSo5writeEPKcl", "_ZNSt15basic_streambufIcSt11char_traitsIcEE5sputnEPKcl",
       "_ZNSt15basic_streambufIcSt11char_traitsIcEE6xsputnEPKcl"},
      {{kRead, 1, Length::Operand, 2}});
  add({"_ZNSi4readEPcl", "_ZNSi8readsomeEPcl", "_ZNSi3getEPcl", "_ZNSi3getEPclc", "_ZNSi7getlineEPcl",
       "_ZNSi7getlineEPclc", "_ZNSt15basic_streambufIcSt11char_traitsIcEE5sgetnEPcl",
       "_ZNSt15basic_streambufIcSt11char_traitsIcEE6xsgetnEPcl"},
      {{kWrite, 1, Length::Operand, 2}});
  add({"_ZNSi3getERc", "_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_"},
      {{kWrite, 1, Length::Constant, 1}});
  add({"_ZNSt6localeC1ERKS_", "_ZNSt6localeC2ERKS_"}, {{kRead, 1, Length::Constant, 8}});
  // std::pmr::monotonic_buffer_resource: everything behind the table of its functions
  add({"_ZNSt3pmr25monotonic_buffer_resource13_M_new_bufferEmm",
       "_ZNSt3pmr25monotonic_buffer_resource18_M_release_buffersEv"},
      {{kWrite, 0, Length::Constant, 16, false, 8}});
  // std::getline and operator>> into a std::string: where its characters are, and how many
  add({"_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE",
       "_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_",
       "_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE"},
      {{kWrite, 1, Length::Constant, 16}});
  return table;
}

const StringSet<>& computations() {
  static const StringSet<> names = {
      "strlen",
      "strnlen",
      "strcmp",
      "strncmp",
      "strcasecmp",
      "strncasecmp",
      "strchr",
      "strrchr",
      "strstr",
      "strspn",
      "strcspn",
      "strpbrk",
      "strtol",
      "strtoul",
      "strtoll",
      "strtoull",
      "strtod",
      "atoi",
      "atol",
      "atoll",
      "atof",
      "strcpy",
      "strncpy",
      "strcat",
      "strncat",
      "stpcpy",
      "stpncpy",
      "memcpy",
      "memmove",
      "mempcpy",
      "memset",
      "memcmp",
      "memchr",
      "memrchr",
      "bcmp",
      "bcopy",
      "bzero",
      "explicit_bzero",
      "__memcpy_chk",
      "__memmove_chk",
      "__mempcpy_chk",
      "__memset_chk",
      "__strcpy_chk",
      "__stpcpy_chk",
      "__strncpy_chk",
      "__strcat_chk",
      "__strncat_chk",
      "__errno_location",
      "__ctype_b_loc",
      "__ctype_tolower_loc",
      "__ctype_toupper_loc",
      "tolower",
      "toupper",
      "isalpha",
      "isdigit",
      "isalnum",
      "isspace",
      "isupper",
      "islower",
      "isprint",
      "ispunct",
      "isxdigit",
      "difftime",
      "abs",
      "labs",
      "llabs",
      "div",
      "ldiv",
      "ffs",
      "htonl",
      "htons",
      "ntohl",
      "ntohs",
      "sqrt",
      "sqrtf",
      "pow",
      "powf",
      "exp",
      "expf",
      "exp2",
      "log",
      "logf",
      "log2",
      "log10",
      "sin",
      "sinf",
      "cos",
      "cosf",
      "tan",
      "atan",
      "atan2",
      "fabs",
      "fabsf",
      "floor",
      "floorf",
      "ceil",
      "ceilf",
      "round",
      "roundf",
      "lround",
      "fmod",
      "fmodf",
      "fmin",
      "fmax",
      "hypot",
      "cbrt",
      "ldexp",
      "frexp",
      "modf",
      "__cxa_begin_catch",
      "__cxa_end_catch",
      "__cxa_get_exception_ptr",
      "_Unwind_Resume",
      "__gxx_personality_v0",
      "__cxa_bad_cast",
      "__dynamic_cast",
  };
  return names;
}

// Function name to a bit set of arguments whose pointer is not kept.
const StringMap<uint32_t>& kept_nowhere() {
  static const StringMap<uint32_t> table = {
      {"pthread_create", 0b0011},
      {"pthread_join", 0b0010},
      {"pthread_attr_init", 1},
      {"pthread_attr_destroy", 1},
      {"pthread_attr_setdetachstate", 1},
      {"pthread_attr_setstacksize", 1},
      {"pthread_mutexattr_init", 1},
      {"pthread_mutexattr_settype", 1},
      {"pthread_mutexattr_destroy", 1},
      {"pthread_condattr_init", 1},
      {"pthread_condattr_setclock", 1},
      {"pthread_condattr_destroy", 1},
      {"pthread_cond_timedwait", 0b100},
      {"pthread_cond_clockwait", 0b1000},
      {"pthread_mutex_timedlock", 0b10},
      {"pthread_mutex_clocklock", 0b100},
      {"pthread_rwlock_timedrdlock", 0b10},
      {"pthread_rwlock_timedwrlock", 0b10},
      {"pthread_setcancelstate", 0b10},
      {"pthread_setcanceltype", 0b10},
      {"sem_getvalue", 0b10},
      {"sem_timedwait", 0b10},
      {"nanosleep", 0b11},
      {"clock_gettime", 0b10},
      {"gettimeofday", 0b11},
      {"time", 1},
      {"timespec_get", 1},
      {"sigemptyset", 1},
      {"sigaddset", 1},
      {"sigfillset", 1},
      {"read", 0b10},
      {"write", 0b10},
      {"fread", 1},
      {"fwrite", 1},
      {"fgets", 1},
      {"snprintf", 0xff},
      {"sprintf", 0xff},
      {"printf", 0xff},
      {"fprintf", 0xff},
      {"thrd_create", 1},
      {"thrd_join", 0b10},
      {"llvm.va_start", 1},
  };
  return table;
}

}  // namespace

const std::vector<MemoryRange>& memory_ranges(StringRef name) {
  static const StringMap<std::vector<MemoryRange>> table = make_memory_ranges();
  static const std::vector<MemoryRange> none;
  auto entry = table.find(name);
  return entry == table.end() ? none : entry->second;
}

std::vector<MemoryRange> some_memory_ranges(const CallBase& call) {
  static const StringMap<std::vector<MemoryRange>> table = make_some_memory_ranges();
  const StringRef name = call.getCalledFunction()->getName();
  std::vector<MemoryRange> ranges;
  if (auto entry = table.find(name); entry != table.end()) ranges = entry->second;
  // Behind the place for what it returns, if there is one.
  const unsigned object = call.hasStructRetAttr() ? 1 : 0;
  add_ranges_of_member(name, object, ranges);
  return ranges;
}

std::optional<AtomicLibraryCall> atomic_library_call(StringRef name) {
  using Kind = AtomicLibraryCall::Kind;
  if (!name.consume_front("__atomic_")) return std::nullopt;
  uint32_t size = 0;
  static constexpr std::pair<StringLiteral, uint32_t> kSuffixes[] = {
      {"_1", 1}, {"_2", 2}, {"_4", 4}, {"_8", 8}, {"_16", 16}};
  for (const auto& [suffix, bytes] : kSuffixes) {
    if (name.consume_back(suffix)) size = bytes;
  }
  if (name == "load") return AtomicLibraryCall{Kind::Load, size};
  if (name == "store") return AtomicLibraryCall{Kind::Store, size};
  if (name == "exchange") return AtomicLibraryCall{Kind::Update, size};
  if (name == "compare_exchange") return AtomicLibraryCall{Kind::CompareExchange, size};
  if (size != 0 && (name.starts_with("fetch_") || name.ends_with("_fetch"))) {
    return AtomicLibraryCall{Kind::Update, size};
  }
  return std::nullopt;
}

bool keeps_no_pointer(StringRef name, unsigned argument) {
  auto entry = kept_nowhere().find(name);
  return entry != kept_nowhere().end() && argument < 32 && ((entry->second >> argument) & 1) != 0;
}

bool returns_private_memory(StringRef name) {
  return name == "__errno_location" || name == "__h_errno_location" || name == "__ctype_b_loc" ||
         name == "__ctype_tolower_loc" || name == "__ctype_toupper_loc";
}

bool is_deadline(StringRef name, unsigned argument) {
  static const StringMap<unsigned> table = {
      {"pthread_cond_timedwait", 2},
      {"pthread_cond_clockwait", 3},
      {"pthread_mutex_timedlock", 1},
      {"pthread_mutex_clocklock", 2},
      {"pthread_rwlock_timedrdlock", 1},
      {"pthread_rwlock_timedwrlock", 1},
      {"sem_timedwait", 1},
      {"sem_clockwait", 2},
  };
  auto entry = table.find(name);
  return entry != table.end() && entry->second == argument;
}

std::optional<ClockRead> clock_read(StringRef name) {
  static const StringMap<ClockRead> table = {
      {"clock_gettime", {1, 16}},
      {"gettimeofday", {0, 16}},
      {"timespec_get", {0, 16}},
      {"time", {0, 8}},
      {"clock", {0, 0}},
      // now() of std::chrono::system_clock and steady_clock, which libstdc++.so has
      {"_ZNSt6chrono3_V212system_clock3nowEv", {0, 0}},
      {"_ZNSt6chrono3_V212steady_clock3nowEv", {0, 0}},
      {"_ZNSt6chrono12system_clock3nowEv", {0, 0}},
      {"_ZNSt6chrono12steady_clock3nowEv", {0, 0}},
  };
  auto entry = table.find(name);
  if (entry == table.end()) return std::nullopt;
  return entry->second;
}

std::optional<ClockRead> clock_read(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration()) return std::nullopt;
  std::optional<ClockRead> read = clock_read(callee->getName());
  if (read && read->size != 0 && read->address_argument >= call.arg_size()) return std::nullopt;
  return read;
}

bool gives_way_to_others(StringRef name) {
  static const StringSet<> names = {"sched_yield",     "pthread_yield", "thrd_yield",
                                    "usleep",          "sleep",         "nanosleep",
                                    "clock_nanosleep", "thrd_sleep",    "pthread_testcancel"};
  return names.contains(name);
}

bool reports_its_effects(StringRef name) {
  static const StringSet<> modelled = {
      "pthread_mutex_lock",
      "pthread_mutex_trylock",
      "pthread_mutex_unlock",
      "pthread_spin_lock",
      "pthread_spin_trylock",
      "pthread_spin_unlock",
      "pthread_rwlock_rdlock",
      "pthread_rwlock_wrlock",
      "pthread_rwlock_unlock",
      "pthread_rwlock_tryrdlock",
      "pthread_rwlock_trywrlock",
      "sem_wait",
      "sem_trywait",
      "sem_post",
      "mtx_lock",
      "mtx_trylock",
      "mtx_unlock",
      "pthread_tryjoin_np",
      "pthread_mutex_timedlock",
      "pthread_mutex_clocklock",
      "pthread_rwlock_timedrdlock",
      "pthread_rwlock_timedwrlock",
      "sem_timedwait",
      "sem_clockwait",
      "pthread_cond_wait",
      "pthread_cond_timedwait",
      "pthread_cond_clockwait",
      "pthread_cond_signal",
      "pthread_cond_broadcast",
      "__errno_location",
      // std::condition_variable: wait(std::unique_lock<std::mutex>&), notify_one() and notify_all() of the library only call
      // the functions of POSIX of the same meaning.
      "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE",
      "_ZNSt18condition_variable10notify_oneEv",
      "_ZNSt18condition_variable10notify_allEv",
  };
  if (modelled.contains(name) || clock_read(name) || gives_way_to_others(name) || atomic_library_call(name).has_value())
    return true;
  const std::vector<MemoryRange>& ranges = memory_ranges(name);
  return !ranges.empty() && none_of(ranges, [](const MemoryRange& range) { return range.is_write; }) &&
         name != "strdup" && name != "__strdup" && name != "strndup" && name != "__strndup" && name != "puts";
}

bool is_plain_computation(StringRef name) {
  return computations().contains(name) || atomic_library_call(name).has_value();
}

bool is_modelled(StringRef name) {
  static const StringSet<> names = {
      "malloc",        "calloc",     "realloc",         "reallocarray",  "free",        "cfree",
      "aligned_alloc", "memalign",   "posix_memalign",  "valloc",        "exit",        "_exit",
      "_Exit",         "quick_exit", "abort",           "__assert_fail", "sched_yield", "usleep",
      "sleep",         "nanosleep",  "clock_nanosleep", "call_once",     "reach_error",
  };
  static constexpr StringLiteral kPrefixes[] = {
      "pthread_", "sem_", "mtx_", "cnd_",     "thrd_",      "tss_",  "__cxa_",  "_Znw",
      "_Zna",     "_Zdl", "_Zda", "selvage_", "__VERIFIER", "llvm.", "_Unwind", "__gxx_personality"};
  if (names.contains(name) || reports_its_effects(name) || !memory_ranges(name).empty()) return true;
  return any_of(kPrefixes, [&](StringRef prefix) { return name.starts_with(prefix); });
}

bool synchronises_in_sight(StringRef name) {
  static const StringSet<> names = {
      "g_malloc",
      "g_malloc0",
      "g_malloc_n",
      "g_malloc0_n",
      "g_try_malloc",
      "g_realloc",
      "g_realloc_n",
      "g_free",
      "g_slice_alloc",
      "g_slice_alloc0",
      "g_slice_free1",
      "g_memdup2",
      "g_strdup",
      "g_strndup",
      "g_strdup_printf",
      "g_thread_new",
      "g_thread_try_new",
      "g_thread_join",
      "g_thread_ref",
      "g_thread_unref",
      "g_thread_self",
      "g_thread_yield",
      "g_usleep",
      "g_get_monotonic_time",
      "g_get_real_time",
      "g_private_get",
      "g_private_set",
      "g_mutex_init",
      "g_cond_init",
      "g_rw_lock_init",
      "g_rec_mutex_init",
      "g_assertion_message",
      "g_assertion_message_expr",
      "g_assertion_message_cmpnum",
      "g_return_if_fail_warning",
  };
  // Boost.Thread, but for boost::call_once.
  static constexpr StringLiteral kPrefixes[] = {"_ZN5boost6thread", "_ZNK5boost6thread", "_ZN5boost11this_thread",
                                                "_ZN5boost6detail", "_ZNK5boost6detail"};
  if (names.contains(name)) return true;
  return !name.contains("once") && any_of(kPrefixes, [&](StringRef prefix) { return name.starts_with(prefix); });
}

}  // namespace selvage::instrument
