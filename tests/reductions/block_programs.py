"""Random programs, in C and in C++, whose threads run the same code and are handed blocks of their own: with equal contents or not,
used by nobody else or by the creator, a third thread, each other; compared, made known, freed, returned. In C++ a thread is a
std::thread that refers to variables or has copies of them. Every end of a program fails an assertion of its own."""
import random

from random_programs import ENDS, HEAD, Writer

BLOCK = """#include <stdlib.h>
struct block { int v, w; struct block* self; struct block* peer; atomic_int* counter; };
static struct block* blocks[4];
static _Atomic(struct block*) known;
"""
IN_C_PLUS_PLUS = """#include <atomic>
#include <cassert>
#include <cstdlib>
#include <pthread.h>
#include <thread>
#include <vector>
using namespace std;
"""


class BlockWriter(Writer):
    def __init__(self, seed):
        super().__init__(seed)
        self.alike = True
        self.assumes_much = False
        self.is_c_plus_plus = seed % 3 == 2
        self.private = self.random.random() < 0.5  # nobody but the threads themselves uses the blocks
        self.ends_in_thread = self.random.random() < 0.3  # who frees the blocks
        self.points_to_itself = self.random.random() < 0.5
        self.variables = self.random.randint(1, 2)
        self.guards = [self.random.randrange(self.mutexes) for _ in range(self.variables)]

    def of_own_block(self):
        variable = f"x[{self.random.randrange(self.variables)}]"
        return self.random.choice([
            "p->v++;", "p->w = l;", "l += p->v;", "l += p->w;", "p->self->v += 2;", f"if (p->v == 1) {variable}++;",
            "if (p->self == p) l++;", "p->v = atomic_fetch_add(p->counter, 1);", "atomic_fetch_add(p->counter, 1);",
            "l += atomic_fetch_add(&a, 1);", "p->w = 1;", "if (p->peer) l += 2;"])

    def of_any_block(self):
        one = self.random.randrange(self.threads)
        return self.random.choice([
            f"if (p == blocks[{one}]) l += 3;", f"l += blocks[{one}]->v;", "atomic_store(&known, p);",
            "{ struct block* k = atomic_load(&known); if (k) l += k->v; }",
            "{ struct block* k = atomic_load(&known); if (k == p) l += 2; }",
            "{ struct block* e = p; if (atomic_compare_exchange_strong(&known, &e, (struct block*)0)) l++; }",
            "{ struct block* e = 0; atomic_compare_exchange_strong(&known, &e, p); }", "if (p->peer) p->peer->v = 1;",
            "if (p->peer) l += p->peer->w;", f"blocks[{one}]->w++;", "if (p->peer < p) l++;"])

    def thread_statement(self):
        kind = self.random.random()
        if kind < 0.5:
            return self.of_own_block()
        if kind < 0.7 and not self.private:
            return self.of_any_block()
        return self.statement()

    def thread_function(self):
        body = "\n  ".join(self.thread_statement() for _ in range(self.random.randint(1, 3 if self.threads == 2 else 2)))
        end = "free(p); p = 0;" if self.ends_in_thread else ""
        slot = self.random.choice(["atomic_fetch_add(&ticket, 1)", "atomic_fetch_add(&ticket, 1)", "0"])
        result = self.random.choice(["p", "p", "0", "(void*)(long)l"])
        return (f"static void* t0(void* argument) {{\n  struct block* p = (struct block*)argument;\n  int l = 0;\n  {body}\n"
                f"  out[{slot}] = l;\n  {end}\n  return {result};\n}}\n")

    def look(self):
        """Of somebody who is none of the threads."""
        one = self.random.randrange(self.threads)
        return self.random.choice([f"out[0] += 3 * blocks[{one}]->v;", f"blocks[{one}]->w = 1;", f"out[0] += blocks[{one}]->w;",
                                   f"if (atomic_load(&known) == blocks[{one}]) out[0]++;", self.main_statement()])

    def new_block(self, i, kind):
        text = f"  blocks[{i}] = (struct block*)calloc(1, sizeof(struct block));\n  blocks[{i}]->counter = &b;\n"
        if self.points_to_itself or "self" in self.source:
            text += f"  blocks[{i}]->self = blocks[{i}];\n"
        if kind < 0.15:
            text += f"  blocks[{i}]->v = {i};\n"
        elif kind < 0.3:
            text += f"  blocks[{i}]->w = {i};\n"
        elif kind < 0.4 and i > 0:
            text += f"  blocks[{i}]->peer = blocks[{i - 1}];\n"
        return text

    def start(self, i):
        if not self.is_c_plus_plus:
            return f"  pthread_create(&t[{i}], 0, t0, blocks[{i}]);\n"
        return f"  {{ struct block* p = blocks[{i}]; int i = {i}; (void)p, (void)i; threads.emplace_back({self.callable}); }}\n"

    def join(self, i):
        if self.is_c_plus_plus:
            return f"  threads[{i}].join();\n"
        return f"  pthread_join(t[{i}], {self.random.choice(['0', '0', '&r[%d]' % i])});\n"

    def text(self):
        numbers = {"type": "int", "variables": self.variables, "threads": self.threads}
        head = HEAD % numbers
        if self.is_c_plus_plus:
            head = IN_C_PLUS_PLUS + "".join(line + "\n" for line in head.splitlines()
                                            if not line.startswith("#") and "__VERIFIER" not in line)
            head = head + 'extern "C" { void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); }\n'
            head += BLOCK.replace("#include <stdlib.h>\n", "").replace("_Atomic(struct block*)", "std::atomic<struct block*>")
        else:
            head += BLOCK
        function = self.thread_function()
        if self.is_c_plus_plus:
            function = function.replace("(struct block*)0)", "nullptr)")
        self.source = function
        self.callable = self.random.choice(["t0, p", "[p] { t0(p); }", "[i] { t0(blocks[i]); }"])
        if self.is_c_plus_plus and self.random.random() < 0.7:
            return self.of_alike_objects(head)
        text = head + "static atomic_int ticket;\n" + function
        if not self.private and self.random.random() < 0.3:
            text += f"static void* t1(void* argument) {{\n  {self.look()}\n  return argument;\n}}\n"
        text += f"int main(void) {{\n  pthread_t t[{self.threads + 1}];\n  void* r[{self.threads + 1}] = {{0}};\n"
        text += "  std::vector<std::thread> threads;\n" if self.is_c_plus_plus else ""
        kind = self.random.random()
        at_once = self.random.random() < 0.5
        blocks = [self.new_block(i, kind) for i in range(self.threads)]
        text += "".join(blocks) if at_once else ""
        for i in range(self.threads):
            text += (blocks[i] if not at_once else "") + self.start(i)
            if not self.private and self.random.random() < 0.15:
                text += f"  {self.look() if at_once else self.main_statement()}\n"
        if "t1(void" in text:
            text += f"  pthread_create(&t[{self.threads}], 0, t1, 0);\n"
        if not self.private and self.random.random() < 0.15:
            text += f"  {self.look()}\n"
        text += "".join(self.join(i) + (f"  {self.look()}\n" if not self.private and self.random.random() < 0.1 else "")
                        for i in range(self.threads))
        if "t1(void" in text:
            text += f"  pthread_join(t[{self.threads}], 0);\n"
        return text + self.end(not self.ends_in_thread)

    def of_alike_objects(self, head):
        """Threads of C++ whose objects refer to variables of main, or have copies of them."""
        copies = self.random.choice(["[&]", "[&]", "[&, i]", "[&, n]", "[=, &u, &o]", "[&, i, n]"])
        uses = {"[&]": "", "[&, i]": "l += i;", "[&, n]": "l += n;", "[=, &u, &o]": "l += n + i;", "[&, i, n]": "l += n;"}[copies]
        body = " ".join(self.statement() for _ in range(self.random.randint(1, 2)))
        body += self.random.choice(["", " l += u.fetch_add(1);", " u.store(l);", " if (u.load() == 1) l++;"])
        text = head + "static atomic_int ticket;\n"
        text += f"int main() {{\n  std::atomic<int> u{{0}};\n  int n = 2, o = 0;\n  (void)n, (void)o;\n  std::vector<std::thread> threads;\n"
        slot = self.random.choice(["atomic_fetch_add(&ticket, 1)", "0"])
        text += (f"  for (int i = 0; i < {self.threads}; i++)\n    threads.emplace_back({copies} {{ int l = 0; {body} "
                 f"{uses} out[{slot}] = l; }});\n")
        if self.random.random() < 0.5:
            text += "  for (std::thread& t : threads) t.join();\n"
        else:
            text += "".join(self.join(i) + (f"  {self.main_statement()}\n" if self.random.random() < 0.2 else "")
                            for i in range(self.threads))
        return text + self.end(False)

    def end(self, has_blocks):
        text = "  unsigned h = 0;\n"
        if has_blocks and self.random.random() < (0.15 if self.private else 0.5):
            text += "".join(f"  out[0] += blocks[{i}]->v * {self.random.randint(1, i + 1)};\n" for i in range(self.threads))
        if has_blocks and self.random.random() < 0.5:
            text += f"  for (int i = 0; i < {self.threads}; i++) free(blocks[i]);\n"
        shown = ["a", "b"] + [f"x[{i}]" for i in range(self.variables)] + [f"out[{i}]" for i in range(self.threads)]
        text += "".join(f"  h = h * 7 + (unsigned){name};\n" for name in shown) + f"  switch (h % {ENDS}) {{\n"
        text += "".join(f'    case {i}: assert(!"end {i}");\n' for i in range(ENDS))
        return text + "  }\n  return 0;\n}\n"


def program(seed):
    """The source, and how the name of its file ends."""
    writer = BlockWriter(seed)
    return writer.text(), ".cpp" if writer.is_c_plus_plus else ".c"
