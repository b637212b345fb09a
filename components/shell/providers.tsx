"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { ThemeProvider } from "next-themes";
import { useLayoutEffect } from "react";
import { CodeBoundary } from "@/components/ui/code-boundary";
import { markHydrated } from "@/components/ui/hydrated";
import { getQueryClient } from "@/lib/browser/query-client";
import { THEME_KEY } from "@/lib/config/storage-keys";

const PageWatch = dynamic(() => import("./page-watch").then((module) => module.PageWatch), { ssr: false });

// zod probes `new Function`, which the CSP blocks and browsers log as an error. This is where it stores its settings.
if (typeof window !== "undefined") Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** The context of every page: theme and query cache, and its toasts and listeners. */
export function Providers({ children, nonce }: { children: React.ReactNode; nonce: string | undefined }) {
  // Runs after the layout effects of everything below, and before their state updates render.
  useLayoutEffect(markHydrated, []);
  return (
    <ThemeProvider
      attribute="class"
      defaultTheme="dark"
      enableSystem
      disableTransitionOnChange
      storageKey={THEME_KEY}
      nonce={nonce}
    >
      <QueryClientProvider client={getQueryClient()}>
        {children}
        <CodeBoundary>
          <PageWatch />
        </CodeBoundary>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
