#!/usr/bin/env python3
"""Tests of check_program.py, with a stand-in for selvage and its wrappers."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import check_program
from check_program import CheckSpecification
from run_program import Failure

RUNNER = pathlib.Path(check_program.__file__)

FAKE_COMPILER = """#!/bin/sh
while [ "$1" != -o ]; do shift; done
: >"$2"
"""
# Gives the summary of its strategy, or else the one for all strategies; with two workers, another one where there is one.
FAKE_SELVAGE = """#!/usr/bin/env python3
import json, os, sys
if "--help" in sys.argv:
    print(os.environ["FAKE_HELP"])
    sys.exit(0)
summaries = json.loads(os.environ["FAKE_SUMMARIES"])
def value(option):
    return sys.argv[sys.argv.index(option) + 1]
names = [value("--strategy") if "--strategy" in sys.argv else "default", "any"]
if value("-j") == "2":
    names.insert(0, "two")
summary = next(summaries[name] for name in names if name in summaries)
with open(value("--summary"), "w") as file:
    json.dump(summary, file)
sys.exit(summary["exit_code"])
"""


def summary(verdict="verified", exit_code=0, executions=3, blocked=0, findings=()):
    return {
        "verdict": verdict,
        "exit_code": exit_code,
        "executions": executions,
        "blocked_executions": blocked,
        "findings": [{"kind": kind, "file": "p.c", "line": line, "strength": "observed"} for kind, line in findings],
    }


def race(line=4, **values):
    return summary("bug", 13, findings=[("data_race", line)], **values)


class SpecificationTest(unittest.TestCase):
    def test_every_line(self):
        specification = CheckSpecification(
            "// selvage-check: bug\n// shows: a: b\n// finding: data-race, deadlock\n// executions: 7\n"
            "// strategies: source, dfs\n// check-options: --nondet 0..3\n// args: x 'y z'\nint a;  // finding\n"
        )
        self.assertEqual(specification.kinds, {"data-race", "deadlock"})
        self.assertEqual(specification.exit_codes, {11, 13})
        self.assertEqual(specification.executions, 7)
        self.assertEqual(specification.strategies, ["source", "dfs"])
        self.assertEqual(specification.check_options, ["--nondet", "0..3"])
        self.assertEqual(specification.args, ["x", "y z"])
        self.assertEqual(specification.lines, {8})

    def test_mistakes_are_named(self):
        for text, message in [
            ("int main(void) {}\n", "first line"),
            ("// selvage-check: perhaps\n", "first line"),
            ("// selvage-check: verified\n", "shows"),
            ("// selvage-check: bounded\n// shows: x\n", "gaps"),
            ("// selvage-check: verified\n// shows: x\n// gaps: one_thread\n", "gaps"),
            ("// selvage-check: bug\n// shows: x\n", "finding"),
            ("// selvage-check: verified\n// shows: x\n// finding: crash\n", "finding"),
            ("// selvage-check: bug\n// shows: x\n// finding: fire\n", "fire"),
            ("// selvage-check: bug\n// shows: x\n// finding: crash\n// strength: observed\n", "strength"),
            ("// selvage-check: verified\n// shows: x\n// strategies: luck\n", "luck"),
        ]:
            with self.subTest(text), self.assertRaisesRegex(Failure, message):
                CheckSpecification(text)


class RunnerTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, text in [("selvage-cc", FAKE_COMPILER), ("selvage", FAKE_SELVAGE)]:
            (self.folder / name).write_text(text)
            (self.folder / name).chmod(0o755)

    def check(self, lines, summaries, help_text="--strategy dfs|optimal"):
        source = self.folder / "p.c"
        source.write_text("\n".join(lines) + "\n")
        done = subprocess.run(
            [sys.executable, "-B", RUNNER, "--bin", self.folder, "--work", self.folder / "work", source],
            env=dict(os.environ, FAKE_SUMMARIES=json.dumps(summaries), FAKE_HELP=help_text),
            stdout=subprocess.PIPE, text=True, check=False,
        )
        return done.returncode, done.stdout

    VERIFIED = ["// selvage-check: verified", "// shows: x", "// executions: 3"]
    BUG = ["// selvage-check: bug", "// shows: x", "// finding: data-race", "int a;  // finding"]

    def test_as_expected(self):
        for lines, summaries in [
            (self.VERIFIED, {"any": summary()}),
            (self.VERIFIED, {"any": summary(), "default": summary(executions=1)}),
            (self.BUG, {"any": race()}),
            (self.VERIFIED + ["// strategies: source, dfs"], {"any": summary(), "dfs": summary(executions=9)}),
        ]:
            with self.subTest(lines):
                status, output = self.check(lines, summaries)
                self.assertEqual(status, 0, output)

    def test_not_as_expected(self):
        for lines, summaries, message in [
            (self.VERIFIED, {"any": race()}, "verdict"),
            (self.VERIFIED, {"any": summary(executions=4)}, "4 executions"),
            (self.VERIFIED, {"any": summary(blocked=1)}, "blocked"),
            (self.VERIFIED, {"any": summary(), "two": summary(executions=4)}, "4 executions"),
            (self.VERIFIED + ["// strategies: source"], {"any": summary(), "source": summary(executions=4)}, "optimal"),
            (self.VERIFIED + ["// strategies: dfs"], {"any": summary(), "dfs": summary(executions=2)}, "fewer"),
            (self.VERIFIED, {"any": summary(), "default": summary(executions=4)}, "with reductions"),
            (self.VERIFIED, {"any": summary(), "default": race()}, "verdict"),
            (self.BUG, {"any": summary()}, "verdict"),
            (self.BUG, {"any": race(line=9)}, "not marked"),
            (self.BUG, {"any": race(), "two": race(executions=5)}, "-j 1"),
            (self.BUG, {"any": summary("bug", 11, findings=[("deadlock", 4)])}, "unexpected finding"),
        ]:
            with self.subTest(message):
                status, output = self.check(lines, summaries)
                self.assertEqual(status, 1, output)
                self.assertIn(message, output)

    def test_without_the_command(self):
        status, output = self.check(self.VERIFIED, {}, help_text="Subcommands: run")
        self.assertEqual(status, check_program.SKIPPED)
        self.assertIn("skipped", output)


if __name__ == "__main__":
    unittest.main()
