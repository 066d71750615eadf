"""Draws the options of a check: everything that changes the search, or what it looks for."""
from dataclasses import dataclass, field

PROPERTIES = ["assertion", "crash", "deadlock", "race", "misuse", "memory", "progress", "stuck"]
REDUCTIONS = ["critical-sections", "predicate-dependence", "commuting-operations", "unread-writes", "symmetry",
              "predicted-executions", "race-free-subspaces", "awaited-assumptions"]
STANDARD = set(PROPERTIES) | {"exit-status"}  # the last one only by default: not every version knows its name
SMALL = 150  # states: of such programs every single interleaving can be executed


@dataclass
class Options:
    words: list = field(default_factory=list)
    properties: set = field(default_factory=lambda: set(STANDARD))
    timeouts: str = "explore"
    spurious: bool = False
    is_whole: bool = True  # the search has no bound, and is not drawn at random
    is_fair: bool = True
    names: list = field(default_factory=list)  # what was drawn, for counting
    max_seconds: float = 10

    @property
    def keeps_going(self):
        return "--keep-going" in self.words

    def add(self, *words):
        self.words += words
        self.names.append(" ".join(words[:2]) if words[0].startswith("--") else words[0])


def draw_semantics(random, program):
    """The options that change what a program means: the oracle has to know them."""
    options = Options()
    if (program.has_timed() or random.random() < 0.05) and not program.uses("sleep", "deadline"):
        options.timeouts = random.choice(["explore", "explore", "late", "never"])
        if options.timeouts != "explore" or random.random() < 0.2:
            options.add("--timeouts", options.timeouts)
    if program.uses("cond_wait", "cond_timedwait") and random.random() < 0.25 or random.random() < 0.02:
        options.spurious = True
        options.add("--spurious-wakeups")
    return options


def draw_properties(random, options):
    draw = random.random()
    if draw < 0.45:
        return
    if draw < 0.7:
        text, options.properties = "standard,-race", STANDARD - {"race"}
    elif draw < 0.76:
        text, options.properties = "race", {"race"}
    elif draw < 0.8:
        text, options.properties = "assertion", {"assertion"}
    elif draw < 0.84:
        text, options.properties = "assertion,deadlock", {"assertion", "deadlock"}
    else:
        options.properties = {name for name in PROPERTIES if random.random() < 0.5} or {"deadlock"}
        text = ",".join(sorted(options.properties))
    options.words.append(f"--check={text}")
    options.names.append("--check")


def possible_reductions(properties, strategy):
    """Those that go with what is looked for; the tool refuses the others."""
    result = ["symmetry"]
    if strategy in (None, "optimal"):
        result += ["critical-sections"]
    if "race" not in properties:
        result += ["commuting-operations", "unread-writes", "awaited-assumptions"]
    if not properties & {"race", "memory", "misuse", "progress"}:
        result.append("predicate-dependence")
    return result


def draw_search(random, options, program, states):
    if program.family == "alike" and random.random() < 0.3:
        for name in ("critical-sections", "predicted-executions", *(["symmetry"] if random.random() < 0.7 else [])):
            options.add("--reduction", name)
        return
    draw = random.random()
    strategy = None
    can_be_full = True
    if draw < 0.4:
        pass
    elif draw < 0.67:
        strategy = random.choice(["optimal", "source", "classic"])
    elif draw < 0.71 and states < SMALL and not program.has_loops():
        strategy = "dfs"
    elif draw < 0.77:
        strategy = "deepening"
        can_be_full = random.random() < 0.3
    elif draw < 0.84:
        strategy = random.choice(["random", "pct", "pos", "surw", "novelty"])
        options.is_whole = False
        options.add("--strategy", strategy)
        options.words += ["--max-executions", str(random.choice([20, 100, 300])), "--seed", str(random.randrange(1000)),
                          "--max-depth", "400"]
        return
    elif draw < 0.87:
        options.is_whole = False
        options.add("--preemptions")
        options.words.append(str(random.randrange(4)))
        return
    elif draw < 0.885:
        options.is_whole = False
        options.add("--delays")
        options.words.append(str(random.randrange(4)))
        return
    elif draw < 0.91:
        options.is_whole = False
        options.add("--points", random.choice(["minimal", "lock", "unlock", "lock+unlock", "sync"]))
        return
    elif 0.91 <= draw < 0.93:
        options.is_whole = False
        options.add("--budget", "2s")
        options.max_seconds = 2
        return
    if strategy:
        options.add("--strategy", strategy)
    uses_race_free = False
    if strategy in (None, "optimal", "source", "classic") and random.random() < (0.5 if strategy is None else 0.25):
        possible = possible_reductions(options.properties, strategy)
        draw = random.random()
        if strategy is None and options.properties == {"race"} and draw < 0.5:
            options.add("--reduction", "race-free-subspaces")
            uses_race_free = True
        elif draw < 0.45:
            chosen = [name for name in possible if random.random() < 0.5] or [random.choice(possible)]
            for name in chosen:
                options.add("--reduction", name)
            if "critical-sections" in chosen and random.random() < 0.5:
                options.add("--reduction", "predicted-executions")
            can_be_full = False
        elif draw < 0.55 and strategy is None:
            options.add("--no-reduction", "all")
        elif strategy is None:
            for name in REDUCTIONS:
                if random.random() < 0.3:
                    options.add("--no-reduction", name)
        else:
            options.add("--reduction", "all")
            can_be_full = False
    if can_be_full and not uses_race_free and random.random() < 0.12:
        options.add("--sharing", "full")
    elif not uses_race_free and random.random() < 0.08:
        options.add("--sharing", "dynamic")
    if random.random() < 0.03:
        options.is_fair = False
        options.add("--no-fair")
        if program.has_loops():
            options.words += ["--max-depth", "200", "--max-executions", "2000"]
            options.is_whole = False


def draw(random, options, program, states):
    """Adds the options that do not change what is right to find."""
    draw_properties(random, options)
    draw_search(random, options, program, states)
    if random.random() < 0.7:
        options.add("--keep-going")
    if random.random() < 0.75:
        options.add("--no-minimise")
    options.words += ["-j", random.choice(["1", "1", "2"])]
    # Such loops are gone round to the limit of steps (docs/fairness.md).
    if options.timeouts != "explore" and program.has_timed() and program.has_loops() and "--max-depth" not in options.words:
        options.words += ["--max-depth", "1000"]
    if "--budget" not in options.words:
        options.words += ["--max-time", f"{options.max_seconds:g}s"]
    return options


def draw_audit(random, options):
    """Last of all, so that what was drawn before stays as it was."""
    if options.is_whole and random.random() < 0.04:
        options.add("--audit")
