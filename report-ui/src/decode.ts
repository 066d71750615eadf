// From parsed JSON to a report. Whoever wrote the file, the page must not fall over it: what has the wrong type counts as
// absent, and references to threads, objects and steps that are not there are dropped.

import type {
  Access,
  AtomRow,
  Block,
  Counterexample,
  Flow,
  FlowSide,
  Note,
  Original,
  Place,
  Report,
  ReportObject,
  Step,
  Suppression,
  Thread,
  Waiting,
} from "./report.ts";

type Json = Record<string, unknown>;

const record = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const number = (value: unknown, otherwise = 0): number => (typeof value === "number" ? value : otherwise);
const flag = (value: unknown): boolean => value === true;
const texts = (value: unknown): string[] => list(value).filter((item) => typeof item === "string");
const optionalText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const isIndex = (value: unknown, count: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < count;
const index = (value: unknown, count: number): number | undefined => (isIndex(value, count) ? value : undefined);
const indices = (value: unknown, count: number): number[] =>
  list(value).filter((item): item is number => isIndex(item, count));

// Most steps share a few places, and most have no list at all: one value for each keeps large reports small.
const kNowhere: Place = Object.freeze({ file: "", line: 0, column: 0, function: "" });
const kNone: never[] = [];

function place(value: unknown): Place {
  if (value === undefined) return kNowhere;
  const json = record(value);
  return {
    file: text(json.file),
    line: number(json.line),
    column: number(json.column),
    function: text(json.function),
  };
}

const stack = (value: unknown): Place[] => (value === undefined ? kNone : list(value).map(place));

interface Sizes {
  threads: number;
  objects: number;
  steps: number;
}

function step(value: unknown, sizes: Sizes, self: number): Step {
  const json = record(value);
  return {
    thread: index(json.thread, sizes.threads) ?? 0,
    position: index(json.position, Number.MAX_SAFE_INTEGER),
    operation: text(json.operation),
    text: text(json.text) || text(json.operation),
    object: index(json.object, sizes.objects),
    place: place(json.place),
    stack: stack(json.stack),
    size: number(json.size),
    read: optionalText(json.read),
    written: optionalText(json.written),
    failed: flag(json.failed),
    timed_out: flag(json.timed_out),
    spurious: flag(json.spurious),
    alternative: number(json.alternative),
    alternatives: number(json.alternatives, 1),
    has_alternative_threads: flag(json.has_alternative_threads),
    enabled: json.enabled === undefined ? kNone : indices(json.enabled, sizes.threads),
    in_library: flag(json.in_library),
    held: json.held === undefined ? kNone : indices(json.held, sizes.objects),
    after: json.after === undefined ? kNone : indices(json.after, self),
    woken_by: index(json.woken_by, self),
    reads_from: json.reads_from === undefined ? kNone : indices(json.reads_from, self),
    overwrites: json.overwrites === undefined ? kNone : indices(json.overwrites, self),
    is_marked: flag(json.is_marked),
    is_aside: flag(json.is_aside),
    is_folded: flag(json.is_folded),
  };
}

function waiting(value: unknown, sizes: Sizes): Waiting | undefined {
  if (value === undefined) return undefined;
  const json = record(value);
  return {
    text: text(json.text),
    operation: text(json.operation),
    object: index(json.object, sizes.objects),
    is_blocked: flag(json.is_blocked),
    held_by: indices(json.held_by, sizes.threads),
    held_since: place(json.held_since),
    place: place(json.place),
    loop: place(json.loop),
  };
}

function thread(value: unknown, sizes: Sizes, self: number): Thread {
  const json = record(value);
  return {
    name: text(json.name) || `thread ${self}`,
    function: text(json.function),
    created: place(json.created),
    waiting: waiting(json.waiting, sizes),
    stack: stack(json.stack),
  };
}

function object(value: unknown, blocks: number): ReportObject {
  const json = record(value);
  const kind = text(json.kind);
  const address = number(json.address);
  const name = text(json.name) || `${kind} at 0x${address.toString(16)}`;
  return { kind, name, address, block: index(json.block, blocks) };
}

function block(value: unknown): Block {
  const json = record(value);
  return { name: text(json.name), type: text(json.type), size: number(json.size), place: place(json.place) };
}

function access(value: unknown, sizes: Sizes): Access {
  const json = record(value);
  return {
    thread: index(json.thread, sizes.threads) ?? 0,
    step: index(json.step, sizes.steps),
    verb: text(json.verb),
    what: text(json.what),
    place: place(json.place),
    stack: stack(json.stack),
  };
}

function note(value: unknown): Note {
  const json = record(value);
  return { text: text(json.text), place: place(json.place) };
}

function original(value: unknown): Original | undefined {
  if (value === undefined) return undefined;
  const json = record(value);
  return {
    steps: number(json.steps),
    switches: number(json.switches),
    preemptions: number(json.preemptions),
  };
}

function flowSide(value: unknown): FlowSide {
  const json = record(value);
  return { secret: text(json.secret), ending: text(json.ending), seen: texts(json.seen) };
}

function flow(value: unknown): Flow | undefined {
  if (value === undefined) return undefined;
  const json = record(value);
  return {
    location: text(json.location),
    difference: number(json.difference),
    one: flowSide(json.one),
    other: flowSide(json.other),
  };
}

function atomRow(value: unknown, sizes: Sizes, atoms: number): AtomRow {
  const json = record(value);
  return { step: index(json.step, sizes.steps), holds: indices(json.holds, atoms) };
}

function counterexample(value: unknown): Counterexample {
  const json = record(value);
  const atoms = texts(json.atoms);
  const sizes: Sizes = {
    threads: list(json.threads).length,
    objects: list(json.objects).length,
    steps: list(json.steps).length,
  };
  return {
    kind: text(json.kind),
    property: text(json.property),
    rule: text(json.rule),
    fingerprint: text(json.fingerprint),
    suppressed_by: text(json.suppressed_by),
    message: text(json.message),
    title: text(json.title) || text(json.message),
    place: place(json.place),
    threads: list(json.threads).map((item, self) => thread(item, sizes, self)),
    objects: list(json.objects).map((one) => object(one, list(json.blocks).length)),
    blocks: list(json.blocks).map(block),
    // Steps without a thread to belong to cannot be shown.
    steps: sizes.threads === 0 ? [] : list(json.steps).map((item, self) => step(item, sizes, self)),
    accesses: sizes.threads === 0 ? [] : list(json.accesses).map((item) => access(item, sizes)),
    notes: list(json.notes).map(note),
    explanation: text(json.explanation),
    wait_cycle: indices(json.wait_cycle, sizes.threads),
    loop_begin: index(json.loop_begin, sizes.steps),
    formula: text(json.formula),
    atoms,
    atom_rows: list(json.atom_rows).map((item) => atomRow(item, sizes, atoms.length)),
    atom_loop: index(json.atom_loop, list(json.atom_rows).length),
    switches: number(json.switches),
    preemptions: number(json.preemptions),
    original: original(json.original),
    flow: flow(json.flow),
    output: text(json.output),
    error_output: text(json.error_output),
    trace_file: text(json.trace_file),
    replay_command: text(json.replay_command),
  };
}

function suppression(value: unknown): Suppression {
  const json = record(value);
  return {
    pattern: text(json.pattern),
    file: text(json.file),
    line: number(json.line),
    findings: number(json.findings),
  };
}

function entries<Value>(value: unknown, type: "number" | "string"): Record<string, Value> {
  return Object.fromEntries(Object.entries(record(value)).filter(([, item]) => typeof item === type)) as Record<
    string,
    Value
  >;
}

// Titles name files by their last part, as places do, where that is clear.
function withShortPaths(report: Report): Report {
  const files = Object.keys(report.sources).filter((file) => file.includes("/"));
  for (const finding of [...report.findings, ...report.suppressed]) {
    for (const file of files) finding.title = finding.title.replaceAll(file, file.slice(file.lastIndexOf("/") + 1));
  }
  return report;
}

export function decode(value: unknown): Report {
  const json = record(value);
  return withShortPaths({
    verdict: text(json.verdict),
    verdict_text: text(json.verdict_text),
    exit_code: number(json.exit_code),
    error: text(json.error),
    interrupted: flag(json.interrupted),
    looked_at_all: flag(json.looked_at_all),
    program: text(json.program),
    arguments: texts(json.arguments),
    directory: text(json.directory),
    source_root: text(json.source_root),
    command: text(json.command),
    version: text(json.version),
    properties: texts(json.properties),
    remarks: texts(json.remarks),
    counts: entries<number>(json.counts, "number"),
    started: text(json.started),
    seconds: number(json.seconds),
    findings: list(json.findings).map(counterexample),
    suppressed: list(json.suppressed).map(counterexample),
    suppressions: list(json.suppressions).map(suppression),
    sources: entries<string>(json.sources, "string"),
  });
}
