import { ChevronDown } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ProcessFacts } from "@/lib/instance/facts";
import { Figures } from "./facts-block";

/** Errors, rate-limit refusals and cron jobs of the process that rendered the page. */
export function ProcessFigures({ process }: { process: ProcessFacts }) {
  const t = useTranslations("instance.facts");
  const format = useFormatter();
  const { errors, recentErrors, rateLimits, jobs } = process;
  const sum = (counts: number[]) => format.number(counts.reduce((total, count) => total + count, 0));
  const timeOf = (iso: string) =>
    format.dateTime(new Date(iso), { dateStyle: "short", timeStyle: "medium", timeZone: "UTC" });
  return (
    <>
      <Figures
        figures={[
          [t("errors"), format.number(errors)],
          [t("rateLimited"), sum(rateLimits.map(({ count }) => count))],
          [t("failedJobs"), sum(jobs.map(({ failures }) => failures))],
        ]}
      />
      {recentErrors.length > 0 && (
        <Fold title={t("recentErrors")} isOpen>
          <ul className="divide-y divide-border">
            {recentErrors.map(({ at, message, cause, requestId }, index) => (
              <li key={`${at} ${index}`} className="py-2 text-sm wrap-anywhere">
                <p>
                  {message}
                  {cause && <span className="text-muted"> · {cause}</span>}
                </p>
                <p className="text-xs text-muted tabular-nums">
                  <time dateTime={at}>{timeOf(at)}</time>
                  {requestId && (
                    <>
                      {" · "}
                      {t.rich("request", { id: () => <code className="select-all">{requestId}</code> })}
                    </>
                  )}
                </p>
              </li>
            ))}
          </ul>
        </Fold>
      )}
      {rateLimits.length > 0 && (
        <Fold title={t("rateLimits")}>
          <dl className="divide-y divide-border">
            {rateLimits.map(({ limit, count }) => (
              <div key={limit} className="flex justify-between gap-4 py-1.5">
                <dt>
                  <code>{limit}</code>
                </dt>
                <dd className="tabular-nums">{format.number(count)}</dd>
              </div>
            ))}
          </dl>
        </Fold>
      )}
      {jobs.length > 0 && (
        <Fold title={t("jobs")}>
          <dl className="divide-y divide-border">
            {jobs.map(({ job, failures, succeededAt }) => (
              <div key={job} className="flex flex-wrap justify-between gap-x-4 py-1.5">
                <dt>
                  <code>{job}</code>
                </dt>
                <dd className="text-muted tabular-nums">
                  {failures > 0 && (
                    <span className="text-danger">{t("failures", { count: failures })} · </span>
                  )}
                  {succeededAt ? t("succeeded", { time: timeOf(succeededAt) }) : t("never")}
                </dd>
              </div>
            ))}
          </dl>
        </Fold>
      )}
    </>
  );
}

function Fold({ title, isOpen, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details className="group mt-2 text-sm" open={isOpen}>
      <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-1.5 text-muted hover:text-text touch:min-h-11">
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
        {title}
      </summary>
      {children}
    </details>
  );
}
