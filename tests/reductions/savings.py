#!/usr/bin/env python3
"""What reductions save on programs that the papers give: exact numbers of executions, with the same verdict.

    savings.py --bin DIRECTORY --work DIRECTORY
"""
import argparse
import pathlib
import sys

from checking import Checker

HERE = pathlib.Path(__file__).resolve().parent

# Program, reduction, executions without and with it.
EXPECTED = [("disjoint_sections", "critical-sections", 12_870, 1)]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--bin", required=True)
    arguments.add_argument("--work", required=True)
    options = arguments.parse_args()
    checker = Checker(options.bin, f"{options.work}/savings")
    failed = False
    for name, reduction, without, with_it in EXPECTED:
        binary = checker.build(HERE / f"{name}.c", name)
        plain, reduced = checker.check(binary), checker.check(binary, "--reduction", reduction)
        found = (plain["verdict"], plain["executions"], reduced["verdict"], reduced["executions"])
        print(f"{name}, {reduction}: {found[1]:,} executions, then {found[3]:,}")
        failed |= found != ("verified", without, "verified", with_it)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
