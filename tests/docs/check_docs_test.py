#!/usr/bin/env python3
"""Tests of check_docs.py, on documents that cite things that exist and things that do not."""

import pathlib
import tempfile
import unittest

import check_docs

HELP = "Sub-commands:\n  run    Executes schedules\n  cc     Compiles C\nOptions:\n  -h,--help  This\n"
RUN_HELP = "Options:\n  --executions N   How many\n"


class FakeHelp(check_docs.Help):
    def __init__(self):
        super().__init__(pathlib.Path("."), pathlib.Path("selvage"))
        self.texts = {("selvage",): HELP, ("selvage", "run"): RUN_HELP, ("test",): "--nightly"}


class DocumentTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "src/part").mkdir(parents=True)
        (self.root / "src/part/a.cpp").touch()
        (self.root / "docs").mkdir()
        (self.root / "docs/other.md").touch()

    def problems(self, text):
        document = self.root / "docs/page.md"
        document.write_text(text)
        return [problem for _, problem in check_docs.problems(self.root, document, FakeHelp())]

    def test_what_exists(self):
        for text in [
            "`src/part/`, `src/part/a.cpp`, `src/*/a.cpp`, `other.md`, [this](other.md#part)",
            "`build/dev/bin`, `/usr/bin`, `a b/c`, `tests/programs/NAME.c`, `std::a/b`, `<sys/mman.h>`",
            "[elsewhere](https://example.org/x)",
            "`selvage run --executions 5 src/part/a.cpp -- --anything`, `./test --nightly`, `./test x/y`",
            "```\nCC=x ./selvage cc -O2 -c src/part/a.cpp\n./selvage --help\nother src/none\n```",
        ]:
            with self.subTest(text):
                self.assertEqual(self.problems(text), [])

    def test_what_does_not(self):
        for text, problem in [
            ("`src/none.cpp`", "`src/none.cpp` does not exist"),
            ("`none.md`", "`none.md` does not exist"),
            ("`src/*/b.cpp`", "`src/*/b.cpp` does not exist"),
            ("[x](none/y.md)", "`none/y.md` does not exist"),
            ("`selvage fly`", "`selvage --help` does not know `fly`"),
            ("```\n$ ./selvage run --fast x\n```", "`selvage run --help` does not know `--fast`"),
            ("`./selvage run src/none.c`", "`src/none.c` does not exist"),
            ("`./test --fast`", "`test --help` does not know `--fast`"),
        ]:
            with self.subTest(text):
                self.assertEqual(self.problems(text), [problem])


if __name__ == "__main__":
    unittest.main()
