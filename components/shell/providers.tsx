"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { ThemeProvider } from "next-themes";
import { getQueryClient } from "@/lib/client/queries/query-client";
import { THEME_KEY } from "@/lib/config/storage-keys";
import { PageWatch } from "./page-watch";

const Toaster = dynamic(() => import("@/components/ui/toaster").then((module) => module.Toaster), {
  ssr: false,
});

/** What every page stands in: theme, data cache and notices. */
export function Providers({ children, nonce }: { children: React.ReactNode; nonce: string | undefined }) {
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
        <Toaster />
        <PageWatch />
      </QueryClientProvider>
    </ThemeProvider>
  );
}
