#!/usr/bin/env python3
"""`selvage replay` as a user meets it: the same program, a changed one, none; damaged files; --step; --gdb.

    replay_test.py BUILD/bin SOURCE_FOLDER
"""

import gzip
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None
SOURCE = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None

CRASH = """
#include <pthread.h>
static int* p;
static int v;
static void* set(void* u) {
  p = &v;
  return u;
}
static void* use(void* u) {
  *p = 3;
  return u;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, set, 0);
  pthread_create(&b, 0, use, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
"""

INPUT = """
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static int limit, count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void* add(void* u) {
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  return u;
}
int main(void) {
  if (scanf("%d", &limit) != 1) return 0;
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count < limit);
  return 0;
}
"""


# What executions show of operations that reductions leave out would depend on the program that they are compared with.
PURE = ["--strategy", "optimal"]


class Replay(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="selvage-replay-test-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def selvage(self, *words, text="", folder=None):
        process = subprocess.run([BIN / "selvage", *words], cwd=folder or self.folder, input=text, capture_output=True,
                                 text=True, timeout=120, check=False)
        return process.returncode, process.stdout, process.stderr

    def example(self, name, change=lambda text: text):
        (self.folder / name).write_text(change((SOURCE / "examples" / name).read_text()))

    def checked(self, name, code, *options, text=""):
        """Checks a source file of the folder, and returns the name of the trace."""
        status, output, _ = self.selvage("check", *PURE, *options, name, text=text)
        self.assertEqual(status, code, output)
        trace = pathlib.Path(name).stem + ".selvage"
        self.assertRegex(output, r"\n  selvage replay " + re.escape(trace) + r"\n$")
        return trace

    def bank(self):
        self.example("bank.c")
        return self.checked("bank.c", 10)

    # --- the same program

    def test_shows_the_same_as_the_check(self):
        self.example("bank.c")
        _, checked, _ = self.selvage("check", *PURE, "bank.c")
        status, output, error = self.selvage("replay", "bank.selvage")
        self.assertEqual((status, error), (10, ""))
        common = checked[:checked.index("\n2 executions")]
        self.assertTrue(output.startswith(common), output)
        self.assertIn("Executed again: all 20 steps are as recorded.", output)

    def test_needs_no_execution_to_be_shown(self):
        trace = self.bank()
        executed = self.selvage("replay", trace)[1]
        status, shown, error = self.selvage("replay", "--show", trace)
        self.assertEqual((status, error), (10, ""))
        self.assertTrue(executed.startswith(shown.rstrip()), shown)

    def test_the_original_is_executed_too(self):
        self.example("counter.c")
        trace = self.checked("counter.c", 13)
        self.assertIn("with 1 switch between threads (minimised from 3)", self.selvage("replay", trace)[1])
        status, output, error = self.selvage("replay", "--original", trace)
        self.assertEqual((status, error), (13, ""))
        self.assertIn("with 3 switches between threads:", output)
        self.assertIn("steps are as recorded", output)
        status, output, _ = self.selvage("replay", "--original", "--show", trace)
        self.assertEqual(status, 13)
        self.assertIn("with 3 switches between threads:", output)
        status, output, _ = self.selvage("replay", "--original", "--step", trace, text="g last\nb\n")
        self.assertEqual(status, 13)
        self.example("counter.c", lambda text: text.replace("hits++;", "hits = 1;"))
        status, output, _ = self.selvage("replay", "--original", trace)
        self.assertEqual(status, 2)
        self.assertIn("The program goes another way than it did: step 1 of 8 differs.", output)

    def test_is_the_same_whoever_found_it(self):
        self.example("counter.c")
        shown = set()
        for workers in (1, 2, 2, 3, 4):
            _, output, _ = self.selvage("check", "-j", str(workers), "counter.c")
            shown.add(re.sub(r"minimised from \d+", "", output[:output.index("\n1 execution")]))
        self.assertEqual(len(shown), 1, shown)

    def test_says_where_there_is_one_interleaving_only(self):
        trace = self.bank()
        status, _, error = self.selvage("replay", "--original", trace)
        self.assertEqual(status, 10)
        self.assertIn("bank.selvage holds one interleaving only, as it was found.", error)

    def test_is_found_from_anywhere(self):
        trace = self.bank()
        with tempfile.TemporaryDirectory() as elsewhere:
            status, _, error = self.selvage("replay", self.folder / trace, folder=elsewhere)
            self.assertEqual((status, error), (10, ""))
        for carrier in ("fibers", "os-threads"):
            self.assertEqual(self.selvage("replay", "--carrier", carrier, trace)[0], 10)

    def test_moves_with_its_program(self):
        trace = self.bank()
        moved = self.folder / "moved"
        moved.mkdir()
        for file in (trace, "bank.c"):
            (self.folder / file).rename(moved / file)
        status, output, _ = self.selvage("replay", f"moved/{trace}")
        self.assertEqual(status, 10, output)
        self.assertIn("as recorded", output)

    def test_has_arguments_and_input(self):
        (self.folder / "input.c").write_text(INPUT)
        trace = self.checked("input.c", 10, text="2\n")
        status, output, error = self.selvage("replay", trace, text="50\n")
        self.assertEqual((status, error), (10, ""), output)

    def test_goes_with_selvage_run(self):
        trace = self.bank()
        status, _, error = self.selvage("run", "--schedule", trace, "bank.c")
        self.assertEqual(status, 10, error)

    # --- another program

    def test_another_build_of_the_same(self):
        trace = self.bank()
        self.example("bank.c", lambda text: "// a line\nint more = 5, *even_more = &more;\n" + text)
        status, output, error = self.selvage("replay", trace)
        self.assertEqual(status, 10, output)
        self.assertIn("another build", error)
        self.assertIn("bank.c:29", output)

    def test_names_the_first_difference(self):
        trace = self.bank()
        self.example("bank.c", lambda text: text.replace(
            """  if (balance_of(from) < amount) {
    return;
  }
  pthread_mutex_lock(&from->lock);
""", """  pthread_mutex_lock(&from->lock);
  if (from->balance < amount) {
    pthread_mutex_unlock(&from->lock);
    return;
  }
"""))
        status, output, _ = self.selvage("replay", trace)
        self.assertEqual(status, 2)
        self.assertIn("step 8 of 20 differs", output)
        self.assertIn("recorded: thread 2: lock account at bank.c:15 in balance_of\n", output)
        self.assertIn("now:      thread 2 waits to lock account at bank.c:22 in withdraw\n", output)
        self.assertEqual(output.count("pthread_mutex_lock(&from->lock);"), 2)

    def test_names_another_operation(self):
        trace = self.bank()
        self.example("bank.c", lambda text: text.replace("int balance = from->balance;",
                                                         "int balance = 100;\n  from->balance = balance;"))
        status, output, _ = self.selvage("replay", trace)
        self.assertEqual(status, 2)
        self.assertIn("step 6 of 20 differs", output)
        self.assertRegex(output, r"recorded: thread 1: read account\S+ at bank.c:16 in balance_of\n")
        self.assertRegex(output, r"now:      thread 1: write account\S+ at bank.c:17 in balance_of\n")
        self.assertIn("int balance = from->balance;", output)
        self.assertIn("from->balance = balance;", output)

    def test_names_who_could_have_gone(self):
        trace = self.bank()
        self.example("bank.c", lambda text: text.replace(
            "  withdraw(&account, *(int*)amount);", """  static pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;
  if (*(int*)amount == 50) pthread_mutex_lock(&big);
  withdraw(&account, *(int*)amount);"""))
        status, output, _ = self.selvage("replay", trace)
        self.assertEqual(status, 2)
        self.assertIn("step 6 of 20 differs", output)
        self.assertIn("recorded: thread 1\n", output)
        self.assertIn("now:      thread 1, thread 2\n", output)
        self.assertIn("thread 2 is about to lock customer.big at bank.c:33 in customer\n", output)

    def test_says_that_it_is_gone(self):
        trace = self.bank()
        self.example("bank.c", lambda text: text.replace("balance >= 0", "balance >= -100"))
        status, output, _ = self.selvage("replay", trace)
        self.assertEqual(status, 0)
        self.assertIn("it completed", output)
        self.assertIn("The first thing that differs is in step 21.\n  recorded: it has ended\n"
                      "  now:      thread 1: unlock account at bank.c:28\n", output)

    def test_names_another_value_inside_a_step(self):
        trace = self.bank()
        self.example("bank.c", lambda text: text.replace("80, 50", "30, 50"))
        status, output, _ = self.selvage("replay", trace)
        self.assertEqual(status, 0)
        self.assertIn("The first thing that differs is in step 19.\n"
                      "  recorded: thread 1: write account.balance = -30 at bank.c:26\n"
                      "  now:      thread 1: write account.balance = 20 at bank.c:26\n", output)
        self.example("bank.c", lambda text: text.replace("80, 50", "90, 50"))
        status, output, _ = self.selvage("replay", trace)
        self.assertEqual(status, 10)
        self.assertIn("The first thing that differs is in step 19. Recorded is thread 1: write account.balance = -30 at "
                      "bank.c:26; now it is thread 1: write account.balance = -40 at bank.c:26.", " ".join(output.split()))

    def test_another_program_by_name(self):
        trace = self.bank()
        (self.folder / "bank.c").rename(self.folder / "other.c")
        self.assertEqual(self.selvage("replay", trace, "--program", "other.c")[0], 10)

    # --- what is missing or damaged

    def test_shows_the_lines_that_were_kept_where_the_source_is_gone(self):
        self.example("bank.c")
        subprocess.run([BIN / "selvage-cc", "-g", "-pthread", "bank.c", "-o", "bank"], cwd=self.folder, check=True)
        trace = self.checked("./bank", 10)
        (self.folder / "bank.c").unlink()
        status, output, error = self.selvage("replay", trace)
        self.assertEqual(status, 10)
        self.assertIn("bank.c is not there any more; the lines that were kept are shown.", error)
        self.assertIn("assert(from->balance >= 0);", output)
        self.assertIn("all 20 steps are as recorded", output)

    def test_says_where_another_program_has_no_threads(self):
        trace = self.bank()
        (self.folder / "other.c").write_text("int main(void) { return 0; }\n")
        status, output, _ = self.selvage("replay", trace, "--program", "other.c")
        self.assertEqual(status, 2)
        self.assertIn("The program goes another way than it did: step 5 of 20 differs.", output)

    def test_program_is_gone(self):
        trace = self.bank()
        (self.folder / "bank.c").unlink()
        status, output, error = self.selvage("replay", trace)
        self.assertEqual(status, 3)
        self.assertIn("bank.c is not there any more: name it with --program", error)
        self.assertIn("bank.c is not there any more; the lines that were kept are shown", error)
        self.assertIn("assert(from->balance >= 0);", output)
        self.assertIn("unlock account", output)

    def test_program_does_not_compile(self):
        trace = self.bank()
        (self.folder / "bank.c").write_text("int main(void) { return nothing; }\n")
        status, output, error = self.selvage("replay", trace)
        self.assertEqual(status, 3)
        self.assertIn("nothing", error)
        self.assertIn("bank.c has changed since", error)
        self.assertIn("assert(from->balance >= 0);", output)

    def lines(self, trace):
        return gzip.decompress((self.folder / trace).read_bytes()).decode().splitlines(keepends=True)

    def test_other_version(self):
        trace = self.bank()
        lines = self.lines(trace)
        header = json.loads(lines[0])
        header.update(version=7, selvage="9.9")
        (self.folder / trace).write_text(json.dumps(header) + "\nwhatever comes then\n")
        status, output, error = self.selvage("replay", trace)
        self.assertEqual(status, 2)
        self.assertIn("was written by Selvage 9.9 in version 7 of the format", error)
        self.assertIn("assertion `from->balance >= 0' fails", output)

    def test_damage_anywhere(self):
        whole = (self.folder / self.bank()).read_bytes()
        lines = self.lines("bank.selvage")
        for length in range(0, len(whole), 97):
            (self.folder / "cut.selvage").write_bytes(whole[:length])
            status, _, error = self.selvage("replay", "cut.selvage")
            self.assertEqual(status, 2)
            self.assertRegex(error, "is damaged|is not a trace")
        for length in (5, len(lines) // 2, len(lines) - 1):
            (self.folder / "cut.selvage").write_text("".join(lines[:length]))
            status, output, error = self.selvage("replay", "cut.selvage")
            self.assertEqual(status, 2)
            self.assertIn("is damaged (its end is missing)", error)
            self.assertIn("assertion `from->balance >= 0' fails", output)
        self.assertEqual(self.selvage("replay", "nowhere.selvage")[0], 2)

    def test_text_can_be_edited(self):
        trace = self.bank()
        (self.folder / trace).write_text("".join(self.lines(trace)))
        self.assertEqual(self.selvage("replay", trace)[0], 10)

    # --- looking closer

    def test_walk(self):
        trace = self.bank()
        script = "go last\np account.balance\nb\n\nu\n/balance_of\n?create\nthreads\nlocks\n5\nlocks\nk\nnonsense\nq\n"
        status, output, error = self.selvage("replay", "--step", trace, text=script)
        self.assertEqual((status, error), (10, ""))
        self.assertIn("  >    27 |   assert(from->balance >= 0);", output)
        self.assertIn("  account.balance = -30\n", output)
        self.assertIn("step 18 of 20", output)
        self.assertIn("step 3 of 20  main  create thread 2  at bank.c:40 in main", output)
        self.assertIn("Nobody holds a lock.", output)
        self.assertIn("  thread 1 holds account since step 5 at bank.c:15 in balance_of\n", output)
        self.assertIn("  #1 withdraw at bank.c:22\n", output)
        self.assertIn("There is no \"nonsense\"", output)
        (self.folder / "bank.c").unlink()
        status, output, _ = self.selvage("replay", "--step", trace, text="n\nn 5\np account\n")
        self.assertEqual(status, 3)
        self.assertIn("step 7 of 20  thread 1  unlock account", output)
        self.assertIn("The program is not there", output)

    def test_continuations(self):
        trace = self.bank()
        status, output, _ = self.selvage("replay", "--random-extend", "200", "--after", "7", trace)
        self.assertEqual(status, 10)
        self.assertIn("200 continuations after step 7 of 20", output)
        self.assertRegex(output, r" \d+  assertion `from->balance >= 0' fails")
        self.assertRegex(output, r" \d+  completed\n")

    @unittest.skipIf(shutil.which("gdb") is None, "there is no gdb")
    def test_debugger_at_an_assertion(self):
        trace = self.bank()
        status, output, error = self.selvage("replay", trace, "--gdb", "--", "-nx", "-batch", "-ex", "bt", "-ex",
                                             "info threads", "-ex", "p account.balance", "-ex", "continue")
        self.assertEqual(status, 10, error)
        self.assertRegex(output, r"#\d+ .*in withdraw .*bank\.c:27\n#\d+ +customer .*bank\.c:32\n")
        self.assertRegex(output, r"\* \d+ .*\"thread 1\"")
        self.assertRegex(output, r"\d+ .*\"main\"")
        self.assertIn(" = -30\n", output)
        self.assertIn("exited normally", output)

    @unittest.skipIf(shutil.which("gdb") is None, "there is no gdb")
    def test_debugger_at_a_deadlock(self):
        self.example("philosophers.c")
        trace = self.checked("philosophers.c", 11)
        status, output, error = self.selvage("replay", trace, "--gdb", "--", "-nx", "-batch", "-ex",
                                             "thread apply all bt", "-ex", "threads")
        self.assertEqual(status, 11, error)
        for number in (1, 2, 3):
            self.assertRegex(output, rf"\"thread {number}\"\):\n#\d+ .*philosopher .*philosophers\.c:24\n")
            self.assertRegex(output, rf"thread {number} +philosopher at .*philosophers\.c:24\n")
        self.assertRegex(output, r"\"main\"\):\n#\d+ .*main .*philosophers\.c:41\n")

    @unittest.skipIf(shutil.which("gdb") is None, "there is no gdb")
    def test_debugger_at_a_crash_and_a_race(self):
        (self.folder / "crash.c").write_text(CRASH)
        trace = self.checked("crash.c", 10, "--check", "standard,-race")
        status, output, error = self.selvage("replay", trace, "--gdb", "--", "-nx", "-batch", "-ex", "bt")
        self.assertEqual(status, 10, error)
        self.assertRegex(output, r"#\d+ .*in use .*crash\.c:10\n")
        trace = self.checked("crash.c", 13)
        status, output, error = self.selvage("replay", trace, "--gdb", "--", "-nx", "-batch", "-ex", "bt")
        self.assertEqual(status, 13, error)
        self.assertRegex(output, r"just before step \d+, which thread [12] is about to do")
        self.assertRegex(output, r"#\d+ .*in (use .*crash\.c:10|set .*crash\.c:6)\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
