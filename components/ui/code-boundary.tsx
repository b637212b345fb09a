"use client";

import { useTranslations } from "next-intl";
import { Component, type ReactNode } from "react";

/**
 * An error boundary for code that is loaded on demand outside of a page's own error.tsx: a chunk that fails to load must
 * not unmount the whole page, and every running app with it.
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
      {/* React.lazy caches a failed import; only a page load fetches it again. */}
      <button type="button" className="btn btn-outline btn-sm" onClick={() => location.reload()}>
        {t("tryAgain")}
      </button>
    </div>
  );
}
