// An assertion, a crash, a memory error: the line, how the thread came there, and where else to look.

import { type Counterexample, isKnown, type Place } from "../report.ts";
import { PlaceLink, StackList } from "./place.tsx";
import { Excerpt } from "./source.tsx";
import { ThreadTag } from "./threads.tsx";
import { capitalised } from "./values.ts";

interface Props {
  finding: Counterexample;
  sources: Record<string, string>;
  onShow: (place: Place) => void;
}

export function PlaceFigure({ finding, sources, onShow }: Props) {
  const [access] = finding.accesses;
  const thread = access?.thread ?? finding.steps.at(-1)?.thread;
  const stack = access?.stack.length ? access.stack : (finding.threads[thread ?? -1]?.stack ?? []);
  if (!isKnown(finding.place) && stack.length === 0 && finding.notes.length === 0) return null;
  return (
    <div class="figure places">
      <div class="access">
        <p>
          {thread !== undefined && <ThreadTag thread={thread} threads={finding.threads} />}{" "}
          {access !== undefined && (
            <>
              <strong>{access.verb}</strong> {access.what}
            </>
          )}{" "}
          <PlaceLink place={finding.place} onShow={onShow} withFunction />
        </p>
        <Excerpt sources={sources} place={finding.place} around={2} />
        {stack.length > 1 && (
          <details>
            <summary>call stack</summary>
            <StackList stack={stack} onShow={onShow} />
          </details>
        )}
      </div>
      {finding.notes.map((note, index) => (
        <div class="access" key={index}>
          <p>
            {capitalised(note.text)} <PlaceLink place={note.place} onShow={onShow} withFunction />
          </p>
          <Excerpt sources={sources} place={note.place} />
        </div>
      ))}
    </div>
  );
}
