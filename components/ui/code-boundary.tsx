"use client";

import { useTranslations } from "next-intl";
import { Component, startTransition, type ReactNode } from "react";

interface CodeBoundaryState {
  hydrated: boolean;
  failed: boolean;
}

/**
 * For browser-only code that loads on demand outside of a page's own error.tsx. Renders nothing on the server. A chunk
 * that fails to load must not unmount the whole page, and every running app with it.
 */
export class CodeBoundary extends Component<{ children: ReactNode }, CodeBoundaryState> {
  override state = { hydrated: false, failed: false };

  static getDerivedStateFromError(): Partial<CodeBoundaryState> {
    return { failed: true };
  }

  override componentDidMount(): void {
    startTransition(() => this.setState({ hydrated: true }));
  }

  override render(): ReactNode {
    if (this.state.failed) return <LoadFailed />;
    return this.state.hydrated && this.props.children;
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
