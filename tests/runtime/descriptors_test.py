#!/usr/bin/env python3
"""Two threads get and close descriptors in every way there is: each search goes the ways that it has gone before.

    descriptors_test.py BIN
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

SEARCHES = [[], ["--strategy", "source"], ["--strategy", "dfs"],
            ["--strategy", "deepening"], ["--strategy", "pos", "--max-executions", "200"]]


def main():
    binaries, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(__file__).parent / "numbers_of_descriptors.c"
    names = re.findall(r'is\("(\w+)"\)', source.read_text())
    assert len(names) > 10, names
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        subprocess.run([binaries / "selvage-cc", "-w", "-g", "-pthread", source, "-o", work / "descriptors"], check=True)
        for name in names:
            for search in SEARCHES:
                (work / "summary.json").unlink(missing_ok=True)
                result = subprocess.run([binaries / "selvage", "check", *search, "--summary", "summary.json",
                                         "./descriptors", "--", name], cwd=work, text=True, stdin=subprocess.DEVNULL,
                                        capture_output=True, timeout=100)
                summary = json.loads((work / "summary.json").read_text())
                expected = "sampled" if "pos" in search else "verified"
                if summary["verdict"] != expected or summary["executions"] < 2:
                    failed.append(f"{name} {' '.join(search)}: exit code {result.returncode}\n{result.stdout}{result.stderr}")
    print(f"{len(names)} ways, {len(failed)} failed")
    print("\n".join(failed))
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
