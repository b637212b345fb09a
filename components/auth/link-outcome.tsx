import { CircleCheck, LinkIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Spinner } from "@/components/ui/spinner";

/** What became of a mailed link: under way, done, or of no use any more. */
export function LinkOutcome({
  state,
  children,
}: {
  state: "working" | "done" | "failed";
  children?: ReactNode;
}) {
  return (
    <div role="status" className="flex flex-col items-start gap-5">
      {state === "working" ? (
        <Spinner className="size-8 text-accent" />
      ) : (
        <span
          aria-hidden
          className={
            state === "done"
              ? "grid size-12 place-items-center rounded-2xl bg-success-soft text-success"
              : "grid size-12 place-items-center rounded-2xl bg-warning-soft text-warning"
          }
        >
          {state === "done" ? <CircleCheck className="size-6" /> : <LinkIcon className="size-6" />}
        </span>
      )}
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}
