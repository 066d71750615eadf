"""The packages: how each is built by its own build system, and how it is asked to compress."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Recipe:
    """One way to build and use one package."""

    name: str
    package: str                    # Debian source package
    commands: tuple                 # in the source tree; {prefix} is where `make install` puts things
    program: str                    # what to run, below the source tree
    compress: tuple                 # options for compressing; {block} is a third of the input's size
    size: int                       # bytes of input: enough for several blocks
    all_points_size: int            # ... when every shared access is a scheduling point
    suffix: str                     # what the program adds to the name of its output
    decompress: tuple               # options for decompressing
    reference: tuple                # the system's program that decompresses standard input to standard output
    upstream_only: bool = False     # the upstream archive without Debian's part
    environment: tuple = ()         # for the build
    own_tests: tuple = ()           # the package's own test command
    own_tests_passed: str = ""      # what that prints for one test passed


# Two options keep an outdated gnulib, which does not know today's C library, out of the way: the C library's own
# fprintf does what lbzip2 wants of it.
LBZIP2_CONFIGURE = ("./configure", "ac_cv_func___fseterr=yes", "gl_cv_func_printf_infinite_long_double=yes")

# A block holds at least 4 KiB; preset 0 keeps the dictionaries small.
XZ_COMPRESS = ("-0", "-T2", "--block-size={block}")

RECIPES = (
    Recipe(
        name="pbzip2",
        package="pbzip2",
        # C++ of before 2011: "%"PRIuMAX without a space between. libbz2 stays as the machine has it.
        environment=(("CXXFLAGS", "-g -O2 -std=gnu++98"),),
        commands=(("make", "pbzip2"),),
        program="pbzip2",
        # Blocks of 100 kB are the smallest; a file that fits into one is compressed without threads.
        compress=("-1", "-b1", "-p2"),
        decompress=("-d", "-p2"),
        size=205_000,
        all_points_size=205_000,
        suffix=".bz2",
        reference=("bzip2", "-dc"),
    ),
    Recipe(
        name="lbzip2",
        package="lbzip2",
        upstream_only=True,
        commands=(LBZIP2_CONFIGURE, ("make",)),
        program="src/lbzip2",
        compress=("-1", "-n2"),
        decompress=("-d", "-n2"),
        # Blocks of 100 kB are the smallest; with a single one, only one worker has anything to do.
        size=205_000,
        all_points_size=205_000,
        suffix=".bz2",
        reference=("bzip2", "-dc"),
        own_tests=("make", "check"),
        own_tests_passed="PASS: ",
    ),
    Recipe(
        name="xz",
        package="xz-utils",
        commands=(("./configure", "--prefix={prefix}", "--disable-shared"), ("make",), ("make", "install")),
        program="installed/bin/xz",
        compress=XZ_COMPRESS,
        decompress=("-d", "-T2"),
        size=15_000,
        all_points_size=12_300,
        suffix=".xz",
        reference=("xz", "-dc"),
        own_tests=("make", "check"),
        own_tests_passed="PASS: ",
    ),
    Recipe(
        name="xz_shared",
        package="xz-utils",
        # As Debian's own build does it.
        commands=(("./configure", "--prefix={prefix}", "--disable-static", "--disable-xzdec", "--disable-lzmadec"),
                  ("make",), ("make", "install")),
        program="installed/bin/xz",
        compress=XZ_COMPRESS,
        decompress=("-d", "-T2"),
        size=15_000,
        all_points_size=12_300,
        suffix=".xz",
        reference=("xz", "-dc"),
        own_tests=("make", "check"),
        own_tests_passed="PASS: ",
    ),
)


def find(name):
    return next(recipe for recipe in RECIPES if recipe.name == name)
