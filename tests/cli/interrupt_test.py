"""Ctrl-C while findings are executed again: they are reported all the same, with their exit code.

The program takes about a second before it starts threads, so that every process of it gives time enough. With one worker
the first one is the search's, and the next ones execute findings again.

usage: interrupt_test.py BIN_DIRECTORY
"""

import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

BIN = pathlib.Path(sys.argv[1]).resolve()

SLOW = """
#include <pthread.h>
static int first, second, third;
static void *work(void *unused) {
  first++;
  second++;
  third++;
  return unused;
}
int main(void) {
  for (long i = 0; i < 1500000000; i++) __asm__ volatile("" : "+r"(i));
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
"""
RACE = 13
PATIENCE = 120


def parent_of(process):
    """The parent of a process, or None where it is gone."""
    try:
        return int(pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    except (OSError, ValueError, IndexError):
        return None


def programs_of(command, name):
    """Processes of the program that descend from the command."""
    found = set()
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if (folder / "comm").read_text().strip() != name:
                continue
        except OSError:
            continue
        ancestor = int(folder.name)
        while ancestor not in (None, 0, 1, command):
            ancestor = parent_of(ancestor)
        if ancestor == command:
            found.add(int(folder.name))
    return found


class Interrupt(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        (cls.folder / "slow_start.c").write_text(SLOW)
        subprocess.run([BIN / "selvage-cc", "-g", "slow_start.c", "-o", "slow_start"], cwd=cls.folder, check=True)

    def start(self, *options):
        return subprocess.Popen([BIN / "selvage", "check", "-j", "1", "--keep-going", "--summary", "summary.json", *options,
                                 "slow_start"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def wait_for_programs(self, check, seen, count):
        """Until so many processes of the program have been there."""
        end = time.monotonic() + PATIENCE
        while len(seen) < count:
            self.assertIsNone(check.poll(), "it ended before it could be interrupted")
            self.assertLess(time.monotonic(), end)
            seen |= programs_of(check.pid, "slow_start")
            time.sleep(0.01)

    def end_of(self, check):
        output, _ = check.communicate(timeout=PATIENCE)
        return check.returncode, output, json.loads((self.folder / "summary.json").read_text())

    def expect_all(self, check):
        code, output, summary = self.end_of(check)
        self.assertEqual((code, summary["verdict"], summary["exit_code"]), (RACE, "bug", RACE), output)
        self.assertTrue(summary["interrupted"])
        self.assertEqual([finding["kind"] for finding in summary["findings"]], ["data_race"] * self.races, output)
        return output, summary

    def test_findings_are_reported(self):
        code, output, summary = self.end_of(self.start("--no-minimise"))
        self.assertEqual((code, summary["interrupted"]), (RACE, False), output)
        Interrupt.races = len(summary["findings"])
        self.assertGreater(self.races, 2)

        with self.subTest("interrupted while they are executed again"):
            check, seen = self.start("--no-minimise"), set()
            self.wait_for_programs(check, seen, 2)
            check.send_signal(signal.SIGINT)
            output, summary = self.expect_all(check)
            self.assertTrue(all(finding["trace_file"] for finding in summary["findings"]), output)

        with self.subTest("interrupted while they are minimised"):
            check, seen = self.start("--minimise-time", "100s"), set()
            self.wait_for_programs(check, seen, 2)
            check.send_signal(signal.SIGINT)
            output, summary = self.expect_all(check)
            self.assertTrue(all(finding["trace_file"] for finding in summary["findings"]), output)

        with self.subTest("the same signal twice in a row counts once"):
            check, seen = self.start("--no-minimise"), set()
            self.wait_for_programs(check, seen, 2)
            for _ in range(2):
                check.send_signal(signal.SIGTERM)
                time.sleep(0.05)
            output, summary = self.expect_all(check)
            self.assertTrue(all(finding["trace_file"] for finding in summary["findings"]), output)

        with self.subTest("a second one leaves findings as the search knows them"):
            check, seen = self.start("--no-minimise"), set()
            self.wait_for_programs(check, seen, 2)
            check.send_signal(signal.SIGINT)
            self.wait_for_programs(check, seen, 3)
            time.sleep(2.1)
            check.send_signal(signal.SIGINT)
            output, summary = self.expect_all(check)
            left = [finding for finding in summary["findings"] if finding["trace_file"] is None]
            self.assertTrue(left, output)
            for finding in left:
                self.assertEqual(pathlib.Path(finding["file"]).name, "slow_start.c")
            self.assertEqual(output.count("not executed again because that was interrupted: data_race"), len(left), output)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
