// Other processes. Selvage explores the threads of one: a call that would start another stops the run and says so.
// Since none can have been started, waiting for one fails as it does without children.
#include <spawn.h>
#include <stdarg.h>

#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/real.h"

namespace selvage::runtime {

namespace {

inline constexpr const char* kForkAdvice =
    "only the threads of one process are explored; call the child's code directly, or leave that part out of the test";
inline constexpr const char* kExecAdvice =
    "another program would take this one's place; leave that part out of the test";
inline constexpr const char* kCommandAdvice =
    "only one process is explored; replace the command by a function of the test that does the same";
inline constexpr const char* kDaemonAdvice = "run the program in the foreground (many have an option for that)";

int no_child() {
  errno = ECHILD;
  return -1;
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage::runtime;

SELVAGE_INTERCEPT pid_t fork() {
  if (!modelling()) return REAL(fork)();
  unmodelled("fork", kForkAdvice);
}

SELVAGE_INTERCEPT pid_t _Fork() {
  if (!modelling()) return REAL(_Fork)();
  unmodelled("_Fork", kForkAdvice);
}

// A plain run must not come back twice through a frame of its own: the jump leaves none.
extern "C" __attribute__((visibility("hidden"), used)) void* selvage_vfork_target() {
  if (modelling()) unmodelled("vfork", kForkAdvice);
  return look_up_real("vfork");
}
asm(R"(
.section selvage_text,"ax",@progbits
.weak vfork
.type vfork,@function
vfork:
  .cfi_startproc
  sub $8,%rsp
  .cfi_adjust_cfa_offset 8
  call selvage_vfork_target
  add $8,%rsp
  .cfi_adjust_cfa_offset -8
  jmp *%rax
  .cfi_endproc
.size vfork,.-vfork
.text
)");

SELVAGE_INTERCEPT int clone(int (*function)(void*), void* stack, int flags, void* argument, ...) {
  va_list rest;
  va_start(rest, argument);
  auto* parent_id = va_arg(rest, pid_t*);
  auto* storage = va_arg(rest, void*);
  auto* child_id = va_arg(rest, pid_t*);
  va_end(rest);
  if (!modelling()) return REAL(clone)(function, stack, flags, argument, parent_id, storage, child_id);
  unmodelled("clone", "create threads with pthread_create; only the threads of one process are explored");
}

// The rest of exec's functions take their arguments as a list: they are gathered only where the call goes through.
#define SELVAGE_GATHER_ARGUMENTS(first, list)                                       \
  va_list rest;                                                                     \
  va_start(rest, first);                                                            \
  size_t count = 1;                                                                 \
  while (va_arg(rest, char*)) count++;                                              \
  va_end(rest);                                                                     \
  char** list = static_cast<char**>(__builtin_alloca((count + 1) * sizeof(char*))); \
  list[0] = const_cast<char*>(first);                                               \
  va_start(rest, first);                                                            \
  for (size_t i = 1; i <= count; i++) list[i] = va_arg(rest, char*)

SELVAGE_INTERCEPT int execl(const char* path, const char* argument, ...) {
  if (modelling()) unmodelled("execl", kExecAdvice);
  SELVAGE_GATHER_ARGUMENTS(argument, arguments);
  va_end(rest);
  return REAL(execv)(path, arguments);
}

SELVAGE_INTERCEPT int execlp(const char* file, const char* argument, ...) {
  if (modelling()) unmodelled("execlp", kExecAdvice);
  SELVAGE_GATHER_ARGUMENTS(argument, arguments);
  va_end(rest);
  return REAL(execvp)(file, arguments);
}

SELVAGE_INTERCEPT int execle(const char* path, const char* argument, ...) {
  if (modelling()) unmodelled("execle", kExecAdvice);
  SELVAGE_GATHER_ARGUMENTS(argument, arguments);
  char** environment = va_arg(rest, char**);
  va_end(rest);
  return REAL(execve)(path, arguments, environment);
}
#undef SELVAGE_GATHER_ARGUMENTS

SELVAGE_INTERCEPT int execv(const char* path, char* const arguments[]) {
  if (!modelling()) return REAL(execv)(path, arguments);
  unmodelled("execv", kExecAdvice);
}

SELVAGE_INTERCEPT int execvp(const char* file, char* const arguments[]) {
  if (!modelling()) return REAL(execvp)(file, arguments);
  unmodelled("execvp", kExecAdvice);
}

SELVAGE_INTERCEPT int execvpe(const char* file, char* const arguments[], char* const environment[]) {
  if (!modelling()) return REAL(execvpe)(file, arguments, environment);
  unmodelled("execvpe", kExecAdvice);
}

SELVAGE_INTERCEPT int execve(const char* path, char* const arguments[], char* const environment[]) {
  if (!modelling()) return REAL(execve)(path, arguments, environment);
  unmodelled("execve", kExecAdvice);
}

SELVAGE_INTERCEPT int execveat(int directory, const char* path, char* const arguments[], char* const environment[],
                               int flags) {
  if (!modelling()) return REAL(execveat)(directory, path, arguments, environment, flags);
  unmodelled("execveat", kExecAdvice);
}

SELVAGE_INTERCEPT int fexecve(int descriptor, char* const arguments[], char* const environment[]) {
  if (!modelling()) return REAL(fexecve)(descriptor, arguments, environment);
  unmodelled("fexecve", kExecAdvice);
}

SELVAGE_INTERCEPT int posix_spawn(pid_t* child, const char* path, const posix_spawn_file_actions_t* actions,
                                  const posix_spawnattr_t* attributes, char* const arguments[],
                                  char* const environment[]) {
  if (!modelling()) return REAL(posix_spawn)(child, path, actions, attributes, arguments, environment);
  unmodelled("posix_spawn", kCommandAdvice);
}

SELVAGE_INTERCEPT int posix_spawnp(pid_t* child, const char* file, const posix_spawn_file_actions_t* actions,
                                   const posix_spawnattr_t* attributes, char* const arguments[],
                                   char* const environment[]) {
  if (!modelling()) return REAL(posix_spawnp)(child, file, actions, attributes, arguments, environment);
  unmodelled("posix_spawnp", kCommandAdvice);
}

SELVAGE_INTERCEPT int system(const char* command) {
  if (!modelling()) return REAL(system)(command);
  if (!command) return 0;  // asks whether there is a shell
  unmodelled("system", kCommandAdvice);
}

SELVAGE_INTERCEPT FILE* popen(const char* command, const char* mode) {
  if (!modelling()) return REAL(popen)(command, mode);
  unmodelled("popen", kCommandAdvice);
}

SELVAGE_INTERCEPT int daemon(int keep_directory, int keep_descriptors) {
  if (!modelling()) return REAL(daemon)(keep_directory, keep_descriptors);
  unmodelled("daemon", kDaemonAdvice);
}

SELVAGE_INTERCEPT pid_t wait(int* status) { return modelling() ? no_child() : REAL(wait)(status); }

SELVAGE_INTERCEPT pid_t waitpid(pid_t process, int* status, int options) {
  return modelling() ? no_child() : REAL(waitpid)(process, status, options);
}

SELVAGE_INTERCEPT pid_t wait3(int* status, int options, struct rusage* usage) {
  return modelling() ? no_child() : REAL(wait3)(status, options, usage);
}

SELVAGE_INTERCEPT pid_t wait4(pid_t process, int* status, int options, struct rusage* usage) {
  return modelling() ? no_child() : REAL(wait4)(process, status, options, usage);
}

SELVAGE_INTERCEPT int waitid(idtype_t kind, id_t id, siginfo_t* information, int options) {
  return modelling() ? no_child() : REAL(waitid)(kind, id, information, options);
}
