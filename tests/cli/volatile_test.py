"""--volatile and --selvage-volatile: what volatile accesses are, for sources and executables, and what is said about it.

usage: volatile_test.py BIN_DIRECTORY
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv[1]).resolve()
VERIFIED, USAGE, ASSERTION, RACE = 0, 2, 10, 13

HAND_OVER = """
#include <assert.h>
#include <pthread.h>
static QUALIFIER int ready;
static int message;
static void *sender(void *unused) {
  message = 42;
  ready = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sender, 0);
  if (ready) assert(message == 42 - WRONG);
  pthread_join(thread, 0);
  return 0;
}
"""
OPTION = "--volatile atomic"


class Volatile(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "hand_over.c").write_text(HAND_OVER)

    def run_command(self, *words):
        done = subprocess.run([BIN / words[0], *words[1:]], cwd=self.folder, text=True, check=False, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout

    def check(self, *words, program="hand_over.c", qualifier="volatile", wrong=0):
        flags = ["--cflags", f"-DQUALIFIER={qualifier} -DWRONG={wrong}"] if program.endswith(".c") else []
        return self.run_command("selvage", "check", *words, *flags, program)

    def link(self, name, *options):
        code, text = self.run_command("selvage-cc", "-g", "-pthread", "-DQUALIFIER=volatile", "-DWRONG=0", *options, "hand_over.c",
                                      "-o", name)
        self.assertEqual(code, 0, text)

    def test_plain_is_the_default_and_the_report_names_the_option(self):
        for words in ((), ("--volatile", "plain")):
            code, text = self.check(*words)
            self.assertEqual(code, RACE, text)
            self.assertIn(OPTION, " ".join(text.split()))

    def test_races_on_other_variables_say_nothing_of_it(self):
        code, text = self.check(qualifier="")
        self.assertEqual(code, RACE, text)
        self.assertNotIn(OPTION, " ".join(text.split()))

    def test_atomic_orders_what_comes_before(self):
        code, text = self.check("--volatile", "atomic")
        self.assertEqual(code, VERIFIED, text)

    def test_a_finding_is_replayed_as_it_was_built(self):
        code, text = self.check("--volatile", "atomic", "--save", "found.selvage", wrong=1)
        self.assertEqual(code, ASSERTION, text)
        code, text = self.run_command("selvage", "replay", "found.selvage")
        self.assertEqual(code, ASSERTION, text)

    def test_executables_are_as_they_were_linked(self):
        self.link("atomic", "--selvage-volatile=atomic")
        self.link("plain")
        self.assertEqual(self.check(program="atomic")[0], VERIFIED)
        self.assertEqual(self.check("--volatile", "atomic", program="atomic")[0], VERIFIED)
        self.assertEqual(self.check(program="plain")[0], RACE)
        for program, wanted in (("plain", "atomic"), ("atomic", "plain")):
            code, text = self.check("--volatile", wanted, program=program)
            self.assertEqual(code, USAGE, text)
            self.assertIn(f"link it with --selvage-volatile={wanted}", " ".join(text.split()))

    def test_other_words_are_refused(self):
        code, text = self.check("--volatile", "often")
        self.assertEqual(code, USAGE, text)
        self.assertIn("atomic or plain", text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
