"""One program with the options it is checked with, what is right for it, and what is asked about its end."""
import random
from dataclasses import dataclass

import compare
import draw
import emit_c
import emit_cpp
import options as option_drawing
import oracle
from program import argument, walk
from semantics import Endless

STATES = 12_000  # larger programs are not compared
BATCH = 24  # programs in one executable: linking takes as long as checking several
# How a batch of programs is written and compiled; the seed decides.
WITHOUT_TWIN = ("cancellations", "signals", "strikes")  # nothing of theirs can be written with the standard library
VARIANTS = ["c", "c", "c++", "c", "optimised", "c", "c++", "unseen"]


def variant_of(seed, family):
    variant = VARIANTS[seed // BATCH % len(VARIANTS)]
    return "c" if variant == "c++" and family in WITHOUT_TWIN else variant


@dataclass
class Case:
    name: str
    program: object
    options: object
    answer: object
    plain: object  # the answer without spurious wake-ups, where there are any
    target: tuple
    variant: str = "c"

    def arguments(self, index):
        return [index, *(self.target or ())]

    def is_documented(self):
        """docs/fairness.md says which loops are not known to come round. C++ waits look at the clock in library code that is not
        instrumented; where time-outs are not explored, when a wait times out depends on the clock."""
        looks_at_clock = self.variant == "c++" and self.program.uses("cond_timedwait")
        depends_on_clock = self.options.timeouts != "explore" and self.program.has_timed()
        return (looks_at_clock or depends_on_clock) and self.program.has_loops()

    def expectation(self, lines, knows_status):
        outcomes = [s.identity for s in walk(self.program.functions[0]) if s.kind == "outcome"]
        return compare.expect(self.answer, self.options, lines, self.target if outcomes else None, outcomes[0] if outcomes else 0,
                              knows_status, self.plain)


def judge(program, options):
    """(answer, answer without spurious wake-ups or None). Raises TooLarge and Endless."""
    answer = oracle.ask(program, options.timeouts, options.spurious, STATES)
    plain = oracle.ask(program, options.timeouts, False, STATES, asks_for_order=False) if options.spurious else None
    return answer, plain


def draw_target(rng, answer, program):
    """An outcome that can be reached, one that cannot, or none. One alone has no arguments that tell it from no outcome."""
    length = next((len(argument(s, "locals")) for s in walk(program.functions[0]) if s.kind == "outcome"), 0)
    if length == 0:
        return None
    chance = rng.random()
    if chance < 0.35:
        return None
    reachable = sorted(answer.outcomes)
    if reachable and chance < 0.7:
        return rng.choice(reachable)
    for _ in range(20):
        target = list(rng.choice(reachable)) if reachable else [0] * length
        target[rng.randrange(length)] = rng.randrange(4)
        if tuple(target) not in answer.wide.outcomes:
            return tuple(target)
    return tuple([9] * length)


def draw_cases(seed, family, checks):
    """A program, with the cases that it is checked as; none if it is too large."""
    program = draw.draw(seed, family)
    variant = variant_of(seed, family)
    if not draw.is_sensible(program) or (variant == "c++" and not emit_cpp.has_twin(program)):
        return []
    if variant == "unseen":
        draw.hide(program, random.Random(seed))
    cases, known = [], {}
    for number in range(checks):
        rng = random.Random(f"{family} {seed} {number}")
        options = option_drawing.draw_semantics(rng, program)
        key = (options.timeouts, options.spurious)
        if key not in known:
            try:
                known[key] = judge(program, options)
            except (oracle.TooLarge, Endless):
                return []
        answer, plain = known[key]
        option_drawing.draw(rng, options, program, answer.states)
        target = draw_target(rng, answer, program)
        option_drawing.draw_audit(rng, options)
        cases.append(Case(f"{family}-{seed}-{number}", program, options, answer, plain, target, variant))
    return cases


def run(checker, binary, index, case, lines, knows_status):
    result = checker.check(binary, case.options.words, case.arguments(index), case.program.given)
    differences, notes = compare.compare(result, case.expectation(lines, knows_status), case.options, case.variant)
    if case.is_documented():
        differences = [one for one in differences if one.kind != "bounded and missed"]
    # The check says itself that it may have left out some of the moments in which threads are struck.
    if "signals" in ((result.summary or {}).get("gaps") or []):
        differences = [one for one in differences if one.kind not in ("bounded and missed", "incomplete")]
        notes.append("moments left out")
    return result, differences, notes


def build(checker, programs, name, variant):
    """An executable with all the programs, and for each a map from its statements to lines."""
    if variant == "c++":
        text, maps = emit_cpp.write(programs)
        return checker.build([(name + ".cpp", text, "selvage")], name, ["-O0", "-std=c++20"]), maps
    # Optimised, accesses that are not atomic stay as many as are written only if they are volatile.
    text, maps = emit_c.write(programs, is_volatile=variant == "optimised")
    sources = [(name + ".c", text, "selvage")]
    if variant == "unseen":
        sources.append((name + "_unseen.c", emit_c.write_unseen(programs), "gcc"))
    return checker.build(sources, name, ["-O1" if variant == "optimised" else "-O0"]), maps
