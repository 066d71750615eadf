// One finding: what goes wrong, in words and as a figure, and under it the interleaving that shows it.

import { useState } from "preact/hooks";
import type { Counterexample, Place } from "../report.ts";
import { Command } from "./command.tsx";
import { Explorer } from "./explorer.tsx";
import { DeadlockFigure } from "./figure_deadlock.tsx";
import { hasLoop, LoopFigure } from "./figure_loop.tsx";
import { PlaceFigure } from "./figure_place.tsx";
import { RaceFigure } from "./figure_race.tsx";
import { FlowTable } from "./flow_table.tsx";
import { PlaceLink } from "./place.tsx";
import { brief, capitalised, counted, titleOf } from "./values.ts";

interface Props {
  finding: Counterexample;
  sources: Record<string, string>;
  moment: number;
  isOpen: boolean; // what goes wrong, not only in one line
  onOpen: (isOpen: boolean) => void;
  onMove: (moment: number) => void;
}

export function Finding(props: Props) {
  const { finding, sources } = props;
  const title = titleOf(finding);
  // A new value for each request, also for the same place.
  const [asked, setAsked] = useState<Place | undefined>(undefined);
  const show = (place: Place) => setAsked({ ...place });
  return (
    <main class="finding">
      <section class="wrong" aria-label="What goes wrong">
        <header>
          <h1>
            <span class="kind">{title.kind}</span>
            {brief(title.rest)}
          </h1>
          <button
            type="button"
            class="quiet"
            aria-expanded={props.isOpen}
            aria-controls="wrong-body"
            title="w"
            onClick={() => props.onOpen(!props.isOpen)}
          >
            {props.isOpen ? "less" : "more"}
          </button>
        </header>
        {props.isOpen && (
          <div class="wrong-body" id="wrong-body">
            <Words finding={finding} onShow={show} />
            <Figure finding={finding} sources={sources} onMove={props.onMove} onShow={show} />
          </div>
        )}
      </section>
      <Explorer finding={finding} sources={sources} moment={props.moment} asked={asked} onMove={props.onMove} />
    </main>
  );
}

export function Words({ finding, onShow }: { finding: Counterexample; onShow?: (place: Place) => void }) {
  const { original } = finding;
  return (
    <div class="words">
      {finding.suppressed_by !== "" && (
        <p class="notice">
          Suppressed by <code>{finding.suppressed_by}</code>.
        </p>
      )}
      {finding.message !== finding.title && !isDrawn(finding) && <p>{capitalised(finding.message)}.</p>}
      {finding.formula !== "" && (
        <p>
          Does not hold: <code class="formula">{finding.formula}</code>
        </p>
      )}
      {finding.explanation !== "" && <p>{finding.explanation}</p>}
      {finding.flow !== undefined && <FlowTable flow={finding.flow} />}
      <p class="quiet-text">
        <PlaceLink place={finding.place} onShow={onShow} withFunction />
        {finding.place.line !== 0 && " · "}
        {counted(finding.steps.length, "step")}, {counted(finding.switches, "switch", "switches")},{" "}
        {counted(finding.preemptions, "preemption")}
        {original !== undefined &&
          ` · minimised from ${counted(original.switches, "switch", "switches")}, ${counted(original.preemptions, "preemption")}`}
      </p>
      {finding.replay_command !== "" && <Command label="Run it again" text={finding.replay_command} />}
      <Output title="Output" text={finding.output} />
      <Output title="Error output" text={finding.error_output} />
    </div>
  );
}

function Output({ title, text }: { title: string; text: string }) {
  if (text === "") return null;
  return (
    <details class="output">
      <summary>{title}</summary>
      <pre>{text}</pre>
    </details>
  );
}

interface FigureProps {
  finding: Counterexample;
  sources: Record<string, string>;
  onMove: (moment: number) => void;
  onShow: (place: Place) => void;
}

const kOfWaits = new Set(["deadlock", "progress", "stuck"]);

const isStuck = (finding: Counterexample): boolean =>
  finding.wait_cycle.length > 0 ||
  (kOfWaits.has(finding.property) && finding.threads.some((thread) => thread.waiting?.is_blocked));

// Whether a figure says what the message says.
const isDrawn = (finding: Counterexample): boolean =>
  hasLoop(finding) || finding.accesses.length > 1 || isStuck(finding);

// By what the finding has, not by its name: kinds may be added.
export function Figure(props: FigureProps) {
  const { finding } = props;
  if (hasLoop(finding)) return <LoopFigure {...props} />;
  if (finding.accesses.length > 1) return <RaceFigure {...props} />;
  return isStuck(finding) ? <DeadlockFigure {...props} /> : <PlaceFigure {...props} />;
}
