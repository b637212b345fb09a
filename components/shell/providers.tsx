"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { getQueryClient } from "@/lib/client/queries/query-client";
import { THEME_KEY } from "@/lib/config/storage-keys";
import { ToastHost } from "./toasts/toast-host";

/** What every page stands in: theme, data cache and notices. */
export function Providers({ children, nonce }: { children: React.ReactNode; nonce: string | undefined }) {
  return (
    <ThemeProvider
      attribute="class"
      defaultTheme="dark"
      enableSystem
      storageKey={THEME_KEY}
      disableTransitionOnChange
      nonce={nonce}
    >
      <QueryClientProvider client={getQueryClient()}>
        {children}
        <ToastHost />
      </QueryClientProvider>
    </ThemeProvider>
  );
}
