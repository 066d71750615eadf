#!/usr/bin/env python3
"""Tests of source_package.py that need no network."""

import pathlib
import subprocess
import tempfile
import unittest

import source_package
from failure import Failure


class WithDirectory(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.root = pathlib.Path(holder.name)


class Fingerprint(WithDirectory):
    def setUp(self):
        super().setUp()
        (self.root / "folder").mkdir()
        (self.root / "folder/file").write_text("one")
        (self.root / "link").symlink_to("folder/file")
        self.before = source_package.fingerprint(self.root)

    def changes(self):
        return source_package.changed_files(self.before, source_package.fingerprint(self.root))

    def test_files_that_a_build_adds_are_no_change(self):
        (self.root / "folder/object").write_text("two")
        self.assertEqual(self.changes(), [])

    def test_a_file_that_was_edited_is_a_change(self):
        (self.root / "folder/file").write_text("two")
        self.assertIn("folder/file", self.changes())

    def test_a_file_that_is_gone_is_a_change(self):
        (self.root / "folder/file").unlink()
        self.assertIn("folder/file", self.changes())

    def test_a_link_that_leads_elsewhere_is_a_change(self):
        (self.root / "link").unlink()
        (self.root / "link").symlink_to("folder")
        self.assertEqual(self.changes(), ["link"])


class Unpack(WithDirectory):
    def test_an_upstream_archive_is_unpacked_without_its_outer_folder(self):
        (self.root / "thing-1").mkdir()
        (self.root / "thing-1/file").write_text("one")
        archives = self.root / "archives"
        archives.mkdir()
        subprocess.run(["tar", "-cf", archives / "thing_1.orig.tar.gz", "-C", self.root, "thing-1"], check=True)
        source_package.unpack(archives, self.root / "tree")
        self.assertEqual((self.root / "tree/file").read_text(), "one")

    def test_an_archive_that_was_altered_is_refused(self):
        archives = self.root / "archives"
        archives.mkdir()
        (archives / "thing_1.orig.tar.gz").write_text("not an archive")
        (archives / "thing_1-1.dsc").write_text(
            "Format: 3.0 (quilt)\nSource: thing\nVersion: 1-1\nChecksums-Sha256:\n"
            f" {'0' * 64} 14 thing_1.orig.tar.gz\nFiles:\n {'0' * 32} 14 thing_1.orig.tar.gz\n")
        with self.assertRaises(Failure):
            source_package.unpack(archives, self.root / "tree")


class Fetch(WithDirectory):
    def test_what_is_in_the_cache_needs_no_network(self):
        directory = self.root / "archives/thing"
        directory.mkdir(parents=True)
        (directory / ".complete").touch()
        self.assertEqual(source_package.fetch("thing", self.root), directory)


if __name__ == "__main__":
    unittest.main()
