import type { ReactNode } from "react";
import { Spinner } from "@/components/ui/spinner";

/** What became of a mailed link, below the words that say it: under way, or what to do now. */
export function LinkOutcome({ working, children }: { working: boolean; children?: ReactNode }) {
  return (
    <div role="status" className="flex flex-wrap gap-2">
      {working && <Spinner className="size-8 text-accent" />}
      {children}
    </div>
  );
}
