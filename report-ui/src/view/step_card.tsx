// The step that is looked at, in words: who does what, with which values, and why it comes when it does.

import type { Execution } from "../model/execution.ts";
import type { Place, Step } from "../report.ts";
import { PlaceLink, StackList } from "./place.tsx";
import { ThreadTag } from "./threads.tsx";
import { noteText, numbered, titleOf, valueText } from "./values.ts";

interface Props {
  execution: Execution;
  moment: number;
  onMove: (moment: number) => void;
  onShow: (place: Place) => void;
}

export function StepCard(props: Props) {
  const { execution, moment } = props;
  const step = execution.step(moment);
  return (
    <section class="panel step-card" aria-label="Step" aria-live="polite">
      {step === undefined ? <End {...props} /> : <Details {...props} step={step} />}
    </section>
  );
}

function End({ execution, onShow }: Props) {
  const { finding } = execution;
  const title = titleOf(finding);
  return (
    <>
      <header>
        <span class="position">End, after {numbered(execution.end)} steps</span>
      </header>
      <p class="what bad">
        {title.kind}
        {title.rest}
      </p>
      <PlaceLink place={finding.place} onShow={onShow} withFunction />
    </>
  );
}

function Details({ execution, moment, step, onMove, onShow }: Props & { step: Step }) {
  const { threads, objects } = execution.finding;
  const value = valueText(step);
  const note = noteText(step);
  const turn = execution.turns[moment];
  const previous = execution.step(moment - 1);
  return (
    <>
      <header>
        <span class="position">
          Step {numbered(moment + 1)} of {numbered(execution.end)}
        </span>
        <ThreadTag thread={step.thread} threads={threads} />
        {step.is_marked && <span class="badge bad">the finding is about this</span>}
        {turn === "preemption" && previous !== undefined && (
          <span class="badge" title={`${threads[previous.thread]?.name} could have gone on`}>
            takes the turn from {threads[previous.thread]?.name}
          </span>
        )}
      </header>
      <p class="what">
        {step.text} {value !== "" && <code class="value">{value}</code>} {note !== "" && <em>{note}</em>}
      </p>
      <dl>
        <dt>at</dt>
        <dd>
          <PlaceLink place={step.place} onShow={onShow} withFunction />
          {step.stack.length > 1 && (
            <details>
              <summary>call stack</summary>
              <StackList stack={step.stack} onShow={onShow} />
            </details>
          )}
        </dd>
        {step.held.length > 0 && (
          <>
            <dt>holds</dt>
            <dd>{step.held.map((lock) => objects[lock]?.name).join(", ")}</dd>
          </>
        )}
        {step.alternatives > 1 && (
          <>
            <dt>choice</dt>
            <dd>
              outcome {step.alternative + 1} of {step.alternatives}
            </dd>
          </>
        )}
        <Reasons execution={execution} step={step} onMove={onMove} />
        <Others execution={execution} step={step} />
      </dl>
    </>
  );
}

function Reasons({ execution, step, onMove }: { execution: Execution; step: Step; onMove: (moment: number) => void }) {
  const link = (cause: number) => {
    const other = execution.step(cause);
    return (
      <button type="button" class="link" key={cause} onClick={() => onMove(cause)}>
        {cause + 1} ({execution.finding.threads[other?.thread ?? 0]?.name}: {other?.text})
      </button>
    );
  };
  const others = step.after.filter((cause) => cause !== step.woken_by && !step.reads_from.includes(cause));
  return (
    <>
      {step.woken_by !== undefined && (
        <>
          <dt>woken by</dt>
          <dd class="links">{link(step.woken_by)}</dd>
        </>
      )}
      {step.reads_from.length > 0 && (
        <>
          <dt>{step.failed && step.read === undefined ? "kept by" : "reads from"}</dt>
          <dd class="links">{step.reads_from.slice(0, kMostCauses).map(link)}</dd>
        </>
      )}
      {step.overwrites.length > 0 && (
        <>
          <dt title="The thread has not seen these since it looked last">unaware of</dt>
          <dd class="links">{step.overwrites.slice(0, kMostCauses).map(link)}</dd>
        </>
      )}
      {others.length > 0 && (
        <>
          <dt>after</dt>
          <dd class="links">{others.map(link)}</dd>
        </>
      )}
    </>
  );
}

const kMostNames = 6;
const kMostCauses = 12;

function Others({ execution, step }: { execution: Execution; step: Step }) {
  const others = step.enabled.filter((thread) => thread !== step.thread);
  if (others.length === 0) return null;
  return (
    <>
      <dt>instead</dt>
      <dd>
        {others.slice(0, kMostNames).map((thread) => (
          <ThreadTag key={thread} thread={thread} threads={execution.finding.threads} />
        ))}
        {others.length > kMostNames && ` and ${others.length - kMostNames} more`} could have gone
      </dd>
    </>
  );
}
