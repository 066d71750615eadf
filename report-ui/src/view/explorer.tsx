// Walking through one interleaving: the picture, the source beside it, and how everything stands.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Execution } from "../model/execution.ts";
import { type Filter, firstFilter, Rows, unfoldedAt } from "../model/filter.ts";
import { search } from "../model/search.ts";
import { threadStates } from "../model/state.ts";
import { type Counterexample, isKnown, type Place } from "../report.ts";
import { keyCommand } from "./keys.ts";
import type { Shown } from "./lane_drawing.tsx";
import { Lanes } from "./lanes.tsx";
import { Source } from "./source.tsx";
import { StateTables } from "./state_tables.tsx";
import { StepCard } from "./step_card.tsx";
import { Toolbar } from "./toolbar.tsx";

interface Props {
  finding: Counterexample;
  sources: Record<string, string>;
  moment: number;
  // A place that something outside asks for; a new value each time.
  asked: Place | undefined;
  onMove: (moment: number) => void;
}

// Where to begin reading: at the second access of a race, otherwise where it ends.
export function firstMoment(finding: Counterexample): number {
  const steps = finding.accesses.map((access) => access.step).filter((step) => step !== undefined);
  return steps.length > 1 ? Math.max(...steps) : finding.steps.length;
}

export function Explorer(props: Props) {
  const { finding, moment } = props;
  // Keys can come faster than the page is drawn: each goes on from where the one before led.
  const latest = useRef(moment);
  latest.current = moment;
  const execution = useMemo(() => new Execution(finding), [finding]);
  const [filter, setFilter] = useState<Filter>(() => firstFilter(execution));
  // Whoever asks for a step that is folded sees it.
  const unfold = (target: number) => {
    const isHidden = !filter.folded && execution.step(target)?.is_folded && !filter.unfolded.has(target);
    if (isHidden) setFilter(unfoldedAt(execution, filter, target));
  };
  const onMove = (target: number) => {
    latest.current = target;
    unfold(target);
    props.onMove(target);
  };
  const [query, setQuery] = useState("");
  const [shown, setShown] = useState<Shown>({ order: true, wakes: true, locks: true });
  const [asked, setAsked] = useState<Place | undefined>(undefined);
  const searchField = useRef<HTMLInputElement>(null);

  const rows = useMemo(() => new Rows(execution, filter), [execution, filter]);
  const shownThreads = useMemo(
    () => finding.threads.map((_, thread) => thread).filter((thread) => !filter.hiddenThreads.has(thread)),
    [finding, filter.hiddenThreads],
  );
  const matches = useMemo(
    () => new Set(search(execution, query).filter((match) => rows.has(match))),
    [execution, query, rows],
  );
  const states = useMemo(() => threadStates(execution, moment), [execution, moment]);

  // A filter that hides where one stands takes one to what is left.
  useEffect(() => {
    if (!rows.has(moment)) onMove(rows.nearest(moment));
  }, [rows]);
  useEffect(() => setAsked(undefined), [moment]);
  useEffect(() => setAsked(props.asked), [props.asked]);

  const nextMatch = (direction: 1 | -1) => {
    const holds = (candidate: number) => matches.has(candidate);
    const next = rows.find(latest.current, direction, holds);
    // Round the end: a search that stops there hides what is before.
    onMove(next !== latest.current ? next : rows.find(direction > 0 ? -1 : execution.end + 1, direction, holds));
  };

  useLayoutEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const command = keyCommand(event);
      if (command === undefined) return;
      event.preventDefault();
      if (command === "search") {
        searchField.current?.focus();
        searchField.current?.select();
        return;
      }
      if (command === "fold") {
        setFilter((before) => ({ ...before, folded: !before.folded, unfolded: new Set() }));
        return;
      }
      onMove(command(execution, rows, latest.current));
    };
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, [execution, rows]);

  const solo = (thread: number) => {
    const isAlone = shownThreads.length === 1 && shownThreads[0] === thread;
    const others = finding.threads.map((_, index) => index).filter((index) => index !== thread);
    setFilter({ ...filter, hiddenThreads: new Set(isAlone ? [] : others) });
  };

  return (
    <div class="explorer">
      <div class="panel interleaving">
        <Toolbar
          execution={execution}
          rows={rows}
          filter={filter}
          onFilter={setFilter}
          query={query}
          onQuery={setQuery}
          matches={matches}
          moment={moment}
          onMatch={nextMatch}
          searchField={searchField}
          shown={shown}
          onShown={setShown}
        />
        <Lanes
          execution={execution}
          rows={rows}
          shownThreads={shownThreads}
          moment={moment}
          matches={matches}
          shown={shown}
          onSelect={onMove}
          onUnfold={unfold}
          onSolo={solo}
        />
      </div>
      <div class="side">
        <StepCard execution={execution} moment={moment} onMove={onMove} onShow={setAsked} />
        <Source
          sources={props.sources}
          threads={finding.threads}
          states={states}
          place={asked ?? placeAt(execution, moment)}
        />
        <StateTables
          execution={execution}
          moment={moment}
          states={states}
          onMove={onMove}
          onShow={setAsked}
          onObject={(object) => setFilter({ ...filter, object: filter.object === object ? undefined : object })}
        />
      </div>
    </div>
  );
}

function placeAt(execution: Execution, moment: number): Place {
  const { finding } = execution;
  const step = execution.step(moment);
  if (step !== undefined) return isKnown(step.place) ? step.place : (step.stack.find(isKnown) ?? step.place);
  if (isKnown(finding.place)) return finding.place;
  return finding.steps.at(-1)?.place ?? finding.place;
}
