import type { ReactNode } from "react";
import { Spinner } from "@/components/ui/spinner";
import { BrandPanel } from "./brand-panel";

interface AuthFrameProps {
  logo: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
  /** Below the form: links to other screens. */
  footer?: ReactNode;
}

/** The screen around every auth form. Wide windows show the product beside it. */
export function AuthFrame({ logo, title, lead, children, footer }: AuthFrameProps) {
  return (
    <div
      data-lead={lead ? "" : undefined}
      className="group/auth grid grow lg:grid-cols-[minmax(0,1.1fr)_minmax(30rem,1fr)]"
    >
      <BrandPanel logo={logo} />
      <main id="main" className="flex flex-col items-center justify-center px-5 py-10 sm:px-10">
        <div className="w-full max-w-100">
          <div className="mb-8 flex items-center gap-2.5 lg:hidden">
            {logo}
            <span className="text-xl font-bold tracking-tight">Gum</span>
          </div>
          <h1 className="text-2xl">{title}</h1>
          {lead && (
            <p className="mt-1.5 text-pretty text-muted group-has-[.auth-failure]/auth:invisible">{lead}</p>
          )}
          <div className="mt-11 flex flex-col gap-6">{children}</div>
          {footer && <div className="mt-8 text-sm text-muted">{footer}</div>}
        </div>
      </main>
    </div>
  );
}

/** The result of a mailed link; a spinner while it is in flight. */
export function LinkOutcome({ children }: { children?: ReactNode }) {
  return (
    <div role="status" className="flex flex-wrap gap-2">
      {children ?? <Spinner className="size-8 text-accent" />}
    </div>
  );
}
