import type { ReactNode } from "react";
import { Button } from "./button";
import { cn } from "./cn";

interface SubmitButtonProps {
  /** `ready` after hydration: before that, the browser would submit the form natively. */
  form: { pending: boolean; ready: boolean };
  className?: string;
  children: ReactNode;
}

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
