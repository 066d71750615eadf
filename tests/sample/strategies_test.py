#!/usr/bin/env python3
"""Random strategies against their definitions: how often they show what, measured against what is promised.

    strategies_test.py SELVAGE
"""
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
STRATEGIES = ["random", "pct", "pos", "surw", "novelty"]
failures = []


def expect(condition, message):
    if not condition:
        failures.append(message)
        print("FAILED:", message)


class Programs:
    def __init__(self, selvage, folder):
        self.selvage, self.folder = selvage, pathlib.Path(folder)

    def build(self, source, *flags):
        program = self.folder / (source + "".join(re.sub(r"\W", "_", flag) for flag in flags))
        wrapper = str(pathlib.Path(self.selvage).parent / "selvage-cc")
        subprocess.run([wrapper, *flags, str(HERE / f"programs/{source}.c"), "-o", str(program)], check=True)
        return program

    def check(self, program, *options):
        summary = self.folder / "summary.json"
        command = [self.selvage, "check", "--quiet", "--no-minimise", "--summary", str(summary), "--save",
                   str(self.folder / "found.selvage"), *options, str(program)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder)
        if done.returncode in (2, 3, 4):
            sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
        return json.loads(summary.read_text())

    # How often the assertion failed.
    def rate(self, program, *options, executions=20000):
        result = self.check(program, "--keep-going", "--max-executions", str(executions), *options)
        return result["outcomes"].get("assertion", 0) / result["executions"]


def deviation(probability, executions):
    return math.sqrt(probability * (1 - probability) / executions)


# At least the promised probability, for bugs of exactly the depth; a strategy for less depth cannot find it.
def test_priorities(programs):
    program = programs.build("depth", "-DNOISE=5")
    result = programs.check(program, "--keep-going", "--max-executions", "40000", "--strategy", "pct", "--depth", "3")
    promised = float(re.search(r"probability of at least (\S+),", result["sampled"][0]["claim"]).group(1))
    rate = result["outcomes"].get("assertion", 0) / result["executions"]
    print(f"pct of depth 3: promised {promised:.3g}, measured {rate:.3g}")
    expect(rate >= promised - 4 * deviation(promised, 40000), f"pct: {rate} is less than the promised {promised}")
    # The first round draws uniformly.
    shallow = programs.rate(program, "--strategy", "pct", "--depth", "2", "--seed", "3")
    print(f"pct of depth 2: measured {shallow:.3g}")
    expect(shallow <= 4 / 20000, f"pct of depth 2 showed a bug of depth 3 in {shallow}")


# Who reads after n steps of its own comes before a write with a probability of 1 / (n + 2): the write's priority has to be
# below those of all n steps and of the read. With the uniform draw it is 2^-(n + 1).
def test_partial_order(programs):
    noise, executions = 9, 40000
    program = programs.build("late", f"-DNOISE={noise}")
    rate = programs.rate(program, "--strategy", "pos", executions=executions)
    uniform = programs.rate(program, "--strategy", "random", executions=executions)
    expected = 1 / (noise + 2)
    print(f"pos: expected {expected:.4f}, measured {rate:.4f}; uniform {uniform:.4f}")
    expect(abs(rate - expected) < 4 * deviation(expected, executions), f"pos: {rate} is not {expected}")
    expect(uniform < expected / 4, f"the uniform draw: {uniform}")


# Every order of the operations on the object is as likely as any other.
def test_weights(programs):
    executions = 12000
    for order in ["1", "2", "3", "12", "13", "23"]:
        program = programs.build("orders", f"-DORDER={order}")
        rate = programs.rate(program, "--strategy", "surw", executions=executions)
        print(f"surw: order {order} measured {rate:.4f}")
        expect(abs(rate - 1 / 6) < 5 * deviation(1 / 6, executions), f"surw: order {order} has {rate}, not a sixth")


# A seed means the same executions, however many processes execute them; what is found replays.
def test_seeds(programs):
    program = programs.build("depth", "-DNOISE=3")
    for strategy in STRATEGIES:
        same = []
        for jobs in ["1", "2", "3"]:
            result = programs.check(program, "--strategy", strategy, "--seed", "5", "--max-executions", "5000", "-j", jobs)
            expect(result["verdict"] == "bug", f"{strategy}: {result['verdict']}")
            if result["verdict"] != "bug":
                break
            same.append(result["findings"][0]["execution"])
        expect(len(set(same)) <= 1, f"{strategy}: found in executions {same} with one, two and three workers")
        replayed = subprocess.run([programs.selvage, "replay", str(programs.folder / "found.selvage")],
                                  capture_output=True, text=True, cwd=programs.folder)
        expect(replayed.returncode == 10, f"{strategy}: replay ended with {replayed.returncode}\n{replayed.stderr}")
        sums = [programs.check(program, "--strategy", strategy, "--seed", "5", "--keep-going", "--max-executions", "700",
                               "-j", jobs) for jobs in ["1", "2"]]
        for name in ["outcomes", "sampled", "transitions"]:
            expect(sums[0][name] == sums[1][name], f"{strategy}: {name} differ between one worker and two")


# Where everything has been seen, nothing is new.
def test_coverage(programs):
    program = programs.build("orders", "-DORDER=1")
    for strategy in STRATEGIES:
        part = programs.check(program, "--strategy", strategy, "--keep-going", "--max-executions", "3000")["sampled"][0]
        expect(part["executions"] == 3000, f"{strategy}: {part}")
        expect(part["executions_without_news"] > 1000, f"{strategy}: {part}")
        expect(part["racing_pairs"] >= 1 and part["racing_pairs"] == part["racing_pairs_both_ways"], f"{strategy}: {part}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        programs = Programs(str(pathlib.Path(sys.argv[1]).resolve()), folder)
        for test in [test_priorities, test_partial_order, test_weights, test_seeds, test_coverage]:
            print(test.__name__, flush=True)
            test(programs)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
