import { ChevronDown, Globe } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { AppIcon } from "@/components/ui/app-icon";
import { EmptyState } from "@/components/ui/empty-state";
import type { AppTraffic } from "@/lib/egress/rules";
import { byteSize } from "@/lib/shared/byte-size";

/** What apps sent and received, each with its hosts. Rendered on the server. */
export function TrafficList({ apps }: { apps: AppTraffic[] }) {
  const t = useTranslations("moderation.network");
  const format = useFormatter();
  if (apps.length === 0)
    return <EmptyState icon={<Globe />} title={t("emptyTitle")} description={t("emptyText")} />;
  return (
    <ol aria-label={t("title")} className="card divide-y divide-border">
      {apps.map((app) => (
        <li key={app.id} className="px-4 py-3.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <AppIcon src={app.iconUrl} px={36} className="size-9" />
            <div className="min-w-0 flex-1 basis-40">
              <Link
                href={`/apps/${app.id}`}
                prefetch={false}
                className="block truncate text-sm font-medium underline-offset-4 hover:underline"
              >
                {app.name}
              </Link>
              <p className="truncate text-xs text-muted">@{app.ownerUsername}</p>
            </div>
            <p className="text-sm text-muted tabular-nums">
              {t("sums", {
                calls: app.calls,
                up: byteSize(app.bytesUp),
                down: byteSize(app.bytesDown),
              })}
            </p>
          </div>
          <details className="group mt-1.5 text-sm">
            <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-1.5 text-muted hover:text-text touch:min-h-11">
              <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
              {t("hosts", { count: app.hostCount })}
            </summary>
            <div
              className="mt-1 overflow-x-auto"
              tabIndex={0}
              role="group"
              aria-label={t("hostsOf", { name: app.name })}
            >
              <table className="w-full text-left text-sm">
                <thead className="text-xs text-muted">
                  <tr>
                    <th scope="col" className="py-1 pr-4 font-medium">
                      {t("host")}
                    </th>
                    <th scope="col" className="py-1 pr-4 text-right font-medium">
                      {t("calls")}
                    </th>
                    <th scope="col" className="py-1 pr-4 text-right font-medium">
                      {t("up")}
                    </th>
                    <th scope="col" className="py-1 text-right font-medium">
                      {t("down")}
                    </th>
                  </tr>
                </thead>
                <tbody className="tabular-nums">
                  {app.hosts.map(({ host, calls, bytesUp, bytesDown }) => (
                    <tr key={host}>
                      <th scope="row" className="py-1 pr-4 font-mono font-normal break-all">
                        {host}
                      </th>
                      <td className="py-1 pr-4 text-right">{format.number(calls)}</td>
                      <td className="py-1 pr-4 text-right whitespace-nowrap">{byteSize(bytesUp)}</td>
                      <td className="py-1 text-right whitespace-nowrap">{byteSize(bytesDown)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </details>
        </li>
      ))}
    </ol>
  );
}
