#!/usr/bin/env python3
"""What a check of information flow refuses, with which sentence.

    bad_input.py SELVAGE_BIN
"""
import os
import subprocess
import sys
import tempfile

SOURCE = """
#include <pthread.h>
#include <selvage.h>
int pin, seen, *pointer = &pin;
const int fixed = 3;
char small;
static void* run(void* unused) { seen = pin + small + fixed + *pointer; return unused; }
int main(int argc, char** argv) {
  (void)argv;
  pthread_t t;
  if (argc > 1) selvage_secret(&pin, sizeof pin);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return seen > 1000000;
}
"""

CASES = [
    (["--flow=observational"], "no execution was given one"),
    (["--flow=quiet"], "observational, possibilistic and termination"),
    (["--secret", "nothing: 0..1"], "has no global variable nothing"),
    (["--secret", "pin"], "which values pin can have is missing"),
    (["--secret", "pin:"], "which values pin can have is missing"),
    (["--secret", ": 0..1"], "names a variable"),
    (["--secret", "pin: 5..1"], "has no values"),
    (["--secret", "pin: many"], "gives no values"),
    (["--secret", "pin: 0..70000"], "too many values"),
    (["--secret", "small: 0..300"], "cannot be 300"),
    (["--secret", "*pointer: 0..1"], "a secret is a variable"),
    (["--secret", "fixed: 0..1"], "fixed"),
    (["--secret", "pin + 1: 0..1"], "a secret is a variable"),
    (["--secret", "pin: 0..1", "--public", "unknown"], "has no global variable unknown"),
    (["--secret", "pin: 0..1", "--public", "seen +"], "ends where an operand is expected"),
    (["--secret", "pin: 0..1", "--observe", "joint", "--public", "stdout"], "cannot be told"),
    (["--secret", "pin: 0..1", "--strategy", "random", "--max-executions", "5"], "compares all executions"),
    (["--secret", "pin: 0..1", "--sharing", "full"], "does not go with --sharing full"),
    (["--secret", "pin: 0..1", "--preemptions", "1"], "does not go with"),
    (["--secret-values", "x"], "gives no values"),
    (["--flow=observational", "--", "call"], "is not said: give --secret-values"),
]


def main():
    binaries = os.path.abspath(sys.argv[1])
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "p.c"), "w") as file:
            file.write(SOURCE)
        subprocess.run([os.path.join(binaries, "selvage-cc"), "-g", "-pthread", "p.c", "-o", "p"], cwd=folder, check=True)
        for options, sentence in CASES:
            done = subprocess.run([os.path.join(binaries, "selvage"), "check", "./p"] + options, cwd=folder,
                                  capture_output=True, text=True)
            # Of options that are no words of theirs the library that reads them tells in its own way.
            if done.returncode == 0 or done.returncode >= 10 or sentence not in done.stdout + done.stderr:
                failures.append(f"{options}: {done.returncode}: {done.stdout[-300:]}{done.stderr[-300:]}")
    print("\n".join(failures) if failures else f"{len(CASES)} refusals as expected")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
