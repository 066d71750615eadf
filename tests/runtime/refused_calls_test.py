#!/usr/bin/env python3
"""Every function of src/runtime/refused_calls.def is refused by its name, in a thread of the program.

    refused_calls_test.py BIN SOURCES
"""

import pathlib
import re
import subprocess
import sys
import tempfile

REFUSED = 3


def main():
    binaries, sources = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    text = (sources / "src" / "runtime" / "refused_calls.def").read_text()
    names = re.findall(r"^SELVAGE_REFUSED(?:_LATER)?\((\w+),", text, re.MULTILINE)
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        declarations = "".join(f"long {name}();\n" for name in names)
        calls = "".join(f'  if (!strcmp(wanted, "{name}")) {name}(0, 0, 0, 0, 0, 0);\n' for name in names)
        (work / "calls.c").write_text(
            "#include <pthread.h>\n#include <string.h>\n"
            f"{declarations}static const char* wanted;\nstatic void* call(void* unused) {{\n{calls}  return unused;\n}}\n"
            "int main(int count, char** arguments) {\n  wanted = arguments[1];\n  pthread_t thread;\n"
            "  pthread_create(&thread, 0, call, 0);\n  pthread_join(thread, 0);\n  return count - 2;\n}\n")
        subprocess.run([binaries / "selvage-cc", "-w", "-g", "-std=gnu89", "-fno-builtin", "-pthread", "-o", work / "calls",
                        work / "calls.c"], check=True)
        failed = []
        for name in names:
            result = subprocess.run([binaries / "selvage", "check", "-j1", "./calls", "--", name], cwd=work, text=True,
                                    stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
            if result.returncode != REFUSED or f"calls {name}" not in result.stderr or "calls.c:" not in result.stderr:
                failed.append(f"{name}: exit code {result.returncode}\n{result.stdout}{result.stderr}")
        print(f"{len(names)} functions, {len(failed)} not refused by name and place")
        print("\n".join(failed))
        return bool(failed or not names)


if __name__ == "__main__":
    sys.exit(main())
