/* Executes the random program that its argument describes, with the real primitives.
 *
 *   options: instruction instruction ... | instruction ... | ...
 *
 * Each part is one thread, the first one main. Main creates every thread that no `spawn` names. A thread joins at its end
 * what it created and has neither joined nor detached. Results stay in the thread; at the end they and shared memory
 * are hashed into the exit status, so that the final state of an execution can be told from its last operation.
 *
 * Compiled without instrumentation (see shared_memory.h); calls of the C library are intercepted all the same. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "selvage.h"
#include "shared_memory.h"

enum { kThreads = 6, kInstructions = 16, kMutexes = 5, kObjects = 3, kNormalMutexes = 2, kRobust = 4 };

enum operation {
#define INSTRUCTION(name) op_##name,
#include "instructions.def"
#undef INSTRUCTION
  kOperations
};

static const char* const names[kOperations] = {
#define INSTRUCTION(name) #name,
#include "instructions.def"
#undef INSTRUCTION
};

struct instruction {
  enum operation operation;
  unsigned a, b;
  int skip_if; /* -1: never */
};

struct code {
  struct instruction instructions[kInstructions];
  unsigned length;
  bool spawned;  /* by an instruction */
  bool detached; /* by an instruction, perhaps */
};

static struct code program[kThreads];
static unsigned thread_count;

static pthread_mutex_t mutexes[kMutexes];
static pthread_spinlock_t spinlocks[kObjects];
static pthread_rwlock_t rwlocks[kObjects];
static pthread_cond_t conditions[kObjects];
static sem_t semaphores[kObjects], finished;
static pthread_barrier_t barriers[2];
static pthread_once_t onces[2] = {PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT};
static int pipes[2][2], events[2];
static struct timespec deadline = {.tv_sec = 4000000000};
static const struct timespec moment = {.tv_nsec = 1000};

/* What only the thread itself looks at. */
struct state {
  unsigned number;
  unsigned last; /* result of the last instruction */
  uint32_t history;
  unsigned mutexes[kMutexes], spinlocks[kObjects], rwlocks[kObjects]; /* how many times it holds them */
  unsigned atomic_depth, streams;
  pthread_t handles[kThreads];
  bool created[kThreads]; /* and neither joined nor detached since */
  pthread_key_t key;
  bool has_key;
};

static void* run(void* argument);

static const uint32_t kHashStart = 0x811c9dc5u; /* FNV-1 */
static uint32_t hash(uint32_t so_far, uint32_t value) { return (so_far ^ value) * 0x01000193u + (so_far >> 15); }

static void remember(struct state* self, unsigned value) { self->history = hash(self->history, value); }

/* A result of which only success matters to what follows. */
static unsigned status(struct state* self, int result) {
  remember(self, (unsigned)(result < 0 ? errno : result));
  return result != 0;
}

static unsigned counted(struct state* self, unsigned* held, int result) {
  if (result == 0 || result == EOWNERDEAD) ++*held;
  return status(self, result);
}

static unsigned released(struct state* self, unsigned* held, int result) {
  if (result == 0 && *held) --*held;
  return status(self, result);
}

static void increment(void) { shared_add(4, 0, 1); }
static void increment_locked(void) {
  pthread_mutex_lock(&mutexes[0]);
  increment();
  pthread_mutex_unlock(&mutexes[0]);
}
static void on_signal(int number) {
  (void)number;
  shared_add(4, 8, 1);
}
static _Thread_local bool has_exit_handler;
static void on_end(void) {
  if (!has_exit_handler) return;
  shared_add(4, 0, 1);
  sem_post(&semaphores[0]);
}
static void on_key(void* value) { shared_add(4, 4, (unsigned)(uintptr_t)value); }

static void create(struct state* self, unsigned child) {
  if (pthread_create(&self->handles[child], NULL, run, (void*)(uintptr_t)child) != 0) abort();
  self->created[child] = true;
}

static unsigned collect(struct state* self, unsigned child, int result, void* value) {
  if (result == 0) {
    self->created[child] = false;
    remember(self, (uint32_t)(uintptr_t)value);
  }
  return status(self, result);
}

static unsigned transferred(struct state* self, ssize_t count, unsigned value) {
  remember(self, count < 0 ? (unsigned)errno : value);
  return count < 0 ? 0 : value;
}

/* Whether the rules allow it: misuse would end the execution. */
static bool allowed(const struct state* self, const struct instruction* i) {
  switch (i->operation) {
    case op_unlock:
      return i->a >= kNormalMutexes || self->mutexes[i->a];
    case op_spin_unlock:
      return self->spinlocks[i->a];
    case op_rw_unlock:
      return self->rwlocks[i->a];
    case op_wait:
    case op_timedwait:
      return self->mutexes[i->b];
    case op_join:
    case op_tryjoin:
    case op_timedjoin:
    case op_detach:
    case op_cancel:
    case op_kill:
      return self->created[i->a];
    case op_key_create:
      return !self->has_key;
    case op_key_set:
    case op_key_get:
    case op_key_delete:
      return self->has_key;
    case op_atomic_end:
      return self->atomic_depth;
    case op_stream_unlock:
      return self->streams;
    default:
      return true;
  }
}

static unsigned perform(struct state* self, const struct instruction* i) {
  unsigned a = i->a, b = i->b, last = self->last, fresh = last * 3 + self->number + 1;
  void* value = NULL;
  int result;
  switch (i->operation) {
    case op_read:
      return shared_read(a, b);
    case op_write:
      return shared_write(a, b, fresh), last;
    case op_load:
      return shared_load(a, b);
    case op_store:
      return shared_store(a, b, fresh), last;
    case op_add:
      return shared_add(a, b, self->number + 1);
    case op_exchange:
      return shared_exchange(a, b, fresh);
    case op_cas:
      return shared_compare_exchange(a, b, last, fresh);
    case op_fill:
      return shared_fill(a, b, fresh), last;
    case op_copy:
      return shared_copy(a, b), last;

    case op_lock:
      return counted(self, &self->mutexes[a], pthread_mutex_lock(&mutexes[a]));
    case op_trylock:
      return counted(self, &self->mutexes[a], pthread_mutex_trylock(&mutexes[a]));
    case op_timedlock:
      return counted(self, &self->mutexes[a], pthread_mutex_timedlock(&mutexes[a], &deadline));
    case op_unlock:
      return released(self, &self->mutexes[a], pthread_mutex_unlock(&mutexes[a]));

    case op_spin_lock:
      return counted(self, &self->spinlocks[a], pthread_spin_lock(&spinlocks[a]));
    case op_spin_trylock:
      return counted(self, &self->spinlocks[a], pthread_spin_trylock(&spinlocks[a]));
    case op_spin_unlock:
      return released(self, &self->spinlocks[a], pthread_spin_unlock(&spinlocks[a]));

    case op_read_lock:
      return counted(self, &self->rwlocks[a], pthread_rwlock_rdlock(&rwlocks[a]));
    case op_write_lock:
      return counted(self, &self->rwlocks[a], pthread_rwlock_wrlock(&rwlocks[a]));
    case op_try_read_lock:
      return counted(self, &self->rwlocks[a], pthread_rwlock_tryrdlock(&rwlocks[a]));
    case op_try_write_lock:
      return counted(self, &self->rwlocks[a], pthread_rwlock_trywrlock(&rwlocks[a]));
    case op_timed_read_lock:
      return counted(self, &self->rwlocks[a], pthread_rwlock_timedrdlock(&rwlocks[a], &deadline));
    case op_timed_write_lock:
      return counted(self, &self->rwlocks[a], pthread_rwlock_timedwrlock(&rwlocks[a], &deadline));
    case op_rw_unlock:
      return released(self, &self->rwlocks[a], pthread_rwlock_unlock(&rwlocks[a]));

    case op_wait:
      return status(self, pthread_cond_wait(&conditions[a], &mutexes[b]));
    case op_timedwait:
      return status(self, pthread_cond_timedwait(&conditions[a], &mutexes[b], &deadline));
    case op_signal:
      return status(self, pthread_cond_signal(&conditions[a]));
    case op_broadcast:
      return status(self, pthread_cond_broadcast(&conditions[a]));

    case op_sem_wait:
      return status(self, sem_wait(&semaphores[a]));
    case op_sem_trywait:
      return status(self, sem_trywait(&semaphores[a]));
    case op_sem_timedwait:
      return status(self, sem_timedwait(&semaphores[a], &deadline));
    case op_sem_post:
      return status(self, sem_post(&semaphores[a]));
    case op_sem_getvalue:
      sem_getvalue(&semaphores[a], &result);
      remember(self, (unsigned)result);
      return (unsigned)result;

    case op_barrier:
      return status(self, pthread_barrier_wait(&barriers[a]));
    case op_once:
      return status(self, pthread_once(&onces[a], a == 0 ? increment : increment_locked));

    case op_spawn:
      return create(self, a), last;
    case op_join:
      result = pthread_join(self->handles[a], &value);
      return collect(self, a, result, value);
    case op_tryjoin:
      result = pthread_tryjoin_np(self->handles[a], &value);
      return collect(self, a, result, value);
    case op_timedjoin:
      result = pthread_timedjoin_np(self->handles[a], &value, &deadline);
      return collect(self, a, result, value);
    case op_detach:
      self->created[a] = false;
      return status(self, pthread_detach(self->handles[a]));
    case op_cancel:
      return status(self, pthread_cancel(self->handles[a]));
    case op_testcancel:
      return pthread_testcancel(), last;
    case op_kill:
      return status(self, pthread_kill(self->handles[a], SIGUSR1));

    case op_key_create:
      self->has_key = pthread_key_create(&self->key, on_key) == 0;
      remember(self, self->key);
      return self->key;
    case op_key_set:
      return status(self, pthread_setspecific(self->key, (void*)(uintptr_t)(self->number + 1)));
    case op_key_get:
      return (unsigned)(uintptr_t)pthread_getspecific(self->key);
    case op_key_delete:
      self->has_key = false;
      return status(self, pthread_key_delete(self->key));

    case op_futex_wait:
      return status(self, (int)syscall(SYS_futex, shared_memory + a, FUTEX_WAIT, last, NULL, NULL, 0));
    case op_futex_timedwait:
      return status(self, (int)syscall(SYS_futex, shared_memory + a, FUTEX_WAIT, last, &moment, NULL, 0));
    case op_futex_wake:
      result = (int)syscall(SYS_futex, shared_memory + a, FUTEX_WAKE, b, NULL, NULL, 0);
      remember(self, (unsigned)result);
      return (unsigned)result;

    case op_yield:
      return sched_yield(), last;
    case op_sleep:
      return status(self, nanosleep(&moment, NULL));
    case op_clock: {
      struct timespec now;
      clock_gettime(CLOCK_MONOTONIC, &now);
      remember(self, (unsigned)now.tv_nsec);
      return last;
    }

    case op_choose:
      return selvage_choose(a);
    case op_assume:
      return selvage_assume(last % 2 == 0), last;
    case op_check:
      assert(last % 2 == 0);
      return last;
    case op_atomic_begin:
      return selvage_atomic_begin(), self->atomic_depth++, last;
    case op_atomic_end:
      return selvage_atomic_end(), self->atomic_depth--, last;

    case op_pipe_read: {
      unsigned char byte = 0;
      ssize_t count = read(pipes[a][0], &byte, 1);
      return transferred(self, count, byte);
    }
    case op_pipe_write: {
      unsigned char byte = (unsigned char)fresh;
      ssize_t count = write(pipes[a][1], &byte, 1);
      return transferred(self, count, 1);
    }
    case op_exit:
      has_exit_handler = a == 1;
      exit((int)self->history);
    case op_pipe_close:
      return status(self, close(pipes[a][1]));
    case op_pipe_poll: {
      struct pollfd end = {.fd = pipes[a][0], .events = POLLIN};
      result = poll(&end, 1, 0);
      remember(self, (unsigned)end.revents);
      return (unsigned)result;
    }
    case op_event_read: {
      uint64_t count = 0;
      ssize_t bytes = read(events[a], &count, sizeof count);
      return transferred(self, bytes, (unsigned)count);
    }
    case op_event_write: {
      uint64_t count = self->number + 1;
      ssize_t bytes = write(events[a], &count, sizeof count);
      return transferred(self, bytes, 1);
    }

    case op_block_new:
      return block_new(a);
    case op_block_read:
      return block_read(a);
    case op_block_write:
      return block_write(a, fresh);
    case op_block_free:
      return block_free(a);

    case op_stream_lock:
      return flockfile(stdout), self->streams++, last;
    case op_stream_unlock:
      return funlockfile(stdout), self->streams--, last;
    case kOperations:
      break;
  }
  abort();
}

static void execute(struct state* self) {
  const struct code* code = &program[self->number];
  for (unsigned at = 0; at < code->length; at++) {
    const struct instruction* i = &code->instructions[at];
    if (!allowed(self, i)) continue;
    self->last = perform(self, i);
    remember(self, self->last);
    if (i->skip_if >= 0 && (self->last & 1) == (unsigned)i->skip_if) at++;
  }
  while (self->atomic_depth) selvage_atomic_end(), self->atomic_depth--;
  while (self->streams) funlockfile(stdout), self->streams--;
  for (unsigned child = 0; child < thread_count; child++) {
    if (!self->created[child]) continue;
    void* value;
    int result = pthread_join(self->handles[child], &value);
    collect(self, child, result, value);
  }
}

static void* run(void* argument) {
  struct state self = {.number = (unsigned)(uintptr_t)argument, .history = kHashStart};
  execute(&self);
  if (program[self.number].detached) {
    if (self.has_key) pthread_setspecific(self.key, NULL); /* its destructor would come after this */
    sem_post(&finished);
  }
  return (void*)(uintptr_t)self.history;
}

static void give_up(const char* text, const char* why) {
  fprintf(stderr, "%s: %s\n", text, why);
  _exit(2);
}

static struct instruction parse(const char* text) {
  struct instruction i = {.skip_if = -1};
  size_t length = strcspn(text, ".?");
  for (i.operation = 0; i.operation < kOperations; i.operation++)
    if (strlen(names[i.operation]) == length && strncmp(names[i.operation], text, length) == 0) break;
  if (i.operation == kOperations) give_up(text, "no such instruction");
  char* rest = (char*)text + length;
  if (*rest == '.') i.a = (unsigned)strtoul(rest + 1, &rest, 10);
  if (*rest == '.') i.b = (unsigned)strtoul(rest + 1, &rest, 10);
  if (*rest == '?') i.skip_if = (int)strtoul(rest + 1, &rest, 10);
  if (*rest) give_up(text, "not an instruction");
  return i;
}

static void load(char* text) {
  char* options_end = strchr(text, ':');
  if (options_end) text = options_end + 1;
  thread_count = 1;
  for (char* word = strtok(text, " "); word; word = strtok(NULL, " ")) {
    if (strcmp(word, "|") == 0) {
      if (++thread_count > kThreads) give_up(word, "too many threads");
      continue;
    }
    struct code* code = &program[thread_count - 1];
    if (code->length == kInstructions) give_up(word, "too many instructions");
    struct instruction i = parse(word);
    code->instructions[code->length++] = i;
    if (i.operation == op_spawn) program[i.a].spawned = true;
    if (i.operation == op_detach) program[i.a].detached = true;
  }
}

static void initialise_mutex(pthread_mutex_t* mutex, int type, int robust) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, type);
  pthread_mutexattr_setrobust(&attributes, robust);
  pthread_mutex_init(mutex, &attributes);
}

static void initialise(void) {
  static const int types[kMutexes] = {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE,
                                      PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_NORMAL};
  for (int i = 0; i < kMutexes; i++)
    initialise_mutex(&mutexes[i], types[i], i == kRobust ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED);
  for (unsigned i = 0; i < kObjects; i++) {
    pthread_spin_init(&spinlocks[i], PTHREAD_PROCESS_PRIVATE);
    pthread_rwlock_init(&rwlocks[i], NULL);
    pthread_cond_init(&conditions[i], NULL);
    sem_init(&semaphores[i], 0, i);
  }
  sem_init(&finished, 0, 0);
  for (unsigned i = 0; i < 2; i++) {
    pthread_barrier_init(&barriers[i], NULL, i + 2);
    if (pipe2(pipes[i], i == 0 ? O_NONBLOCK : 0) != 0) give_up("pipe", strerror(errno));
    events[i] = eventfd(0, i == 0 ? EFD_NONBLOCK : EFD_SEMAPHORE);
  }
  atexit(on_end);
  signal(SIGPIPE, SIG_IGN);
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGUSR1, &action, NULL);
}

int main(int count, char** arguments) {
  if (count != 2) give_up(arguments[0], "takes one argument, the program");
  load(arguments[1]);
  initialise();
  struct state self = {.number = 0, .history = kHashStart};
  for (unsigned child = 1; child < thread_count; child++)
    if (!program[child].spawned) create(&self, child);
  execute(&self);
  for (unsigned child = 1; child < thread_count; child++)
    if (program[child].detached) sem_wait(&finished);
  for (unsigned i = 0; i < sizeof shared_memory; i++) self.history = hash(self.history, shared_memory[i]);
  exit((int)self.history);
}
