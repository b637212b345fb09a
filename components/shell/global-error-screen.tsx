"use client";

import { useEffect, useState } from "react";
import en from "@/lib/i18n/messages/en/failure.json";
import ja from "@/lib/i18n/messages/ja/failure.json";
import { countError, isRepeated } from "./error-count";
import { pageRequestId } from "./page-request";

export interface GlobalErrorScreenProps {
  error: Error & { digest?: string };
  reset: () => void;
  isJapanese: boolean;
}

/** Stands where the root layout itself failed: no providers to rely on, texts straight from the catalogues. */
export function GlobalErrorScreen({ error, reset, isJapanese }: GlobalErrorScreenProps) {
  const texts = isJapanese ? ja : en;
  const [repeated, setRepeated] = useState(false);
  const [reference, setReference] = useState(error.digest);
  useEffect(() => {
    const timer = setTimeout(() => {
      setRepeated(isRepeated(countError(Date.now())));
      setReference(pageRequestId() ?? error.digest);
    });
    return () => clearTimeout(timer);
  }, [error]);
  return (
    <main role="alert" className="grid min-h-dvh place-items-center p-6 text-center">
      <div className="max-w-md">
        <h1 className="text-xl">{texts.title}</h1>
        <p className="mt-2 text-sm text-muted">{texts.description}</p>
        {repeated && <p className="mt-3 text-sm text-danger">{texts.repeated}</p>}
        <div className="mt-6 flex flex-wrap justify-center gap-2">
          <button type="button" className="btn btn-primary" onClick={reset}>
            {texts.tryAgain}
          </button>
          <button type="button" className="btn btn-outline" onClick={() => location.reload()}>
            {texts.reload}
          </button>
          <button
            type="button"
            className="btn btn-ghost"
            onClick={() => location.assign(new URL("/", location.href))}
          >
            {texts.goHome}
          </button>
        </div>
        {reference && (
          <p className="mt-8 text-xs text-subtle">
            {texts.reference} <code className="font-mono select-all">{reference}</code>
          </p>
        )}
      </div>
    </main>
  );
}
