"""The machine's package sources, said again as sources of source packages.

`apt-get source` wants `deb-src` entries, which many machines do not have. What is written here goes to a directory
of its own; the machine's configuration is only read.
"""

import re


def from_list(text):
    """One-line entries (`deb [options] URI suite component...`) as `deb-src` entries, without duplicates."""
    entries = []
    for line in text.splitlines():
        match = re.match(r"\s*deb(?:-src)?\s+([^#]*)", line)
        if not match or match[1].startswith("cdrom:") or "] cdrom:" in match[1]:
            continue
        entry = "deb-src " + match[1].strip()
        if entry not in entries:
            entries.append(entry)
    return "".join(entry + "\n" for entry in entries)


def from_deb822(text):
    """Paragraphs (`Types:`, `URIs:`, ...) with `Types: deb-src`; disabled ones are left out."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    paragraphs = [part for part in re.split(r"\n\s*\n", "\n".join(lines)) if part.strip()]
    kept = []
    for paragraph in paragraphs:
        if re.search(r"^Enabled:\s*(no|false|off|0|without|disable)\b", paragraph, re.I | re.M):
            continue
        paragraph, replaced = re.subn(r"^Types:.*$", "Types: deb-src", paragraph, flags=re.I | re.M)
        paragraph = paragraph.strip("\n")
        if replaced and paragraph not in kept:
            kept.append(paragraph)
    return "".join(paragraph + "\n\n" for paragraph in kept)


def write_source_entries(source_list, source_parts, directory):
    """Writes `deb-src` entries for everything that /etc/apt (its sources.list and sources.list.d) names."""
    one_line, paragraphs = "", ""
    files = [source_list] + (sorted(source_parts.iterdir()) if source_parts.is_dir() else [])
    for file in files:
        if not file.is_file():
            continue
        if file.suffix == ".list":
            one_line += file.read_text() + "\n"
        elif file.suffix == ".sources":
            paragraphs += file.read_text() + "\n\n"
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "source.list").write_text(from_list(one_line))
    (directory / "source.sources").write_text(from_deb822(paragraphs))
