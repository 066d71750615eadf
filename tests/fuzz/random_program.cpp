#include "random_program.h"

#include <algorithm>
#include <sstream>

namespace selvage::fuzz {

namespace {

inline constexpr std::string_view kSpurious = "spurious";

// What a family is made of. Capitals stand for numbers to draw: A the width of an access with an offset that fits,
// F the offset of a futex, M a mutex, C one of two objects, S one of three, T another thread, N a small number; `_` for
// one more instruction of any kind.
struct Family {
  std::string_view name;
  std::vector<std::string_view> templates;
};

const std::vector<Family>& families() {
  static const std::vector<Family> all = {
      {"memory",
       {"read.A", "write.A", "load.A", "store.A", "add.A", "exchange.A", "cas.A", "fill.A", "copy.A", "read.4.0",
        "write.4.0"}},
      {"mutex",
       {"lock.M _ unlock.M", "lock.M unlock.M", "trylock.M _ unlock.M", "timedlock.M _ unlock.M", "lock.M", "unlock.M",
        "trylock.M", "lock.M lock.M unlock.M unlock.M", "trylock.M?1 unlock.M"}},
      {"robust", {"lock.4", "lock.4 _ unlock.4", "trylock.4", "trylock.4 _ unlock.4", "timedlock.4", "unlock.4"}},
      {"spinlock",
       {"spin_lock.C _ spin_unlock.C", "spin_lock.C", "spin_trylock.C _ spin_unlock.C", "spin_trylock.C",
        "spin_unlock.C"}},
      {"rwlock",
       {"read_lock.C _ rw_unlock.C", "write_lock.C _ rw_unlock.C", "read_lock.C", "write_lock.C", "try_read_lock.C",
        "try_write_lock.C", "try_write_lock.C _ rw_unlock.C", "timed_read_lock.C rw_unlock.C",
        "timed_write_lock.C rw_unlock.C", "rw_unlock.C"}},
      {"condition",
       {"lock.0 wait.C.0 unlock.0", "lock.M wait.0.M unlock.M", "lock.0 timedwait.C.0 unlock.0", "signal.C",
        "broadcast.C", "lock.0 signal.C unlock.0", "lock.0 broadcast.C unlock.0", "lock.0 _ unlock.0", "signal.0"}},
      {"semaphore",
       {"sem_wait.S", "sem_post.S", "sem_trywait.S", "sem_timedwait.S", "sem_getvalue.S", "sem_wait.0", "sem_post.0",
        "sem_wait.1 _ sem_post.1"}},
      {"barrier", {"barrier.0", "barrier.0", "barrier.1", "_"}},
      {"once", {"once.C", "once.0", "_", "lock.0 once.0 unlock.0"}},
      {"thread", {"spawn.T", "spawn.T _ join.T", "join.T", "tryjoin.T", "timedjoin.T", "detach.T", "_"}},
      {"key", {"key_create", "key_create key_set", "key_set", "key_get", "key_delete", "key_create key_set key_get"}},
      {"futex", {"futex_wait.F", "futex_timedwait.F", "futex_wake.F.N", "store.4.F", "add.4.F", "futex_wake.0.1"}},
      {"time", {"sleep", "clock", "clock", "lock.0 clock unlock.0", "sem_post.0", "sem_timedwait.0", "timedlock.0"}},
      {"choice", {"choose.N", "choose.2?0", "yield", "_", "load.4.0 assume", "choose.2 assume"}},
      {"finding", {"load.4.0 check", "add.4.0", "choose.2 check", "read.4.0 check", "_"}},
      {"atomic_block",
       {"atomic_begin read.A write.A atomic_end", "atomic_begin add.A atomic_end", "atomic_begin trylock.M atomic_end",
        "atomic_begin load.4.0 assume add.4.0 atomic_end", "atomic_begin write.A write.A atomic_end",
        "atomic_begin sem_post.S read.A atomic_end", "_", "write.A", "read.A"}},
      {"channel",
       {"pipe_read.C", "pipe_write.C", "pipe_poll.C", "event_read.C", "event_write.C", "pipe_close.C", "pipe_read.1",
        "pipe_write.1"}},
      {"block", {"block_new.C", "block_read.C", "block_write.C", "block_free.C", "block_new.0", "block_free.0"}},
      {"stream", {"stream_lock _ stream_unlock", "stream_lock", "stream_lock stream_lock stream_unlock"}},
      {"cancel", {"cancel.T", "testcancel", "sem_wait.0", "spawn.T", "sem_post.0", "lock.0 wait.0.0 unlock.0"}},
      {"end",
       {"exit.0", "exit.1", "lock.0", "lock.M _", "lock.0 _ unlock.0", "sem_wait.0 _", "sem_post.0", "add.4.0?1 exit.1",
        "detach.T"}},
      {"signal", {"kill.T", "sem_wait.0", "_", "load.4.8", "spawn.T", "store.4.8", "lock.0 wait.0.0 unlock.0"}},
  };
  return all;
}

const Family& family_named(std::string_view name) { return *std::ranges::find(families(), name, &Family::name); }

std::string_view name_of(std::string_view instruction) {
  return instruction.substr(0, instruction.find_first_of(".?"));
}

bool names_thread(std::string_view instruction) {
  static constexpr std::string_view kNames[] = {"spawn", "join", "tryjoin", "timedjoin", "detach", "cancel", "kill"};
  return std::ranges::find(kNames, name_of(instruction)) != std::end(kNames);
}

size_t thread_named(std::string_view instruction) {
  return static_cast<size_t>(instruction[instruction.find('.') + 1] - '0');
}

class Generator {
 public:
  Generator(std::mt19937& random, std::string_view family) : random_(random), family_(family_named(family)) {}

  Program generate() {
    Program program;
    program.spurious_wakeups = below(5) == 0;
    unsigned threads = 2 + below(5) / 2;  // two and three twice as often as four
    static constexpr unsigned kLongest[] = {0, 0, 5, 3, 2};
    for (unsigned t = 0; t < threads; t++) {
      std::vector<std::string> code;
      unsigned length = 1 + below(kLongest[threads]);
      while (code.size() < length) append(code, threads, true);
      if (code.size() > 7) code.resize(7);
      program.threads.push_back(std::move(code));
    }
    // The program ends while others go on, or wait.
    if (below(6) == 0) program.threads[0].push_back("exit." + std::to_string(below(2)));
    keep_threads_in_order(program);
    return program;
  }

 private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }

  void append(std::vector<std::string>& code, unsigned threads, bool whole) {
    const Family* family = &family_;
    unsigned draw = below(20);
    if (draw >= 13) family = &family_named("memory");
    if (draw >= 18) family = &families()[below(12)];  // the primitives that go with everything
    if (!whole) {
      code.push_back(fill_in(below(2) ? "add.A" : below(2) ? "read.A" : "write.A", threads));
      return;
    }
    std::string_view chosen = family->templates[below(static_cast<unsigned>(family->templates.size()))];
    mutex_ = std::to_string(below(3) ? 0 : below(4));
    object_ = std::to_string(below(3) == 0);
    std::istringstream words{std::string(chosen)};
    for (std::string word; words >> word;) {
      if (word == "_")
        append(code, threads, false);
      else
        code.push_back(fill_in(word, threads));
    }
  }

  std::string fill_in(std::string_view word, unsigned threads) {
    std::string result;
    for (char c : word) {
      if (c == 'A') {
        unsigned width = 1u << (below(3) ? 2 : below(4));
        // Mostly the same few bytes: accesses that never meet show nothing.
        unsigned offset = (below(4) ? 0 : below(16)) & ~(width - 1);
        result += std::to_string(width) + "." + std::to_string(offset);
      } else {
        result += c == 'F'   ? std::to_string(below(4) == 0 ? 4 : 0)
                  : c == 'M' ? mutex_
                  : c == 'C' ? object_
                  : c == 'S' ? std::to_string(below(3))
                  : c == 'T' ? std::to_string(1 + below(threads - 1))
                  : c == 'N' ? std::to_string(1 + below(3))
                             : std::string(1, c);
      }
    }
    bool may_skip = result.find('?') == std::string::npos && below(6) == 0;
    if (may_skip) result += "?" + std::to_string(below(2));
    return result;
  }

  // A thread is created at most once, by one that stands before it. Whoever names it later is who created it: main, where
  // nobody spawns it. Creation is not skipped.
  static void keep_threads_in_order(Program& program) {
    std::vector<size_t> creator(program.threads.size(), 0);
    std::vector<bool> spawned(program.threads.size());
    for (size_t t = 0; t < program.threads.size(); t++) {
      auto& code = program.threads[t];
      std::erase_if(code, [&](const std::string& i) {
        if (name_of(i) != "spawn") return false;
        size_t child = thread_named(i);
        if (child <= t || spawned[child]) return true;
        spawned[child] = true;
        creator[child] = t;
        return false;
      });
      for (size_t i = 0; i + 1 < code.size(); i++)
        if (name_of(code[i + 1]) == "spawn") code[i] = code[i].substr(0, code[i].find('?'));
    }
    for (size_t t = 0; t < program.threads.size(); t++)
      std::erase_if(program.threads[t], [&](const std::string& i) {
        return names_thread(i) && name_of(i) != "spawn" && (thread_named(i) == 0 || creator[thread_named(i)] != t);
      });
  }

  std::mt19937& random_;
  const Family& family_;
  std::string mutex_, object_;  // the same within a template
};

void remove_thread(Program& program, size_t thread) {
  program.threads.erase(program.threads.begin() + static_cast<ptrdiff_t>(thread));
  for (auto& code : program.threads) {
    std::erase_if(code, [&](const std::string& i) { return names_thread(i) && thread_named(i) == thread; });
    for (std::string& i : code)
      if (names_thread(i) && thread_named(i) > thread) i[i.find('.') + 1]--;
  }
}

}  // namespace

std::string Program::text() const {
  std::string result;
  if (spurious_wakeups) result += std::string(kSpurious) + ": ";
  for (const auto& thread : threads) {
    if (&thread != &threads.front()) result += "| ";
    for (const std::string& instruction : thread) result += instruction + ' ';
  }
  result.pop_back();
  return result;
}

Program Program::parse(std::string_view text) {
  Program program;
  if (size_t end = text.find(':'); end != std::string_view::npos) {
    program.spurious_wakeups = text.substr(0, end) == kSpurious;
    text.remove_prefix(end + 1);
  }
  program.threads.emplace_back();
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    if (word == "|")
      program.threads.emplace_back();
    else
      program.threads.back().push_back(word);
  }
  return program;
}

bool Program::uses(std::string_view instruction) const {
  return std::ranges::any_of(threads, [&](const auto& code) {
    return std::ranges::any_of(code, [&](const std::string& i) { return name_of(i) == instruction; });
  });
}

bool Program::observes_lifecycle() const {
  for (std::string_view name : {"tryjoin", "timedjoin", "detach", "cancel", "kill"})
    if (uses(name)) return true;
  return std::ranges::any_of(threads, [](const auto& code) {
    return std::ranges::any_of(code, [](const std::string& i) { return i.find("lock.4") != std::string::npos; });
  });
}

std::vector<std::string_view> family_names() {
  std::vector<std::string_view> names;
  for (const Family& family : families()) names.push_back(family.name);
  return names;
}

Program random_program(std::mt19937& random, std::string_view family) { return Generator(random, family).generate(); }

std::vector<Program> smaller_programs(const Program& program) {
  std::vector<Program> result;
  auto add = [&](auto&& change) {
    result.push_back(program);
    change(result.back());
  };
  if (program.threads.size() > 2)
    for (size_t t = 1; t < program.threads.size(); t++) add([&](Program& p) { remove_thread(p, t); });
  for (size_t t = 0; t < program.threads.size(); t++)
    for (size_t i = 0; i < program.threads[t].size(); i++)
      add([&](Program& p) { p.threads[t].erase(p.threads[t].begin() + static_cast<ptrdiff_t>(i)); });
  if (program.spurious_wakeups) add([](Program& p) { p.spurious_wakeups = false; });
  for (size_t t = 0; t < program.threads.size(); t++)
    for (size_t i = 0; i < program.threads[t].size(); i++)
      if (size_t at = program.threads[t][i].find('?'); at != std::string::npos)
        add([&](Program& p) { p.threads[t][i].resize(at); });
  return result;
}

}  // namespace selvage::fuzz
