"use client";

import { useTheme } from "@/components/ui/theme";
import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * The theme changes at once, without every colour fading over. (The provider's own way does this at each arrival, too,
 * where nothing changes: the whole page's styles twice.)
 */
export function ThemeChange() {
  const { theme } = useTheme();
  const before = useRef(theme);
  useLayoutEffect(() => {
    if (before.current !== theme) holdTransitions();
    before.current = theme;
  }, [theme]);
  useEffect(() => {
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", holdTransitions);
    return () => system.removeEventListener("change", holdTransitions);
  }, []);
  return null;
}

/** Until the frame after the next one is drawn. */
function holdTransitions(): void {
  const { dataset } = document.documentElement;
  dataset.still = "";
  requestAnimationFrame(() => requestAnimationFrame(() => delete dataset.still));
}
