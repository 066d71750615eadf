// A command to take along.

import { useState } from "preact/hooks";

export function Command({ label, text }: { label: string; text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 1500);
    } catch {
      // Without access to the clipboard the text is still there to be selected.
    }
  };
  return (
    <div class="command">
      {label !== "" && <span class="quiet-text">{label}</span>}
      <code>{text}</code>
      <button type="button" class="quiet" onClick={copy}>
        {isCopied ? "copied" : "copy"}
      </button>
    </div>
  );
}
