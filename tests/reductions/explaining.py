#!/usr/bin/env python3
"""What `--explain-reductions` says: savings that are measured, and reasons of those that were not used.

    explaining.py --bin DIRECTORY --work DIRECTORY
"""
import argparse
import os
import pathlib
import sys

from checking import Checker

HERE = pathlib.Path(__file__).resolve().parent
INDEXER = HERE.parent / "explore" / "programs" / "indexer.c"
ASSERTIONS = ["--check=assertion", "--reduction", "all", "--explain-reductions"]


def explained(summary):
    return {item["name"]: item for item in summary["explained_reductions"]}


def check_predictions(checker):
    """Executions that follow from others are counted apart, whatever the number of workers, and go with critical sections."""
    binary = checker.build(HERE / "programs" / "account.c", "account")
    for workers in (1, 2):
        summary = checker.check(binary, *ASSERTIONS, workers=workers)
        assert (summary["executions"], summary["predicted_executions"]) == (3, 1), summary
    prediction = explained(summary)["predicted_executions"]
    assert prediction["used"] and prediction["executions_without"] == 4, prediction
    summary = checker.check(binary, *ASSERTIONS, "--no-reduction", "critical-sections")
    assert summary["predicted_executions"] == 0, summary
    assert explained(summary)["predicted_executions"]["why_not"] == "it goes with critical-sections", summary
    binary = checker.build(HERE / "disjoint_sections.c", "steady")
    summary = checker.check(binary, *ASSERTIONS)
    assert "predicted_executions" not in summary["reductions"] and summary["predicted_executions"] == 0, summary
    refused = checker.check(binary, "--reduction", "predicted-executions")
    assert refused["exit_code"] == 2 and "it goes with critical-sections" in refused["error"], refused


def check_defaults(checker):
    """Reductions that nobody has asked for: all that preserve what is checked, but for one that takes too long."""
    binary = checker.build(HERE / "alike.c", "alike")
    summary = checker.check(binary)
    assert summary["executions"] == 120 and "symmetry" in summary["reductions"], summary
    for words in (["--strategy", "optimal"], ["--no-reduction", "all"]):
        summary = checker.check(binary, *words)
        assert summary["executions"] == 14_400 and "symmetry" not in summary["reductions"], summary
    binary = checker.build(HERE / "race_free" / "quicksort.c", "quicksort")
    summary = checker.check(binary, "--check=race")
    assert summary["executions"] == 1 and "race_free_subspaces" in summary["reductions"], summary
    binary = checker.build(HERE / "structures" / "lock_free_list.c", "lock_free_list")
    summary = checker.check(binary, "--check=race", "--explain-reductions")
    assert summary["verdict"] == "verified" and summary["strategy"] == "optimal", summary
    assert "gave way" in explained(summary)["race_free_subspaces"]["why_not"], summary


def check_blocks(checker):
    """Threads that symmetry is not used for, though it is for others."""
    for way, words in ((5, "look at what became of it"), (1, "different contents"), (3, "which one they have")):
        binary = checker.build(HERE / "told_apart_blocks.c", "told_apart_blocks", f"-DWAY={way}")
        use = explained(checker.check(binary, "--explain-reductions"))["symmetry"]
        assert use["used"] and words in use["limit"], use


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--bin", required=True)
    arguments.add_argument("--work", required=True)
    options = arguments.parse_args()
    checker = Checker(options.bin, f"{options.work}/explaining")

    binary = checker.build(HERE / "disjoint_sections.c", "disjoint")
    summary = checker.check(binary, *ASSERTIONS)
    sections = explained(summary)["critical_sections"]
    assert sections["used"] and sections["executions_without"] == 12_870, sections
    assert not sections["executions_without_is_least"], sections

    # Less than the whole search is a lower bound, and said to be.
    binary = checker.build(INDEXER, "indexer", "-DLOCKS", "-DN=16")
    sections = explained(checker.check(binary, *ASSERTIONS))["critical_sections"]
    assert sections["used"] and sections["executions_without"] > 1, sections

    summary = checker.check(binary, "--reduction", "all", "--no-reduction", "critical-sections", "--explain-reductions")
    items = explained(summary)
    assert "--no-reduction" in items["critical_sections"]["why_not"], items
    assert "race" in items["predicate_dependence"]["why_not"], items
    assert "critical_sections" not in summary["reductions"], summary["reductions"]

    check_defaults(checker)
    check_predictions(checker)
    check_blocks(checker)

    # Nothing that it could go by: it is not named.
    os.environ["SELVAGE_ANALYSIS"] = "off"
    binary = checker.build(INDEXER, "indexer-without-facts", "-DLOCKS", "-DN=12")
    summary = checker.check(binary, *ASSERTIONS)
    assert not explained(summary)["predicate_dependence"]["used"], summary
    assert "predicate_dependence" not in summary["reductions"], summary["reductions"]
    sys.exit(0)


if __name__ == "__main__":
    main()
