"""A check that is killed or interrupted at random moments, and resumed: same verdict, same total, nothing left behind.

usage: resume_test.py BIN_DIRECTORY SOURCE [ROUNDS]
"""

import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

EXECUTIONS = 372436  # of increments.c with K=6


def processes_of(executable):
    """Processes that run the program and were not reaped: there must be none."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            if os.readlink(entry / "exe") == str(executable):
                found.append(int(entry.name))
        except OSError:
            pass
    return found


def check(selvage, executable, work, jobs, how, draw):
    """Runs one check to its end, ending it early several times. Returns how often that was."""
    checkpoint = work / f"{how.name}-{jobs}.checkpoint"
    summary = work / "summary.json"
    ended = 0
    for attempt in range(40):
        command = [selvage, "check", "--strategy", "optimal", "-j", str(jobs), "--checkpoint", checkpoint, "--summary", summary]
        if checkpoint.exists():
            command += ["--resume", checkpoint]
        process = subprocess.Popen(
            command + [executable], cwd=work, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        try:
            # The last attempts are left alone.
            output, _ = process.communicate(timeout=draw.uniform(0.1, 2.5) if attempt < 5 else 120)
        except subprocess.TimeoutExpired:
            process.send_signal(how)
            output, _ = process.communicate(timeout=30)
            ended += 1
            deadline = time.monotonic() + 5
            while processes_of(executable) and time.monotonic() < deadline:
                time.sleep(0.05)
            assert not processes_of(executable), f"the program outlives a check ended by {how.name}"
            if how == signal.SIGINT:
                assert process.returncode in (0, 21), (process.returncode, output)
            # 0: it had come to its end before the signal.
            if process.returncode != 0:
                continue
        result = json.loads(summary.read_text())
        assert process.returncode == 0 and result["verdict"] == "verified", output.decode()
        assert result["executions"] == EXECUTIONS, (how.name, jobs, ended, result["executions"])
        assert result["blocked_executions"] == 0, result
        return ended
    raise AssertionError("the check never came to its end")


def main():
    bin_directory, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    draw = random.Random(os.environ.get("SELVAGE_SEED", str(time.time_ns())))
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        executable = work / "increments"
        subprocess.run(
            [bin_directory / "selvage-cc", "-O2", "-g", "-DK=6", source, "-o", executable, "-pthread"], check=True
        )
        for _ in range(rounds):
            for jobs in (1, 2):
                for how in (signal.SIGKILL, signal.SIGINT):
                    for left in work.glob("*.checkpoint"):
                        left.unlink()
                    ended = check(bin_directory / "selvage", executable, work, jobs, how, draw)
                    print(f"-j {jobs}, {how.name}: ended early {ended} times, {EXECUTIONS} executions in the end")


if __name__ == "__main__":
    main()
