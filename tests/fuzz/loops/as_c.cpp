#include "as_c.h"

#include <fmt/format.h>

namespace selvage::fuzz::loops {

namespace {

inline constexpr std::string_view kPrologue = R"(#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef unsigned char byte;

// The first two share a word.
static struct {
  _Alignas(16) _Atomic byte first;
  _Atomic byte second;
  _Alignas(16) _Atomic byte third;
  _Alignas(16) _Atomic byte fourth;
} shared;
#define V0 shared.first
#define V1 shared.second
#define V2 shared.third
#define V3 shared.fourth
static _Atomic byte* const variables[] = {&V0, &V1, &V2, &V3};
#define PLAIN(variable) (*(byte*)&variable)
#define BOTH (*(_Atomic uint16_t*)&shared)

static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t conditions[2] = {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};
static pthread_spinlock_t spinlocks[2];
static sem_t semaphores[2];
static const struct timespec deadline = {.tv_sec = 4000000000};

static byte compare_exchange(_Atomic byte* variable, byte expected, byte value) {
  return atomic_compare_exchange_strong(variable, &expected, value);
}

static _Thread_local byte own_registers[3];
static byte all_registers[3][64];
__attribute__((noinline)) static void touch(byte* registers) { registers[2] = 0; }

)";

inline constexpr std::string_view kEpilogue = R"(
int main(int count, char** arguments) {
  if (count < 2) return 2;
  const struct program* program = &programs[atoi(arguments[1])];
  for (int i = 0; i < 2; i++) {
    pthread_spin_init(&spinlocks[i], 0);
    sem_init(&semaphores[i], 0, 0);
  }
  pthread_t threads[3];
  for (unsigned i = 0; i < program->count; i++) pthread_create(&threads[i], NULL, program->bodies[i], NULL);
  uint32_t hash = 0x811c9dc5u;
  for (unsigned i = 0; i < program->count; i++) {
    void* result;
    pthread_join(threads[i], &result);
    hash = (hash ^ (uint32_t)(uintptr_t)result) * 0x01000193u;
  }
  byte end[] = {V0, V1, V2, V3};
  for (unsigned i = 0; i < sizeof end; i++) hash = (hash ^ end[i]) * 0x01000193u;
  return (int)hash;
}
)";

// One C function: a thread, or a call in one, which has the registers where a pointer leads.
class Function {
 public:
  // Functions that it calls are written to `before`.
  Function(std::string& before, unsigned& call_count, bool values, bool is_thread)
      : before_(before), call_count_(call_count), values_(values), is_thread_(is_thread) {}

  void statements(const Body& body, size_t begin, size_t end) {
    for (size_t at = begin; at < end; at++) {
      if (body[at].code == Code::call_) {
        size_t end_of_call = end_of_block(body, at);
        call(body, at + 1, end_of_call);
        at = end_of_call;
      } else {
        statement(body[at]);
      }
    }
  }

  std::string reg(unsigned number) const { return values_ ? fmt::format("r{}", number) : fmt::format("r[{}]", number); }
  const std::string& text() const { return text_; }

 private:
  template <typename... Values>
  void line(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    text_ += '\n';
  }

  void call(const Body& body, size_t begin, size_t end) {
    unsigned number = call_count_++;
    Function callee(before_, call_count_, false, false);
    callee.statements(body, begin, end);
    before_ +=
        fmt::format("__attribute__((noinline)) static void call_{}(byte* r) {{\n{}}}\n\n", number, callee.text());
    if (!values_) return line("call_{}(r);", number);
    line("{{ byte r[3] = {{r0, r1, r2}}; call_{}(r); r0 = r[0]; r1 = r[1]; r2 = r[2]; }}", number);
  }

  void statement(const Instruction& i) {
    unsigned a = i.numbers[0], b = i.numbers[1], c = i.numbers[2], d = i.numbers[3];
    std::string ra = reg(a), rb = reg(b);
    switch (i.code) {
      case Code::set_:
        return line("{} = {};", ra, b);
      case Code::move_:
        return line("{} = {};", ra, rb);
      case Code::inc_:
        return line("{} = ({} + 1) & 3;", ra, ra);
      case Code::loop_:
        return line("for (;;) {{");
      case Code::times_:
        depth_++;
        return line("for (unsigned i{0} = 0; i{0} < {1}; i{0}++) {{", depth_, a);
      case Code::if_:
        return line("if ({} == {}) {{", ra, b);
      case Code::unless_:
        return line("if ({} != {}) {{", ra, b);
      case Code::call_:
        break;  // see statements()
      case Code::end_:
        return line("}}");
      case Code::leave_:
        return line("if ({} == {}) {};", ra, b, is_thread_ ? "goto end" : "return");
      case Code::break_:
        return line("if ({} == {}) break;", ra, b);
      case Code::breaknot_:
        return line("if ({} != {}) break;", ra, b);
      case Code::again_:
        return line("if ({} == {}) continue;", ra, b);
      case Code::breaksame_:
        return line("if ({} == {}) break;", ra, rb);
      case Code::breakother_:
        return line("if ({} != {}) break;", ra, rb);
      case Code::load_:
        return line("{} = atomic_load(&V{});", ra, b);
      case Code::read_:
        return line("{} = PLAIN(V{});", ra, b);
      case Code::loadat_:
        return line("{} = atomic_load(variables[{} & 3]);", ra, rb);
      case Code::store_:
        return line("atomic_store(&V{}, {});", a, b);
      case Code::write_:
        return line("PLAIN(V{}) = {};", a, b);
      case Code::put_:
        return line("atomic_store(&V{}, {});", a, rb);
      case Code::add_:
        return line("{} = atomic_fetch_add(&V{}, {});", ra, b, c);
      case Code::flip_:
        return line("{} = atomic_fetch_xor(&V{}, {});", ra, b, c);
      case Code::exchange_:
        return line("{} = atomic_exchange(&V{}, {});", ra, b, c);
      case Code::cas_:
        return line("{} = compare_exchange(&V{}, {}, {});", ra, b, c, d);
      case Code::casnext_:
        return line("{} = atomic_compare_exchange_strong(&V{}, &{}, {} + 1);", ra, c, rb, rb);
      case Code::loadboth_:
        if (a == b) return line("{} = atomic_load(&BOTH) >> 8;", ra);
        return line("{{ uint16_t both = atomic_load(&BOTH); {} = both; {} = both >> 8; }}", ra, rb);
      case Code::storeboth_:
        return line("atomic_store(&BOTH, {});", a + b * 256);
      case Code::fill_:
        return line("memset((void*)&shared, {}, 2);", a);
      case Code::lock_:
        return line("pthread_mutex_lock(&mutexes[{}]);", a);
      case Code::unlock_:
        return line("pthread_mutex_unlock(&mutexes[{}]);", a);
      case Code::trylock_:
        return line("{} = pthread_mutex_trylock(&mutexes[{}]) == 0;", ra, b);
      case Code::timedlock_:
        return line("{} = pthread_mutex_timedlock(&mutexes[{}], &deadline) == 0;", ra, b);
      case Code::spinlock_:
        return line("pthread_spin_lock(&spinlocks[{}]);", a);
      case Code::spinunlock_:
        return line("pthread_spin_unlock(&spinlocks[{}]);", a);
      case Code::spintry_:
        return line("{} = pthread_spin_trylock(&spinlocks[{}]) == 0;", ra, b);
      case Code::semwait_:
        return line("sem_wait(&semaphores[{}]);", a);
      case Code::semtry_:
        return line("{} = sem_trywait(&semaphores[{}]) == 0;", ra, b);
      case Code::semtimed_:
        return line("{} = sem_timedwait(&semaphores[{}], &deadline) == 0;", ra, b);
      case Code::sempost_:
        return line("sem_post(&semaphores[{}]);", a);
      case Code::wait_:
        return line("pthread_cond_wait(&conditions[{}], &mutexes[0]);", a);
      case Code::timedwait_:
        return line("{} = pthread_cond_timedwait(&conditions[{}], &mutexes[0], &deadline) == 0;", ra, b);
      case Code::signal_:
        return line("pthread_cond_signal(&conditions[{}]);", a);
      case Code::broadcast_:
        return line("pthread_cond_broadcast(&conditions[{}]);", a);
      case Code::yield_:
        return line("sched_yield();");
      case Code::pause_:
        return line("__builtin_ia32_pause();");
      case Code::sleep_:
        return line("usleep(1);");
    }
  }

  std::string& before_;
  unsigned& call_count_;
  bool values_, is_thread_;
  std::string text_;
  unsigned depth_ = 0;
};

std::string registers_of(const Program& program, size_t thread) {
  switch (program.registers) {
    case Registers::Values:
      return "byte r0 = 0, r1 = 0, r2 = 0;";
    case Registers::Stack:
      return "byte r[3] = {0};\ntouch(r);";
    case Registers::ThreadLocal:
      return "byte* r = own_registers;";
    case Registers::Global:
      break;
  }
  return fmt::format("byte* r = all_registers[{}];", thread);
}

void write_thread(std::string& text, unsigned& call_count, const Program& program, size_t number, size_t thread) {
  Function function(text, call_count, program.registers == Registers::Values, true);
  function.statements(program.threads[thread], 0, program.threads[thread].size());
  text += fmt::format(
      "static void* body_{}_{}(void* unused) {{\n{}\n{}end:\nreturn (void*)(uintptr_t)({} | {} << 8);\n}}\n\n", number,
      thread, registers_of(program, thread), function.text(), function.reg(0), function.reg(1));
}

}  // namespace

std::string as_c(std::span<const Program> programs) {
  std::string text(kPrologue);
  unsigned call_count = 0;
  for (size_t number = 0; number < programs.size(); number++)
    for (size_t index = 0; index < programs[number].threads.size(); index++)
      write_thread(text, call_count, programs[number], number, index);
  text += "static const struct program {\n  unsigned count;\n  void* (*bodies[3])(void*);\n} programs[] = {\n";
  for (size_t number = 0; number < programs.size(); number++) {
    fmt::format_to(std::back_inserter(text), "  {{{}, {{", programs[number].threads.size());
    for (size_t index = 0; index < programs[number].threads.size(); index++)
      fmt::format_to(std::back_inserter(text), "body_{}_{}, ", number, index);
    text += "}},\n";
  }
  text += "};\n";
  text += kEpilogue;
  return text;
}

}  // namespace selvage::fuzz::loops
