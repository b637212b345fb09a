"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { CodeBoundary } from "@/components/ui/code-boundary";
import { Theme } from "@/components/ui/theme";
import { getQueryClient } from "@/lib/client/queries/query-client";
import { THEME_KEY } from "@/lib/config/storage-keys";
import { ToastHost } from "./toasts/toast-host";

const PageWatch = dynamic(() => import("./page-watch").then((module) => module.PageWatch), { ssr: false });

/** What every page stands in: theme, data cache and notices. */
export function Providers({ children, nonce }: { children: React.ReactNode; nonce: string | undefined }) {
  return (
    <>
      <Theme storageKey={THEME_KEY} nonce={nonce} />
      <QueryClientProvider client={getQueryClient()}>
        {children}
        <CodeBoundary>
          <ToastHost />
          <PageWatch />
        </CodeBoundary>
      </QueryClientProvider>
    </>
  );
}
