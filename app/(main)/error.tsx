"use client";

import { ErrorScreen } from "@/components/shell/error-screen";

/** Inside the shell: the dock still works. */
export default function MainErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <ErrorScreen error={error} onRetry={reset} />;
}
