// The report as the page gets it: the fields of src/report/counterexample.h, with what JSON leaves out filled in again.

export interface Place {
  file: string; // "": unknown
  line: number;
  column: number;
  function: string;
}

export interface ReportObject {
  kind: string;
  name: string;
  address: number;
  block: number | undefined; // of the heap: where it lies
}

// A block of the heap.
export interface Block {
  name: string; // what objects in it are called by
  type: string; // "": unknown
  size: number;
  place: Place; // where it was allocated
}

export interface Step {
  thread: number;
  position: number | undefined; // in the schedule; none: it belongs to the step before
  operation: string;
  text: string;
  object: number | undefined;
  place: Place;
  stack: Place[];
  size: number;
  read: string | undefined;
  written: string | undefined;
  failed: boolean;
  timed_out: boolean;
  spurious: boolean;
  alternative: number;
  alternatives: number;
  has_alternative_threads: boolean;
  enabled: number[];
  in_library: boolean;
  held: number[];
  after: number[];
  woken_by: number | undefined;
  reads_from: number[]; // steps that wrote what this one reads, or that have what it does not get
  overwrites: number[]; // writes of other threads that this one replaces unseen: lost updates, ABA
  is_marked: boolean;
  is_aside: boolean;
  is_folded: boolean; // shown only where somebody asks for it
}

export interface Waiting {
  text: string;
  operation: string;
  object: number | undefined;
  is_blocked: boolean;
  held_by: number[];
  held_since: Place;
  place: Place;
  loop: Place;
}

export interface Thread {
  name: string;
  function: string;
  created: Place;
  waiting: Waiting | undefined;
  stack: Place[];
}

export interface Access {
  thread: number;
  step: number | undefined;
  verb: string;
  what: string;
  place: Place;
  stack: Place[];
}

export interface Note {
  text: string;
  place: Place;
}

export interface Original {
  steps: number;
  switches: number;
  preemptions: number;
}

export interface FlowSide {
  secret: string;
  ending: string;
  seen: string[];
}

// Two executions, and what is seen of them from outside.
export interface Flow {
  location: string;
  difference: number; // the first of what is seen in which they differ
  one: FlowSide;
  other: FlowSide;
}

// Which atoms of a temporal property are true behind a step.
export interface AtomRow {
  step: number | undefined; // none: before the first
  holds: number[]; // of the atoms, those that are
}

export interface Counterexample {
  kind: string;
  property: string;
  rule: string;
  fingerprint: string;
  suppressed_by: string;
  message: string;
  title: string; // shorter than the message
  place: Place;
  threads: Thread[];
  objects: ReportObject[];
  blocks: Block[];
  steps: Step[];
  accesses: Access[];
  notes: Note[];
  explanation: string;
  wait_cycle: number[];
  loop_begin: number | undefined;
  formula: string; // the temporal property that does not hold
  atoms: string[]; // what it speaks of
  atom_rows: AtomRow[];
  atom_loop: number | undefined; // the row from which on it is for ever
  switches: number;
  preemptions: number;
  original: Original | undefined;
  flow?: Flow | undefined;
  output: string;
  error_output: string;
  trace_file: string;
  replay_command: string;
}

export interface Suppression {
  pattern: string;
  file: string;
  line: number;
  findings: number;
}

export interface Report {
  verdict: string;
  verdict_text: string;
  exit_code: number;
  error: string;
  interrupted: boolean;
  looked_at_all: boolean;
  program: string;
  arguments: string[];
  directory: string;
  source_root: string;
  command: string;
  version: string;
  properties: string[];
  remarks: string[];
  counts: Record<string, number>;
  started: string;
  seconds: number;
  findings: Counterexample[];
  suppressed: Counterexample[];
  suppressions: Suppression[];
  sources: Record<string, string>;
}

export const isKnown = (place: Place): boolean => place.file !== "" && place.line !== 0;
