#!/usr/bin/env python3
"""Tests of run_program.py, with a stand-in for selvage and its wrappers."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import run_program
from run_program import Failure, Specification

RUNNER = pathlib.Path(run_program.__file__)

# Builds a script that exits with 0; `selvage run` writes the summary given in the environment, and a trace that
# depends on the carrier when asked to.
FAKE_COMPILER = """#!/bin/sh
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\\nexit 0\\n' >"$2"
chmod +x "$2"
"""
FAKE_SELVAGE = """#!/bin/sh
trace= summary= carrier=fibers
while [ $# -gt 0 ]; do
  case $1 in
    --trace) trace=$2 ;;
    --summary) summary=$2 ;;
    --carrier) carrier=$2 ;;
  esac
  shift
done
[ -z "$summary" ] || printf '%s' "$FAKE_SUMMARY" >"$summary"
if [ -n "$trace" ]; then
  echo '{"step":0}' >"$trace"
  [ -z "$FAKE_DIFFERENT" ] || echo "$carrier" >>"$trace"
fi
exit "$FAKE_EXIT"
"""


def summary(outcomes, exit_code, findings=()):
    return {
        "outcomes": outcomes,
        "executions": sum(outcomes.values()),
        "exit_code": exit_code,
        "findings": list(findings),
    }


class SpecificationTest(unittest.TestCase):
    def test_defaults(self):
        specification = Specification("// selvage-test: nothing\n// expect: completed\nint main(void) {}\n")
        self.assertEqual(specification.shows, "nothing")
        self.assertEqual(specification.required, {"completed"})
        self.assertEqual(specification.executions, 1000)
        self.assertEqual(specification.plain_exit, 0)

    def test_every_line(self):
        specification = Specification(
            "// selvage-test: a: b\n// cflags: -DN=3 -DTEXT='a b'\n// link: -latomic\n// args: x 'y z'\n"
            "// expect: completed, deadlock?\n// plain-exit: skip\n// executions: 7\n// carrier-executions: 5\n"
        )
        self.assertEqual(specification.shows, "a: b")
        self.assertEqual(specification.cflags, ["-DN=3", "-DTEXT=a b"])
        self.assertEqual(specification.link, ["-latomic"])
        self.assertEqual(specification.args, ["x", "y z"])
        self.assertEqual(specification.required, {"completed"})
        self.assertEqual(specification.allowed, {"completed", "deadlock"})
        self.assertIsNone(specification.plain_exit)
        self.assertEqual((specification.executions, specification.carrier_executions), (7, 5))

    def test_remarks_and_later_lines_do_not_count(self):
        specification = Specification(
            "// selvage-test: x\n// A remark: with a colon.\n// expect: completed\n\n// expect: crash\n"
        )
        self.assertEqual(specification.allowed, {"completed"})

    def test_mistakes_are_named(self):
        for text, message in [
            ("int main(void) {}\n", "first line"),
            ("// selvage-test: x\n", "expect"),
            ("// selvage-test: x\n// expect: finished\n", "finished"),
            ("// selvage-test: x\n// expect: crash\n// expect: crash\n", "twice"),
            ("// selvage-test: x\n// expect: crash\n// executions: many\n", "number"),
        ]:
            with self.subTest(text), self.assertRaisesRegex(Failure, message):
                Specification(text)


class OutcomesTest(unittest.TestCase):
    def compare(self, expect, *arguments):
        values = summary(*arguments)
        specification = Specification(f"// selvage-test: x\n// expect: {expect}\n")
        return run_program.compare_outcomes(specification, values, values["exit_code"])

    def test_as_expected(self):
        self.compare("completed", {"completed": 9}, 21)
        self.compare("completed, deadlock", {"completed": 9, "deadlock": 1}, 11, ["deadlock"])
        self.compare("completed, deadlock?", {"completed": 9, "deadlock": 0}, 21)

    def test_not_as_expected(self):
        for arguments, message in [
            (("completed", {"completed": 9, "crash": 1}, 10, ["crash"]), "unexpected outcome: crash"),
            (("completed, crash", {"completed": 9}, 21), "did not occur: crash"),
            (("completed", {"completed": 9}, 11), "does not fit"),
            (("crash", {"crash": 9}, 10), "0 findings"),
        ]:
            with self.subTest(message), self.assertRaisesRegex(Failure, message):
                self.compare(*arguments)


class RunnerTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        for name, text in [("selvage-cc", FAKE_COMPILER), ("selvage-c++", FAKE_COMPILER), ("selvage", FAKE_SELVAGE)]:
            (self.bin / name).write_text(text)
            (self.bin / name).chmod(0o755)

    def run_program(self, name="p.c", different="", exit_code=21, plain_exit="0", outcomes=None):
        source = self.folder / name
        source.write_text(f"// selvage-test: x\n// expect: completed\n// plain-exit: {plain_exit}\n")
        environment = dict(
            os.environ,
            FAKE_SUMMARY=json.dumps(summary(outcomes or {"completed": 5}, exit_code)),
            FAKE_DIFFERENT=different,
            FAKE_EXIT=str(exit_code),
        )
        done = subprocess.run(
            [sys.executable, "-B", RUNNER, "--bin", self.bin, "--work", self.folder / "work", source],
            env=environment, stdout=subprocess.PIPE, text=True, check=False,
        )
        self.assertEqual(list((self.folder / "work").iterdir()), [], "files left behind")
        return done.returncode, done.stdout

    def test_good(self):
        for name in ["p.c", "p.cpp"]:
            status, output = self.run_program(name)
            self.assertEqual(status, 0, output)
            self.assertIn("same traces", output)

    def test_traces_differ(self):
        status, output = self.run_program(different="yes")
        self.assertEqual(status, 1)
        self.assertIn("carriers: FAILED: traces differ in line 2", output)

    def test_plain_run_differs(self):
        status, output = self.run_program(plain_exit="3")
        self.assertEqual(status, 1)
        self.assertIn("plain: FAILED: exit status 0, expected 3", output)

    def test_outcome_differs(self):
        status, output = self.run_program(outcomes={"completed": 4, "deadlock": 1})
        self.assertEqual(status, 1)
        self.assertIn("random: FAILED: unexpected outcome: deadlock", output)

    def test_does_not_build(self):
        (self.bin / "selvage-cc").write_text("#!/bin/sh\necho no such header\nexit 1\n")
        status, output = self.run_program()
        self.assertEqual(status, 1)
        self.assertIn("build: FAILED: does not build", output)
        self.assertIn("no such header", output)


if __name__ == "__main__":
    unittest.main()
