"use client";

import { ErrorScreen } from "@/components/shell/error-screen";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <main id="content" tabIndex={-1}>
      <ErrorScreen error={error} onRetry={reset} />
    </main>
  );
}
