"use client";

import type { FormEvent, ReactNode } from "react";
import { useState } from "react";
import { ButtonLink } from "@/components/ui/button";
import { SubmitButton } from "@/components/ui/submit-button";
import { useLinkToken } from "@/lib/auth/use-link-token";
import { useSubmit } from "@/lib/auth/use-submit";
import { AuthForm } from "./auth-form";
import { AuthFrame, LinkOutcome } from "./auth-frame";

interface Outcome {
  title: string;
  lead: string;
  href: string;
  link: string;
}

interface LinkActionProps {
  logo: ReactNode;
  title: string;
  lead: string;
  submitLabel: string;
  run: (token: string) => Promise<unknown>;
  /** What the page says instead of the server where it refuses the link with `code`. */
  refusal: { code: string; text: string };
  done: Outcome;
  missing: Outcome;
}

/** What the link of a mail does. Requires a click, because mail scanners follow links. */
export function LinkAction({ logo, title, lead, submitLabel, run, refusal, done, missing }: LinkActionProps) {
  const link = useLinkToken();
  const [isDone, setDone] = useState(false);
  const form = useSubmit("other", [], (error) =>
    (error as { code?: string }).code === refusal.code ? refusal.text : null,
  );

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (link.status !== "found") return;
    const hasRun = await form.run(async () => {
      await run(link.token);
      return true;
    });
    if (hasRun) setDone(true);
  }

  if (link.status === "none" || isDone) {
    const outcome = isDone ? done : missing;
    return (
      <AuthFrame logo={logo} title={outcome.title} lead={outcome.lead}>
        <LinkOutcome>
          <ButtonLink href={outcome.href} variant="primary" size="lg">
            {outcome.link}
          </ButtonLink>
        </LinkOutcome>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame logo={logo} title={title} lead={lead}>
      <AuthForm form={form} onSubmit={(event) => void submit(event)}>
        <SubmitButton form={form}>{submitLabel}</SubmitButton>
      </AuthForm>
    </AuthFrame>
  );
}
