"""Executions that are drawn beside a search: they find what it does not come to in time, and change nothing of it.

usage: drawing_test.py BIN_DIRECTORY
"""

import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
ALONE = ["--strategy", "optimal", "--reduction", "all"]  # the search that is the default, without drawing
COUNTS = ["verdict", "executions", "blocked_executions", "predicted_executions", "transitions", "restarts",
          "shared_locations", "outcomes"]


class Tools:
    def __init__(self, bin_directory, work):
        self.bin, self.work = bin_directory, work

    def build(self, name, source, *flags):
        executable = self.work / name
        subprocess.run([self.bin / "selvage-cc", "-O1", "-g", *flags, source, "-o", executable, "-pthread"], check=True)
        return executable

    def check(self, executable, *options, code=None):
        summary = self.work / "summary.json"
        summary.unlink(missing_ok=True)
        command = [self.bin / "selvage", "check", "--summary", summary, *map(str, options), executable]
        run = subprocess.run(command, cwd=self.work, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, timeout=200, check=False)
        result = json.loads(summary.read_text())
        result["output"] = run.stdout
        assert code is None or run.returncode == code, (command, run.returncode, run.stdout)
        return result

    def replay(self, trace):
        return subprocess.run([self.bin / "selvage", "replay", trace], cwd=self.work, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=100, check=False)


def finds_what_the_search_misses(tools):
    """The finding is like any other: minimised, saved, and its trace shows it again."""
    program = tools.build("stores", PROGRAMS / "reordered_stores.c")
    missed = tools.check(program, *ALONE, "--max-time", "2s", code=21)
    assert missed["drawn_executions"] == 0 and "sampled" not in missed, missed
    for jobs in (1, 2):
        found = tools.check(program, "-j", jobs, "--max-time", "60s", code=10)
        finding, = found["findings"]
        assert finding["kind"] == "assertion" and finding["drawn_by"] in ("pos", "surw", "pct"), finding
        assert 0 < finding["execution"] <= found["drawn_executions"], finding
        assert finding["preemptions"] <= 2, finding
        assert [part["strategy"] for part in found["sampled"]] == ["pos", "surw", "pct"], found["sampled"]
        assert sum(part["executions"] for part in found["sampled"]) == found["drawn_executions"], found
        assert "Found by drawing: assertion" in found["output"], found["output"]
        again = tools.replay(finding["trace_file"])
        assert again.returncode == 10, again.stdout
    # What is drawn depends on the seed, and on nothing else.
    numbers = [tools.check(program, "--seed", seed, "--max-time", "60s", code=10)["findings"][0]["execution"]
               for seed in (7, 7, 8)]
    assert numbers[0] == numbers[1] != numbers[2], numbers


def leaves_counts_alone(tools):
    """With a search that restarts, and long enough for something to be drawn."""
    program = tools.build("increments", ROOT / "tests/explore/programs/increments.c", "-DK=6")
    alone = tools.check(program, *ALONE, code=0)
    for jobs in (1, 2):
        beside = tools.check(program, "-j", jobs, code=0)
        assert beside["drawn_executions"] > 0 and beside["drawn_seconds"] > 0, beside
        for name in COUNTS:
            assert beside[name] == alone[name], (jobs, name, beside[name], alone[name])
        assert beside["drawn_seconds"] <= 0.2 * beside["seconds"] + 0.1, beside
    # Limits are the search's.
    limited = tools.check(program, "--max-executions", 100000, "-j", 1, code=21)
    assert limited["executions"] == 100000, limited
    named = tools.check(program, "--strategy", "source", "--max-time", "1s")
    assert named["drawn_executions"] == 0, named


def is_nothing_to_small_checks(tools):
    small = tools.build("small", PROGRAMS / "reordered_stores.c", "-DTHREADS=2", "-DFIXED")
    result = tools.check(small, code=0)
    assert result["drawn_executions"] == 0 and result["verdict"] == "verified", result


def goes_on_after_findings(tools):
    """The same findings as those of the search alone, each once, and shown as the search found them."""
    program = tools.build("kept", PROGRAMS / "racy_increments.c")
    alone = tools.check(program, *ALONE, "--keep-going", "--no-minimise", code=10)
    both = tools.check(program, "--keep-going", "--no-minimise", code=10)
    assert both["drawn_executions"] > 0, both

    def places(result):
        return sorted((finding["kind"], finding["line"]) for finding in result["findings"])

    assert places(both) == places(alone) and len(places(alone)) > 1, (places(both), places(alone))
    assert not any("drawn_by" in finding for finding in both["findings"]), both["findings"]
    for name in COUNTS:
        assert both[name] == alone[name], (name, both[name], alone[name])


def obeys_suppressions(tools):
    program = tools.build("suppressed", PROGRAMS / "reordered_stores.c")
    patterns = tools.work / "patterns"
    patterns.write_text("assertion:look\n")
    result = tools.check(program, "--suppressions", patterns, "--max-time", "4s", code=21)
    assert result["drawn_executions"] > 500 and not result["findings"], result
    assert result["suppressed_findings"] == 1, result


def goes_on_from_checkpoints(tools):
    """With what was found by drawing before."""
    program = tools.build("resumed", PROGRAMS / "reordered_stores.c")
    checkpoint = tools.work / "stores.checkpoint"
    summary = tools.work / "interrupted.json"
    command = [tools.bin / "selvage", "check", "--keep-going", "--checkpoint", checkpoint, "--summary", summary, program]
    with subprocess.Popen(command, cwd=tools.work, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True) as process:
        time.sleep(5)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    before = json.loads(summary.read_text())
    assert before["interrupted"] and before["drawn_executions"] > 0, output
    found = [finding["identity"] for finding in before["findings"]]
    assert found and all("drawn_by" in finding for finding in before["findings"]), before["findings"]
    after = tools.check(program, "--keep-going", "--resume", checkpoint, "--max-time", "3s", code=10)
    assert after["drawn_executions"] > before["drawn_executions"], (before, after)
    assert after["executions"] > before["executions"], (before, after)
    assert set(found) <= {finding["identity"] for finding in after["findings"]}, after["findings"]


def draws_behind_cuts(tools):
    """A search that has cut executions off comes to its end, and has not seen what others would have done after that."""
    program = tools.build("long", PROGRAMS / "long_before_others.c")
    depth = ["--max-depth", "1000"]
    missed = tools.check(program, *ALONE, *depth, code=20)
    assert missed["executions"] == 1 and missed["drawn_executions"] == 0, missed
    for options in ([], ["--keep-going"]):
        finding, = tools.check(program, *depth, *options, code=13)["findings"]
        assert finding["kind"] == "data_race" and "drawn_by" in finding, finding
    fixed = tools.check(tools.build("long-fixed", PROGRAMS / "long_before_others.c", "-DFIXED"), *depth, code=20)
    assert 100 <= fixed["drawn_executions"] < 1000 and fixed["gaps"] == ["cut_off"], fixed


def main():
    with tempfile.TemporaryDirectory() as folder:
        tools = Tools(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(folder).resolve())
        for part in (finds_what_the_search_misses, leaves_counts_alone, is_nothing_to_small_checks, goes_on_after_findings,
                     obeys_suppressions, goes_on_from_checkpoints, draws_behind_cuts):
            begin = time.monotonic()
            part(tools)
            print(f"{part.__name__}: {time.monotonic() - begin:.1f} s", flush=True)


if __name__ == "__main__":
    main()
