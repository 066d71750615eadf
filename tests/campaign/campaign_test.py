#!/usr/bin/env python3
"""Campaigns: what they find, what they claim, and that they survive being killed.

    campaign_test.py SELVAGE [claims|all-claims|corpus|resume|kills|races|recycled|maximal|functions]...

claims: on every eighth corpus program (all-claims: on all of them), a search over a set of preemption points finds what an exhaustive search with the same points finds, and what is
found is found with all points as well; bounded searches agree with an exhaustive one within the bound.
corpus: every bug of some corpus programs within two seconds, and none in a twin.
resume: kill -9 at some moment; what was found is there, and what was explored is not explored again.
kills: the same at 32 random moments.
races: accesses of race candidates become preemption points; without data races, all synchronisation is enough.
recycled: what lies where something else was freed is no race candidate, and what is used after it was freed is found.
maximal: a search over all synchronisation points verifies a program whose search of everything would take too long.
functions: --within and --without leave out what they say, and nothing else.
"""
import json
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
POINTS = ["minimal", "lock", "unlock", "lock+unlock", "sync", "all"]
SOME = ["bank_transfer", "barrier_reused", "counter_4_threads", "deadlock_abba", "depth_3_among_noise", "double_checked",
        "if_instead_of_while", "last_of_10", "lost_wakeup", "philosophers_3", "refcount_drop", "work_stealing"]
MOST = 3000  # executions of an exhaustive search that are waited for
failures = []


def expect(condition, message):
    if not condition:
        failures.append(message)
        print("FAILED:", message)


class Programs:
    def __init__(self, selvage, folder):
        self.selvage, self.folder = selvage, pathlib.Path(folder)

    def build(self, source, *flags):
        program = self.folder / (source.stem + "".join(flags).replace("-D", "_").replace("=", "_"))
        wrapper = str(pathlib.Path(self.selvage).parent / "selvage-cc")
        subprocess.run([wrapper, *flags, str(source), "-o", str(program)], check=True)
        return program

    def command(self, program, *options):
        return [self.selvage, "check", "--quiet", "--no-minimise", "--summary", str(self.folder / "summary.json"), "--save",
                str(self.folder / "found.selvage"), *options, str(program)]

    def check(self, program, *options):
        command = self.command(program, *options)
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder)
        if done.returncode in (2, 3, 4):
            sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
        return json.loads((self.folder / "summary.json").read_text())


def findings(result):
    return {(f["kind"], f["identity"]) for f in result["findings"]}


def sources():
    return sorted((HERE / "programs").glob("*.c"))


def expected_kinds(source):
    return set(re.search(r"^// finding: (.+)", source.read_text(), re.M).group(1).split(", "))


def test_claims(programs, every=8):
    compared = 0
    for source in sources()[::every]:
        for flags in [(), ("-DFIXED",)]:
            program = programs.build(source, *flags)
            limit = ["--keep-going", "-j", "1", "--max-executions", str(MOST)]
            found_with = {}
            for points in POINTS:
                # With all points that is what every other test is about.
                exhaustive = programs.check(program, "--strategy", "dfs", "--points", points, *limit)
                if exhaustive["executions"] >= MOST:
                    break
                reduced = programs.check(program, "--points", points, *limit)
                compared += 1
                name = f"{program.name}, points {points}"
                expect(findings(reduced) == findings(exhaustive),
                       f"{name}: {findings(reduced)} instead of {findings(exhaustive)}")
                expect(reduced["executions"] <= exhaustive["executions"], f"{name}: more executions than there are")
                found_with[points] = findings(reduced)
            for fewer, more in [("minimal", "lock"), ("minimal", "unlock"), ("lock", "lock+unlock"),
                                ("unlock", "lock+unlock"), ("lock+unlock", "sync"), ("sync", "all")]:
                if more in found_with:
                    expect(found_with[fewer] <= found_with[more],
                           f"{program.name}: {found_with[fewer]} at {fewer}, {found_with[more]} at {more}")
            for bound in ["0", "1", "2"]:
                exhaustive = programs.check(program, "--strategy", "dfs", "--preemptions", bound, *limit)
                if exhaustive["executions"] >= MOST:
                    break
                bounded = programs.check(program, "--preemptions", bound, *limit)
                compared += 1
                expect(findings(bounded) == findings(exhaustive),
                       f"{program.name}, {bound} preemptions: {findings(bounded)}, not {findings(exhaustive)}")
    print(f"{compared} searches agree with exhaustive ones")
    expect(compared > 500 / every, f"only {compared} searches could be compared")


def test_corpus(programs):
    for name in SOME:
        source = HERE / f"programs/{name}.c"
        result = programs.check(programs.build(source), "--budget", "2s", "--seed", "7")
        kinds = {finding["kind"] for finding in result["findings"]}
        expect(kinds and kinds <= expected_kinds(source), f"{name}: {result['verdict']}, {kinds}")
        twin = programs.check(programs.build(source, "-DFIXED"), "--budget", "2s", "--seed", "7")
        expect(twin["verdict"] in ("verified", "bounded"), f"{name}, fixed: {twin['verdict']}")


def test_resume(programs):
    program = programs.build(HERE / "large.c")
    campaign = programs.folder / "campaign"
    options = ["--campaign", str(campaign), "--keep-going", "--seed", "3"]
    before = programs.check(program, "--budget", "4s", *options)
    for attempt in range(3):
        process = subprocess.Popen(programs.command(program, "--budget", "30s", *options, "--resume", str(campaign)),
                                   cwd=programs.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(1.5 + attempt / 3)
        process.send_signal(signal.SIGKILL)
        process.wait()
    result = programs.check(program, "--budget", "1s", *options, "--resume", str(campaign))
    expect(findings(before) and findings(before) <= findings(result), f"found: {findings(before)}, {findings(result)}")
    expect(result["executions"] > before["executions"], "executions are missing")
    for old, new in zip(before["jobs"], result["jobs"]):
        expect(new["executions"] >= old["executions"], f"{old} was begun again: {new}")
        expect(old["status"] != "complete" or new["status"] == "complete", f"{old} is not complete any more: {new}")
    for old, new in zip(before["sampled"], result["sampled"]):
        expect(new["executions"] >= old["executions"], f"{old} was begun again: {new}")
    # Killed the moment that something is found.
    shutil.rmtree(campaign)
    process = subprocess.Popen(programs.command(program, "--budget", "30s", *options), cwd=programs.folder,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(2000):
        if (campaign / "findings").exists() or (process.poll() is not None):
            break
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    result = programs.check(program, "--budget", "0.1s", *options, "--resume", str(campaign))
    expect(findings(result), "what was found at once was lost")
    damaged = campaign / "state"
    damaged.write_bytes(damaged.read_bytes()[:-40])
    done = subprocess.run(programs.command(program, "--budget", "2s", *options, "--resume", str(campaign)),
                          capture_output=True, text=True, cwd=programs.folder)
    expect(done.returncode == 2 and "damaged" in done.stderr, f"{done.returncode}: {done.stderr}")


def compare_with_before(before, after, moment):
    expect(findings(before) <= findings(after), f"{moment}: found {findings(after)}, before {findings(before)}")
    for old, new in zip(before["jobs"], after["jobs"], strict=False):
        expect(new["executions"] >= old["executions"], f"{moment}: {old} was begun again: {new}")
        expect(old["status"] != "complete" or new["status"] == "complete", f"{moment}: {old} is {new['status']}")
    for old, new in zip(before["sampled"], after["sampled"], strict=False):
        expect(new["executions"] >= old["executions"], f"{moment}: {old} was begun again: {new}")


def test_kills(programs, kills=32):
    program = programs.build(HERE / "large.c")
    campaign = programs.folder / "killed"
    options = ["--campaign", str(campaign), "--keep-going", "--seed", "3", "-j", "1"]
    first = known = programs.check(program, "--budget", "2s", *options)
    moments = random.Random(7)
    for attempt in range(kills):
        process = subprocess.Popen(programs.command(program, "--budget", "60s", *options, "--resume", str(campaign)),
                                   cwd=programs.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        seconds = moments.uniform(0.02, 2)
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        process.wait()
        after = programs.check(program, "--budget", "0.01s", *options, "--resume", str(campaign))
        compare_with_before(known, after, f"kill {attempt}, after {seconds:.2f} seconds")
        known = after
    expect(known["executions"] > first["executions"], "nothing was added")
    print(f"{kills} kills; executions: {first['executions']} before, {known['executions']} after")


def test_races(programs):
    program = programs.build(HERE / "benign_races.c")
    # On a busy machine it takes longer to come to the jobs that races lead to.
    for budget in ("4s", "20s", "80s"):
        result = programs.check(program, "--budget", budget, "--check=-race", "--seed", "1")
        candidates, jobs = result["race_candidates"], result["jobs"]
        if any("access" in job["points"] and job["executions"] > 0 for job in jobs):
            break
    expect(result["verdict"] != "bug", f"benign races: {result['verdict']}")
    expect(any(c["hb"] and c["limited_hb"] for c in candidates), f"no race candidates: {candidates}")
    expect(all(c["limited_hb"] or not c["hb"] for c in candidates), f"limited-hb leaves open less than hb: {candidates}")
    expect(any("access" in job["points"] and job["executions"] > 0 for job in jobs), f"no race points: {jobs}")
    only = programs.check(program, "--budget", "2s", "--check=-race", "--race-candidates=hb")
    expect(not any(c["limited_hb"] for c in only["race_candidates"]), f"hb: {only['race_candidates']}")
    # A search over points at single accesses finds what an exhaustive one finds.
    compared = 0
    for name in ["counter_2_threads", "pair_torn", "lost_update_max", "double_checked", "free_list", "use_before_init",
                 "wrong_lock", "depth_2"]:
        source = HERE / f"programs/{name}.c"
        lines = source.read_text().splitlines()
        program = programs.build(source)
        for points in ["minimal", "lock", "sync"]:
            for number in range(1, len(lines) + 1):
                limit = ["--keep-going", "-j", "1", "--max-executions", str(MOST), "--points", points, "--point",
                         f"{source.name}:{number}"]
                command = programs.command(program, "--strategy", "dfs", *limit)
                if subprocess.run(command, capture_output=True, cwd=programs.folder).returncode == 2:
                    continue  # no access there
                exhaustive = json.loads((programs.folder / "summary.json").read_text())
                if exhaustive["executions"] >= MOST:
                    continue
                reduced = programs.check(program, *limit)
                compared += 1
                expect(findings(reduced) == findings(exhaustive),
                       f"{name}, {points} and line {number}: {findings(reduced)} instead of {findings(exhaustive)}")
    print(f"{compared} searches with points at single lines agree with exhaustive ones")
    expect(compared > 20, f"only {compared} searches could be compared")
    locked = programs.build(HERE / "locked_work.c")
    result = programs.check(locked, "--budget", "20s", "--seed", "1")
    expect(result["verdict"] == "verified", f"locked work: {result['verdict']}")


def lines_of(candidate):
    return tuple(sorted(int(re.search(r":(\d+)", place).group(1)) for place in candidate["places"]))


def line_with(source, text):
    return next(n for n, line in enumerate(source.read_text().splitlines(), 1) if text in line)


def test_recycled(programs):
    source = HERE / "recycled_blocks.c"
    freed, made, read = (line_with(source, text) for text in ["free(old)", "block->value = value", "value = old->value"])
    program = programs.build(source)
    candidates = {}
    for check in ["--check=-leak", "--check=-leak,-memory"]:
        # The smallest sets are explored at once; what they show is what is asked for.
        result = programs.check(program, "--budget", "10s", "--seed", "1", "-j", "1", check)
        expect(result["verdict"] != "bug", f"recycled blocks, {check}: {findings(result)}")
        candidates[check] = {lines_of(c): c for c in result["race_candidates"]}
    plain, without = candidates.values()
    handed_over = tuple(sorted((made, read)))
    expect(handed_over in plain and not plain[handed_over]["both_orders"], f"a block that is handed over: {plain}")
    expect((freed, freed) not in plain, f"blocks of one address: {plain}")
    expect((made, made) not in plain and (made, made) not in without, f"blocks of one address: {without}")
    expect((freed, freed) in without, f"what nobody looks for is left out: {without}")
    for check, kinds in [("--check=-race", {"use_after_free"}), ("--check=memory,race", {"use_after_free", "data_race"})]:
        result = programs.check(programs.build(source, "-DKEPT"), "--budget", "10s", "--seed", "1", check)
        found = {finding["kind"] for finding in result["findings"]}
        expect(found and found <= kinds, f"a block that is kept, {check}: {found}")


def test_maximal(programs):
    # How large it has to be depends on how fast everything is explored.
    tried = []
    for rounds, seconds in [(3, 30), (4, 60), (5, 120)]:
        program = programs.build(HERE / "recycled_blocks.c", f"-DROUNDS={rounds}", "-DBYTES=240000")
        result = programs.check(program, "--budget", f"{seconds}s", "--seed", "1", "-j", "1")
        status = {job["points"]: job["status"] for job in result["jobs"]}
        tried.append((rounds, result["verdict"], status))
        expect(result["verdict"] in ("verified", "bounded"), f"{rounds} rounds: {result['verdict']}")
        if result["verdict"] == "verified" and status["all"] != "complete":
            expect(status["sync"] == "complete", f"verified by nothing: {status}")
            expect(all(c["status"] == "harmless" for c in result["race_candidates"]), f"{result['race_candidates']}")
            return
    expect(False, f"verified by the search of everything, or not at all: {tried}")


def test_functions(programs):
    program = programs.build(HERE / "functions.c")
    for options, verdict in [(["--within", "careless"], "bug"), (["--without", "careless"], "bounded"),
                             (["--within", "careful"], "bounded"), (["--without", "careful"], "bug")]:
        for budget in [[], ["--budget", "2s"]]:
            result = programs.check(program, *options, *budget)
            expect(result["verdict"] == verdict, f"{options}, {budget}: {result['verdict']} instead of {verdict}")
    done = subprocess.run(programs.command(program, "--within", "nowhere"), capture_output=True, text=True)
    expect(done.returncode == 2 and "no such function" in done.stderr, f"{done.returncode}: {done.stderr}")


def main():
    tests = {"claims": test_claims, "all-claims": lambda programs: test_claims(programs, 1), "corpus": test_corpus, "resume": test_resume,
             "kills": test_kills, "races": test_races, "recycled": test_recycled, "maximal": test_maximal,
             "functions": test_functions}
    with tempfile.TemporaryDirectory() as folder:
        programs = Programs(str(pathlib.Path(sys.argv[1]).resolve()), folder)
        for name in sys.argv[2:] or ["claims", "corpus", "resume", "kills", "races", "recycled", "maximal", "functions"]:
            tests[name](programs)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
