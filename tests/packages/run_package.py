#!/usr/bin/env python3
"""Real programs from Debian source packages, unmodified, built with the wrappers and run under many schedules.

    fetch       apt-get source
    build       the package's own build system, with CC=selvage-cc CXX=selvage-c++
    plain       without the explorer the program compresses as an ordinary one
    own-tests   without the explorer the package passes the tests it brings
    schedules   one process per random schedule; what it wrote is decompressed by a reference and compared
    decompress  what the plain program compressed is decompressed under random schedules and compared
    mass        the same number of schedules in one process, restarted from a snapshot
    file        as mass, with a file for output and the input removed: the program sees that, the user's files stay
    all-points  as mass, with every shared access a scheduling point
    carriers    fibers and OS threads, snapshot and fork give the same traces
"""

import argparse
import collections
import hashlib
import json
import os
import pathlib
import random
import shlex
import shutil
import subprocess
import sys
import tempfile

import recipes
import source_package
from failure import Failure

RUN_TIMEOUT = 200
LOG_LINES = 60
LIBRARIES_OF_THE_EXPLORER = {"libselvage_cli.a", "libselvage_target.a", "libselvage_wrapper.a"}


def shown(command):
    return " ".join(shlex.quote(str(word)) for word in command)


def tail(text):
    return "\n".join(text.splitlines()[-LOG_LINES:])


def text_of_size(size):
    """Always the same text: random words with long gaps between them, which take bytes but little time."""
    generator = random.Random(1)
    text = bytearray()
    while len(text) < size:
        text += bytes(generator.choices(b"abcdefghijklmnopqrstuvwxyz", k=generator.randint(2, 9)))
        text += b" " * generator.randint(1, 400)
    return bytes(text[:size])


class Package:
    """One recipe with the directories it uses."""

    def __init__(self, recipe, bin_directory, work):
        self.recipe = recipe
        self.bin = bin_directory
        self.cache = work / "cache"
        self.tree = work / recipe.name
        self.prefix = self.tree / "installed"
        self.program = self.tree / recipe.program
        self.log = work / f"{recipe.name}.log"
        self.stamp = work / f"{recipe.name}.built"

    def fetch(self):
        return source_package.fetch(self.recipe.package, self.cache, self.recipe.upstream_only)

    # What the result of a build depends on: the wrappers and what they use, the recipe, the sources.
    def build_key(self, archives):
        parts = [repr(self.recipe)]
        libraries = [file for file in sorted((self.bin.parent / "lib").glob("*selvage_*"))
                     if file.name not in LIBRARIES_OF_THE_EXPLORER]
        for file in [self.bin / "selvage-cc", *libraries, *sorted(archives.iterdir())]:
            parts.append(f"{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()}")
        return "\n".join(parts)

    def build(self):
        archives = self.fetch()
        key = self.build_key(archives)
        if self.stamp.exists() and self.stamp.read_text() == key:
            return "built before with the same wrappers"
        self.stamp.unlink(missing_ok=True)
        source_package.unpack(archives, self.tree)
        before = source_package.fingerprint(self.tree)
        self.log.unlink(missing_ok=True)
        for command in self.recipe.commands:
            words = [word.format(prefix=self.prefix) for word in command]
            if words[0] == "make":
                words.insert(1, f"-j{os.cpu_count()}")
            self.logged(words)
        changed = source_package.changed_files(before, source_package.fingerprint(self.tree))
        if changed:
            raise Failure(f"building changed the sources: {', '.join(changed[:5])}")
        if not self.program.exists():
            raise Failure(f"the build did not make {self.program}; see {self.log}")
        self.stamp.write_text(key)
        return f"{len(before)} source files, unchanged by the build"

    def logged(self, words):
        """Runs a command of the build system in the source tree; returns what it wrote."""
        environment = dict(os.environ, CC=str(self.bin / "selvage-cc"), CXX=str(self.bin / "selvage-c++"),
                           **dict(self.recipe.environment))
        # make's own variables, when the tests themselves were started by make.
        for name in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS"):
            environment.pop(name, None)
        status, text = source_package.output_of(words, cwd=self.tree, env=environment)
        with open(self.log, "a", encoding="utf-8") as log:
            log.write(f"$ {shown(words)}\n{text}\n")
        if status != 0:
            raise Failure(f"{shown(words)} ended with {status} in {self.tree}:\n{tail(text)}")
        return text


class Reference:
    """Decompresses what a run produced and compares it with the input; the same output is looked at once."""

    def __init__(self, recipe, content):
        self.recipe = recipe
        self.content = content
        self.accepted = collections.Counter()

    def check(self, compressed, what):
        if compressed not in self.accepted:
            done = subprocess.run(self.recipe.reference, input=compressed, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, check=False)
            if done.returncode != 0:
                message = done.stderr.decode(errors="replace")
                raise Failure(f"{len(compressed)} bytes that do not decompress: {message}\n{what}")
            if done.stdout != self.content:
                raise Failure(f"decompresses to something else than the input:\n{what}")
        self.accepted[compressed] += 1

    def summary(self):
        return f"{self.accepted.total()} correct outputs, {len(self.accepted)} different"


class Trial:
    """A package, and a directory with an input of the given size in which it is run."""

    def __init__(self, package, directory, size):
        self.package = package
        self.directory = directory
        self.content = text_of_size(size)
        self.reference = Reference(package.recipe, self.content)
        self.options = [word.format(block=size // 3) for word in package.recipe.compress]
        self.to_output = [*self.options, "-c", "input"]
        self.to_file = [*self.options, "input"]
        (directory / "input").write_bytes(self.content)

    def selvage_run(self, arguments, *options):
        """The program with its arguments, under the schedules that the options ask for."""
        return [self.package.bin / "selvage", "run", "--quiet", *options, self.package.program, "--", *arguments]

    def run(self, command):
        """Runs a command, which must succeed; returns (it in words, what it wrote to standard output)."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SELVAGE_")}
        text = shown(command)
        try:
            done = subprocess.run([str(word) for word in command], cwd=self.directory, env=environment, check=False,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  timeout=RUN_TIMEOUT)
        except subprocess.TimeoutExpired as error:
            raise Failure(f"still running after {RUN_TIMEOUT} s: {text}") from error
        if done.returncode != 0:
            raise Failure(f"exit status {done.returncode}: {text}\n{done.stderr.decode(errors='replace')}")
        return text, done.stdout

    def read_trace(self, file):
        """A trace as (threads in the order of steps, steps with a choice, last record) of each execution."""
        executions = []
        threads = []
        choices = 0
        for line in (self.directory / file).read_text().splitlines():
            record = json.loads(line)
            if "step" in record:
                threads.append(record["thread"])
                choices += len(record.get("enabled", [])) > 1  # parts of a step have none
            elif "outcome" in record:
                executions.append((tuple(threads), choices, record))
                threads = []
                choices = 0
        return executions

    def check_nothing_changed(self, what, *expected):
        """The program sees what it wrote; the user's files stay as they are."""
        left_behind = {path.name for path in self.directory.iterdir()} - {"input", *expected}
        if left_behind or (self.directory / "input").read_bytes() != self.content:
            raise Failure(f"files changed ({', '.join(left_behind) or 'input'}): {what}")


def check_plain(package, _count, directory):
    trial = Trial(package, directory, package.recipe.size)
    text, output = trial.run([package.program, *trial.to_output])
    trial.reference.check(output, text)
    text, _ = trial.run([package.program, *trial.to_file])
    trial.reference.check((directory / f"input{package.recipe.suffix}").read_bytes(), text)
    return trial.reference.summary()


def check_own_tests(package, _count, _directory):
    text = package.logged(package.recipe.own_tests)
    passed = sum(line.startswith(package.recipe.own_tests_passed) for line in text.splitlines())
    if passed == 0:
        raise Failure(f"{shown(package.recipe.own_tests)} did not run any test; see {package.log}")
    return f"{passed} tests passed"


def check_schedules(package, count, directory):
    trial = Trial(package, directory, package.recipe.size)
    for seed in range(1, count + 1):
        text, output = trial.run(trial.selvage_run(trial.to_output, "--random", seed, "--points", "sync"))
        trial.reference.check(output, text)
    trial.check_nothing_changed(f"{count} runs of the command for seeds from 1")
    return trial.reference.summary()


def check_decompress(package, count, directory):
    trial = Trial(package, directory, package.recipe.size)
    _, compressed = trial.run([package.program, *trial.to_output])
    name = f"compressed{package.recipe.suffix}"
    (directory / name).write_bytes(compressed)
    for seed in range(1, count + 1):
        text, output = trial.run(trial.selvage_run(
            [*package.recipe.decompress, "-c", name], "--random", seed, "--points", "sync"))
        if output != trial.content:
            raise Failure(f"{len(output)} bytes that are not what was compressed: {text}")
    return f"{count} times the original"


def check_ends(executions, what):
    """Every execution of a trace was completed by a program that was content. (Selvage leaves its status to it.)"""
    for _, _, end in executions:
        if end["outcome"] != "completed" or end["status"] != 0:
            raise Failure(f"execution {end['execution']}: {end['outcome']}, exit status {end['status']}: {what}")


def check_file(package, count, directory):
    trial = Trial(package, directory, package.recipe.size)
    text, _ = trial.run(trial.selvage_run(
        trial.to_file, "--random", 1, "--executions", count, "--points", "sync", "--trace", "trace"))
    executions = trial.read_trace("trace")
    check_ends(executions, text)
    if len(executions) != count:
        raise Failure(f"{len(executions)} executions in the trace: {text}")
    trial.check_nothing_changed(text, "trace")
    return f"{count} executions completed with exit status 0"


def check_carriers(package, count, directory):
    trial = Trial(package, directory, package.recipe.size)
    traces = []
    for number, options in enumerate(((), ("--restart", "fork"), ("--carrier", "os-threads"))):
        text, _ = trial.run(trial.selvage_run(
            trial.to_output, "--random", 1, "--executions", count, "--points", "sync", "--trace", f"trace{number}",
            *options))
        traces.append((directory / f"trace{number}").read_bytes())
        if traces[-1] != traces[0]:
            kept = package.log.parent / f"{package.recipe.name}.traces"
            shutil.copytree(directory, kept, dirs_exist_ok=True)
            raise Failure(f"the trace is not that of fibers and snapshot (both in {kept}): {text}")
    executions = trial.read_trace("trace0")
    different = len({threads for threads, _, _ in executions})
    if different < count // 2:
        raise Failure(f"only {different} of {count} random schedules are different")
    # Many steps say little when one thread does them all while the others wait.
    choices, steps = sum(choices for _, choices, _ in executions), sum(len(threads) for threads, _, _ in executions)
    if choices < steps // 3:
        raise Failure(f"only {choices} of {steps} steps had more than one thread to choose from")
    return (f"{count} executions with {different} different schedules and a choice in {100 * choices // steps} % of "
            f"their steps, the same on all carriers")


def run_in_one_process(trial, count, *options):
    """Many schedules in one process: all are completed. Returns (the command, a report)."""
    text, _ = trial.run(trial.selvage_run(
        trial.to_output, "--random", 1, "--executions", count, "--summary", "summary", *options))
    summary = json.loads((trial.directory / "summary").read_text())
    if summary["outcomes"] != {"completed": count} or summary["executions"] != count or summary["findings"]:
        raise Failure(f"outcomes {summary['outcomes']}, findings {summary['findings']}: {text}")
    return text, (f"{count} executions, {summary['transitions'] // count} transitions each, "
                  f"{summary['executions_per_second']:.1f} per second, {summary['cpu_seconds']:.1f} s on the processor")


def check_mass(package, count, directory):
    trial = Trial(package, directory, package.recipe.size)
    text, report = run_in_one_process(trial, count, "--points", "sync", "--trace", "trace")
    executions = trial.read_trace("trace")
    check_ends(executions, text)
    sizes = {end["output_bytes"] for _, _, end in executions}
    if len(executions) != count or sizes != {len(trial.run([package.program, *trial.to_output])[1])}:
        raise Failure(f"{len(executions)} executions wrote {sizes} bytes, not what the plain program writes: {text}")
    trial.check_nothing_changed(text, "summary", "trace")
    return report


# The trace would be hundreds of megabytes: what was written is looked at in a few runs of their own.
def check_all_points(package, count, directory):
    trial = Trial(package, directory, package.recipe.all_points_size)
    options = ("--points", "all", "--max-steps", 100_000_000)
    text, report = run_in_one_process(trial, count, *options)
    for seed in range(1, 6):
        text, output = trial.run(trial.selvage_run(trial.to_output, "--random", seed, *options))
        trial.reference.check(output, text)
    trial.check_nothing_changed(text, "summary")
    return f"{report}; {trial.reference.summary()}"


CHECKS = {
    "plain": check_plain,
    "own-tests": check_own_tests,
    "schedules": check_schedules,
    "decompress": check_decompress,
    "mass": check_mass,
    "file": check_file,
    "all-points": check_all_points,
    "carriers": check_carriers,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="directory of selvage and its wrappers")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="directory for sources and builds")
    parser.add_argument("--count", type=int, default=200, help="number of schedules (200)")
    parser.add_argument("step", choices=["fetch", "build", *CHECKS])
    parser.add_argument("recipe", choices=[recipe.name for recipe in recipes.RECIPES])
    arguments = parser.parse_args()
    package = Package(recipes.find(arguments.recipe), arguments.bin.resolve(), arguments.work.resolve())
    try:
        if arguments.step == "fetch":
            report = f"sources in {package.fetch()}"
        elif arguments.step == "build":
            report = package.build()
        else:
            directory = pathlib.Path(tempfile.mkdtemp(prefix="selvage-package-"))
            try:
                report = CHECKS[arguments.step](package, arguments.count, directory)
            finally:
                shutil.rmtree(directory)
    except Failure as failure:
        print(f"{arguments.recipe}: {arguments.step}: {failure}")
        sys.exit(1)
    print(f"{arguments.recipe}: {arguments.step}: {report}")


if __name__ == "__main__":
    main()
