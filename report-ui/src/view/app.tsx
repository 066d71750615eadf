// The page: a bar with the verdict, the summary, and one view for each finding. The address says what is shown, so that a
// place in a report can be passed on.

import { useEffect, useState } from "preact/hooks";
import type { Report } from "../report.ts";
import { firstMoment } from "./explorer.tsx";
import { Finding } from "./finding.tsx";
import { Help } from "./help.tsx";
import { isTyping } from "./keys.ts";
import { baseName } from "./place.tsx";
import { PrintedFinding, useIsPrinting } from "./print.tsx";
import { Summary } from "./summary.tsx";
import { ThemeSwitch, useTheme } from "./theme.tsx";
import { capitalised, kindName } from "./values.ts";

const kSummary = -1;

interface View {
  finding: number; // kSummary: none
  moment: number;
}

export function App({ report }: { report: Report }) {
  const findings = [...report.findings, ...report.suppressed];
  const open = (index: number): View => {
    const finding = findings[index];
    return finding === undefined ? { finding: kSummary, moment: 0 } : { finding: index, moment: firstMoment(finding) };
  };
  const fromAddress = (): View => {
    const [, finding, step] = /^#(\d+)(?:\/(\d+))?$/.exec(location.hash) ?? [];
    if (finding === undefined) return open(location.hash === "#summary" ? kSummary : 0);
    const view = open(Number(finding) - 1);
    const length = findings[view.finding]?.steps.length ?? 0;
    return step === undefined ? view : { ...view, moment: Math.min(Math.max(Number(step) - 1, 0), length) };
  };
  const [view, setView] = useState<View>(fromAddress);
  const [isWrongOpen, setWrongOpen] = useState(true);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [theme, toggleTheme] = useTheme();
  const isPrinting = useIsPrinting();
  const finding = findings[view.finding];

  useEffect(() => {
    const follow = () => setView(fromAddress());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  useEffect(() => {
    const address = view.finding === kSummary ? "#summary" : `#${view.finding + 1}/${view.moment + 1}`;
    const later = setTimeout(() => history.replaceState(null, "", address), 400);
    return () => clearTimeout(later);
  }, [view]);

  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (isTyping(event)) return;
      if (event.key === "?") setHelpOpen(true);
      else if (event.key === "t") toggleTheme();
      else if (event.key === "w") setWrongOpen((isOpen) => !isOpen);
      else if (event.key === "]") setView((now) => open(Math.min(now.finding + 1, findings.length - 1)));
      else if (event.key === "[") setView((now) => open(Math.max(now.finding - 1, kSummary)));
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  });

  if (isPrinting) {
    return (
      <div class="printed">
        <Summary report={report} findings={findings} onOpen={() => {}} />
        {findings.map((each, index) => (
          <PrintedFinding key={index} report={report} finding={each} />
        ))}
      </div>
    );
  }
  return (
    <div class={`app ${finding === undefined ? "" : "exploring"}`}>
      <header class="top">
        <span class="brand">Selvage</span>
        <span class="verdict-word" data-verdict={report.verdict || "error"}>
          {capitalised(report.verdict) || "No verdict"}
        </span>
        <span class="program" title={report.program}>
          {baseName(report.program)} {report.arguments.join(" ")}
        </span>
        <nav aria-label="Findings">
          <button
            type="button"
            aria-current={view.finding === kSummary ? "page" : undefined}
            onClick={() => setView(open(kSummary))}
          >
            Summary
          </button>
          {findings.map((each, index) => (
            <button
              type="button"
              key={index}
              class={each.suppressed_by === "" ? "" : "suppressed"}
              aria-current={index === view.finding ? "page" : undefined}
              title={each.title}
              onClick={() => setView(open(index))}
            >
              {findings.length > 1 && <span class="index">{index + 1}</span>}
              {capitalised(kindName(each.kind))}
            </button>
          ))}
        </nav>
        <ThemeSwitch theme={theme} onToggle={toggleTheme} />
        <button
          type="button"
          class="icon"
          aria-label="Keys and meaning"
          title="Keys (?)"
          onClick={() => setHelpOpen(true)}
        >
          ?
        </button>
      </header>
      {finding === undefined ? (
        <Summary report={report} findings={findings} onOpen={(index) => setView(open(index))} />
      ) : (
        <Finding
          key={view.finding}
          finding={finding}
          sources={report.sources}
          moment={view.moment}
          isOpen={isWrongOpen}
          onOpen={setWrongOpen}
          onMove={(moment) => setView({ finding: view.finding, moment })}
        />
      )}
      <Help isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}
