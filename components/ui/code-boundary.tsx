"use client";

import { useTranslations } from "next-intl";
import { Component, startTransition, type ReactNode } from "react";
import { isChunkError } from "@/lib/shared/chunk-error";
import { reloadIfOnline } from "./reload-if-online";

interface CodeBoundaryState {
  hydrated: boolean;
  error: unknown;
}

/**
 * For browser-only code that loads on demand outside of a page's own error.tsx. Renders nothing on the server. A chunk
 * that fails to load must not unmount the whole page, and every running app with it.
 */
export class CodeBoundary extends Component<{ children: ReactNode }, CodeBoundaryState> {
  override state = { hydrated: false, error: null as unknown };

  static getDerivedStateFromError(error: unknown): Partial<CodeBoundaryState> {
    return { error };
  }

  override componentDidMount(): void {
    startTransition(() => this.setState({ hydrated: true }));
  }

  override render(): ReactNode {
    if (this.state.error !== null) return <LoadFailed error={this.state.error} />;
    return this.state.hydrated && this.props.children;
  }
}

function LoadFailed({ error }: { error: unknown }) {
  const t = useTranslations();
  const isPart = isChunkError(error);
  return (
    <div
      role="alert"
      className="floating fixed inset-x-4 bottom-24 z-overlay mx-auto flex w-fit items-center gap-3 p-3 text-sm"
    >
      {isPart ? t(navigator.onLine ? "common.partFailed" : "common.partOffline") : t("failure.title")}
      <button type="button" className="btn btn-outline btn-sm" onClick={reloadIfOnline}>
        {t(isPart ? "common.retry" : "failure.tryAgain")}
      </button>
    </div>
  );
}
