#!/bin/bash
# Shared objects: in an instrumented program, in an ordinary one, loaded at run time, and bound to their own symbols.
# shellcheck source=tests/instrument/wrapper/environment.sh
source "$(dirname "$0")/environment.sh"

cat >counter.c <<'END'
static int counter;
void selvage_stub_call(void) __attribute__((weak));
int increment(void) {
  if (selvage_stub_call) selvage_stub_call();
  return ++counter;
}
END
cat >main.c <<'END'
int increment(void);
int main(void) { return increment() - 1; }
END
cat >load.c <<'END'
#include <dlfcn.h>
int main(void) {
  void *object = dlopen("./libcounter.so", RTLD_NOW);
  int (*increment)(void) = (int (*)(void))dlsym(object, "increment");
  return increment() - 1;
}
END
echo '{ global: increment; local: *; };' >exports

for options in -Wl,-z,defs -Wl,--version-script=exports -Wl,-Bsymbolic -Wl,--exclude-libs,ALL; do
  echo "with $options"
  if [[ $options == *defs* ]]; then
    sed '/selvage_stub_call/d' counter.c >counter_alone.c
    "$cc" -shared -fPIC counter_alone.c "$options" -o libcounter.so
  else
    "$cc" -shared -fPIC counter.c "$options" -o libcounter.so
  fi
  "$cc" main.c -L. -lcounter -Wl,-rpath,"$PWD" -o linked
  hooks ./linked >log
  matches 'write 4 value=1 at counter.*c:[0-9]* in increment variable=counter' log || fail "linked object"
  if [[ $options != *defs* ]]; then
    matches 'call at counter.c:4 in increment' log || fail "call site in a linked object"
  fi
  "$cc" load.c -ldl -o loading
  hooks ./loading | matches 'write 4 value=1 .* in increment variable=counter' || fail "loaded object"
  gcc main.c -L. -lcounter -Wl,-rpath,"$PWD" -o ordinary
  ./ordinary || fail "in an ordinary program"
done

# A function that LLVM inlines twice into the first block of another, with slots of its own: those stand behind other
# instructions there, and what keeps variables for debuggers has to stand behind the slots.
cat >members.cpp <<'EOF'
struct Values {
  void* first = nullptr;
  ~Values();
  void add(void*&);
};
struct Scanner {
  void (Scanner::*chosen)(void*);
  explicit Scanner(bool classic) : chosen(classic ? &Scanner::classic : &Scanner::inplace) {}
  void classic(void*), inplace(void*);
  void scan(void* p) { (this->*chosen)(p); }
};
void Scanner::inplace(void*) {}
void Scanner::classic(void*) {
  Values values;
  void* self = this;
  values.add(self);
}
Scanner* make(bool classic) { return new Scanner(classic); }
void go(Scanner* scanner) { scanner->scan(scanner); }
EOF
"$cxx" -g -shared -fPIC members.cpp -o libmembers.so || fail "a shared object with functions inlined for a pointer to members"
