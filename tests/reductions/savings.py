#!/usr/bin/env python3
"""What reductions save on programs that the papers give: exact numbers of executions, with the same verdict.

    savings.py --bin DIRECTORY --work DIRECTORY
"""
import argparse
import pathlib
import sys

from checking import Checker

HERE = pathlib.Path(__file__).resolve().parent

INDEXER = HERE.parent / "explore" / "programs" / "indexer.c"
BOTH = ["--reduction", "predicate-dependence", "--reduction", "critical-sections"]

# Program, flags for the compiler, options, executions without and with them.
EXPECTED = [(HERE / "disjoint_sections.c", [], ["--reduction", "critical-sections"], 12_870, 1)]
EXPECTED += [(INDEXER, ["-DLOCKS", f"-DN={threads}"], [f"--check={properties}", *BOTH], without, 1)
             for threads, without in ((12, 8), (13, 64), (14, 512), (15, 4096))
             for properties in ("assertion", "assertion,deadlock")]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--bin", required=True)
    arguments.add_argument("--work", required=True)
    options = arguments.parse_args()
    checker = Checker(options.bin, f"{options.work}/savings")
    failed = False
    for source, flags, reductions, without, with_it in EXPECTED:
        binary = checker.build(source, source.stem, *flags)
        plain, reduced = checker.check(binary), checker.check(binary, *reductions)
        found = (plain["verdict"], plain["executions"], reduced["verdict"], reduced["executions"])
        print(f"{source.stem} {' '.join(flags)}, {' '.join(reductions)}: {found[1]:,} executions, then {found[3]:,}")
        failed |= found != ("verified", without, "verified", with_it)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
