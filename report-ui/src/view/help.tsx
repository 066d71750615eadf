// The keys, and what the lines of the picture mean.

import { useEffect, useRef } from "preact/hooks";
import { kKeyHelp } from "./keys.ts";

export function Help({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen) dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Keys</h2>
      <dl>
        {kKeyHelp.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <h2>The picture</h2>
      <p>
        Threads stand side by side, and time goes downwards. A dot is a step. The line of a thread is dashed while it
        cannot go on. A bar beside it is a lock that it holds. A thin arrow leads to a step from one that has to come
        before it, a dashed arrow from the step that ended a wait. A rule across is a switch to another thread; it is
        marked where the thread before could have gone on. Red is what the finding is about.
      </p>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
