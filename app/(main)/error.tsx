"use client";

import { LateErrorScreen } from "@/components/shell/late-error-screen";

/** Inside the shell: the dock still works. */
export default function MainErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <LateErrorScreen error={error} onRetry={reset} />;
}
