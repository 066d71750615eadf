"""Builds programs and checks them, for the tests of reductions."""
import json
import pathlib
import subprocess


class Checker:
    def __init__(self, binaries, work):
        self.binaries, self.work = pathlib.Path(binaries).resolve(), pathlib.Path(work).resolve()
        self.work.mkdir(parents=True, exist_ok=True)

    def build(self, source, name, *flags):
        binary = self.work / name
        compiler = "selvage-c++" if pathlib.Path(source).suffix == ".cpp" else "selvage-cc"
        subprocess.run([self.binaries / compiler, "-g", "-O1", "-pthread", *flags, source, "-o", binary], check=True)
        return binary

    def check(self, binary, *options, workers=1):
        """The summary of a check of the whole program."""
        summary = binary.with_suffix(".json")
        summary.unlink(missing_ok=True)
        subprocess.run([self.binaries / "selvage", "check", "--keep-going", "--no-minimise", "-j", str(workers), "--save",
                        binary.with_suffix(".selvage"), "--summary", summary, *options, binary],
                       stdout=subprocess.DEVNULL, cwd=self.work, check=False)
        return json.loads(summary.read_text())
