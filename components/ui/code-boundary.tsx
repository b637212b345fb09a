"use client";

import { catchError } from "next/error";
import { useTranslations } from "next-intl";

/**
 * Around what is loaded on demand outside a page's own error.tsx: a chunk that cannot be fetched must not take the whole
 * page along, and with it every running app.
 */
export const CodeBoundary = catchError(function LoadFailed() {
  const t = useTranslations();
  return (
    <div
      role="alert"
      className="floating fixed inset-x-4 bottom-24 z-overlay mx-auto flex w-fit items-center gap-3 p-3 text-sm"
    >
      {t("failure.title")}
      {/* React.lazy remembers a failed import: only a new document fetches it again. */}
      <button type="button" className="btn btn-outline btn-sm" onClick={() => location.reload()}>
        {t("failure.tryAgain")}
      </button>
    </div>
  );
});
