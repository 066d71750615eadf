#!/usr/bin/env python3
"""Checks the programs of tests/programs/ltl for the formulas that they name, and compares with Spin where there is a model.

    classics.py SELVAGE_BIN PROGRAM

Lines at the beginning of a program, each `// key: value`:
    atom: NAME: CONDITION       an atom
    strategy: NAME              how to check
    [with FLAG] holds [weakly]: FORMULA, fails [weakly]: FORMULA
                                weakly: under weak fairness, strong otherwise; FLAG is given to the compiler
    [with FLAG] own formulas hold, own formulas fail
    model: FILE                 in tests/ltl/models: Spin has to come to the same verdict on every formula that is decided
                                weakly, or does not depend on fairness; FLAG is given to it, too
"""
import os
import re
import subprocess
import sys
import tempfile


def spin_verdict(model, flag, formula, folder):
    formula = re.sub(r"\bG\b", "[]", re.sub(r"\bF\b", "<>", formula))
    with open(model) as file:
        text = file.read() + f"ltl checked {{ {formula} }}\n"
    path = os.path.join(folder, "model.pml")
    with open(path, "w") as file:
        file.write(text)
    subprocess.run(["spin", *([flag] if flag else []), "-a", "model.pml"], cwd=folder, check=True, capture_output=True)
    subprocess.run(["clang-19", "-w", "-O0", "-DNFAIR=4", "-o", "pan", "pan.c"], cwd=folder, check=True)
    # With fairness Spin does not see executions in which nobody is left.
    fairness = [] if "// It ends: fairness does not matter." in text else ["-f"]
    output = subprocess.run(["./pan", "-a", *fairness, "-n"], cwd=folder, capture_output=True, text=True).stdout
    return int(re.search(r"errors: (\d+)", output)[1]) == 0


def main():
    binaries, program = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    with open(program) as file:
        lines = [line[3:].strip() for line in file if line.startswith("// ")]
    atoms = [line[6:] for line in lines if line.startswith("atom: ")]
    strategy = next((line[10:] for line in lines if line.startswith("strategy: ")), None)
    model = next((line[7:] for line in lines if line.startswith("model: ")), None)
    failures = []
    compared = 0
    with tempfile.TemporaryDirectory() as folder:
        built = {}

        def executable(flag):
            if flag not in built:
                compiler = "selvage-c++" if program.endswith(".cpp") else "selvage-cc"
                built[flag] = os.path.join(folder, f"program{len(built)}")
                subprocess.run([os.path.join(binaries, compiler), "-g", "-O1", "-pthread", program, "-o", built[flag]]
                               + ([flag] if flag else []), check=True)
            return built[flag]

        def check(flag, formula, weakly):
            command = [os.path.join(binaries, "selvage"), "check", executable(flag), "--check", "temporal",
                       "--save", os.path.join(folder, "trace.selvage")]
            command += [part for atom in atoms for part in ("--atom", atom)]
            command += ["--strategy", strategy] if strategy else []
            command += ["--fairness", "weak"] if weakly else []
            command += ["--ltl", formula] if formula else []
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode not in (0, 15):
                failures.append(f"exit code {done.returncode} for {formula}: {done.stderr}{done.stdout[-300:]}")
            if done.returncode == 15:
                again = subprocess.run([os.path.join(binaries, "selvage"), "replay", "trace.selvage"], cwd=folder,
                                       capture_output=True, text=True)
                if again.returncode != 15:
                    failures.append(f"replay of {formula} ends with {again.returncode}: {again.stdout[-300:]}{again.stderr}")
            return done.returncode == 0

        for line in lines:
            match = re.fullmatch(r"(?:with (\S+) )?(?:(holds|fails)( weakly)?: (.*)|own formulas (hold|fail))", line)
            if not match:
                continue
            flag, verdict, weakly, formula = match[1], match[2] or match[5] + "s", match[3] is not None, match[4]
            if check(flag, formula, weakly) != (verdict == "holds"):
                failures.append(f"not so: {line}")
            compared += 1
            depends = weakly or not re.search(r"\bF\b", formula or "")
            if model and formula and depends:
                path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "models", model)
                if spin_verdict(path, flag, formula, folder) != (verdict == "holds"):
                    failures.append(f"Spin does not agree: {line}")
    print("\n".join(failures) if failures else f"{compared} formulas as expected")
    return 1 if failures or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
