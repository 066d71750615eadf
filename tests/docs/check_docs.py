#!/usr/bin/env python3
"""Checks that the paths and commands cited in README.md, CONTRIBUTING.md and docs/ exist.

A path is code in backticks, or the target of a link, that has a slash and no blank, or that names a file by a known
ending. It must exist below the root or beside the document; `*` must match something. Not checked: what a build makes
(`build/...`), absolute paths, addresses, and names with a placeholder (NAME, <name>, ...).

A command is a line of a code block, or code in backticks, that begins with `selvage`, `./selvage` or `./test`. Its
sub-command must be in `selvage --help`, its options in the help of the sub-command (or of ./test), and its arguments
that name a source file must exist.
"""

import argparse
import pathlib
import re
import shlex
import subprocess
import sys

FENCE = re.compile(r"^\s*```")
INLINE_CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
PATH = re.compile(r"^(\./)?[\w.*][\w.*+-]*(/[\w.*+-]+)*/?$")
FILE_ENDING = re.compile(r"\.(md|txt|json|cmake|sh|py|c|cc|cpp|h|def)$")
PLACEHOLDER = re.compile(r"(^|[/.*_-])[A-Z][A-Z_]+($|[/.])")
NAMED_IN_CAPITALS = {"LICENSE", "README.md", "CONTRIBUTING.md"}
ASSIGNMENT = re.compile(r"^\w+=")
# These take a compiler's options, not ours.
PASSED_ON = {"cc", "c++"}


def looks_like_path(text):
    if not PATH.match(text) or text.startswith("build/"):
        return False
    if text not in NAMED_IN_CAPITALS and PLACEHOLDER.search(text):
        return False
    if text in NAMED_IN_CAPITALS:
        return True
    return "/" in text or bool(FILE_ENDING.search(text) and "*" not in text)


def exists(root, document, text):
    for base in (root, document.parent):
        if any(base.glob(text.rstrip("/"))) if "*" in text else (base / text).exists():
            return True
    return False


class Help:
    """The help texts that commands are compared with, each asked for once."""

    def __init__(self, root, selvage):
        self.programs = {"selvage": selvage, "test": root / "test"}
        self.texts = {}

    def text(self, program, *sub_command):
        key = (program, *sub_command)
        if key not in self.texts:
            done = subprocess.run(
                [self.programs[program], *sub_command, "--help"],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60, check=False,
            )
            self.texts[key] = done.stdout if done.returncode == 0 else ""
        return self.texts[key]

    def has_sub_command(self, name):
        return re.search(rf"^\s+{re.escape(name)}(\s|$)", self.text("selvage"), re.MULTILINE) is not None

    def has_option(self, option, program, *sub_command):
        text = self.text(program, *sub_command)
        return re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", text) is not None


def command_problems(root, document, line, help_texts):
    """What is wrong with one line of code, if it is a command of ours."""
    try:
        words = shlex.split(line, comments=True)
    except ValueError:
        return
    while words and ASSIGNMENT.match(words[0]):
        words.pop(0)
    if not words or words[0] not in ("selvage", "./selvage", "./test"):
        return
    for separator in ("|", "&&", ";", "--"):  # what follows is another command's, or the tested program's
        if separator in words:
            words = words[: words.index(separator)]
    program = words[0].removeprefix("./")
    rest = words[1:]
    sub_command = []
    if program == "selvage" and rest and re.match(r"^[a-z]", rest[0]):
        sub_command = [rest.pop(0)]
        if not help_texts.has_sub_command(sub_command[0]):
            yield f"`selvage --help` does not know `{sub_command[0]}`"
            return
    for word in rest:
        option = word.partition("=")[0]
        if option.startswith("-"):
            known = sub_command and sub_command[0] in PASSED_ON or help_texts.has_option(option, program, *sub_command)
            if not known:
                yield f"`{' '.join([program, *sub_command])} --help` does not know `{option}`"
        elif program == "selvage" and looks_like_path(word) and FILE_ENDING.search(word):
            if not exists(root, document, word):
                yield f"`{word}` does not exist"


def problems(root, document, help_texts):
    """Yields (line number, what is wrong) for one document."""
    in_block = False
    for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
        if FENCE.match(line):
            in_block = not in_block
            continue
        if in_block:
            for problem in command_problems(root, document, line.strip().removeprefix("$ "), help_texts):
                yield number, problem
            continue
        targets = [target.partition("#")[0] for target in LINK.findall(line) if "://" not in target]
        codes = INLINE_CODE.findall(line)
        for text in [code for code in codes if looks_like_path(code)] + [target for target in targets if target]:
            if not exists(root, document, text):
                yield number, f"`{text}` does not exist"
        for code in codes:
            for problem in command_problems(root, document, code, help_texts):
                yield number, problem


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--selvage", type=pathlib.Path, required=True, help="the built program")
    arguments = parser.parse_args()

    root = arguments.root.resolve()
    help_texts = Help(root, arguments.selvage)
    documents = [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md"))]
    found = [(document, *problem) for document in documents for problem in problems(root, document, help_texts)]
    for document, number, problem in found:
        print(f"{document.relative_to(root)}:{number}: {problem}")
    print(f"{len(documents)} documents, {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
