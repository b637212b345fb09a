"use client";

import { useTranslations } from "next-intl";
import { Avatar } from "@/components/ui/avatar";
import type { AuthFacts } from "@/lib/auth/screen-contract";

/** The accounts of a local demo: one click signs in. */
export function DemoAccounts({
  demo,
  disabled,
  onChoose,
}: {
  demo: NonNullable<AuthFacts["demo"]>;
  disabled: boolean;
  onChoose: (account: { email: string; password: string }) => void;
}) {
  const t = useTranslations("auth.demo");
  return (
    <section
      aria-labelledby="demo-title"
      className="rounded-xl border border-dashed border-border-strong p-4"
    >
      <h2 id="demo-title" className="text-sm font-semibold">
        {t("title")}
      </h2>
      <p className="mt-0.5 mb-3 text-sm text-muted">{t("lead")}</p>
      <ul className="grid gap-2 wide:grid-cols-2">
        {demo.accounts.map(({ id, email, displayName, avatarUrl }) => (
          <li key={email}>
            <button
              type="button"
              disabled={disabled}
              aria-label={t("use", { name: displayName })}
              onClick={() => onChoose({ email, password: demo.password })}
              className="flex w-full items-center gap-2.5 rounded-lg border border-border bg-surface p-2 text-left hover:border-border-strong hover:bg-raised disabled:opacity-50"
            >
              <Avatar id={id} name={displayName} src={avatarUrl} size="sm" />
              <span className="min-w-0">
                <span className="block truncate text-sm font-medium">{displayName}</span>
                <span className="block truncate text-xs text-muted">{email}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
