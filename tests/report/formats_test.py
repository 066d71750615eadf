"""Real checks, and what foreign readers make of the files that they write: SARIF against the official schema, JUnit through
junitparser, JSON against docs/report.schema.json; and what suppressions and failures do to them.

usage: formats_test.py BIN_DIRECTORY SOURCE_DIRECTORY CACHE_DIRECTORY
"""

import json
import pathlib
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest

import jsonschema
import junitparser

BIN = pathlib.Path(sys.argv[1])
SOURCE = pathlib.Path(sys.argv[2])
CACHE = pathlib.Path(sys.argv[3])
PROGRAMS = SOURCE / "tests/programs/check"

# A program for each kind of finding, and some without.
CORPUS = [
    "abort_when_overtaken.c",
    "assertion_lost_update.c",
    "cpp_container_race.cpp",
    "crash_null_pointer.c",
    "deadlock_of_three.c",
    "exception_uncaught.cpp",
    "exit_status.c",
    "memory_bad_free.c",
    "memory_double_free.c",
    "memory_leak.c",
    "memory_overrun.c",
    "memory_use_after_free.c",
    "misuse_unlock_by_stranger.c",
    "mutex_counter.c",
    "race_with_free.c",
    "spin_never_set.c",
    "stack_overflow.c",
]

# The one that OASIS published, as Microsoft's package for tests carries it.
SARIF_PACKAGE = "@microsoft/jest-sarif@1.0.0-beta.0"
SARIF_SCHEMA = "package/lib/schemas/sarif-2.1.0-rtm.5.json"

RACE = """
#include <pthread.h>
static int counter, other;
static void bump(int *what) { (*what)++; }
static void legacy(void) { bump(&counter); }
static void fresh(void) { bump(FRESH); }
static void *worker(void *unused) { legacy(); fresh(); return unused; }
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
"""


def sarif_schema():
    """Downloads the schema by npm, once."""
    kept = CACHE / "sarif-schema-2.1.0.json"
    if not kept.exists():
        with tempfile.TemporaryDirectory() as folder:
            packed = subprocess.run(["npm", "pack", SARIF_PACKAGE], cwd=folder, capture_output=True, text=True)
            if packed.returncode != 0:
                raise RuntimeError(f"npm pack {SARIF_PACKAGE} failed: {packed.stderr}")
            archive = next(pathlib.Path(folder).glob("*.tgz"))
            with tarfile.open(archive) as tar:
                text = tar.extractfile(SARIF_SCHEMA).read()
        json.loads(text)
        kept.write_bytes(text)
    return json.loads(kept.read_text())


def strict(schema):
    """The same schema, but keys that it does not know are wrong: so that every key is documented."""
    if isinstance(schema, dict):
        closed = {key: strict(value) for key, value in schema.items()}
        if isinstance(schema.get("properties"), dict) and "type" in schema:
            closed["additionalProperties"] = False
        return closed
    return [strict(item) for item in schema] if isinstance(schema, list) else schema


class Files:
    """What one command wrote."""

    def __init__(self, folder, process):
        self.exit_code = process.returncode
        self.output = process.stdout
        self.error_output = process.stderr
        self.json = json.loads((folder / "report.json").read_text())
        self.sarif = json.loads((folder / "report.sarif").read_text())
        self.junit_path = folder / "report.xml"

    def run(self):
        return self.sarif["runs"][0]

    def fingerprints(self):
        return sorted(result["partialFingerprints"]["selvage/v1"] for result in self.run()["results"])


class FormatsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        report_schema = json.loads((SOURCE / "docs/report.schema.json").read_text())
        jsonschema.Draft7Validator.check_schema(report_schema)
        cls.report_validator = jsonschema.Draft7Validator(strict(report_schema))
        cls.sarif_validator = jsonschema.Draft7Validator(sarif_schema())

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def command(self, *words):
        return [str(BIN / "selvage"), "check", "--json", "report.json", "--sarif", "report.sarif", "--junit",
                "report.xml", *map(str, words)]

    def check(self, *words):
        """Runs a check; its files are valid and agree with each other."""
        process = subprocess.run(self.command(*words), cwd=self.folder, capture_output=True, text=True)
        files = Files(self.folder, process)
        self.validate(files)
        return files

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def validate(self, files):
        for validator, value in [(self.report_validator, files.json), (self.sarif_validator, files.sarif)]:
            error = jsonschema.exceptions.best_match(validator.iter_errors(value))
            self.assertIsNone(error, f"{error}\n{files.output}\n{files.error_output}")
        report, run = files.json, files.run()
        self.assertEqual(report["exit_code"], files.exit_code)
        self.assertEqual(run["invocations"][0]["exitCode"], files.exit_code)
        self.assertEqual(run["invocations"][0]["executionSuccessful"], "error" not in report)
        shown = report.get("findings", []) + report.get("suppressed", [])
        self.assertEqual(len(run["results"]), len(shown))
        self.assertEqual(len(set(files.fingerprints())), len(shown))
        for result, finding in zip(run["results"], shown):
            self.validate_result(run, result, finding)
        self.validate_junit(files)

    def validate_result(self, run, result, finding):
        self.assertEqual(run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"], result["ruleId"])
        self.assertEqual(finding["rule"], result["ruleId"])
        self.assertEqual("suppressions" in result, "suppressed_by" in finding)
        artifact = result["locations"][0]["physicalLocation"]["artifactLocation"]
        self.assertEqual(run["artifacts"][artifact["index"]]["location"]["uri"], artifact["uri"])
        steps = finding.get("steps", [])
        order = sorted(
            location["executionOrder"]
            for flow in result.get("codeFlows", [{"threadFlows": []}])[0]["threadFlows"]
            for location in flow["locations"])
        self.assertEqual(order, list(range(1, len(steps) + 1)))
        for related in result.get("relatedLocations", []):
            self.assertIn(f"]({related['id']})", result["message"]["text"])

    def validate_junit(self, files):
        suites = junitparser.JUnitXml.fromfile(str(files.junit_path))
        suite = next(iter(suites))
        tests = {test.name: test for test in suite}
        self.assertEqual(suite.tests, len(tests))
        self.assertEqual(set(tests), {"all interleavings", *files.json.get("properties", [])})
        failed = {
            name
            for name, test in tests.items() if any(isinstance(one, junitparser.Failure) for one in test.result)
        }
        self.assertEqual(failed, {finding["property"] for finding in files.json.get("findings", [])})
        errors = [one for test in tests.values() for one in test.result if isinstance(one, junitparser.Error)]
        self.assertEqual([one.message for one in errors], [files.json["error"]] if "error" in files.json else [])
        passed = {name for name, test in tests.items() if not test.result}
        if files.json.get("verdict") != "verified" and not files.json["looked_at_all"]:
            self.assertNotIn("all interleavings", passed)
        if "verdict" not in files.json:
            self.assertEqual(passed, set())

    def test_every_kind_of_finding(self):
        rules = set()
        for name in CORPUS:
            with self.subTest(program=name):
                files = self.check("--check", "all", "--keep-going", PROGRAMS / name)
                rules.update(result["ruleId"] for result in files.run()["results"])
        self.assertGreaterEqual(len(rules), 13, rules)

    def test_same_bug_is_same_alert(self):
        program = (PROGRAMS / "deadlock_of_three.c").read_text()
        for source, options in [(program, []), (RACE, ["--cflags=-DFRESH=&other"])]:
            self.write("program.c", source)
            first = self.check("--keep-going", *options, "program.c").fingerprints()
            self.assertNotEqual(first, [])
            # Lines move, the search goes another way, the folder is another.
            (self.folder / "elsewhere").mkdir(exist_ok=True)
            self.write("elsewhere/program.c", "// moved\n" * 20 + source)
            for more in [["-j", "1"], ["-j", "2"], ["--strategy", "dfs"], ["--sharing", "full"]]:
                again = self.check("--keep-going", *options, *more, "elsewhere/program.c").fingerprints()
                self.assertEqual(again, first, more)

    def test_paths_are_relative_to_the_project(self):
        (self.folder / ".git").mkdir()
        (self.folder / "src").mkdir()
        self.write("src/a program.c", RACE)
        files = self.check("--cflags=-DFRESH=&other", "src/a program.c")
        location = files.run()["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
        self.assertEqual((location["uri"], location["uriBaseId"]), ("src/a%20program.c", "%SRCROOT%"))
        self.assertEqual(files.run()["originalUriBaseIds"]["%SRCROOT%"]["uri"], f"file://{self.folder.resolve()}/")

    def test_standard_output(self):
        self.write("program.c", RACE)
        for option, parse in [("--json", json.loads), ("--sarif", json.loads), ("--junit", junitparser.JUnitXml.fromstring)]:
            process = subprocess.run([BIN / "selvage", "check", option, "-", "--cflags=-DFRESH=&other", "program.c"],
                                     cwd=self.folder, capture_output=True)
            self.assertEqual(process.returncode, 13)
            parse(process.stdout)
        process = subprocess.run([BIN / "selvage", "check", "--json", "-", "--sarif", "-", "program.c"], cwd=self.folder,
                                 capture_output=True, text=True)
        self.assertEqual(process.returncode, 2)
        self.assertIn("cannot both go to standard output", process.stderr)

    def test_failures_are_reported_too(self):
        self.write("broken.c", "int main(void) { return nothing; }\n")
        self.write("bad.supp", "race:x\nnonsense\n")
        self.write("program.c", RACE)
        for words, exit_code, part in [
            (["broken.c"], 3, "does not compile"),
            (["missing.c"], 3, "missing.c"),
            (["--unknown-option", "program.c"], 2, "--unknown-option"),
            (["--suppressions", "bad.supp", "program.c"], 2, "bad.supp:2: "),
            (["--strategy", "random", "program.c"], 2, "--strategy random"),
        ]:
            with self.subTest(words=words):
                files = self.check(*words)
                self.assertEqual(files.exit_code, exit_code, files.error_output)
                self.assertIn(part, files.json["error"])
                self.assertNotIn("verdict", files.json)

    def test_files_that_cannot_be_written_are_refused_before_the_search(self):
        self.write("program.c", RACE)
        for path in ["nowhere/report.json", "."]:
            process = subprocess.run([BIN / "selvage", "check", "--json", path, "program.c"], cwd=self.folder,
                                     capture_output=True, text=True)
            self.assertEqual(process.returncode, 2)
            self.assertEqual(process.stderr.count("cannot be written"), 1, process.stderr)

    def test_interruption(self):
        source = SOURCE / "tests/explore/programs/increments.c"
        with subprocess.Popen(self.command("--cflags=-DK=30", source), cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True) as process:
            time.sleep(2)
            process.send_signal(signal.SIGINT)
            output, error_output = process.communicate(timeout=60)
        completed = subprocess.CompletedProcess([], process.returncode, output, error_output)
        files = Files(self.folder, completed)
        self.validate(files)
        self.assertEqual(files.exit_code, 21, error_output)
        self.assertTrue(files.json["interrupted"])
        self.assertEqual(files.json["verdict"], "sampled")

    def suppressed(self, lines, fresh, *words):
        self.write("program.c", RACE)
        self.write("known.supp", lines)
        return self.check("--suppressions", "known.supp", f"--cflags=-DFRESH={fresh}", *words, "program.c")

    def test_suppressed_findings_do_not_count_but_are_told(self):
        for words in [[], ["--keep-going"], ["-j", "1"], ["--strategy", "dfs"]]:
            files = self.suppressed("# known\nrace:var:counter\nrace:other$\ndeadlock:nothing\n", "&other", *words)
            self.assertEqual((files.exit_code, files.json["verdict"]), (0, "verified"), words)
            self.assertTrue(files.output.startswith("Verified, 4 findings suppressed: "), files.output)
            self.assertIn("Not needed: deadlock:nothing in known.supp:4 matched nothing.", files.output)
            self.assertEqual([one["findings"] for one in files.json["suppressions"]], [2, 2, 0])

    def test_the_search_goes_on_past_a_suppressed_finding(self):
        for words in [[], ["--keep-going"], ["-j", "1"], ["--strategy", "dfs"]]:
            files = self.suppressed("race:var:counter\n", "&other", *words)
            self.assertEqual(files.exit_code, 13)
            self.assertEqual({one["accesses"][0]["what"] for one in files.json["findings"]}, {"4 bytes of other"})

    def test_the_same_lines_called_from_elsewhere_are_not_suppressed(self):
        files = self.suppressed("race:legacy\n", "&counter")
        self.assertEqual(files.exit_code, 13)
        functions = [{frame.get("function") for frame in access["stack"]} for access in files.json["findings"][0]["accesses"]]
        self.assertFalse(any("legacy" in one for one in functions), functions)
        files = self.suppressed("race:legacy\nrace:fresh\n", "&counter")
        self.assertEqual(files.exit_code, 0)

    def test_every_kind_can_be_suppressed(self):
        for name in CORPUS:
            with self.subTest(program=name):
                found = self.check("--check", "all", "--keep-going", PROGRAMS / name)
                kinds = {finding["kind"] for finding in found.json.get("findings", [])}
                self.write("all.supp", "".join(f"{kind}:src:{name}\n" for kind in sorted(kinds)))
                files = self.check("--check", "all", "--suppressions", "all.supp", PROGRAMS / name)
                self.assertNotIn("findings", files.json, files.output)
                self.assertEqual({one["kind"] for one in files.json.get("suppressed", [])}, kinds)

    def test_resuming_keeps_what_was_suppressed(self):
        self.write("known.supp", "race:counter\n")
        source = "static int counter;\n" + (SOURCE / "tests/explore/programs/increments.c").read_text().replace(
            "static atomic_int counter;", "static atomic_int cell;").replace("&counter", "&cell").replace(
                "return unused;", "counter++; return unused;", 1)
        self.write("program.c", source)
        options = ["--suppressions", "known.supp", "--cflags=-DK=6", "--checkpoint", "state"]
        with subprocess.Popen(self.command(*options, "program.c"), cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True) as process:
            time.sleep(2)
            process.send_signal(signal.SIGINT)
            output, _ = process.communicate(timeout=60)
        first = json.loads((self.folder / "report.json").read_text())
        if process.returncode == 21:
            self.assertIn("suppressed", first, output)
            self.write("known.supp", "race:counter\nrace:more\n")
            refused = self.check("--resume", "state", *options, "program.c")
            self.assertEqual(refused.exit_code, 2)
            self.write("known.supp", "race:counter\n")
            files = self.check("--resume", "state", *options, "program.c")
        else:
            files = self.check(*options, "program.c")
        self.assertEqual((files.exit_code, files.json["verdict"]), (0, "verified"), files.output)
        self.assertIn("suppressed", files.json)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
