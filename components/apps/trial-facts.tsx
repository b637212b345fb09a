"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Trial } from "@/lib/apps/trial-contract";
import { TRIAL_PICTURES } from "@/lib/apps/trial-rules";
import { TRIAL_SIZES } from "@/lib/config/trial-limits";
import { useAppFormat } from "./use-app-format";

interface TrialFactsProps {
  trial: Trial;
  appName: string;
  /** On an app's page those of one that starts are its screenshots, unless the maker gave some. */
  withPictures: boolean;
}

/** The results of an app's trial. */
export function TrialFacts({ trial, appName, withPictures }: TrialFactsProps) {
  const t = useTranslations("apps.tried");
  const format = useAppFormat();
  const { number } = useFormatter();
  const { startMs, fitsPhone, keyboard, saves, hosts, handlers, errorCount } = trial;
  const seconds = (ms: number) => number(ms / 1_000, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  const facts: [name: string, value: ReactNode][] = [];
  if (trial.outcome === "failed") facts.push([t("start"), t("startsNot")]);
  else if (startMs !== null) facts.push([t("start"), t("startsIn", { seconds: seconds(startMs) })]);
  if (fitsPhone !== null) facts.push([t("phone"), t(fitsPhone ? "phoneFits" : "phoneWide")]);
  if (keyboard !== null) facts.push([t("keyboard"), t(keyboard ? "keyboardYes" : "keyboardNo")]);
  if (saves !== null) facts.push([t("saving"), t(saves ? "savesYes" : "savesNo")]);
  if (trial.files > 0)
    facts.push([t("size"), t("sizeOf", { size: format.size(trial.packageBytes), files: trial.files })]);
  facts.push([t("hosts"), hosts.length > 0 ? <Lines key="hosts" lines={hosts} /> : t("hostsNone")]);
  if (handlers.length > 0) facts.push([t("handlers"), number(handlers.length)]);
  if (errorCount > 0) {
    const texts = trial.errors.length > 0 ? <Lines key="errors" lines={trial.errors} /> : number(errorCount);
    facts.push([t("errors"), texts]);
  }
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-5 gap-y-3 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className={typeof value === "string" ? "min-w-0" : "col-span-full min-w-0"}>
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="mt-0.5 font-medium text-pretty break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {withPictures && <Pictures trial={trial} appName={appName} />}
    </>
  );
}

/** What the app has said, so without markup. */
function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="flex max-h-40 flex-col gap-1 overflow-y-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs break-all">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function Pictures({ trial, appName }: Pick<TrialFactsProps, "trial" | "appName">) {
  const t = useTranslations("apps.tried");
  const shown = TRIAL_PICTURES.filter((name) => trial.pictures[name]);
  if (shown.length === 0) return null;
  return (
    <ul className="mt-4 flex flex-wrap items-start gap-3">
      {shown.map((name) => (
        <li key={name} className="max-w-full">
          <img
            src={trial.pictures[name]!}
            alt={t(name === "desktop" ? "pictureDesktop" : "picturePhone", { name: appName })}
            {...TRIAL_SIZES[name]}
            loading="lazy"
            decoding="async"
            className="h-48 w-auto max-w-full rounded-md border border-border bg-sunken object-contain sm:h-56"
          />
        </li>
      ))}
    </ul>
  );
}
