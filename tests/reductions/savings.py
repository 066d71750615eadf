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
PROGRAMS = HERE / "programs"
SECTIONS, PREDICATES = "critical-sections", "predicate-dependence"

# Program, flags for the compiler, what to check for (nothing: the default), reductions, verdict, executions without and
# with them.
EXPECTED = [(HERE / "disjoint_sections.c", [], "", [SECTIONS], "verified", 12_870, 1)]
EXPECTED += [(INDEXER, ["-DLOCKS", f"-DN={threads}"], properties, [PREDICATES, SECTIONS], "verified", without, 1)
             for threads, without in ((12, 8), (13, 64), (14, 512), (15, 4096))
             for properties in ("assertion", "assertion,deadlock")]
EXPECTED += [(PROGRAMS / f"{name}.c", [], "assertion", ["all"], verdict, without, with_it)
             for name, verdict, without, with_it in (("two_writers", "verified", 6, 2), ("account", "bug", 6, 3),
                                                     ("stateful", "verified", 6, 1), ("bluetooth", "bug", 10, 9),
                                                     ("read_write_lock", "verified", 314, 15),
                                                     ("first_comer", "verified", 120, 5),
                                                     ("passing_moment", "bug", 12, 12),
                                                     ("forgotten_reader", "bug", 36, 17),
                                                     ("unsteady_section", "bug", 6, 3))]

EXPECTED += [(HERE / "structures" / "caching_allocator.c", ["-DSIZES=3", "-DTHREADS=4", "-DBY_THREAD"], "assertion",
              [SECTIONS], "verified", 2_520, 850)]
EXPECTED += [(HERE / name, flags, "", ["symmetry"], "verified", 14_400, 120)
             for name, flags in (("alike.c", []), ("alike.c", ["-DNUMBERED"]), ("alike.c", ["-DC11"]),
                                 ("alike_threads.cpp", []), ("alike_blocks.c", []),
                                 ("alike_blocks.c", ["-DNUMBERED"]))]

# Data structures: executions with all reductions, where there are more than LIMIT without any.
LIMIT = 100_000
CHECKED = "--check=assertion,deadlock,crash"
STRUCTURES = {"lock_free_list": 1_075, "hash_table": 1_534, "skip_list": 1_584, "caching_allocator": 945}


def check_structure(checker, name, expected):
    """Whether the structure needs as many executions as expected, and says so of too many without reductions."""
    binary = checker.build(HERE / "structures" / f"{name}.c", name)
    plain = checker.check(binary, CHECKED, "--no-reduction", "all", "--max-executions", str(LIMIT + 1))
    reduced = checker.check(binary, CHECKED, "--reduction", "all")
    print(f"{name}: more than {LIMIT:,} executions, then {reduced['executions']:,}")
    return (plain["verdict"], reduced["verdict"], reduced["executions"]) == ("sampled", "verified", expected)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--bin", required=True)
    arguments.add_argument("--work", required=True)
    options = arguments.parse_args()
    checker = Checker(options.bin, f"{options.work}/savings")
    failed = False
    for source, flags, properties, names, verdict, without, with_it in EXPECTED:
        binary = checker.build(source, source.stem, *flags)
        asked = [f"--check={properties}"] if properties else []
        reductions = [word for name in names for word in ("--reduction", name)]
        plain, reduced = checker.check(binary, *asked, "--strategy", "optimal"), checker.check(binary, *asked, *reductions)
        found = (plain["verdict"], plain["executions"], reduced["verdict"], reduced["executions"])
        print(f"{source.stem} {' '.join(flags)}, {' '.join(asked + reductions)}: {found[1]:,} executions, then {found[3]:,}")
        failed |= found != (verdict, without, verdict, with_it)
    for name, expected in STRUCTURES.items():
        failed |= not check_structure(checker, name, expected)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
