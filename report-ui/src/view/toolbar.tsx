// What is shown of an interleaving: search, threads, one object, kinds of arrows.

import type { RefObject } from "preact";
import { useMemo } from "preact/hooks";
import type { Execution } from "../model/execution.ts";
import { type Filter, kNoFilter, type Rows } from "../model/filter.ts";
import type { Step } from "../report.ts";
import type { Shown } from "./lane_drawing.tsx";
import { hueStyle } from "./threads.tsx";
import { counted, numbered } from "./values.ts";

interface Props {
  execution: Execution;
  rows: Rows;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  query: string;
  onQuery: (query: string) => void;
  matches: ReadonlySet<number>;
  moment: number;
  onMatch: (direction: 1 | -1) => void;
  searchField: RefObject<HTMLInputElement | null>;
  shown: Shown;
  onShown: (shown: Shown) => void;
}

export function Toolbar(props: Props) {
  const { rows, execution } = props;
  const isFiltered = rows.count <= execution.end;
  return (
    <div class="toolbar" role="toolbar" aria-label="What is shown">
      <Search {...props} />
      <ThreadFilter {...props} />
      <ObjectFilter {...props} />
      <StepChoices {...props} />
      <ArrowChoice {...props} />
      <span class="spacer" />
      <output class="count">
        {isFiltered
          ? `${numbered(rows.count - 1)} of ${counted(execution.end, "step")}`
          : counted(execution.end, "step")}
      </output>
      {isFiltered && (
        <button type="button" class="quiet" onClick={() => props.onFilter(kNoFilter)}>
          show all
        </button>
      )}
    </div>
  );
}

function Search(props: Props) {
  const { matches, moment, query } = props;
  const position = useMemo(() => [...matches].filter((match) => match <= moment).length, [matches, moment]);
  const handle = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    if (event.key === "Enter") props.onMatch(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") {
      props.onQuery("");
      event.currentTarget.blur();
    } else return;
    event.preventDefault();
  };
  return (
    <span class="search">
      <input
        ref={props.searchField}
        type="search"
        placeholder="Search  /"
        aria-label="Search steps"
        value={query}
        onInput={(event) => props.onQuery(event.currentTarget.value)}
        onKeyDown={handle}
      />
      {query !== "" && (
        <output class={matches.size === 0 ? "none" : ""}>
          {matches.size === 0 ? "none" : `${matches.has(moment) ? position : "–"} of ${numbered(matches.size)}`}
        </output>
      )}
    </span>
  );
}

function ThreadFilter({ execution, filter, onFilter }: Props) {
  const { threads } = execution.finding;
  const shownCount = threads.length - filter.hiddenThreads.size;
  const toggle = (thread: number) => {
    const hiddenThreads = new Set(filter.hiddenThreads);
    if (!hiddenThreads.delete(thread)) hiddenThreads.add(thread);
    onFilter({ ...filter, hiddenThreads });
  };
  return (
    <details class="menu" onToggle={closeOnLeave}>
      <summary>
        {shownCount === threads.length ? "All threads" : `${shownCount} of ${counted(threads.length, "thread")}`}
      </summary>
      <fieldset class="menu-body">
        <legend class="visually-hidden">Threads that are shown</legend>
        <div class="menu-actions">
          <button type="button" class="quiet" onClick={() => onFilter({ ...filter, hiddenThreads: new Set() })}>
            all
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() => onFilter({ ...filter, hiddenThreads: new Set(threads.map((_, thread) => thread)) })}
          >
            none
          </button>
        </div>
        {threads.map((thread, index) => (
          <label key={index} style={hueStyle(index)}>
            <input type="checkbox" checked={!filter.hiddenThreads.has(index)} onChange={() => toggle(index)} />
            <span class="dot" />
            {thread.name}
            <span class="quiet-text">{thread.function}</span>
          </label>
        ))}
      </fieldset>
    </details>
  );
}

function closeOnLeave(event: Event & { currentTarget: HTMLDetailsElement }) {
  const menu = event.currentTarget;
  if (!menu.open) return;
  const close = (other: Event) => {
    const isEscape = other instanceof KeyboardEvent && other.key === "Escape";
    const isOutside = other.type === "pointerdown" && !menu.contains(other.target as Node);
    if (!isEscape && !isOutside) return;
    menu.open = false;
    document.removeEventListener("pointerdown", close);
    document.removeEventListener("keydown", close);
  };
  document.addEventListener("pointerdown", close);
  document.addEventListener("keydown", close);
}

function ObjectFilter({ execution, filter, onFilter }: Props) {
  // The ones that happen most come first: there can be thousands.
  const options = useMemo(
    () =>
      execution.finding.objects
        .map((object, index) => ({ object, index, count: execution.stepsOfObject[index]?.length ?? 0 }))
        .filter((entry) => entry.count > 0)
        .sort((a, b) => b.count - a.count)
        .slice(0, 500)
        .map(({ object, index, count }) => (
          <option key={index} value={index}>
            {object.name} ({object.kind}, {counted(count, "step")})
          </option>
        )),
    [execution],
  );
  return (
    <select
      aria-label="Only steps of one object"
      value={filter.object ?? ""}
      onChange={(event) => {
        const { value } = event.currentTarget;
        onFilter({ ...filter, object: value === "" ? undefined : Number(value) });
      }}
    >
      <option value="">All objects</option>
      {options}
    </select>
  );
}

type StepKind = "library" | "aside" | "folded";

const kStepKinds: [StepKind, (step: Step) => boolean, string, string][] = [
  ["library", (step) => step.in_library, "library", "Steps inside the C++ library"],
  ["aside", (step) => step.is_aside, "unrelated", "Steps that the finding does not depend on"],
  ["folded", (step) => step.is_folded, "folded", "Steps that say little about how it comes to the finding"],
];

// Only where there is something to choose.
function StepChoices({ execution, filter, onFilter }: Props) {
  const kinds = useMemo(() => kStepKinds.filter(([, isOfKind]) => execution.finding.steps.some(isOfKind)), [execution]);
  return kinds.map(([kind, , label, title]) => (
    <label key={kind} class={`choice ${kind}`} title={title}>
      <input
        type="checkbox"
        checked={filter[kind]}
        onChange={(event) => onFilter({ ...filter, [kind]: event.currentTarget.checked })}
      />
      <span class="sample" aria-hidden="true" />
      {label}
    </label>
  ));
}

const kChoices: [keyof Shown, string, string][] = [
  ["order", "order", "Arrows from what has to come before"],
  ["wakes", "wake-ups", "Arrows from who ended a wait"],
  ["locks", "locks", "Bars where a thread holds a lock"],
];

function ArrowChoice({ shown, onShown }: Props) {
  return (
    <fieldset class="choices">
      <legend class="visually-hidden">What is drawn</legend>
      {kChoices.map(([key, name, title]) => (
        <label key={key} class={`choice ${key}`} title={title}>
          <input
            type="checkbox"
            checked={shown[key]}
            onChange={(event) => onShown({ ...shown, [key]: event.currentTarget.checked })}
          />
          <span class="sample" aria-hidden="true" />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
