"""Counts which mechanisms of docs/pairs.md met in checks that were compared.

A mechanism was met where the program, the options or the check's own summary says so: a reduction where it was in use at the end of
the search, after everything that had given way; waiting loops where the program's states have a cycle, and cycles where
one leads through more than one state.
"""
import collections
import json
import pathlib

NAMES = ["CS", "PD", "CO", "UW", "SY", "PE", "RF", "AA", "WL", "CY", "DS", "TE", "TL", "TN", "AB", "SG", "CA", "CM", "SM", "RS", "UC"]
REDUCTIONS = {"critical_sections": "CS", "predicate_dependence": "PD", "commuting_operations": "CO", "unread_writes": "UW",
              "symmetry": "SY", "predicted_executions": "PE", "race_free_subspaces": "RF", "awaited_assumptions": "AA",
              "dynamic_sharing": "DS"}
TIMED = {"explore": "TE", "late": "TL", "never": "TN"}
RANDOM = ("random", "pct", "pos", "surw", "novelty")


def met(case, summary):
    """The mechanisms that one check met, in the order of the table."""
    program, words = case.program, case.options.words
    found = {REDUCTIONS[name.replace("-", "_")] for name in summary.get("reductions") or []
             if name.replace("-", "_") in REDUCTIONS}
    # What the strategy reads off states is no mechanism of the program's.
    tests = {
        "WL": case.answer.goes_round,
        "CY": case.answer.comes_back and case.options.is_fair,
        TIMED[case.options.timeouts]: program.has_timed(),
        "AB": program.uses("atomic"), "SG": program.uses("kill"), "CA": program.uses("cancel"),
        "CM": "--budget" in words or "--points" in words or bool(summary.get("jobs")),
        "SM": summary.get("strategy") in RANDOM or (summary.get("drawn_executions") or 0) > 0,
        "RS": (summary.get("restarts") or 0) > 0,
        "UC": case.variant == "unseen" and bool(program.unseen),
    }
    found |= {name for name, holds in tests.items() if holds}
    return [name for name in NAMES if name in found]


def count(counts, case, summary):
    """Adds one check to counts: each mechanism and each pair, by the check; and the program's family."""
    mechanisms = met(case, summary)
    for n, one in enumerate(mechanisms):
        counts["pair " + one] += 1
        for other in mechanisms[n + 1:]:
            counts[f"pair {one} {other}"] += 1


def table(counts):
    """As docs/pairs.md has it."""
    rows = ["| | " + " | ".join(NAMES[1:]) + " |", "| --- " * len(NAMES) + "|"]
    for n, one in enumerate(NAMES[:-1]):
        cells = [str(counts[f"pair {one} {other}"]) if m > n else "·" for m, other in enumerate(NAMES[1:], 1)]
        rows.append(f"| {one} | " + " | ".join(cells) + " |")
    return rows


def write(path, counts):
    """A table, and the numbers as JSON for adding up several runs: the file that is there is added to."""
    path = pathlib.Path(path)
    numbers = path.with_suffix(".json")
    sums = collections.Counter(json.loads(numbers.read_text()) if numbers.exists() else {})
    sums.update({name: value for name, value in counts.items() if name.startswith("pair ") or name in ("programs", "checks")})
    numbers.write_text(json.dumps(sums, sort_keys=True, indent=1) + "\n")
    alone = ", ".join(f"{name} {sums['pair ' + name]}" for name in NAMES)
    path.write_text(f"{sums['programs']} programs, {sums['checks']} checks. Met by checks: {alone}.\n\n" +
                    "\n".join(table(sums)) + "\n")
