"""What a verdict says about what ended the search, and that it is one, whatever the program was doing at that moment.

usage: limits_test.py BIN_DIRECTORY
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
HARD = HERE / "programs"
TEXTS = HERE / "texts"


class Tools:
    def __init__(self, bin_directory, work):
        self.bin, self.work = bin_directory, work

    def build(self, source, *flags):
        executable = self.work / "-".join([source.stem, *flags])
        subprocess.run([self.bin / "selvage-cc", "-O1", "-g", *flags, source, "-o", executable, "-pthread"], check=True)
        return executable

    def command(self, executable, *options):
        summary = self.work / "summary.json"
        summary.unlink(missing_ok=True)
        return [self.bin / "selvage", "check", "--summary", summary, *map(str, options), executable]

    def check(self, executable, *options, code, before=()):
        command = [*before, *self.command(executable, *options)]
        run = subprocess.run(command, cwd=self.work, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, timeout=200, check=False)
        assert run.returncode == code, (command, run.returncode, run.stdout)
        result = json.loads((self.work / "summary.json").read_text())
        result["output"] = " ".join(run.stdout.split())
        return result


def names_the_choice(tools):
    """A loop that a choice prolongs: a greater depth helps nobody."""
    found = tools.check(tools.build(HARD / "endless_choice.c"), "--max-executions", 2000, code=21)
    assert found["verdict"] == "sampled", found
    assert "values of a choice at" in found["output"] and "endless_choice.c:5" in found["output"], found["output"]
    assert "assume a bound on its rounds" in found["output"] and "raise --max-depth" not in found["output"], found["output"]


def names_the_lines(tools):
    found = tools.check(tools.build(TEXTS / "pairs_of_lines.c"), "--max-executions", 3000, code=21)
    text = found["output"]
    lines = (TEXTS / "pairs_of_lines.c").read_text().splitlines()
    for mark in ("// one", "// other"):
        number = next(i for i, line in enumerate(lines, 1) if line.endswith(mark))
        assert f"pairs_of_lines.c:{number}" in text, text
    assert "Most orders:" in text and "are of contended, at" in text and "--preemptions 2" in text, text
    whole = tools.check(tools.build(HARD / "short_threads.c"), "--preemptions", 0, "--strategy", "dfs", code=20)
    assert "Most orders" not in whole["output"], whole["output"]


def names_the_step(tools):
    """Where one step is too long, the number of steps is not what cut the execution."""
    found = tools.check(tools.build(TEXTS / "long_step.c"), "--max-time", "30s", code=20)
    text = found["output"]
    assert "within a single step" in text and "long_step.c" in text and "raise --max-depth" not in text, text


def has_a_verdict_before_the_start(tools):
    """A limit that is reached before the first thread was started: nothing was executed, and that is said."""
    found = tools.check(tools.build(HARD / "slow_start.c"), "--max-time", "0.2s", code=21)
    assert found["verdict"] == "sampled" and found["executions"] == 0, found
    assert "No execution came to its end" in found["output"] and "starts others" not in found["output"], found["output"]


def ends_while_it_compiles(tools):
    """The compiler would need minutes."""
    found = tools.check(HARD / "slow_compilation.cpp", "--max-time", "0.5s", code=21)
    assert found["verdict"] is None and "while compiling" in found["error"], found


def ends_while_input_comes(tools):
    """Standard input without an end: by time, by memory, and by an interruption."""
    program = tools.build(HARD / "endless_input.c")
    for feeder, option, what in (("while echo; do sleep 0.1; done", ("--max-time", "0.5s"), "--max-time ended"),
                                 ("yes", ("--max-memory", "100M"), "--max-memory ended")):
        found = tools.check(program, *option, code=21, before=["sh", "-c", f"({feeder}) | \"$@\"", "sh"])
        assert what in found["error"] and "reading standard input" in found["error"], found
    feeder = subprocess.Popen(["sh", "-c", "while echo; do sleep 0.1; done"], stdout=subprocess.PIPE)
    process = subprocess.Popen(tools.command(program), cwd=tools.work, stdin=feeder.stdout, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=100)
    feeder.kill()
    assert process.returncode == 21 and "Interrupted while reading" in output, (process.returncode, output)


def says_that_it_derived(tools):
    """The first execution calls for more others than there is time for: it is not the program that ran on."""
    found = tools.check(tools.build(HARD / "readers_writers.c"), "--max-time", "2s", code=21)
    text = found["output"]
    assert found["executions"] == 0 and "no time to derive" in text and "--watchdog" not in text, text
    assert "--delays 1" in text and "--preemptions" not in text, text


def says_who_had_the_memory(tools):
    found = tools.check(tools.build(HARD / "endless_allocation.c"), "--max-memory", "200M", code=21)
    assert found["verdict"] == "sampled", found
    assert "--max-memory ended the search: of 200 MiB" in found["output"], found["output"]


def is_interrupted_while_it_derives(tools):
    """Of one execution there may be more to derive than anybody waits for."""
    command = tools.command(tools.build(HARD / "readers_writers.c"))
    process = subprocess.Popen(command, cwd=tools.work, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=100)
    assert process.returncode == 21, (process.returncode, output)


def is_no_finding_that_a_folder_is_full(tools):
    """The folder for the program's files is ours. In a name space of its own it can be as small as is needed."""
    folder = tools.work / "small"
    folder.mkdir()
    mount = f"mount -t tmpfs -o size=1m tmpfs {folder} && TMPDIR={folder} exec \"$@\""
    inside = ["unshare", "--mount", "sh", "-c", mount, "sh"]
    if os.geteuid() != 0:
        inside.insert(1, "--map-root-user")
    if subprocess.run([*inside, "true"], stderr=subprocess.DEVNULL, check=False).returncode != 0:
        print("is_no_finding_that_a_folder_is_full: nothing can be mounted here")
        return
    for flags in ((), ("-DBY_CALLS",)):
        program = tools.build(TEXTS / "full_folder.c", *flags)
        found = tools.check(program, code=4, before=inside)
        assert "no room left for the files" in found["output"] and found["verdict"] is None, found
        tools.check(program, code=0)


def main():
    bin_directory = pathlib.Path(sys.argv[1]).resolve()
    for test in (names_the_choice, names_the_lines, names_the_step, has_a_verdict_before_the_start,
                 ends_while_it_compiles, ends_while_input_comes, says_that_it_derived, says_who_had_the_memory, is_interrupted_while_it_derives, is_no_finding_that_a_folder_is_full):
        with tempfile.TemporaryDirectory(prefix="selvage-limits-") as work:
            test(Tools(bin_directory, pathlib.Path(work)))
        print(f"{test.__name__}: passed", flush=True)


if __name__ == "__main__":
    main()
