#!/usr/bin/env python3
"""How long the link-time pass takes on a large program: zstd from Debian, all of its library and its command.

    link_time.py --bin DIRECTORY --work DIRECTORY

Measured is the processor time of the link, with everything that the linker does besides; the second number is that of a link
without the analyses of the whole program.
"""
import argparse
import os
import pathlib
import resource
import subprocess
import sys

import source_package

PACKAGE = "libzstd"
FOLDERS = ("lib/common", "lib/compress", "lib/decompress", "lib/dictBuilder", "programs")
FLAGS = ("-O1", "-g", "-pthread", "-DZSTD_MULTITHREAD", "-DZSTD_DISABLE_ASM", "-Ilib", "-Ilib/common", "-Iprograms")
LINES, SECONDS = 50_000, 60


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def link(compiler, objects, tree, analysis):
    before = processor_seconds()
    subprocess.run([compiler, "-pthread", *objects, "-o", "selvage-zstd"], cwd=tree, check=True,
                   env=os.environ | {"SELVAGE_ANALYSIS": analysis})
    return processor_seconds() - before


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--bin", required=True)
    arguments.add_argument("--work", required=True)
    options = arguments.parse_args()
    work = pathlib.Path(options.work).resolve()
    compiler = pathlib.Path(options.bin).resolve() / "selvage-cc"
    tree = work / "link-time"
    source_package.unpack(source_package.fetch(PACKAGE, work / "cache"), tree)
    sources = [source for folder in FOLDERS for source in sorted((tree / folder).glob("*.c"))]
    lines = sum(file.read_bytes().count(b"\n") for folder in FOLDERS for file in (tree / folder).glob("*.[ch]"))
    objects = []
    for source in sources:
        objects.append(source.with_suffix(".o"))
        subprocess.run([compiler, *FLAGS, "-c", source, "-o", objects[-1]], cwd=tree, check=True)
    with_it, without = (link(compiler, objects, tree, analysis) for analysis in ("on", "off"))
    print(f"{lines:,} lines: {with_it:.1f} s of processor time to link, {without:.1f} s without the analyses")
    sys.exit(0 if lines >= LINES and with_it < SECONDS else 1)


if __name__ == "__main__":
    main()
