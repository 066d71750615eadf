#!/usr/bin/env python3
"""What a check of temporal properties refuses, with which sentence, and where the caret stands.

    bad_input.py SELVAGE_BIN
"""
import os
import subprocess
import sys
import tempfile

SOURCE = """
#include <pthread.h>
#include <stdlib.h>
struct queue { int len; unsigned full : 1; struct queue* next; } queue;
int owner, slots[4], matrix[2][2];
double share;
static __thread int own;
static int twice_one(void) { static int twice; return ++twice; }
static int twice_two(void) { static int twice; return ++twice; }
struct queue* head;
static inline __attribute__((always_inline)) int quick(void) { return owner + 1; }
static void* run(void* unused) {
  owner = 2 + quick() + own++;
  slots[1] = twice_one() + twice_two() + matrix[1][0] + queue.len + (int)share;
  struct queue* old = head;
  if (old) free(old);
  return unused;
}
int main(int argc, char** argv) {
  (void)argv;
  pthread_t t;
  if (argc > 1) head = calloc(1, sizeof *head);
  queue.full = 1, share = 2;
  if (argc > 2) return 0;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return owner > 1000;
}
"""

# The options, what is said, and what stands above the caret; none where there is no place in a text. Exit code 2 where not
# said otherwise.
FORMULAS = [
    ("G (p -> F", "the formula ends", ""),
    ("G (p -> q", "is not closed", "(p -> q"),
    ("p U", "the formula ends", ""),
    ("p q", "an operator is missing", "q"),
    ("p -> p -> p", "parentheses", "-> p -> p"),
    ("p U p U p", "parentheses", "U p U p"),
    ("G p )", "", ")"),
    ("G #p", "", "#p"),
    ("", "", ""),
]
ATOMS = [
    ("unknown == 1", "has no global variable unknown", "unknown == 1"),
    ("owner == unknown", "has no global variable unknown", "unknown"),
    ("queue", "which is no number: name a field", "queue"),
    ("queue.size > 1", "struct queue has no field size", ".size > 1"),
    ("owner.len", "int has no field len", ".len"),
    ("queue.full", "is a bit field", ".full"),
    ("share > 1", "double: atoms look at integers", "share > 1"),
    ("*owner", "does not point to anything", "*owner"),
    ("owner[0]", "has no elements", "[0]"),
    ("slots[4]", "only 4 elements", "4]"),
    ("matrix[1][0]", "arrays of arrays", "[1][0]"),
    ("own == 1", "one variable for each thread", "own == 1"),
    ("twice == 1", "there are 2 variables twice", "twice == 1"),
    ("owner = 2", "change nothing", "= 2"),
    ("owner +", "ends where an operand is expected", ""),
    ("(owner == 2", "is not closed", "(owner == 2"),
    ("owner owner", "an operator is missing", "owner"),
    ("", "is empty", ""),
    ("owner == 12345678901234567890", "no integer", "12345678901234567890"),
    ("head + 1", "pointers are only compared", "1"),
    ("in(nowhere)", "has no function nowhere", "nowhere)"),
    ("at()", "the name of a function", ")"),
    ("in(run, 2)", "as in 'thread 2'", "2)"),
    ("in(run, thread 99)", "up to number 63", "thread 99)"),
    ("in(run", "is not closed", "(run"),
    ("owner == 2 && at(runs)", "has no function runs", "runs)"),
    ("in(quick)", "always inlined", "quick)"),
]
OTHERS = [
    (["--ltl", "G p"], "p, which is not defined", 2),
    (["--ltl", "G p", "--atom", "q: owner == 1"], "Atoms are q", 2),
    (["--ltl", "G p", "--atom", "p: owner == 1", "--atom", "p: owner == 2"], "Atom p is defined 2 times", 2),
    (["--ltl", "G p", "--atom", "owner == 1"], "give a name and a condition", 2),
    (["--ltl", "G p", "--atom", "2p: owner == 1"], "give a name and a condition", 2),
    (["--ltl", "X p", "--atom", "p: owner == 1"], "--no-reductions", 2),
    (["--ltl", "X p", "--atom", "p: owner == 1", "--strategy", "dfs", "--no-fair"], "--no-reductions", 2),
    (["--ltl", "G p", "--atom", "p: owner == 1", "--no-reductions", "--strategy", "optimal"], "--strategy dfs", 2),
    (["--ltl", "G p", "--atom", "p: owner == 1", "--strategy", "random", "--max-executions", "5"], "all executions", 2),
    (["--ltl", "G p", "--atom", "p: owner == 1", "--sharing", "full"], "--sharing full", 2),
    (["--ltl", "G p", "--atom", "p: owner == 1", "--reduction", "critical-sections"], "--reduction", 2),
    (["--ltl", "G p", "--atom", "p: owner == 1", "--preemptions", "2"], "--preemptions", 2),
    (["--ltl", "G p", "--atom", "p: owner == 1", "--", "one", "two"], "single thread", 2),
    (["--strategy", "states"], "give --ltl", 2),
    (["--ltl", "G p", "--atom", "p: head->len == 0"], "reads memory that is not there", 3),
    (["--ltl", "G p", "--atom", "p: !head || head->len == 0", "--", "one"], "reads memory that is not there", 3),
    (["--ltl", "G p", "--atom", "p: slots[owner - 90000000] == 0"], "reads memory that is not there", 3),
    (["--ltl", "G p", "--atom", "p: 4 / owner == 0"], "divides by zero", 3),
]


def caret_stands_at(output, text, rest):
    """Whether a line with the text is followed by one with a caret under the place where `rest` begins."""
    lines = output.splitlines()
    for i, line in enumerate(lines[:-1]):
        if text and line.endswith(text) and lines[i + 1].strip() == "^":
            return lines[i + 1].index("^") == len(line) - len(rest)
    return not text


def main():
    binaries = os.path.abspath(sys.argv[1])
    failures = []
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        def run(options, sentence, code, text=None, rest=None, program="./p"):
            nonlocal count
            count += 1
            before, _, after = (options, None, []) if "--" not in options else (
                options[:options.index("--")], None, options[options.index("--"):])
            done = subprocess.run([os.path.join(binaries, "selvage"), "check", *before, program, *after], cwd=folder,
                                  capture_output=True, text=True)
            output = done.stdout + done.stderr
            if done.returncode != code or sentence not in output or (text is not None and not caret_stands_at(output, text, rest)):
                failures.append(f"{options}: {done.returncode}, not {code} with '{sentence}':\n{output[-600:]}")

        with open(os.path.join(folder, "p.c"), "w") as file:
            file.write(SOURCE)
        build = [os.path.join(binaries, "selvage-cc"), "-pthread", "p.c"]
        subprocess.run([*build, "-g", "-o", "p"], cwd=folder, check=True)
        subprocess.run(["strip", "-g", "-o", "bare", "p"], cwd=folder, check=True)
        for formula, sentence, rest in FORMULAS:
            run(["--ltl", formula, "--atom", "p: owner == 1", "--atom", "q: owner == 1"], sentence, 2, formula, rest)
        for condition, sentence, rest in ATOMS:
            run(["--ltl", "G p", "--atom", f"p: {condition}"], sentence, 2, condition, rest)
        for options, sentence, code in OTHERS:
            run(options, sentence, code)
        variable = ["--ltl", "G p", "--atom", "p: owner == 1"]
        run(variable, "has no debug information: build it with -g", 2, "owner == 1", "owner == 1", program="./bare")
    print("\n".join(failures) if failures else f"{count} refusals as expected")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
