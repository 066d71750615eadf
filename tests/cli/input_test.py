#!/usr/bin/env python3
"""Standard input and compilation belong to a whole command: whatever is searched, drawn or executed again in it has the same.

    input_test.py BIN SOURCES
"""

import json
import os
import pathlib
import pty
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv[1]).resolve()
PROGRAMS = pathlib.Path(sys.argv[2]).resolve() / "tests" / "cli" / "programs"
RACE, VERIFIED, ASSERTION, USAGE = 13, 0, 10, 2


class InputTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.work = pathlib.Path(cls.folder.name)
        for name in ("restart_input", "input_sum"):
            subprocess.run([BIN / "selvage-cc", "-O1", "-g", "-pthread", "-o", cls.work / name, PROGRAMS / f"{name}.c"],
                           check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def selvage(self, *arguments, text=None, shell=None, stdin=None, timeout=120):
        """Runs the command; `shell`: a command line that has $SELVAGE where the command stands."""
        command = [str(BIN / "selvage"), *map(str, arguments)]
        if shell is not None:
            line = shell.replace("$SELVAGE", " ".join(f"'{word}'" for word in command))
            command = ["bash", "-c", line]
        given = {"input": text} if text is not None else {"stdin": stdin or subprocess.DEVNULL}
        if shell is not None:
            given = {"stdin": subprocess.DEVNULL}
        return subprocess.run(command, cwd=self.work, capture_output=True, text=True, timeout=timeout, **given)

    def summary(self, *arguments, **given):
        path = self.work / "summary.json"
        result = self.selvage(*arguments[:1], "--summary", path, *arguments[1:], **given)
        return result, json.loads(path.read_text())

    def expect(self, result, code):
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)

    def test_a_restarted_check_reads_the_same_input(self):
        (self.work / "one").write_text("1\n")
        for jobs in (1, 2):
            for way in ("$SELVAGE < one", "cat one | $SELVAGE", "$SELVAGE <<< 1", "$SELVAGE < <(cat one)",
                        "mkfifo fifo; cat one > fifo & $SELVAGE < fifo; code=$?; rm fifo; exit $code"):
                with self.subTest(jobs=jobs, way=way):
                    self.expect(self.selvage("check", "--check=race", "-j", jobs, "restart_input", shell=way), RACE)
        self.expect(self.selvage("check", "--check=race", "restart_input", text="2"), VERIFIED)

    def test_every_kind_of_search_reads_the_same_input(self):
        text, total = "abc" * 1000, sum(map(ord, "abc")) * 1000
        for options in (["-j2"], ["--strategy", "source"], ["--strategy", "pct", "--max-executions", 50], ["--budget", "2s"],
                        ["--explain-reductions"], ["--sharing", "full"], ["--restart", "fork"], ["--audit"],
                        ["--strategy", "deepening"]):
            with self.subTest(options=options):
                result = self.selvage("check", *options, "input_sum", "--", total, text=text)
                self.assertIn(result.returncode, (VERIFIED, 20, 21), result.stdout + result.stderr)
                self.expect(self.selvage("check", *options, "input_sum", "--", total + 1, text=text), ASSERTION)
        self.expect(self.selvage("run", "--random", 1, "--executions", 100, "input_sum", "--", total, text=text), 0)

    def test_an_input_need_not_be_read_to_its_end(self):
        self.expect(self.selvage("check", "input_sum", "--", ord("a") * 10, 10, text="a" * 1_000_000), VERIFIED)

    def test_the_trace_of_a_finding_has_the_input(self):
        self.expect(self.selvage("check", "--save", "sum.selvage", "input_sum", "--", 7, text="abc"), ASSERTION)
        result = self.selvage("replay", "sum.selvage")
        self.expect(result, ASSERTION)

    def test_sources_are_compiled_once(self):
        source = self.work / "warned.c"
        source.write_text("#warning compiled\n" + (PROGRAMS / "restart_input.c").read_text())
        result = self.selvage("check", "--check=race", "--cflags=-Wno-error", source, text="1")
        self.expect(result, RACE)
        self.assertEqual(result.stderr.count("#warning compiled"), 1, result.stderr)

    def test_without_an_input_it_is_empty(self):
        for way in ("$SELVAGE <&-", "$SELVAGE < /dev/null"):
            with self.subTest(way=way):
                self.expect(self.selvage("check", "input_sum", "--", 0, shell=way), VERIFIED)

    def test_a_device_without_an_end_is_refused(self):
        result = self.selvage("check", "input_sum", "--", 0, shell="$SELVAGE < /dev/zero")
        self.expect(result, USAGE)
        self.assertIn("device", result.stderr)

    def test_a_pipe_among_the_arguments_is_refused(self):
        result = self.selvage("check", "input_sum", "--", 0, shell="$SELVAGE <(echo 1)")
        self.expect(result, USAGE)
        self.assertIn("standard input", result.stderr)

    def test_a_terminal_that_is_read_is_spoken_of(self):
        master, slave = pty.openpty()
        try:
            result = self.selvage("check", "input_sum", "--", 0, stdin=slave)
            self.expect(result, VERIFIED)
            self.assertIn("terminal", result.stdout)
            self.assertNotIn("terminal", self.selvage("check", "input_sum", stdin=slave).stdout)
        finally:
            os.close(master)
            os.close(slave)

    def test_an_input_that_does_not_come_is_spoken_of(self):
        reading, writing = os.pipe()
        try:
            result = self.selvage("check", "input_sum", "--", 0, stdin=reading)
            self.expect(result, VERIFIED)
            self.assertIn("Standard input stayed open", result.stdout)
            self.assertNotIn("stayed open", self.selvage("check", "input_sum", stdin=reading).stdout)
        finally:
            os.close(reading)
            os.close(writing)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
