#!/usr/bin/env python3
"""Tests of apt_sources.py."""

import pathlib
import tempfile
import unittest

import apt_sources


class OneLine(unittest.TestCase):
    def test_binary_entries_become_source_entries(self):
        text = "deb http://host.example/debian suite main contrib\n"
        self.assertEqual(apt_sources.from_list(text), "deb-src http://host.example/debian suite main contrib\n")

    def test_options_stay(self):
        text = "deb [arch=amd64 signed-by=/a/key.gpg] http://host.example/debian suite main\n"
        self.assertEqual(
            apt_sources.from_list(text),
            "deb-src [arch=amd64 signed-by=/a/key.gpg] http://host.example/debian suite main\n")

    def test_what_is_there_already_comes_once(self):
        text = "deb http://host.example/d s main\ndeb-src http://host.example/d s main\n"
        self.assertEqual(apt_sources.from_list(text), "deb-src http://host.example/d s main\n")

    def test_comments_and_discs_are_left_out(self):
        text = "# deb http://host.example/d s main\n\ndeb cdrom:[Disc]/ s main\ndeb http://host.example/d s main # x\n"
        self.assertEqual(apt_sources.from_list(text), "deb-src http://host.example/d s main\n")


class Deb822(unittest.TestCase):
    def test_types_are_replaced_and_the_rest_stays(self):
        text = "Types: deb\n# remark\nURIs: http://host.example/debian\nSuites: a b\nComponents: main\nSigned-By: /k\n"
        self.assertEqual(
            apt_sources.from_deb822(text),
            "Types: deb-src\nURIs: http://host.example/debian\nSuites: a b\nComponents: main\nSigned-By: /k\n\n")

    def test_paragraphs_stay_apart_and_disabled_ones_are_left_out(self):
        text = "Types: deb deb-src\nURIs: a\n\n\nTypes: deb\nEnabled: no\nURIs: b\n\nTypes: deb\nURIs: c\n"
        self.assertEqual(apt_sources.from_deb822(text), "Types: deb-src\nURIs: a\n\nTypes: deb-src\nURIs: c\n\n")

    def test_a_key_inside_a_paragraph_is_kept(self):
        text = "Types: deb\nURIs: a\nSigned-By:\n -----BEGIN\n .\n abc\n"
        self.assertEqual(
            apt_sources.from_deb822(text), "Types: deb-src\nURIs: a\nSigned-By:\n -----BEGIN\n .\n abc\n\n")


class Directory(unittest.TestCase):
    def test_both_formats_are_read_and_other_files_ignored(self):
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            parts = root / "parts"
            parts.mkdir()
            (root / "sources.list").write_text("deb one s main\n")
            (parts / "a.list").write_text("deb two s main")
            (parts / "b.sources").write_text("Types: deb\nURIs: three\n")
            (parts / "c.list.disabled").write_text("deb four s main\n")
            apt_sources.write_source_entries(root / "sources.list", parts, root / "out")
            self.assertEqual((root / "out/source.list").read_text(), "deb-src one s main\ndeb-src two s main\n")
            self.assertEqual((root / "out/source.sources").read_text(), "Types: deb-src\nURIs: three\n\n")

    def test_a_machine_without_the_one_file_will_do(self):
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            apt_sources.write_source_entries(root / "none.list", root / "none", root / "out")
            self.assertEqual((root / "out/source.list").read_text(), "")


if __name__ == "__main__":
    unittest.main()
