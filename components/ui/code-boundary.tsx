"use client";

import { useTranslations } from "next-intl";
import { Component, type ReactNode } from "react";

/**
 * Around what is loaded on demand outside a page's own error.tsx: a chunk that cannot be fetched must not take the whole
 * page along, and with it every running app. (`catchError` of next/error does the same and weighs 5 KB.)
 */
export class CodeBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <LoadFailed /> : this.props.children;
  }
}

function LoadFailed() {
  const t = useTranslations("failure");
  return (
    <div
      role="alert"
      className="floating fixed inset-x-4 bottom-24 z-overlay mx-auto flex w-fit items-center gap-3 p-3 text-sm"
    >
      {t("title")}
      {/* React.lazy remembers a failed import: only a new document fetches it again. */}
      <button type="button" className="btn btn-outline btn-sm" onClick={() => location.reload()}>
        {t("tryAgain")}
      </button>
    </div>
  );
}
