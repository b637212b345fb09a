"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { Theme } from "@/components/ui/theme";
import { getQueryClient } from "@/lib/client/queries/query-client";
import { THEME_KEY } from "@/lib/config/storage-keys";
import { PageWatch } from "./page-watch";
import { ToastHost } from "./toasts/toast-host";

/** What every page stands in: theme, data cache and notices. */
export function Providers({ children, nonce }: { children: React.ReactNode; nonce: string | undefined }) {
  return (
    <>
      <Theme storageKey={THEME_KEY} nonce={nonce} />
      <QueryClientProvider client={getQueryClient()}>
        {children}
        <ToastHost />
        <PageWatch />
      </QueryClientProvider>
    </>
  );
}
