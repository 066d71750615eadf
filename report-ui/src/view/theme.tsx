// Light and dark: as the system has it, until the switch is used; then as it was left.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";

type Theme = "light" | "dark";
const kKey = "selvage-theme";

const preferred = (): Theme => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

// Pages from files may not be allowed to store anything.
function stored(): Theme | undefined {
  try {
    const value = localStorage.getItem(kKey);
    return value === "light" || value === "dark" ? value : undefined;
  } catch {
    return undefined;
  }
}

function store(theme: Theme): void {
  try {
    localStorage.setItem(kKey, theme);
  } catch {
    // The choice then lasts as long as the page.
  }
}

export function useTheme(): [Theme, () => void] {
  const [chosen, setChosen] = useState<Theme | undefined>(stored);
  const [system, setSystem] = useState<Theme>(preferred);
  useEffect(() => {
    const preference = matchMedia("(prefers-color-scheme: dark)");
    const update = () => setSystem(preferred());
    preference.addEventListener("change", update);
    return () => preference.removeEventListener("change", update);
  }, []);
  const theme = chosen ?? system;
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const toggle = () => {
    const other = theme === "dark" ? "light" : "dark";
    store(other);
    setChosen(other);
  };
  return [theme, toggle];
}

export function ThemeSwitch({ theme, onToggle }: { theme: Theme; onToggle: () => void }) {
  const isDark = theme === "dark";
  return (
    <button
      type="button"
      class="icon"
      role="switch"
      aria-checked={isDark}
      aria-label="Dark"
      title="Light or dark (t)"
      onClick={onToggle}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        {isDark ? (
          <path d="M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7Z" />
        ) : (
          <>
            <circle cx="10" cy="10" r="3.6" />
            <path d="M10 1.8v2M10 16.2v2M1.8 10h2M16.2 10h2M4.2 4.2l1.4 1.4M14.4 14.4l1.4 1.4M4.2 15.8l1.4-1.4M14.4 5.6l1.4-1.4" />
          </>
        )}
      </svg>
    </button>
  );
}
