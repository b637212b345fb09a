"use client";

import { ThemeProvider, useTheme as useProvided } from "next-themes";
import { useLayoutEffect } from "react";
import { create } from "zustand";

interface ThemeState {
  /** What was chosen; absent until the page has been taken over: the server does not know it. */
  theme?: string;
  /** What is shown: light or dark. */
  resolvedTheme?: string;
  setTheme: (theme: string) => void;
}

/** The theme and how to change it. */
export const useTheme = create<ThemeState>()(() => ({ setTheme: () => undefined }));

/**
 * Sets the theme before the first paint and keeps it. It stands beside the page, not around it: the provider learns the
 * system's theme as the page arrives, and React would look through all that is in it for who reads it.
 */
export function Theme({ storageKey, nonce }: { storageKey: string; nonce: string | undefined }) {
  return (
    <ThemeProvider attribute="class" defaultTheme="dark" enableSystem storageKey={storageKey} nonce={nonce}>
      <Provided />
    </ThemeProvider>
  );
}

function Provided() {
  const { theme, resolvedTheme, setTheme } = useProvided();
  useLayoutEffect(
    () => useTheme.setState({ theme, resolvedTheme, setTheme }),
    [theme, resolvedTheme, setTheme],
  );
  return null;
}
