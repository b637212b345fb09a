"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useEffect } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import { Theme } from "@/components/ui/theme";
import { getQueryClient } from "@/lib/client/queries/query-client";
import { THEME_KEY } from "@/lib/config/storage-keys";

const Toaster = dynamic(() => import("@/components/ui/toaster").then((module) => module.Toaster), {
  ssr: false,
});
const watch = lazyPart<object>(() => import("./page-watch").then((module) => module.PageWatch));

/** What every page stands in: theme, data cache and notices. Says on <html> that the page answers (early-press-script). */
export function Providers({ children, nonce }: { children: React.ReactNode; nonce: string | undefined }) {
  const PageWatch = watch.use(true);
  useEffect(() => {
    document.documentElement.dataset.answers = "";
  }, []);
  return (
    <>
      <Theme storageKey={THEME_KEY} nonce={nonce} />
      <QueryClientProvider client={getQueryClient()}>
        {children}
        <Toaster />
        {PageWatch && <PageWatch />}
      </QueryClientProvider>
    </>
  );
}
