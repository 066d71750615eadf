#!/usr/bin/env python3
"""Programs with shared libraries: what their constructors make, what they share, and locks of prebuilt ones.

    libraries_test.py BIN PROGRAMS
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BIN, PROGRAMS = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
VERIFIED, ASSERTION, DEADLOCK, RACE, BOUNDED = 0, 10, 11, 13, 20
COMPILERS = {"selvage-cc": BIN / "selvage-cc", "cc": shutil.which("gcc") or shutil.which("clang-19")}


class LibrariesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name)

    def build(self, name, compiler):
        subprocess.run([compiler, "-O1", "-g", "-shared", "-fPIC", "-pthread", "-o", self.work / f"lib{name}.so",
                        PROGRAMS / f"{name}.c"], check=True)
        subprocess.run([BIN / "selvage-cc", "-O1", "-g", "-pthread", "-o", self.work / name, PROGRAMS / f"{name}_user.c",
                        f"-L{self.work}", f"-l{name}", "-Wl,-rpath,$ORIGIN"], check=True)

    def check(self, name, *options, arguments=()):
        return subprocess.run([BIN / "selvage", "check", *options, f"./{name}", "--", *arguments], cwd=self.work, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=120)

    def test_what_constructors_make_is_modelled(self):
        for name, compiler in COMPILERS.items():
            self.build("constructors", compiler)
            self.assertEqual(subprocess.run([self.work / "constructors"], check=False).returncode, 0)
            for options in (["-j1"], ["-j2"], ["--restart", "fork"], ["--carrier", "os-threads"], ["--strategy", "source"]):
                with self.subTest(library=name, options=options):
                    result = self.check("constructors", *options)
                    expected = VERIFIED if name == "selvage-cc" else BOUNDED  # what it does with memory is not seen
                    self.assertEqual(result.returncode, expected, result.stdout + result.stderr)

    def test_threads_of_constructors_are_explored(self):
        for options in (["-j1"], ["--restart", "fork"]):
            with self.subTest(options=options):
                self.build("constructor_thread", COMPILERS["selvage-cc"])
                result = self.check("constructor_thread", *options)
                self.assertEqual(result.returncode, VERIFIED, result.stdout + result.stderr)
                for seen in "01":  # both happen
                    result = self.check("constructor_thread", *options, arguments=[seen])
                    self.assertEqual(result.returncode, ASSERTION, result.stdout + result.stderr)

    def test_a_campaign_chooses_accesses_of_libraries(self):
        self.build("shared_variables", COMPILERS["selvage-cc"])
        result = self.check("shared_variables", "--check", "standard,-race", "--budget", "4s")
        self.assertEqual(result.returncode, BOUNDED, result.stdout + result.stderr)
        self.assertIn("shared_variables.c:", result.stdout)

    def link(self, name):
        """Builds the program; False where its library is not installed."""
        flags = {"boost": ["-lboost_thread", "-lboost_system"], "tbb": ["-ltbb"], "omp": ["-fopenmp=libomp"],
                 "glib": "glib-2.0", "absl": "absl_synchronization"}[name.split("_")[0]]
        if isinstance(flags, str):
            asked = subprocess.run(["pkg-config", "--cflags", "--libs", flags], capture_output=True, text=True, check=False)
            flags = asked.stdout.split()
        compiler = BIN / ("selvage-c++" if name.endswith("pp") else "selvage-cc")
        built = subprocess.run([compiler, "-O1", "-g", "-pthread", "-o", self.work / "program", PROGRAMS / name, *flags],
                               capture_output=True, check=False)
        if built.returncode != 0:
            print(f"{name}: left out, its library is not installed")
        return built.returncode == 0

    def check_prebuilt(self, programs, code, text=""):
        for name in programs:
            if not self.link(name):
                continue
            for jobs in "12":
                with self.subTest(program=name, jobs=jobs):
                    result = self.check("program", "-j", jobs, "--max-time", "20s")
                    self.assertEqual(result.returncode, code, result.stdout + result.stderr)
                    self.assertIn(text, result.stdout)

    def test_what_locks_of_prebuilt_libraries_order_is_no_race(self):
        self.check_prebuilt(["glib_threads.c", "glib_once.c", "glib_rwlock.c", "glib_queue.c", "absl_mutex.cpp",
                             "absl_cond.cpp", "tbb_mutex.cpp", "tbb_queue.cpp", "boost_threads.cpp", "boost_future.cpp",
                             "omp_reduction.c"], BOUNDED, "as far as Selvage sees")

    def test_races_beside_locks_of_prebuilt_libraries_are_found(self):
        self.check_prebuilt(["glib_race.c", "absl_race.cpp", "tbb_mutex_race.cpp", "boost_race.cpp", "omp_race.c"], RACE,
                            "data race on ")

    def test_deadlocks_in_prebuilt_libraries_are_found(self):
        self.check_prebuilt(["glib_deadlock.c", "glib_lost_signal.c", "absl_lost_signal.cpp", "tbb_deadlock.cpp",
                             "boost_deadlock.cpp"], DEADLOCK, "deadlock")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
