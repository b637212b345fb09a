"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { TermsChange } from "@/lib/instance/rules";
import { ConsentForm } from "./consent-form";

interface AgreeFormProps {
  terms: number;
  changes: TermsChange[];
  /** The path to return to. */
  next: string;
}

/** Asks somebody who has an account to agree to newer terms, and leads back to where they were. */
export function AgreeForm({ terms, changes, next }: AgreeFormProps) {
  const t = useTranslations("onboarding.agree");
  const common = useTranslations("common");
  const router = useRouter();
  const said = changes.filter((page) => page.changes.length > 0);
  return (
    <ConsentForm
      terms={terms}
      label={t("check", { version: terms })}
      onDone={() => {
        router.replace(next);
        // The browser may have kept the redirect to this page.
        router.refresh();
      }}
      onChanged={() => router.refresh()}
    >
      <h1 id="step-title" className="text-2xl">
        {t("title")}
      </h1>
      <p className="mt-1.5 text-pretty text-muted">{t("lead", { version: terms })}</p>
      <section aria-labelledby="changes-title" className="card mt-6 px-4 py-3.5">
        <h2 id="changes-title" className="text-base font-semibold">
          {t("changes")}
        </h2>
        {said.length === 0 && <p className="mt-1 text-sm text-muted">{t("noChanges")}</p>}
        {said.map(({ page, version, changes: lines }) => (
          <div key={page} className="mt-3">
            <h3 className="text-sm font-medium">
              {common(page)}
              <span className="ml-2 font-normal text-muted">{common("pageVersion", { version })}</span>
            </h3>
            <ul className="mt-1 list-disc space-y-1 pl-5 text-sm text-pretty">
              {lines.map((line, index) => (
                <li key={index} dir="auto" className="wrap-anywhere">
                  {line}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </section>
      <p className="mt-4 text-sm text-muted">
        {t.rich("otherwise", {
          settings: (text) => (
            <Link href="/settings" className="underline underline-offset-4 hover:text-text">
              {text}
            </Link>
          ),
        })}
      </p>
    </ConsentForm>
  );
}
