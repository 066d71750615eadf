"""Builds files of programs, and runs checks on them."""
import json
import os
import pathlib
import signal
import subprocess
from dataclasses import dataclass


BUILD_SECONDS = 240  # on a machine that others use as well


@dataclass
class Result:
    code: int  # None: it did not end in time
    summary: dict  # None: there is none
    error: str
    command: list


class BuildError(Exception):
    pass


class Checker:
    def __init__(self, binaries, work):
        self.binaries, self.work = pathlib.Path(binaries).resolve(), pathlib.Path(work).resolve()
        self.work.mkdir(parents=True, exist_ok=True)

    def knows(self, option):
        text = subprocess.run([self.binaries / "selvage", "check", "--help"], capture_output=True, text=True, check=False).stdout
        return option in text

    def build(self, sources, name, flags):
        """`sources` are (file name, text, compiler): "selvage", or one that the tool does not know of."""
        objects = []
        for file, text, compiler in sources:
            source = self.work / file
            source.write_text(text)
            if compiler == "selvage":
                objects.append(source)
                continue
            unseen = source.with_suffix(".o")
            self.run([compiler, "-w", "-O1", "-pthread", "-c", source, "-o", unseen])
            objects.append(unseen)
        wrapper = "selvage-c++" if any(str(source).endswith(".cpp") for source in objects) else "selvage-cc"
        self.run([self.binaries / wrapper, "-w", "-g", *flags, "-pthread", *objects, "-o", self.work / name])
        return self.work / name

    def run(self, command):
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=BUILD_SECONDS)
        except subprocess.TimeoutExpired as error:
            raise BuildError(f"{' '.join(map(str, command))}\ndoes not end") from error
        if done.returncode:
            raise BuildError(f"{' '.join(map(str, command))}\n{done.stderr}")

    def check(self, binary, options, arguments, given="", seconds=90):
        summary = binary.with_suffix(".json")
        summary.unlink(missing_ok=True)
        # What is read again when a search begins anew has to be a file.
        input_file = binary.with_suffix(".input")
        input_file.write_text(given)
        command = [str(self.binaries / "selvage"), "check", *options, "--save", str(binary.with_suffix(".selvage")), "--summary",
                   str(summary), str(binary), "--", *map(str, arguments)]
        with open(input_file, encoding="utf-8") as stdin:
            process = subprocess.Popen(command, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                       cwd=self.work, start_new_session=True)
            try:
                _, error = process.communicate(timeout=seconds)
                code = process.returncode
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
                code, error = None, ""
        try:
            content = json.loads(summary.read_text())
        except (OSError, ValueError):
            content = None
        return Result(code, content, (error or "").strip()[-400:], command)
