#!/usr/bin/env python3
"""Changes programs after their counterexamples were stored, and looks whether replays name the first difference.

Of each program in tests/programs/check and tests/programs/live, some lines that its counterexample has steps at are removed,
one at a time. What is left cannot do those steps, so that the first difference is to be named at the first of them at the
latest, or, of what comes before the first choice, there: as a step that differs, or as one that is not what it was inside,
where the threads take turns as they did.

    replay_changed.py --bin BUILD/bin --programs 20 tests/programs
"""

import argparse
import json
import pathlib
import re
import sys
import tempfile

from replay_stored import BUGS, Failure, buggy_programs, run

from run_program import build

LINES_OF_EACH = 3
DIFFERENCE = re.compile(r"step (\d+) of \d+ differs|The first thing that differs is in step (\d+)")
# They are there whatever the line does that they are at, or the next one like it takes its place.
WITHOUT_LINE = {"thread_begin", "thread_exit", "process_exit", "thread_create"}


def can_be_removed(line):
    text = line.split("//")[0].strip()
    return text.endswith(";") and not text.startswith(("return", "for", "do", "static", "int ")) and \
        text.count("(") == text.count(")") and "{" not in text and "}" not in text


def like_it(steps, number):
    """How many steps behind this one do the same as it does: each takes the place of the one before when that is removed."""
    def what(step):
        return step["thread"], step["operation"], step.get("object")
    count = 0
    while number + count < len(steps) and what(steps[number + count]) == what(steps[number - 1]):
        count += 1
    return count


def first_steps(finding, name):
    """The number of the first step at each line of the program's file, from the first choice on."""
    steps = {}
    first = next((number for number, step in enumerate(finding["steps"], 1) if "position" in step), 1)
    for number, step in enumerate(finding["steps"], 1):
        place = step.get("place", {})
        if pathlib.Path(place.get("file", "")).name == name and step["operation"] not in WITHOUT_LINE:
            # What comes behind the line may begin with the same.
            steps.setdefault(place["line"], max(number + 1 + like_it(finding["steps"], number), first))
    return steps


class Changes:
    def __init__(self, arguments, source, specification, folder):
        self.bin, self.source, self.specification, self.folder = arguments.bin, source, specification, folder
        self.command = arguments.bin / "selvage"
        self.executable = folder / source.stem

    def finding(self):
        """What a check finds first; none where the specification's options leave it out."""
        build(self.bin, self.specification, self.source, self.executable)
        command = [self.command, "check", "--quiet", "--save", "stored.selvage", "--json", "report.json",
                   *self.specification.check_options, self.executable]
        if self.specification.args:
            command += ["--", *self.specification.args]
        if run(command, self.folder)[0] not in BUGS:
            return None
        return json.loads((self.folder / "report.json").read_text())["findings"][0]

    def without_line(self, number):
        """What a replay of the program without the line says; none where that cannot be built."""
        lines = self.source.read_text().splitlines(keepends=True)
        lines[number - 1] = "\n"
        changed = self.folder / "changed" / self.source.name
        changed.parent.mkdir(exist_ok=True)
        changed.write_text("".join(lines))
        try:
            build(self.bin, self.specification, changed, self.executable)
        except Failure:
            return None
        return run([self.command, "replay", "stored.selvage"], self.folder)


def perform(changes):
    """Yields for each line: its number, the first step at it, and the step that the replay names."""
    finding = changes.finding()
    if finding is None:
        return
    lines = changes.source.read_text().splitlines()
    tried = 0
    for number, step in first_steps(finding, changes.source.name).items():
        if tried == LINES_OF_EACH or not can_be_removed(lines[number - 1]):
            continue
        answer = changes.without_line(number)
        if answer is None:
            continue
        tried += 1
        status, output = answer
        named = [int(one or other) for one, other in DIFFERENCE.findall(output.replace("\n  ", " "))]
        if status not in BUGS | {0, 2} or "another build" not in output:
            raise Failure(f"{changes.source.name} without line {number}: exit status {status}\n{output}")
        yield number, step, min(named, default=None), output


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--programs", type=int, required=True)
    parser.add_argument("folder", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.bin = arguments.bin.resolve()
    programs = changed = failures = 0
    with tempfile.TemporaryDirectory(prefix="selvage-changed-") as work:
        for source, specification in buggy_programs(arguments.folder):
            if programs == arguments.programs:
                break
            folder = pathlib.Path(work) / f"{source.parent.name}-{source.stem}"
            folder.mkdir()
            before = changed
            try:
                for line, step, named, output in perform(Changes(arguments, source, specification, folder)):
                    changed += 1
                    if named is None or named > step:
                        failures += 1
                        print(f"{source.name} without line {line}: step {step} is at it, named is {named}\n{output}")
            except Failure as failure:
                failures += 1
                print(failure)
            programs += changed != before
    print(f"{changed} changes to {programs} programs, {failures} without the first difference")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
