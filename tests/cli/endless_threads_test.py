"""A program that creates threads for ever: what goes wrong among the first ones is found, and their number is a bound.

usage: endless_threads_test.py BIN_DIRECTORY
"""

import pathlib
import subprocess
import sys
import tempfile

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"


def check(bin_directory, work, name, *options):
    executable = work / name
    subprocess.run([bin_directory / "selvage-cc", "-g", PROGRAMS / f"{name}.c", "-o", executable, "-pthread"], check=True)
    run = subprocess.run([bin_directory / "selvage", "check", "--check", "assertion", *options, executable], cwd=work,
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=250, check=False)
    return run.returncode, run.stdout


def main():
    bin_directory = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as work:
        code, output = check(bin_directory, pathlib.Path(work), "threads_without_end")
        assert code == 10 and "x == v + 1" in output, (code, output)
        code, output = check(bin_directory, pathlib.Path(work), "threads_without_end_in_order", "--max-executions", "2",
                             "--strategy", "optimal")
        assert code in (20, 21), (code, output)
        assert "1,024 threads" in output or code == 21, output


main()
