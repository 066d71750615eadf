// The source, with the line of every thread marked in it.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { centredOn, windowOf } from "../layout/window.ts";
import type { ThreadState } from "../model/state.ts";
import { isKnown, type Place, type Thread } from "../report.ts";
import { highlight, type SourceLine } from "./highlight.ts";
import { baseName } from "./place.tsx";
import { px } from "./px.ts";
import { hueStyle, shortName } from "./threads.tsx";
import { useSize } from "./use_size.ts";

const kLineHeight = 20;
const kMostMarks = 3; // beside a line
const kMostElsewhere = 2;
const kHighlighted = new Map<string, SourceLine[]>();

function linesOf(file: string, text: string): SourceLine[] {
  let lines = kHighlighted.get(file);
  if (lines === undefined) {
    lines = highlight(text);
    kHighlighted.set(file, lines);
  }
  return lines;
}

interface Props {
  sources: Record<string, string>;
  threads: Thread[];
  states: ThreadState[];
  place: Place; // what to look at
}

export function Source(props: Props) {
  const { sources, threads, states, place } = props;
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  // What to look at wins over a file that was chosen before.
  useEffect(() => setChosen(undefined), [place]);
  const file = chosen ?? place.file;
  const files = useMemo(() => filesToOffer(sources, states, file), [sources, states, file]);

  return (
    <section class="panel source" aria-label="Source">
      <div class="panel-head file-tabs" role="tablist" aria-label="Files">
        {files.map((name) => (
          <button
            type="button"
            role="tab"
            key={name}
            aria-selected={name === file}
            title={name}
            onClick={() => setChosen(name)}
          >
            {baseName(name)}
            {statesIn(states, name)
              .slice(0, 6)
              .map((state) => (
                <span class="dot" key={state.thread} style={hueStyle(state.thread)} />
              ))}
          </button>
        ))}
      </div>
      <Listing
        text={sources[file]}
        file={file}
        line={file === place.file ? place.line : 0}
        states={states}
        threads={threads}
      />
    </section>
  );
}

const statesIn = (states: ThreadState[], file: string): ThreadState[] =>
  states.filter((state) => isKnown(state.place) && state.place.file === file);

// The file that is shown and those in which threads stand, then the others, in an order that does not change by stepping.
function filesToOffer(sources: Record<string, string>, states: ThreadState[], file: string): string[] {
  const names = new Set(Object.keys(sources));
  for (const state of states) if (isKnown(state.place)) names.add(state.place.file);
  if (file !== "") names.add(file);
  return [...names].sort();
}

function Listing(props: {
  text: string | undefined;
  file: string;
  line: number;
  states: ThreadState[];
  threads: Thread[];
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const size = useSize(scroller);
  const [scrollTop, setScrollTop] = useState(0);
  const lines = props.text === undefined ? [] : linesOf(props.file, props.text);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || props.line === 0 || size.height === 0) return;
    const last = Math.max(lines.length * kLineHeight - size.height, 0);
    const target = Math.min(Math.round(centredOn(props.line - 1, scrollTop, size.height, kLineHeight)), last);
    if (target === scrollTop) return;
    element.scrollTop = target;
    setScrollTop(target);
  }, [props.file, props.line, size.height]);

  const goTo = (line: number) => {
    if (scroller.current !== null) scroller.current.scrollTop = Math.max((line - 1) * kLineHeight - size.height / 2, 0);
  };
  const here = props.text === undefined ? [] : statesIn(props.states, props.file);
  const topLine = Math.floor(scrollTop / kLineHeight);
  const bottomLine = Math.ceil((scrollTop + size.height) / kLineHeight);
  const standing = new Map<number, ThreadState[]>();
  for (const state of here) {
    standing.set(state.place.line, [...(standing.get(state.place.line) ?? []), state]);
  }
  const { first, end } = windowOf(scrollTop, size.height, kLineHeight, lines.length);
  return (
    <div class="listing-frame">
      <Elsewhere
        side="above"
        states={here.filter((state) => state.place.line <= topLine)}
        threads={props.threads}
        onGo={goTo}
      />
      <Elsewhere
        side="below"
        states={here.filter((state) => state.place.line > bottomLine)}
        threads={props.threads}
        onGo={goTo}
      />
      <div
        class="listing"
        ref={scroller}
        tabIndex={0}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      >
        {props.text === undefined && (
          <p class="empty">
            {props.file === "" ? "Nothing is known about the place of this step." : `${props.file} could not be read.`}
          </p>
        )}
        <div class="lines" style={{ height: px(lines.length * kLineHeight) }}>
          {lines.slice(first, end).map((line, offset) => (
            <Line
              key={first + offset}
              number={first + offset + 1}
              line={line}
              states={standing.get(first + offset + 1) ?? []}
              threads={props.threads}
              isCurrent={first + offset + 1 === props.line}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

// Threads that stand in this file, but out of view.
function Elsewhere(props: {
  side: "above" | "below";
  states: ThreadState[];
  threads: Thread[];
  onGo: (line: number) => void;
}) {
  if (props.states.length === 0) return null;
  const arrow = props.side === "above" ? "↑" : "↓";
  return (
    <div class={`elsewhere ${props.side}`}>
      {props.states.slice(0, kMostElsewhere).map((state) => (
        <button
          type="button"
          key={state.thread}
          style={hueStyle(state.thread)}
          title={state.text}
          onClick={() => props.onGo(state.place.line)}
        >
          {arrow} {props.threads[state.thread]?.name}, line {state.place.line}
        </button>
      ))}
      {props.states.length > kMostElsewhere && <span>+{props.states.length - kMostElsewhere}</span>}
    </div>
  );
}

function Line(props: {
  number: number;
  line: SourceLine;
  states: ThreadState[];
  threads: Thread[];
  isCurrent: boolean;
}) {
  const { states } = props;
  const room = states.length > kMostMarks ? kMostMarks - 1 : kMostMarks;
  const leader = states.find((state) => state.status === "running") ?? states[0];
  const classes = `line ${leader !== undefined ? "standing" : "lonely"} ${props.isCurrent ? "current" : ""}`;
  const title = states.map((state) => `${props.threads[state.thread]?.name}: ${state.text}`).join("\n");
  return (
    <div
      class={classes}
      style={{ top: px((props.number - 1) * kLineHeight), ...(leader === undefined ? {} : hueStyle(leader.thread)) }}
      aria-current={props.isCurrent ? "location" : undefined}
      title={title}
    >
      <span class="marks">
        {states.slice(0, room).map((state) => (
          <span key={state.thread} class={`mark ${state.status}`} style={hueStyle(state.thread)}>
            {shortName(props.threads[state.thread] as Thread, state.thread)}
          </span>
        ))}
        {states.length > room && <span class="more">+{states.length - room}</span>}
      </span>
      <span class="line-number">{props.number}</span>
      <code>
        {props.line.tokens.map((token, index) =>
          token.kind === "plain" ? (
            token.text
          ) : (
            <span key={index} class={token.kind}>
              {token.text}
            </span>
          ),
        )}
      </code>
    </div>
  );
}

// A few lines around a place, for figures.
export function Excerpt(props: { sources: Record<string, string>; place: Place; around?: number; thread?: number }) {
  const text = props.sources[props.place.file];
  if (text === undefined || !isKnown(props.place)) return null;
  const around = props.around ?? 1;
  const lines = linesOf(props.place.file, text);
  const first = Math.max(props.place.line - 1 - around, 0);
  return (
    <pre class="excerpt" style={props.thread === undefined ? {} : hueStyle(props.thread)}>
      {lines.slice(first, props.place.line + around).map((line, offset) => {
        const number = first + offset + 1;
        return (
          <span key={number} class={number === props.place.line ? "line current" : "line"}>
            <span class="line-number">{number}</span>
            <code>
              {line.tokens.map((token, index) => (
                <span key={index} class={token.kind}>
                  {token.text}
                </span>
              ))}
              {"\n"}
            </code>
          </span>
        );
      })}
    </pre>
  );
}
