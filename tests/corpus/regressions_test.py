#!/usr/bin/env python3
"""Small programs, each of which once got a false or an empty verdict, or no end; and what is right for them.

usage: regressions_test.py BIN_DIRECTORY PROGRAMS_DIRECTORY [NAME...]
"""

import dataclasses
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable

BIN = pathlib.Path(sys.argv[1]).resolve()
PROGRAMS = pathlib.Path(sys.argv[2]).resolve()
CHOSEN = sys.argv[3:]
VERIFIED, REFUSED, FAILS, DEADLOCK, LIVELOCK, RACE, BOUNDED, SAMPLED = 0, 3, 10, 11, 12, 13, 20, 21
TIMEOUT = 300


@dataclasses.dataclass
class Case:
    source: str
    options: str = ""
    codes: tuple = (VERIFIED,)
    cflags: str = ""
    library: str = ""                      # a second source: a shared library, or an object
    library_by: str = ""                   # who compiles it: gcc, gcc -shared, selvage-cc -shared
    arguments: str = ""
    input: str = ""
    executions: int = 0                    # at most so many
    memory: int = 0                        # MiB, in one process at most
    words: str = ""                        # stand in what is printed
    shows: Callable | None = None          # asked about the report


def shows_write_of_another(report):
    """The failing thread is not the one whose write is shown."""
    finding = report["findings"][0]
    failing = {i for i, thread in enumerate(finding["threads"]) if thread.get("stack")}
    return any(step["thread"] not in failing and not step["is_folded"] and "write" in step["operation"]
               for step in finding["steps"])


def cuts_off_nothing(report):
    return report["counts"]["cut_off_executions"] == 0


DRAWN = "--keep-going --no-minimise"
SEEDED = "--max-executions 30 --max-depth 1500 --seed 1 --strategy "
WITHOUT_RACES = "--check standard,-race " + DRAWN
CASES = [
    Case("exit_status.c", codes=(FAILS,), words="exit status 1"),
    Case("vacuous.c", codes=(BOUNDED,), words="assumption"),
    Case("library_user.c", library="library.c", library_by="gcc -shared", codes=(BOUNDED,), words="liblibrary.so"),
    Case("hidden_cause.c", "--check assertion", (FAILS,), shows=shows_write_of_another),
    Case("endless_choice.c", "--max-time 3s", (SAMPLED,), memory=600),
    Case("../live/not_stuck_daemon.c"),
    Case("clock_loop.c", codes=(DEADLOCK,), words="time has passed"),
    Case("autoconf_probe.c", codes=()),
    Case("cycle_counter.c"),
    Case("many_literals.c", codes=()),
    Case("library_sites_user.c", "--check standard,-race --budget 2s", (BOUNDED, SAMPLED), library="library_sites.c",
         library_by="selvage-cc -shared"),
    Case("constructor_key_user.c", library="constructor_key.c", library_by="selvage-cc -shared"),
    Case("endless_threads.c", "--check assertion", (FAILS,)),
    Case("own_assert.c", "--check assertion", executions=525),
    Case("no_return.cpp", "--check standard,-race"),
    Case("masked_deadlock.c", codes=(DEADLOCK, LIVELOCK)),
    Case("masked_deadlock.c", cflags="-DN=1", codes=(DEADLOCK, LIVELOCK)),
    Case("masked_deadlock.c", "--no-reduction critical-sections", (DEADLOCK, LIVELOCK)),
    Case("pollers.c", codes=(LIVELOCK,)),
    Case("restart_input.c", "--check race", (RACE,), input="1\n"),
    Case("restart_input.c", "--check race -j 1", (RACE,), input="1\n"),
    Case("unseen_section.c", library="unseen_section_library.c", library_by="gcc", codes=(FAILS,)),
    Case("timed_lock_order.c", codes=(FAILS,)),
    *(Case("timed_lock_order.c", f"--timeouts {mode} --strategy {strategy}", (FAILS,))
      for mode in ("never", "late") for strategy in ("source", "classic", "optimal")),
    Case("sysv_semaphore.c", "-j 1", (REFUSED,), arguments="0", words="semget"),
    Case("sequence_reader.c", DRAWN, (RACE,)),
    Case("spurious_waits.c", "--spurious-wakeups", (LIVELOCK, DEADLOCK)),
    Case("semaphore_order.c", executions=2),
    Case("drawn_mixed_race.c", DRAWN, (LIVELOCK,)),
    Case("drawn_polls_norace.c", WITHOUT_RACES, (LIVELOCK,)),
    Case("drawn_semaphores_norace.c", WITHOUT_RACES),
    Case("drawn_timed_race.c", DRAWN, (RACE,)),
    Case("drawn_timed_race.c", DRAWN + " --timeouts never", (RACE,)),
    Case("drawn_polls_race_budget.c", DRAWN + " --budget 2s", (RACE,)),
    *(Case("drawn_past_header.c", f"--timeouts {mode} {options}", (LIVELOCK,), cflags=flags)
      for mode in ("never", "late") for options in ("--budget 1s --max-depth 1000", SEEDED + "pos", SEEDED + "random")
      for flags in ("-DTHREADS=1", "-DTHREADS=2 -DAGAIN", "-DTHREADS=2 -DSEMAPHORE")),
    *(Case("drawn_past_header.c", SEEDED + strategy, (DEADLOCK,), cflags="-DTHREADS=1 -DDEADLOCK")
      for strategy in ("pos", "random", "pct", "surw")),
    *(Case("counted_in_step.c", options, cflags="-DCHOICES=80") for options in ("", "-j 1", "--budget 3s")),
    *(Case("counted_in_step.c", options, codes, cflags="-DCHOICES=2 -DPOSTS", shows=cuts_off_nothing)
      for options, codes in (("", (VERIFIED,)), ("--strategy dfs", (VERIFIED,)), ("--strategy deepening", (VERIFIED,)),
                             ("--strategy pos --max-executions 20", (SAMPLED,)))),
    Case("chrono_now_loop.cpp", executions=5),
    Case("chrono_now_loop.cpp", cflags="-DCLOCK", executions=5),
    Case("time_poll.c", executions=5),
    Case("deadline_poll.c", executions=5),
    Case("bounded_spin.c", executions=997),
    Case("wait_loops_memory.cpp", "-j 1 --max-time 3s", (SAMPLED,), memory=300),
    Case("infinite_output.c", "--max-time 5s", (LIVELOCK, SAMPLED), memory=300),
    Case("wild_write.c", "--max-time 5s", (FAILS, SAMPLED), arguments="0x36000000a100 123 8 0 0"),
]


def run(command, folder, **more):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT, check=False, **more)


def largest_process():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024


def build(case, folder):
    source = PROGRAMS / case.source
    if case.source == "many_literals.c":
        source = folder / case.source
        source.write_text(run([sys.executable, PROGRAMS / "many_literals.py", "200"], folder).stdout)
    compiler = [BIN / "selvage-c++"] if source.suffix == ".cpp" else [BIN / "selvage-cc"]
    parts = []
    if case.library:
        who, *kind = case.library_by.split()
        made = folder / (f"lib{pathlib.Path(case.library).stem}.so" if kind else "part.o")
        how = ["-shared", "-fPIC"] if kind else ["-c"]
        done = run([BIN / who if who.startswith("selvage") else who, *how, "-g", PROGRAMS / case.library, "-o", made], folder)
        assert done.returncode == 0, done.stderr
        parts = [made, "-Wl,-rpath,$ORIGIN"]
    done = run([*compiler, "-g", "-O1", *case.cflags.split(), source, *parts, "-o", folder / "program", "-pthread"], folder)
    assert done.returncode == 0, done.stderr


def check(case, folder):
    build(case, folder)
    if not case.codes:
        return
    command = [BIN / "selvage", "check", *case.options.split(), "--json", "report.json", "./program", "--"]
    before = largest_process()
    done = run([*command, *case.arguments.split()], folder, input=case.input)
    # Of all that have ended so far.
    if case.memory:
        assert largest_process() <= max(before, case.memory << 20), f"{largest_process() >> 20} MiB"
    said = " ".join((done.stdout + done.stderr).split())
    assert done.returncode in case.codes, f"exit code {done.returncode}: {said}"
    assert case.words in said, said
    report = json.loads((folder / "report.json").read_text())
    if case.executions:
        assert report["counts"]["executions"] <= case.executions, report["counts"]
    assert case.shows is None or case.shows(report), said


def main():
    failed = checked = 0
    for case in sorted(CASES, key=lambda case: case.memory == 0):
        name = f"{case.source} {case.cflags} {case.options}"
        if CHOSEN and not any(chosen in name for chosen in CHOSEN):
            continue
        checked += 1
        with tempfile.TemporaryDirectory() as folder:
            try:
                check(case, pathlib.Path(folder))
            except (AssertionError, subprocess.TimeoutExpired, KeyError) as problem:
                failed += 1
                print(f"{name}: {type(problem).__name__}: {problem}", flush=True)
    print(f"{checked} cases, {failed} wrong")
    return 1 if failed or checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
