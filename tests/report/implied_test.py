"""The steps that a counterexample shows are enough: whatever else is executed as late or as early as it can be, and not at
all where nothing that is shown needs it, the execution goes wrong in the same way.

usage: implied_test.py BIN_DIRECTORY SOURCE_DIRECTORY [--of N] [PROGRAM...]
"""

import argparse
import gzip
import hashlib
import json
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

PARSER = argparse.ArgumentParser()
PARSER.add_argument("bin", type=pathlib.Path)
PARSER.add_argument("sources", type=pathlib.Path)
PARSER.add_argument("--of", type=int, default=1, help="every N-th program of the corpus")
PARSER.add_argument("programs", nargs="*", help="these instead of the corpus")
ARGUMENTS = PARSER.parse_args()
BIN = ARGUMENTS.bin.resolve()
SOURCES = ARGUMENTS.sources.resolve()
TIMEOUT = 120
# Outcomes of programs that say what to expect of random schedules.
FAILURES = {"deadlock", "assertion", "abort", "crash", "memory-error", "killed"}
# An execution that goes on for ever has no end to compare, and of the others `selvage run` does not tell how it ends.
WITHOUT_END = {"livelock", "temporal", "flow", "misuse", "leak", "stuck_threads"}
# What `selvage run` calls kinds of findings that `selvage check` tells apart.
KINDS = {kind: "memory_error" for kind in ("use_after_free", "double_free", "bad_free", "heap_overrun")}
KINDS |= {"stack_overflow": "crash"}
DRAWN = 4  # schedules in which what is folded stands anywhere


def expects_failure(header):
    """Whether the first lines of a program say that it goes wrong in a way that an execution can end in."""
    verdict = re.search(r"^// selvage-(check|live): (\w+)$", header, re.MULTILINE)
    if verdict:
        return verdict.group(2) == "bug"
    outcomes = re.search(r"^// expect: (.*)$", header, re.MULTILINE)
    return bool(outcomes) and bool(FAILURES & {word.strip() for word in outcomes.group(1).split(",")})


class Program:
    """A source file with the options that its first lines name."""

    def __init__(self, source):
        self.source = source
        self.header = source.read_text(encoding="utf-8")

    def words(self, key):
        found = re.search(rf"^// {key}: (.*)$", self.header, re.MULTILINE)
        return shlex.split(found.group(1)) if found else []

    def build(self, folder):
        compiler = [BIN / "selvage-c++", "-std=c++20"] if self.source.suffix == ".cpp" else [BIN / "selvage-cc"]
        executable = folder / self.source.stem
        command = [*compiler, *self.words("cflags"), "-o", executable, self.source, "-pthread", *self.words("link")]
        subprocess.run(command, check=True, capture_output=True, timeout=TIMEOUT)
        return executable


def corpus():
    """All that goes wrong, in an order in which neighbours have nothing in common."""
    folders = [SOURCES / "tests/programs" / name for name in ("", "check", "live", "causes")]
    sources = [SOURCES / "examples" / name for name in ("bank.c", "counter.c", "mailbox.cpp", "philosophers.c")]
    for folder in folders:
        for source in sorted(folder.glob("*.c*")):
            if source.suffix in (".c", ".cpp"):
                is_cause = folder.name == "causes"
                if is_cause or expects_failure(source.read_text(encoding="utf-8")):
                    sources.append(source)
    return sorted(sources, key=lambda source: hashlib.sha256(source.name.encode()).digest())


def programs():
    if ARGUMENTS.programs:
        return [Program(pathlib.Path(name)) for name in ARGUMENTS.programs]
    return [Program(source) for number, source in enumerate(corpus()) if number % ARGUMENTS.of == 0]


def number_of(thread):
    return 0 if thread["name"] == "main" else int(thread["name"].split()[1])


def transitions(finding):
    """Thread, alternative, and whether something of it is shown, for each step of the schedule."""
    numbers = [number_of(thread) for thread in finding["threads"]]
    found = []
    for step in finding["steps"]:
        if "position" in step:
            found.append([numbers[step["thread"]], step.get("alternative", 0), False])
        # That a thread ends is said by whoever joins it.
        if found and (not step["is_folded"] or step["operation"] == "thread_exit"):
            found[-1][2] = True
    return found


def rearranged(steps, place):
    """What is shown in its order, and before each the folded ones of its thread that it needs; `place` chooses where."""
    slots, latest = [[] for _ in steps], {}
    shown = [i for i, step in enumerate(steps) if step[2]]
    for i, (thread, _, is_shown) in enumerate(steps):
        behind = [j for j in shown if j > i and steps[j][0] == thread]
        if is_shown or not behind:
            continue
        before = [j for j in shown if j < i and steps[j][0] == thread]
        lower, upper = (before[-1] + 1 if before else 0), behind[0]
        # Folded steps of a thread stay in their order: no one before the one that came before it.
        lower = max(lower, latest.get(thread, 0))
        latest[thread] = place([j for j in shown if lower <= j <= upper])
        slots[latest[thread]].append(i)
    order = []
    for j in shown:
        order += slots[j] + [j]
    return [[steps[i][0], steps[i][1]] for i in order]


def arrangements(steps, seed):
    yield "late", rearranged(steps, lambda candidates: candidates[-1])
    yield "early", rearranged(steps, lambda candidates: candidates[0])
    generator = random.Random(seed)

    for number in range(DRAWN):
        yield f"drawn {number}", rearranged(steps, generator.choice)


def execute(executable, arguments, trace, schedule, folder):
    """The outcome of the schedule with what else the trace says, and the accesses that were made."""
    lines = []
    with gzip.open(trace, "rt", encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            lines.append(json.dumps({"schedule": schedule}) if "schedule" in record else line.rstrip("\n"))
    changed = folder / "changed.selvage"
    with gzip.open(changed, "wt", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    events, summary_file = folder / "events", folder / "summary"
    for file in (events, summary_file):
        file.unlink(missing_ok=True)
    command = [BIN / "selvage", "run", "--schedule", changed, "--summary", summary_file, "--trace", events, executable]
    result = subprocess.run([*command, "--", *arguments], cwd=folder, capture_output=True, text=True, timeout=TIMEOUT,
                            check=False)
    summary = json.loads(summary_file.read_text(encoding="utf-8"))
    if "cannot go on there" in (summary.get("error") or ""):
        return None, []
    if summary.get("error"):
        raise RuntimeError(f"{summary['error']}\n{result.stderr}")
    made = [json.loads(line) for line in events.read_text(encoding="utf-8").splitlines()] if events.exists() else []
    return summary, made


def announced(finding, access):
    """The line of an access; of one inside an atomic block, which no event of its own tells of, that of the block."""
    if "step" not in access:
        return access["place"].get("line")
    for step in reversed(finding["steps"][: access["step"] + 1]):
        if step["thread"] == access["thread"] and "position" in step:
            return step["place"].get("line")
    return access["place"].get("line")


def waits_with(finding, access):
    """The thread waits with this access, going round a loop: what it looks at in vain is no event."""
    waiting = finding["threads"][access["thread"]].get("waiting", {})
    is_its_place = waiting.get("place", {}).get("line") == access["place"].get("line")
    return "step" not in access and waiting.get("is_blocked", False) and "loop" in waiting and is_its_place


def race_missing(finding, made):
    """Both accesses are made, by their threads."""
    accesses = [access for access in finding["accesses"] if not waits_with(finding, access)]
    for access in accesses:
        # An event has the innermost place, which may be in a header of the library.
        inlined = {frame.get("line") for frame in access.get("stack", [])}
        lines = {access["place"].get("line"), announced(finding, access)} | inlined
        thread = number_of(finding["threads"][access["thread"]])
        if not any(event.get("thread") == thread and event.get("line") in lines for event in made):
            return f"no access of thread {thread} in line {access['place'].get('line')}"
    return ""


def missing(finding, summary, made):
    """Empty, or what is missing of the failure."""
    if finding["kind"] == "data_race":
        return race_missing(finding, made)
    if finding["kind"] == "exit_status":
        return "" if summary.get("exit_status") != 0 else "the exit status is 0"
    if not summary["findings"]:
        return f"nothing goes wrong: {summary['outcomes']}"
    other = summary["findings"][0]
    if other["kind"] != KINDS.get(finding["kind"], finding["kind"]):
        return f"{other['kind']} instead of {finding['kind']}"
    place = finding.get("place", {})
    if place.get("line") and other.get("line") and other["line"] != place["line"]:
        return f"in line {other['line']} instead of {place['line']}"
    return ""


class Looked:
    """What came of a program."""

    def __init__(self):
        self.problems = []
        self.schedules = self.folded = self.left_out = 0


def look_at(program, folder):
    looked = Looked()
    trace, report = folder / "finding.selvage", folder / "report.json"
    executable = program.build(folder)
    arguments = program.words("args")
    command = [BIN / "selvage", "check", "-j", "1", "--max-time", "10s", *program.words("check-options"), "--save", trace]
    subprocess.run([*command, "--json", report, executable, "--", *arguments], cwd=folder, capture_output=True,
                   stdin=subprocess.DEVNULL, timeout=TIMEOUT, check=False)
    findings = json.loads(report.read_text(encoding="utf-8")).get("findings", []) if report.exists() else []
    # Some programs fail only with options of `selvage run`, and some before there is a step.
    is_scheduled = findings and any("position" in step for step in findings[0].get("steps", []))
    if not is_scheduled or findings[0]["kind"] in WITHOUT_END:
        looked.left_out = 1
        return looked
    finding = findings[0]
    steps = transitions(finding)
    looked.folded = sum(1 for step in finding["steps"] if step["is_folded"])
    for name, schedule in arrangements(steps, program.source.name):
        summary, made = execute(executable, arguments, trace, schedule, folder)
        # Not every place that a folded step is put to is one where its thread can go on.
        if summary is None and name != "late":
            continue
        looked.schedules += 1
        lack = missing(finding, summary, made) if summary is not None else "the schedule cannot be followed"
        if lack:
            looked.problems.append(f"{name}: {lack}; schedule {schedule}")
    return looked


def main():
    failed, total = 0, Looked()
    chosen = programs()
    for program in chosen:
        with tempfile.TemporaryDirectory() as name:
            looked = look_at(program, pathlib.Path(name))
        total.schedules += looked.schedules
        total.folded += looked.folded
        total.left_out += looked.left_out
        failed += bool(looked.problems)
        for problem in looked.problems:
            print(f"{program.source}: {problem}", flush=True)
    counted = len(chosen) - total.left_out
    print(f"{counted} counterexamples, {total.schedules} schedules, {total.folded} folded steps, "
          f"{total.left_out} programs left out, {failed} not implied")
    # Without counterexamples and folded steps nothing would be shown by this.
    shows_nothing = not ARGUMENTS.programs and (counted * 2 < len(chosen) or total.folded == 0)
    return 1 if failed or shows_nothing else 0


if __name__ == "__main__":
    sys.exit(main())
