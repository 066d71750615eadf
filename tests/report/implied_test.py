"""The steps that a counterexample shows are enough: whatever else is executed as late or as early as it can be, and not at
all where nothing that is shown needs it, the execution goes wrong in the same way.

usage: implied_test.py BIN_DIRECTORY SOURCE_DIRECTORY [PROGRAM...]
"""

import gzip
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

BIN = pathlib.Path(sys.argv[1]).resolve()
SOURCES = pathlib.Path(sys.argv[2]).resolve()
TIMEOUT = 120
# What `selvage run` calls kinds of findings that `selvage check` tells apart.
KINDS = {kind: "memory_error" for kind in ("use_after_free", "double_free", "bad_free", "heap_overrun")}
KINDS |= {"stack_overflow": "crash", "stuck_threads": "deadlock"}
DRAWN = 4  # schedules in which what is folded stands anywhere


def programs():
    """Each with the options of its check."""
    if sys.argv[3:]:
        yield from ((pathlib.Path(program), []) for program in sys.argv[3:])
        return
    yield from ((SOURCES / "examples" / name, []) for name in ("bank.c", "counter.c", "mailbox.cpp", "philosophers.c"))
    for folder in ("check", "causes"):
        for program in sorted((SOURCES / "tests/programs" / folder).iterdir()):
            text = program.read_text(encoding="utf-8")
            if folder == "check" and "// selvage-check: bug" not in text:
                continue
            options = re.search(r"^// check-options: (.*)$", text, re.MULTILINE)
            yield program, options.group(1).split() if options else []


def transitions(finding):
    """Thread, alternative, and whether something of it is shown, for each step of the schedule."""
    names = [thread["name"] for thread in finding["threads"]]
    numbers = [0 if name == "main" else int(name.split()[1]) for name in names]
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


def execute(program, trace, schedule, folder):
    """The outcome of the schedule with what else the trace says, and the accesses that were made."""
    lines = []
    with gzip.open(trace, "rt", encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            lines.append(json.dumps({"schedule": schedule}) if "schedule" in record else line.rstrip("\n"))
    changed = folder / "changed.selvage"
    with gzip.open(changed, "wt", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    events = folder / "events"
    command = [BIN / "selvage", "run", "--schedule", changed, "--summary", folder / "summary", "--trace", events, program]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    summary = json.loads((folder / "summary").read_text(encoding="utf-8"))
    if "cannot go on there" in (summary.get("error") or ""):
        return None, []
    if summary.get("error"):
        raise RuntimeError(f"{summary['error']}\n{result.stderr}")
    made = [json.loads(line) for line in events.read_text(encoding="utf-8").splitlines()] if events.exists() else []
    return summary, made


def goes_wrong(finding, summary, made):
    """Empty, or what is missing."""
    if finding["kind"] == "data_race":
        for access in finding["accesses"]:
            place = access["place"]
            if not any(str(place["line"]) in json.dumps(event) for event in made):
                return f"no access in line {place['line']}"
        return ""
    if not summary["findings"]:
        return f"nothing goes wrong: {summary['outcomes']}"
    other = summary["findings"][0]
    if other["kind"] != KINDS.get(finding["kind"], finding["kind"]):
        return f"{other['kind']} instead of {finding['kind']}"
    place = finding.get("place", {})
    if place.get("line") and other.get("line") and other["line"] != place["line"]:
        return f"in line {other['line']} instead of {place['line']}"
    return ""


def check(program, options, folder):
    """What was wrong, the number of schedules, and of steps that are folded."""
    trace, report = folder / "finding.selvage", folder / "report.json"
    executable = folder / program.stem
    if program.suffix in (".c", ".cpp"):
        wrapper = "selvage-c++" if program.suffix == ".cpp" else "selvage-cc"
        subprocess.run([BIN / wrapper, "-g", "-o", executable, program, "-pthread"], check=True, capture_output=True)
    else:
        executable = program
    command = [BIN / "selvage", "check", "-j", "1", *options, "--save", trace, "--json", report, executable]
    subprocess.run(command, cwd=folder, capture_output=True, timeout=TIMEOUT, check=False)
    findings = json.loads(report.read_text(encoding="utf-8")).get("findings", [])
    if not findings:
        return ["no finding"], 0, 0
    finding = findings[0]
    # An execution that goes on for ever has no end to compare.
    if finding["kind"] in ("livelock", "temporal", "flow", "misuse", "leak") or not any("position" in s for s in finding["steps"]):
        return [], 0, 0
    steps = transitions(finding)
    problems, count = [], 0
    for name, schedule in arrangements(steps, program.name):
        summary, made = execute(executable, trace, schedule, folder)
        # Not every place that a folded step is put to is one where its thread can go on.
        if summary is None and name != "late":
            continue
        count += 1
        missing = goes_wrong(finding, summary, made) if summary is not None else "the schedule cannot be followed"
        if missing:
            problems.append(f"{name}: {missing}; schedule {schedule}")
    return problems, count, sum(1 for step in finding["steps"] if step["is_folded"])


def main():
    failed, executed, folded, looked_at = 0, 0, 0, 0
    for program, options in programs():
        with tempfile.TemporaryDirectory() as name:
            problems, count, hidden = check(program, options, pathlib.Path(name))
        executed += count
        folded += hidden
        looked_at += count > 0
        for problem in problems:
            failed += 1
            print(f"{program}: {problem}")
    print(f"{looked_at} counterexamples, {executed} schedules, {folded} folded steps, {failed} failures")
    # Without folded steps nothing would be shown by this.
    return 1 if failed or not sys.argv[3:] and (looked_at < 30 or folded < 30) else 0


if __name__ == "__main__":
    sys.exit(main())
