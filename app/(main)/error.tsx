"use client";

import { ErrorScreen, type ErrorScreenProps } from "@/components/shell/error-screen";

export default function MainErrorPage({
  error,
  reset,
}: Omit<ErrorScreenProps, "onRetry"> & { reset: () => void }) {
  return <ErrorScreen error={error} onRetry={reset} />;
}
