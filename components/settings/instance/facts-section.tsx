import { CircleAlert, CircleCheck } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Block, Figures } from "./facts-block";
import { ProcessFigures } from "./process-figures";
import { type DayCount, type InstanceFacts, WORK_COUNT_MAX } from "@/lib/instance/facts";

/** Figures of the instance. Rendered on the server; a reload shows newer ones. */
export function FactsSection({ facts }: { facts: InstanceFacts }) {
  const t = useTranslations("instance.facts");
  const format = useFormatter();
  const { people, signups, storage, work, health, process } = facts;
  const isFull = (place: "database" | "files") => health?.causes.includes(`${place}_full`);
  const about = (text: string, isEstimate: boolean) => (isEstimate ? t("about", { figure: text }) : text);
  const bytes = useBytes();
  const upTo = (count: number) =>
    count >= WORK_COUNT_MAX ? t("orMore", { count: WORK_COUNT_MAX }) : format.number(count);
  return (
    <section aria-labelledby="facts-title" className="mb-10 flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="facts-title" className="text-lg">
          {t("title")}
        </h2>
        <p className="text-xs text-muted">
          {t("asOf", {
            time: format.dateTime(new Date(facts.at), { timeStyle: "short", timeZone: "UTC" }),
          })}
        </p>
      </div>
      <Block title={t("people")} isRead={people !== null}>
        {people && (
          <Figures
            figures={[
              [t("total"), about(format.number(people.total), people.isEstimate)],
              [t("activeDay"), about(format.number(people.activeDay), people.isEstimate)],
              [t("activeWeek"), about(format.number(people.activeWeek), people.isEstimate)],
            ]}
          />
        )}
      </Block>
      <Block title={t("signups")} isRead={signups !== null}>
        {signups && <SignupChart days={signups} />}
      </Block>
      <Block title={t("storage")} isRead={storage !== null}>
        {storage && (
          <Figures
            figures={[
              [t("database"), bytes(storage.database)],
              [t("packages"), about(bytes(storage.packages), storage.isEstimate)],
              [t("privateFiles"), about(bytes(storage.privateFiles), storage.isEstimate)],
              [t("exports"), about(bytes(storage.exports), storage.isEstimate)],
              [t("pictures"), about(format.number(storage.pictures), storage.isEstimate)],
              ...(storage.disk
                ? [
                    [
                      t("disk"),
                      t("diskFree", { free: bytes(storage.disk.free), total: bytes(storage.disk.total) }),
                    ] as const,
                  ]
                : []),
            ]}
          />
        )}
      </Block>
      <Block title={t("work")} isRead={work !== null}>
        {work && (
          <Figures
            figures={[
              [t("waitingExports"), upTo(work.exports)],
              [t("duePosts"), upTo(work.duePosts)],
              [t("uploads"), upTo(work.uploads)],
            ]}
          />
        )}
      </Block>
      <Block title={t("health")} isRead={health !== null}>
        {health && (
          <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
            <State label={t("database")} isGood={health.database === "ok" && !isFull("database")}>
              {t(`state.${isFull("database") ? "full" : health.database}`)}
            </State>
            <State label={t("schema")} isGood={health.schema !== "behind"}>
              {t(`state.${health.schema}`)}
            </State>
            <State label={t("files")} isGood={health.files === "ok" && !isFull("files")}>
              {t(`state.${isFull("files") ? "full" : health.files}`)}
            </State>
          </dl>
        )}
      </Block>
      <Block title={t("process")} hint={t("processHint")} isRead={process !== null}>
        {process && <ProcessFigures process={process} />}
      </Block>
    </section>
  );
}

/** Bytes in the unit that fits. */
function useBytes() {
  const format = useFormatter();
  return (count: number) => {
    const units = ["kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
    const power = Math.max(1, Math.min(units.length, Math.floor(Math.log2(Math.max(1, count)) / 10)));
    return format.number(count / 1024 ** power, {
      style: "unit",
      unit: units[power - 1]!,
      maximumFractionDigits: 1,
    });
  };
}

function State({ label, isGood, children }: { label: string; isGood: boolean; children: ReactNode }) {
  const Icon = isGood ? CircleCheck : CircleAlert;
  return (
    <div className="flex items-center gap-1.5">
      <Icon aria-hidden className={cn("size-4", isGood ? "text-success" : "text-danger")} />
      <dt className="text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const CHART_HEIGHT = 80;
const STEP = 10;

/** Bars for the eye, a table for everybody else. */
function SignupChart({ days }: { days: DayCount[] }) {
  const t = useTranslations("instance.facts");
  const format = useFormatter();
  const most = Math.max(1, ...days.map(({ count }) => count));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const dayText = (day: string) =>
    format.dateTime(new Date(`${day}T00:00:00Z`), { month: "short", day: "numeric", timeZone: "UTC" });
  return (
    <>
      <p className="text-sm">{t("signupsTotal", { count: total, most })}</p>
      <svg
        aria-hidden
        viewBox={`0 0 ${days.length * STEP} ${CHART_HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-3 h-20 w-full border-b border-border"
      >
        {days.map(({ day, count }, index) => {
          const height = (count / most) * CHART_HEIGHT;
          return (
            <rect
              key={day}
              x={index * STEP + 1.5}
              y={CHART_HEIGHT - height}
              width={STEP - 3}
              height={height}
              className="fill-accent"
            >
              <title>{`${dayText(day)}: ${format.number(count)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p aria-hidden className="mt-1 flex justify-between text-xs text-muted">
        <span>{dayText(days[0]!.day)}</span>
        <span>{dayText(days.at(-1)!.day)}</span>
      </p>
      <table className="sr-only">
        <caption>{t("signups")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("day")}</th>
            <th scope="col">{t("count")}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, count }) => (
            <tr key={day}>
              <th scope="row">{dayText(day)}</th>
              <td>{format.number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
