"use client";

import en from "@/lib/i18n/messages/en/failure.json";
import ja from "@/lib/i18n/messages/ja/failure.json";
import { useErrorReport } from "./use-error-report";

export interface GlobalErrorScreenProps {
  error: Error & { digest?: string };
  reset: () => void;
  isJapanese: boolean;
}

/** Shown when the root layout itself failed, so there are no providers: texts come directly from the catalogues. */
export function GlobalErrorScreen({ error, reset, isJapanese }: GlobalErrorScreenProps) {
  const texts = isJapanese ? ja : en;
  const { repeated, reference } = useErrorReport(error);
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
