#!/usr/bin/env python3
"""Tests of live_program.py, with a stand-in for selvage and its wrappers."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import check_program
import live_program
from check_program_test import FAKE_COMPILER
from live_program import LiveSpecification
from run_program import Failure

RUNNER = pathlib.Path(live_program.__file__)

# Gives the summary for --no-fair, for the twin, or for two workers, where there is one, or else the one for all.
FAKE_SELVAGE = """#!/usr/bin/env python3
import json, os, sys
if "--help" in sys.argv:
    print(os.environ["FAKE_HELP"])
    sys.exit(0)
summaries = json.loads(os.environ["FAKE_SUMMARIES"])
def value(option):
    return sys.argv[sys.argv.index(option) + 1]
names = ["any"]
if value("-j") == "2":
    names.insert(0, "two")
if "--no-fair" in sys.argv:
    names.insert(0, "unfair")
if sys.argv[-1].endswith(".twin"):
    names.insert(0, "twin")
summary = next(summaries[name] for name in names if name in summaries)
with open(value("--summary"), "w") as file:
    json.dump(summary, file)
sys.exit(summary["exit_code"])
"""


def summary(verdict="verified", exit_code=0, executions=3, loops=1, cut_off=0, finding=None, blocked=0):
    return {
        "verdict": verdict,
        "exit_code": exit_code,
        "executions": executions,
        "blocked_executions": blocked,
        "cut_off_executions": cut_off,
        "waiting_loops": [{"file": "p.c", "line": line} for line in range(loops)],
        "findings": [{"kind": finding, "file": "p.c", "line": 4}] if finding else [],
    }


LIVELOCK = summary("bug", 12, finding="livelock")
BOUNDED = summary("bounded", 20, cut_off=2)


class SpecificationTest(unittest.TestCase):
    def test_every_line(self):
        specification = LiveSpecification(
            "// selvage-live: verified\n// shows: x\n// loops: 2\n// mutex-twin: m.c\n// unfair: depth\n"
            "// check-options: --timeouts late\n"
        )
        self.assertEqual(specification.loops, 2)
        self.assertEqual(specification.twin_name, "m.c")
        self.assertTrue(specification.unfair)
        self.assertEqual(specification.check_options, ["--timeouts", "late"])

    def test_livelock(self):
        specification = LiveSpecification("// selvage-live: bug\n// shows: x\n// finding: livelock\n")
        self.assertEqual(specification.exit_codes, {12})
        self.assertFalse(specification.unfair)

    def test_mistakes_are_named(self):
        for text, message in [
            ("// selvage-check: verified\n// shows: x\n", "selvage-live"),
            ("// selvage-live: bug\n// shows: x\n", "finding"),
            ("// selvage-live: verified\n// shows: x\n// unfair: time\n", "unfair"),
            ("// selvage-live: bug\n// shows: x\n// finding: livelock\n// unfair: depth\n", "unfair"),
            ("// selvage-live: bug\n// shows: x\n// finding: livelock\n// mutex-twin: m.c\n", "mutex-twin"),
            ("// selvage-live: verified\n// shows: x\n// loops: many\n", "number"),
        ]:
            with self.subTest(text), self.assertRaisesRegex(Failure, message):
                LiveSpecification(text)


class RunnerTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, text in [("selvage-cc", FAKE_COMPILER), ("selvage", FAKE_SELVAGE)]:
            (self.folder / name).write_text(text)
            (self.folder / name).chmod(0o755)
        (self.folder / "m.c").write_text("// selvage-live: verified\n// shows: y\n")

    def check(self, lines, summaries, help_text="--no-fair"):
        source = self.folder / "p.c"
        source.write_text("\n".join(lines) + "\n")
        done = subprocess.run(
            [sys.executable, "-B", RUNNER, "--bin", self.folder, "--work", self.folder / "work", source],
            env=dict(os.environ, FAKE_SUMMARIES=json.dumps(summaries), FAKE_HELP=help_text),
            stdout=subprocess.PIPE, text=True, check=False,
        )
        return done.returncode, done.stdout

    PLAIN = ["// selvage-live: verified", "// shows: x"]
    LOOPS = PLAIN + ["// loops: 1"]
    TWIN = PLAIN + ["// mutex-twin: m.c"]
    UNFAIR = PLAIN + ["// unfair: depth"]
    BUG = ["// selvage-live: bug", "// shows: x", "// finding: livelock"]

    def test_as_expected(self):
        for lines, summaries in [
            (self.PLAIN, {"any": summary(blocked=7)}),
            (self.LOOPS, {"any": summary()}),
            (self.TWIN, {"any": summary(executions=6), "twin": summary(executions=3)}),
            (self.UNFAIR, {"any": summary(), "unfair": BOUNDED}),
            (self.BUG, {"any": LIVELOCK}),
        ]:
            with self.subTest(lines):
                status, output = self.check(lines, summaries)
                self.assertEqual(status, 0, output)

    def test_not_as_expected(self):
        for lines, summaries, message in [
            (self.PLAIN, {"any": LIVELOCK}, "verdict"),
            (self.PLAIN, {"any": BOUNDED}, "verdict"),
            (self.PLAIN, {"any": summary(), "two": summary(executions=4)}, "-j 1"),
            (self.PLAIN + ["// blocked: 0"], {"any": summary(blocked=1)}, "blocked"),
            (self.LOOPS, {"any": summary(loops=2)}, "2 loops"),
            (self.TWIN, {"any": summary(executions=7), "twin": summary(executions=3)}, "more than 2 times"),
            (self.PLAIN + ["// mutex-twin: n.c"], {"any": summary()}, "there is no"),
            (self.UNFAIR, {"any": summary(), "unfair": summary()}, "bounded"),
            (self.UNFAIR, {"any": summary(), "unfair": summary("bounded", 20)}, "cut off"),
            (self.BUG, {"any": summary()}, "verdict"),
            (self.BUG, {"any": summary("bug", 11, finding="deadlock")}, "unexpected finding"),
        ]:
            with self.subTest(message):
                status, output = self.check(lines, summaries)
                self.assertEqual(status, 1, output)
                self.assertIn(message, output)

    def test_without_the_option(self):
        status, output = self.check(self.PLAIN, {}, help_text="--strategy dfs|optimal")
        self.assertEqual(status, check_program.SKIPPED)
        self.assertIn("skipped", output)


if __name__ == "__main__":
    unittest.main()
