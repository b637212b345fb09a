import type { ReactNode } from "react";
import { Button } from "./button";
import { cn } from "./cn";

export interface SubmitButtonProps {
  /** `ready` once the page's code answers: before, the browser would send the form by itself. */
  form: { pending: boolean; ready: boolean };
  className?: string;
  children: ReactNode;
}

/** Sends the one form of a screen. */
export function SubmitButton({ form, className, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      loading={form.pending}
      disabled={!form.ready}
      className={cn("w-full", className)}
    >
      {children}
    </Button>
  );
}
