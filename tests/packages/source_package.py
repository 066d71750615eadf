"""Debian source packages: fetched by `apt-get source` into a cache, unpacked as they are.

apt is given directories of its own for lists, cache and sources, so that nothing of the machine's apt changes, and
any user can do it. What was fetched once stays in the cache; no network is needed the next time.
"""

import fcntl
import hashlib
import pathlib
import shutil
import subprocess

import apt_sources
from failure import Failure

# What the machine's apt does after every update (clean caches, tell other services) is no business of a test.
APT_CONFIGURATION = """\
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "{directory}/entries";
Dir::State::lists "{directory}/lists";
Dir::Cache "{directory}/cache";
Acquire::Languages "none";
Acquire::Retries "3";
"""


def output_of(command, **options):
    """Runs a command; returns (exit status, what it wrote)."""
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, **options)
    return done.returncode, done.stdout.decode(errors="replace")


def apt_setting(name):
    """A path of the machine's apt configuration."""
    status, text = output_of(["apt-config", "shell", "value", name])
    if status != 0:
        raise Failure(f"apt-config does not say {name}: {text}")
    return pathlib.Path(text.strip().removeprefix("value=").strip("'"))


def prepare_apt(directory):
    """Sets up apt's own directories; returns the start of an apt-get command that uses them."""
    for part in ("entries", "lists/partial", "cache/archives/partial"):
        (directory / part).mkdir(parents=True, exist_ok=True)
    apt_sources.write_source_entries(
        apt_setting("Dir::Etc::sourcelist/f"), apt_setting("Dir::Etc::sourceparts/d"), directory / "entries")
    configuration = directory / "apt.conf"
    configuration.write_text(APT_CONFIGURATION.format(directory=directory))
    # The directories need not be open to the user that apt would otherwise download as.
    user = subprocess.run(["id", "-un"], stdout=subprocess.PIPE, check=True, text=True).stdout.strip()
    return ["apt-get", "-q", "-c", configuration, "-o", f"APT::Sandbox::User={user}"]


def fetch(package, cache, upstream_only=False):
    """Brings the archives of a source package into the cache; returns the directory that holds them.

    upstream_only: just the upstream archive, for a package whose Debian part is not on every mirror.
    """
    directory = cache / "archives" / package
    complete = directory / ".complete"
    cache.mkdir(parents=True, exist_ok=True)
    with open(cache / ".lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if complete.exists():
            return directory
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir(parents=True)
        apt_get = prepare_apt(cache / "apt")
        _, update_text = output_of([*apt_get, "update"])
        part = ["--tar-only"] if upstream_only else []
        status, text = output_of([*apt_get, "source", "--download-only", *part, package], cwd=directory)
        if status != 0:
            raise Failure(f"apt-get source {package} failed; is there a network?\n{update_text}{text}")
        complete.touch()
    return directory


def unpack(archives, destination):
    """Unpacks what fetch brought, as it is, with the patches that the package itself contains."""
    shutil.rmtree(destination, ignore_errors=True)
    destination.parent.mkdir(parents=True, exist_ok=True)
    descriptions = list(archives.glob("*.dsc"))
    if descriptions:
        command = ["dpkg-source", "-x", descriptions[0], destination]
    else:
        destination.mkdir()
        upstream = next(archives.glob("*.orig.tar.*"))
        command = ["tar", "-xf", upstream, "-C", destination, "--strip-components=1"]
    status, text = output_of(command)
    if status != 0:
        raise Failure(f"{archives} cannot be unpacked:\n{text}")


def fingerprint(tree):
    """What every file of a tree contains, by path."""
    files = {}
    for path in sorted(tree.rglob("*")):
        name = str(path.relative_to(tree))
        if path.is_symlink():
            files[name] = f"link to {path.readlink()}"
        elif path.is_file():
            files[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return files


def changed_files(before, after):
    """Files of one fingerprint that are different in, or missing from, a later one; files added are no change."""
    return [name for name, content in before.items() if after.get(name) != content]
