"""What a check said, compared with what is right."""
from dataclasses import dataclass, field

# A non-zero exit status is a finding, where the tool knows the option --exit-status.
EXIT_STATUS_KIND = "exit_status"

EXIT_CODES = {"assertion": 10, "abort": 10, "misuse": 10, "crash": 10, "killed": 10, "exit_status": 10, "deadlock": 11,
              "livelock": 12, "stuck_threads": 12, "stuck": 12, "data_race": 13}
PROPERTY = {"assertion": "assertion", "misuse": "misuse", "deadlock": "deadlock", "livelock": "progress",
            "stuck_threads": "stuck", "data_race": "race", "exit_status": "exit-status"}


@dataclass
class Expectation:
    """`must` is a list of sets: of each set one finding at least. A finding is (kind, place): a line, a pair of lines, or None."""
    must: list = field(default_factory=list)
    may: set = field(default_factory=set)


@dataclass
class Difference:
    kind: str  # missed, false alarm, incomplete, no verdict, bounded and missed, wrong exit code
    what: str

    def __str__(self):
        return f"{self.kind}: {self.what}"

    def sort(self):
        """What stays the same while a program is shrunk: the kind, and the error where there is no verdict."""
        return f"{self.kind}: {self.what[:100]}" if self.kind == "no verdict" else self.kind


def line_pair(pair, lines):
    a, b = lines.get(pair[0], 0), lines.get(pair[1], 0)  # 0: in a file that is not seen
    return (a, b) if a <= b else (b, a)


def step_pair(pair, blocks):
    return {blocks.get(one, one) for one in pair}


def named_for(pair, blocks):
    """The pairs that a race may be named as: an atomic block is one step, of which one access to the variable is named."""
    alike = [[other for other in blocks if blocks[other] == blocks[one]] if one in blocks else [one] for one in pair]
    return [(a, b) for a in alike[0] for b in alike[1]]


def expect(answer, options, lines, target, outcome_statement, knows_status, plain=None):
    """What is right, in lines. `plain` is the answer without spurious wake-ups, where there are any."""
    result = Expectation()
    wide = answer.wide
    must, may = result.must, result.may
    counts_status = knows_status and "exit-status" in options.properties

    def certain(kind, place):
        if PROPERTY[kind] in options.properties:
            must.append({(kind, place)})
    for statement in answer.assertions:
        certain("assertion", lines.get(statement, 0))
    for statement in answer.misuses:
        certain("misuse", lines.get(statement, 0))
    if target is not None and target in answer.outcomes:
        certain("assertion", lines[outcome_statement])
    if answer.deadlock:
        certain("deadlock", None)
    if answer.livelock and "progress" in options.properties:
        must.append({("livelock", None), ("deadlock", None)})
    # Of one end there is one finding: a status that says failure comes first.
    if any((outcome is None or outcome != target) and (status == 0 or not counts_status) for outcome, status in answer.stuck):
        certain("stuck_threads", None)
    statuses = {status for status, outcomes in answer.statuses.items()
                if status and any(outcome is None or outcome != target for outcome in outcomes)}
    if counts_status and statuses:
        must.append({(EXIT_STATUS_KIND, status) for status in statuses})
    if "race" in options.properties:
        certain_races = answer.races - answer.loop_races
        for race in certain_races:
            # What a thread waits with is compared with the last of the writes that it waited for.
            waits = answer.looks & set(race)
            # Also one with a write in a loop that may go round for ever: that was the last one that the thread waited for.
            group = {other for other in answer.races if waits & set(other)} if waits else {race}
            steps = step_pair(race, answer.blocks)
            group |= {other for other in certain_races | answer.may_races if step_pair(other, answer.blocks) == steps}
            must.append({("data_race", line_pair(one, lines)) for one in group})

    for every in [answer, wide] + ([plain] if plain else []):
        may.update(("assertion", lines.get(statement, 0)) for statement in every.assertions)
        may.update(("misuse", lines.get(statement, 0)) for statement in every.misuses)
        if target is not None and target in every.outcomes:
            may.add(("assertion", lines[outcome_statement]))
        if every.deadlock or every.livelock:
            may.add(("deadlock", None))
        if every.may_livelock:
            may.add(("livelock", None))
        if every.may_stuck:
            may.add(("stuck_threads", None))
        may.update((EXIT_STATUS_KIND, status) for status in every.statuses if status)
        may.update(("data_race", line_pair(one, lines)) for race in every.may_races for one in named_for(race, every.blocks))
    return result


def findings_of(summary):
    result = set()
    for finding in summary.get("findings") or []:
        kind = finding["kind"].replace("-", "_")
        if kind == "data_race":
            a, b = finding.get("line") or 0, finding.get("other_line") or 0
            result.add((kind, (a, b) if a <= b else (b, a)))
        elif kind in ("assertion", "misuse"):
            result.add((kind, finding.get("line")))
        else:
            # Without fairness a loop over memory that nobody else touches is one that nothing is seen of.
            result.add(("livelock" if kind == "stuck" else kind, None))
    return result


def has_untold_place(finding):
    kind, place = finding
    return kind == "data_race" and 0 in place or kind in ("assertion", "misuse") and place is None


def compare(result, expectation, options, variant):
    """`result` has code (None: it did not end), summary and output. Returns differences, and what is worth counting."""
    differences, notes = [], []
    code, summary = result.code, result.summary
    if code == 2:
        return [], ["refused"]
    if code is None:
        return [Difference("no verdict", "it does not end")], notes
    if code in (3, 4) or code < 0 or code not in (0, 10, 11, 12, 13, 14, 20, 21) or summary is None:
        return [Difference("no verdict", f"exit code {code}: {result.error}")], notes
    is_unseen = variant == "unseen"
    # In C++ a misuse is in a header of the standard library; code that is not seen has no places at all.
    without_place = {EXIT_STATUS_KIND} | {"c++": {"misuse"}, "unseen": {"misuse", "assertion"}}.get(variant, set())

    def known(findings):
        return {(kind, None) if kind in without_place else (kind, place) for kind, place in findings}
    found = known(findings_of(summary))
    may = known(expectation.may)
    # The limit may also end executing findings again, which the seconds of the search do not have in them.
    is_cut = summary.get("cut_off_executions") or summary.get("interrupted") or \
        (summary.get("seconds") or 0) > 0.9 * options.max_seconds or \
        any("not executed again" in (finding.get("message") or "") for finding in summary.get("findings") or [])
    # A limit may end before debug information is read: what was found is then told without its lines.
    untold = {one for one in found if is_cut and has_untold_place(one)} - may
    if untold:
        notes.append("lines not told in time")
    for one in sorted(found - may - untold, key=str):
        differences.append(Difference("false alarm", describe(one)))
    for kind, _ in found:
        if PROPERTY.get(kind) not in options.properties:
            differences.append(Difference("false alarm", f"{kind}, which was not asked for"))
    missing = [group for group in map(known, expectation.must) if not group & found]
    verdict = summary.get("verdict")
    notes.append(str(verdict))
    if verdict == "bug":
        lowest = min((EXIT_CODES.get(kind, 99) for kind, _ in found), default=None)
        if lowest != code:
            differences.append(Difference("wrong exit code", f"{code} with {sorted(found, key=str)}"))
        if options.keeps_going and options.is_whole and not is_unseen and not is_cut:
            for group in missing:
                differences.append(Difference("incomplete", describe_group(group)))
        elif is_cut:
            notes.append("cut off")
    elif verdict == "verified" and is_unseen:
        differences.append(Difference("missed", "verified, though there is code that was not seen"))
    elif verdict == "verified":
        for group in missing:
            differences.append(Difference("missed", describe_group(group)))
    elif verdict == "bounded" and options.is_whole and not is_unseen:
        notes.append("bounded without need")
        for group in missing:
            differences.append(Difference("bounded and missed", describe_group(group)))
    elif verdict == "sampled" and options.is_whole:
        notes.append("out of time")
    return differences, notes


def describe(finding):
    kind, place = finding
    if place is None:
        return kind
    return f"{kind} in line {place}" if isinstance(place, int) else f"{kind} of lines {place[0]} and {place[1]}"


def describe_group(group):
    return " or ".join(sorted(describe(one) for one in group))
