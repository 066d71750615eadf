#include "generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace selvage::fuzz::loops {

namespace {

class Generator {
 public:
  explicit Generator(std::mt19937& random) : random_(random) {}

  unsigned below(unsigned limit) { return std::uniform_int_distribution<unsigned>(0, limit - 1)(random_); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <typename T>
  T pick(std::initializer_list<T> values) {
    return *(values.begin() + below(static_cast<unsigned>(values.size())));
  }
  const char* pick(std::initializer_list<const char*> values) { return pick<const char*>(values); }

  // Mostly few of them, so that threads meet.
  unsigned variable() { return chance(75) ? below(2) : below(kVariables); }
  unsigned recorded() { return below(kRecorded); }
  unsigned any_register() { return chance(70) ? 2 : recorded(); }
  unsigned value() { return chance(85) ? below(2) : below(3); }
  const char* gives_way() { return pick({"", "", "", "yield ", "pause ", "sleep "}); }

  // One step or two that do not wait.
  std::string act() {
    unsigned v = variable(), r = recorded(), c = value();
    switch (below(13)) {
      case 0:
      case 1:
        return fmt::format("load.{}.{} ", r, v);
      case 2:
        return fmt::format("read.{}.{} ", r, v);
      case 3:
      case 4:
      case 5:
        return fmt::format("store.{}.{} ", v, c);
      case 6:
        return fmt::format("write.{}.{} ", v, c);
      case 7:
        return fmt::format("add.{}.{}.1 ", r, v);
      case 8:
        return fmt::format("exchange.{}.{}.{} ", r, v, c);
      case 9:
        return fmt::format("cas.{}.{}.{}.{} ", r, v, value(), c);
      case 10:
        return fmt::format("flip.{}.{}.1 ", r, v);
      case 11:
        return fmt::format("put.{}.{} ", v, r);
      default:
        return fmt::format("store.{0}.1 store.{0}.0 ", v);
    }
  }

  std::string acts(unsigned most) {
    std::string text;
    for (unsigned count = below(most + 1); count > 0; count--) text += act();
    return text;
  }

  std::string under_mutex(const std::string& inside) {
    unsigned m = chance(80) ? 0 : 1;
    return fmt::format("lock.{} {}unlock.{} ", m, inside, m);
  }

  std::string leaves(unsigned r) { return fmt::format("{}.{}.{} ", chance(60) ? "break" : "breaknot", r, value()); }

  std::string flag_wait() {
    unsigned a = variable(), b = variable(), r = any_register(), s = any_register();
    const char* look = pick({"load", "load", "load", "read"});
    switch (below(7)) {
      case 0:
      case 1:
        return fmt::format("loop {}.{}.{} {}{}end ", look, r, a, leaves(r), gives_way());
      case 2:
        return fmt::format("loop {0}.{1}.{2} if.{1}.{3} {0}.{4}.{5} {6}end {7}end ", look, r, a, value(), s, b,
                           leaves(s), gives_way());
      case 3:
        return fmt::format("loop {0}.{1}.{2} {3}{0}.{4}.{5} {6}{7}end ", look, r, a, leaves(r), s, b, leaves(s),
                           gives_way());
      case 4:
        return fmt::format("load.{0}.{1} loop {2}{3}load.{0}.{1} end ", r, a, leaves(r), gives_way());
      case 5:
        return fmt::format("load.0.{0} loop load.1.{0} breakother.0.1 {1}end ", a, gives_way());
      default:
        return fmt::format("loop loadboth.{}.{} {}{}{}end ", r, s, leaves(r), leaves(s), gives_way());
    }
  }

  std::string own_lock(const std::string& inside) {
    unsigned l = below(3), r = any_register();
    switch (below(6)) {
      case 0:
        return fmt::format("loop exchange.{0}.{1}.1 break.{0}.0 {2}end {3}store.{1}.0 ", r, l, gives_way(), inside);
      case 1:
        return fmt::format(
            "loop loop load.{0}.{1} break.{0}.0 {2}end exchange.{0}.{1}.1 break.{0}.0 end {3}store.{1}.0 ", r, l,
            gives_way(), inside);
      case 2:
        return fmt::format("loop load.{0}.{1} again.{0}.1 exchange.{0}.{1}.1 break.{0}.0 {2}end {3}store.{1}.0 ", r, l,
                           gives_way(), inside);
      case 3:
        return fmt::format("loop cas.{0}.{1}.0.1 break.{0}.1 {2}end {3}store.{1}.0 ", r, l, gives_way(), inside);
      case 4:
        return fmt::format(
            "loop exchange.{0}.{1}.1 break.{0}.0 loop load.{0}.{1} break.{0}.0 {2}end end {3}store.{1}.0 ", r, l,
            gives_way(), inside);
      default:  // tickets
        return fmt::format("add.0.2.1 loop load.1.3 breaksame.0.1 {}end {}add.2.3.1 ", gives_way(), inside);
    }
  }

  std::string update() {
    unsigned v = variable();
    const char* way = gives_way();
    switch (below(4)) {
      case 0:
        return fmt::format("load.0.{0} loop casnext.2.0.{0} break.2.1 {1}end ", v, way);
      case 1:
        return fmt::format("loop load.0.{0} casnext.2.0.{0} break.2.1 {1}end ", v, way);
      case 2:
        return fmt::format("loop cas.2.{0}.{1}.{2} break.2.1 {3}end ", v, value(), value(), way);
      default:
        return fmt::format("loop load.0.{0} again.0.{1} casnext.2.0.{0} break.2.1 {2}end ", v, value(), way);
    }
  }

  // A look, and an update of the same variable behind it. Some of them go round where the update fails, and some have
  // other uses for what was found, or other values than the two that a lock has.
  std::string look_and_update() {
    unsigned l = below(2), r = any_register(), s = any_register(), set = 1 + below(2);
    const char* look = pick({"load", "load", "load", "read"});
    const char* way = gives_way();
    std::string update = pick({"exchange", "exchange", "cas", "casnext"});
    std::string succeeded = fmt::format("break.{}.1 ", s);
    if (update == "exchange") {
      update = fmt::format("exchange.{}.{}.{} ", s, l, set);
      succeeded = leaves(s);
    } else if (update == "cas") {
      update = fmt::format("cas.{}.{}.{}.{} ", s, l, value(), set);
    } else {
      update = fmt::format("casnext.{}.{}.{} ", s, r, l);
    }
    std::string release = chance(60) ? fmt::format("{}store.{}.0 ", acts(1), l) : "";
    switch (below(8)) {
      case 0:
      case 1:
        return fmt::format("loop loop {0}.{1}.{2} {3}{4}end {5}{6}end {7}", look, r, l, leaves(r), way, update,
                           succeeded, release);
      case 2:
        return fmt::format("loop {0}.{1}.{2} again.{1}.{3} {5}{6}{4}end {7}", look, r, l, value(), way, update,
                           succeeded, release);
      case 3:
        return fmt::format("loop {5}{6}loop {0}.{1}.{2} {3}{4}end end {7}", look, r, l, leaves(r), way, update,
                           succeeded, release);
      case 4:  // the second look may lead elsewhere
        return fmt::format("loop {5}{6}loop {0}.{1}.{2} {3}{4}end leave.{1}.{8} end {7}", look, r, l, leaves(r), way,
                           update, succeeded, release, below(3));
      case 5:
        return fmt::format("loop {0}.{1}.{2} {3}{4}{5}end {6}", look, r, l, update, leaves(r), succeeded, release);
      case 6:  // something else is looked at before, or between
        return fmt::format("loop {0}load.{1}.{2} {0}{3}{4}end {5}",
                           chance(50) ? fmt::format("load.{}.{} ", recorded(), variable()) : "", r, l, update,
                           succeeded, release);
      default:  // no loop around the two
        return fmt::format("loop {0}.{1}.{2} {3}end {4}{5}", look, r, l, leaves(r), update, release);
    }
  }

  std::string attempt(const std::string& inside) {
    unsigned m = chance(75) ? 0 : 1, r = any_register();
    const char* way = gives_way();
    switch (below(5)) {
      case 0:
      case 1:
        return fmt::format("loop trylock.{0}.{1} break.{0}.1 {2}end {3}unlock.{1} ", r, m, way, inside);
      case 2:
        return fmt::format("loop spintry.{0}.{1} break.{0}.1 {2}end {3}spinunlock.{1} ", r, m, way, inside);
      case 3:
        return fmt::format("loop semtry.{0}.{1} break.{0}.1 {2}end {3}", r, m, way, inside);
      default: {  // or something else comes first
        unsigned v = variable();
        return fmt::format("loop trylock.{0}.{1} break.{0}.1 load.{0}.{2} {3}{4}end ", r, m, v, leaves(r), way);
      }
    }
  }

  std::string counterpart_of_attempt() {
    unsigned m = chance(75) ? 0 : 1;
    switch (below(4)) {
      case 0:
        return fmt::format("sempost.{} ", m);
      case 1:
        return fmt::format("spinlock.{0} {1}spinunlock.{0} ", m, acts(1));
      default:
        return fmt::format("lock.{0} {1}unlock.{0} ", m, acts(1));
    }
  }

  std::string bounded(const std::string& inside) {
    unsigned l = variable(), m = below(2), k = 1 + below(3);
    const char* way = gives_way();
    switch (below(5)) {
      case 0:
        return fmt::format("times.{0} cas.0.{1}.0.1 break.0.1 {2}end if.0.1 {3}store.{1}.0 end ", k, l, way, inside);
      case 1:
        return fmt::format("set.1.0 loop cas.0.{1}.0.1 break.0.1 inc.1 break.1.{0} {2}end if.0.1 {3}store.{1}.0 end ",
                           k, l, way, inside);
      case 2:
        return fmt::format("times.{} load.{}.{} {}{}end ", k, recorded(), l, leaves(2), way);
      case 3:
        return fmt::format("times.{0} trylock.0.{1} break.0.1 {2}end if.0.1 {3}unlock.{1} end ", k, m, way, inside);
      default:
        return fmt::format("times.{0} {1}end ", k, chance(50) ? own_lock(inside) : flag_wait());
    }
  }

  std::string several_looks() {
    unsigned a = variable(), b = variable(), c = variable();
    const char* way = gives_way();
    switch (below(9)) {
      case 0:  // a sequence lock's reader
        return fmt::format("loop load.0.{0} load.1.{1} load.2.{0} breaksame.0.2 {2}end ", a, b, way);
      case 1:  // and its writer
        return fmt::format("add.2.{0}.1 store.{1}.{2} add.2.{0}.1 ", a, b, value());
      case 2:  // Peterson's, of either thread
        return fmt::format(
            "store.{0}.1 store.2.{0} loop load.2.{1} break.2.0 load.2.2 breaknot.2.{0} {2}end {3}store.{0}.0 ", a & 1,
            1 - (a & 1), way, acts(1));
      case 3:  // writes what is there already, from the second round on
        return fmt::format("loop load.2.{0} {1}store.{2}.{3} {4}end ", a, leaves(2), b, value(), way);
      case 4:  // remembers
        return fmt::format("loop load.2.{0} if.2.{1} set.1.1 end load.2.{2} {3}{4}end ", a, value(), b, leaves(2), way);
      case 5:
        return fmt::format("loop load.0.{0} load.2.{1} {2}{3}end ", a, b, leaves(2), way);
      case 6:
        return fmt::format("loop load.2.{0} break.2.1 loop load.2.{1} {2}end load.2.{3} {4}{5}end ", a, b, leaves(2), c,
                           leaves(2), way);
      case 7:
        return fmt::format("loop cas.2.{0}.{1}.{2} {3}load.2.{4} {5}end ", a, value(), value(), way, b, leaves(2));
      default:
        return fmt::format("loop times.2 load.2.{0} breaknot.2.0 end {1}load.2.{2} {3}end ", a, leaves(2), b,
                           leaves(2));
    }
  }

  std::string wide_act() {
    switch (below(4)) {
      case 0:
        return fmt::format("storeboth.{}.{} ", value(), value());
      case 1:
        return fmt::format("fill.{} ", value());
      case 2:
        return "loadboth.0.1 ";
      default:
        return act();
    }
  }

  std::string wide_wait() {
    unsigned r = any_register(), s = any_register();
    switch (below(3)) {
      case 0:
        return fmt::format("loop loadboth.{}.{} {}{}{}end ", r, s, leaves(r), leaves(s), gives_way());
      case 1:
        return fmt::format("loop load.2.0 {}end ", leaves(2));
      default:
        return flag_wait();
    }
  }

  // Anything in any order; much of it makes no sense.
  std::string wild(unsigned depth) {
    std::string text;
    for (unsigned count = 1 + below(3); count > 0; count--) {
      unsigned r = any_register(), v = variable();
      switch (below(depth > 0 ? 12 : 8)) {
        case 0:
        case 1:
          text += act();
          break;
        case 2:
          text += fmt::format("load.{}.{} ", r, v);
          break;
        case 3:
          text += pick({"set.2.0 ", "set.1.1 ", "inc.1 ", "move.1.2 ", "move.0.2 "});
          break;
        case 4:
          text += fmt::format("if.{}.{} {}end ", r, value(), depth > 0 ? wild(depth - 1) : act());
          break;
        case 5:
          text += gives_way();
          break;
        case 6:
          text += fmt::format("cas.{}.{}.{}.{} ", r, v, value(), value());
          break;
        case 7:
          text += under_mutex(acts(1));
          break;
        case 8:
          text += fmt::format("times.2 {}end ", wild(depth - 1));
          break;
        default:
          text += fmt::format("loop {}load.{}.{} {}{}end ", chance(40) ? wild(depth - 1) : "", r, v, leaves(r),
                              chance(30) ? wild(depth - 1) : "");
      }
    }
    return text;
  }

  // Two locks, the first given back where the second cannot be had.
  std::string back_off() {
    unsigned first = below(2), second = 1 - first;
    const char* way = gives_way();
    const char* take = pick({"lock.{}", "loop trylock.2.{} break.2.1 end"});
    std::string taken = fmt::format(fmt::runtime(take), first);
    const char* attempt = pick({"trylock", "trylock", "timedlock"});
    return fmt::format("loop {0} {1}.2.{2} break.2.1 unlock.{3} {4}end {5}unlock.{2} unlock.{3} ", taken, attempt,
                       second, first, way, acts(1));
  }

  std::string heartbeat() {
    unsigned stop = below(2), beat = 2 + below(2);
    const char* way = gives_way();
    switch (below(4)) {
      case 0:
        return fmt::format("loop load.2.{} breaknot.2.0 flip.1.{}.1 {}end ", stop, beat, way);
      case 1:
        return fmt::format("loop load.2.{0} breaknot.2.0 store.{1}.1 store.{1}.0 {2}end ", stop, beat, way);
      case 2:
        return fmt::format("loop load.2.{0} breaknot.2.0 load.1.{1} inc.1 put.{1}.1 {2}end ", stop, beat, way);
      default:
        return fmt::format("loop load.2.{} breaknot.2.0 lock.0 flip.1.{}.1 unlock.0 {}end ", stop, beat, way);
    }
  }

  std::string timed() {
    unsigned v = variable(), m = below(2);
    switch (below(5)) {
      case 0:
        return fmt::format("lock.0 loop load.2.{} breaknot.2.0 timedwait.{}.0 end unlock.0 ", v, recorded());
      case 1:
        return fmt::format("lock.0 loop load.2.{} breaknot.2.0 timedwait.2.0 break.2.1 end unlock.0 ", v);
      case 2:
        return fmt::format("loop timedlock.2.{0} break.2.1 end {1}unlock.{0} ", m, acts(1));
      case 3:
        return fmt::format("loop semtimed.2.{} break.2.1 load.2.{} breaknot.2.0 end ", m, v);
      default:
        return fmt::format("lock.0 {}signal.0 unlock.0 ", act());
    }
  }

  // Puts a loop, or one step, into a function of its own; or returns where a loop was left; or looks through a pointer.
  void rearrange(Body& body) {
    if (body.empty()) return;
    size_t at = below(static_cast<unsigned>(body.size()));
    Instruction& i = body[at];
    if (i.code == Code::break_) {
      i.code = chance(50) ? Code::leave_ : i.code;
    } else if (i.code == Code::load_ && chance(30)) {
      i = {Code::loadat_, {i.numbers[0], static_cast<uint8_t>(below(kRegisters))}};
    } else if (i.code == Code::loop_ || i.code == Code::times_ || i.code >= Code::load_) {
      size_t end = opens_block(i.code) ? end_of_block(body, at) : at;
      body.insert(body.begin() + static_cast<ptrdiff_t>(end + 1), Instruction{Code::end_});
      body.insert(body.begin() + static_cast<ptrdiff_t>(at), Instruction{Code::call_});
    }
  }

  using Part = std::string (Generator::*)();
  std::string own_lock_part() { return own_lock(acts(2)); }
  std::string look_and_update_part() {
    return chance(75) ? look_and_update() : fmt::format("store.{}.{} ", below(2), below(3));
  }
  std::string attempt_part() { return chance(70) ? attempt(acts(1)) : counterpart_of_attempt(); }
  std::string bounded_part() { return bounded(act()); }
  std::string wide_part() { return chance(50) ? wide_wait() : wide_act(); }
  std::string wild_part() { return wild(2); }
  std::string act_part() { return chance(75) ? act() : under_mutex(acts(2)); }

  Program program(Part part) {
    Program result;
    result.registers = chance(70) ? Registers::Values : static_cast<Registers>(1 + below(3));
    unsigned threads = chance(60) ? 2 : 3;
    for (unsigned t = 0; t < threads; t++) {
      std::string text;
      unsigned parts = 1 + below(threads == 2 ? 3 : 2);
      for (unsigned i = 0; i < parts; i++) text += chance(45) ? (this->*part)() : act_part();
      result.threads.push_back(parse_body(text));
    }
    for (Body& body : result.threads)
      while (chance(20)) rearrange(body);
    return result;
  }

 private:
  std::mt19937& random_;
};

struct Family {
  std::string_view name;
  Generator::Part part;
};

inline constexpr Family kFamilies[] = {
    {"flags", &Generator::flag_wait},      {"own_locks", &Generator::own_lock_part},
    {"updates", &Generator::update},       {"attempts", &Generator::attempt_part},
    {"bounded", &Generator::bounded_part}, {"several_looks", &Generator::several_looks},
    {"wide", &Generator::wide_part},       {"wild", &Generator::wild_part},
    {"back_off", &Generator::back_off},    {"heartbeat", &Generator::heartbeat},
    {"timed", &Generator::timed},          {"looks_and_updates", &Generator::look_and_update_part},
};

}  // namespace

std::vector<std::string_view> family_names() {
  std::vector<std::string_view> names;
  for (const Family& family : kFamilies) names.push_back(family.name);
  return names;
}

Program random_program(std::mt19937& random, std::string_view family) {
  return Generator(random).program(std::ranges::find(kFamilies, family, &Family::name)->part);
}

}  // namespace selvage::fuzz::loops
