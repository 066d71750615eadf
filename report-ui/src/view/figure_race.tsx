// A data race: its two accesses side by side, and between them the order that is missing.

import { commonLocks } from "../model/waits.ts";
import type { Access, Counterexample, Place } from "../report.ts";
import { PlaceLink, StackList } from "./place.tsx";
import { Excerpt } from "./source.tsx";
import { hueStyle, ThreadTag } from "./threads.tsx";

interface Props {
  finding: Counterexample;
  sources: Record<string, string>;
  onMove: (moment: number) => void;
  onShow: (place: Place) => void;
}

export function RaceFigure(props: Props) {
  const { finding } = props;
  const [one, other] = finding.accesses;
  if (one === undefined || other === undefined) return null;
  const common = commonLocks(heldAt(finding, one), heldAt(finding, other));
  return (
    <div class="figure race">
      <AccessCard {...props} access={one} />
      <div class="no-order">
        <svg viewBox="0 0 90 40" role="img" aria-label="Nothing orders the two accesses">
          <path d="M6 20H36M54 20H84" />
          <path class="cut" d="M39 10 51 30M51 10 39 30" />
          <path d="M12 14 6 20 12 26M78 14 84 20 78 26" />
        </svg>
        <span>{common.length === 0 ? "no order, no common lock" : "no order"}</span>
      </div>
      <AccessCard {...props} access={other} />
    </div>
  );
}

const heldAt = (finding: Counterexample, access: Access): number[] =>
  access.step === undefined ? [] : (finding.steps[access.step]?.held ?? []);

function AccessCard({ finding, sources, access, onMove, onShow }: Props & { access: Access }) {
  const held = heldAt(finding, access);
  const { step } = access;
  return (
    <div class="access" style={hueStyle(access.thread)}>
      <p>
        <ThreadTag thread={access.thread} threads={finding.threads} /> <strong>{access.verb}</strong> {access.what}
      </p>
      <Excerpt sources={sources} place={access.place} thread={access.thread} />
      <p class="quiet-text">
        <PlaceLink place={access.place} onShow={onShow} withFunction />
        {step !== undefined && (
          <>
            {" · "}
            <button type="button" class="link" onClick={() => onMove(step)}>
              step {step + 1}
            </button>
            {" · "}
            {held.length === 0
              ? "holds no lock"
              : `holds ${held.map((lock) => finding.objects[lock]?.name).join(", ")}`}
          </>
        )}
      </p>
      {access.stack.length > 1 && (
        <details>
          <summary>call stack</summary>
          <StackList stack={access.stack} onShow={onShow} />
        </details>
      )}
    </div>
  );
}
