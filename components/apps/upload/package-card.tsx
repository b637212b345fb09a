"use client";

import { ChevronDown, CircleAlert, CircleCheck, RefreshCw, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Spinner } from "@/components/ui/spinner";
import { useAppFormat } from "../use-app-format";
import { MadeWithLine } from "../made-with";
import { FindingsList } from "./findings-list";
import { LeftOutList } from "./left-out";
import type { PackageState } from "./use-package";

interface PackageCardProps {
  state: Exclude<PackageState, { step: "none" }>;
  disabled?: boolean;
  onClear: () => void;
}

/** The chosen package and the result of its check. */
export function PackageCard({ state, disabled, onClear }: PackageCardProps) {
  const t = useTranslations("apps.upload");
  const format = useAppFormat();
  if (state.step === "reading") {
    return <Frame icon={<Spinner />} title={t("reading", { name: state.fileName })} />;
  }
  const { checked } = state;
  if (state.step === "refused") {
    return (
      <Frame
        icon={<CircleAlert className="text-danger" />}
        title={t("refusedTitle")}
        note={checked.fileName}
        actions={
          <Button size="sm" icon={<RefreshCw aria-hidden />} disabled={disabled} onClick={onClear}>
            {t("another")}
          </Button>
        }
        alert
      >
        <FindingsList findings={checked.findings} />
        {checked.leftOut && <LeftOutList {...checked.leftOut} />}
      </Frame>
    );
  }
  const opened = state.checked.package;
  const warnings = checked.findings.length;
  return (
    <Frame
      icon={<CircleCheck className="text-success" />}
      title={warnings === 0 ? t("fine") : t("fineNotes", { count: warnings })}
      note={`${checked.fileName} · ${format.size(opened.bytes.length)} · ${t("files", { count: opened.files.size })}`}
      actions={
        <IconButton size="sm" label={t("another")} disabled={disabled} onClick={onClear}>
          <X />
        </IconButton>
      }
    >
      <MadeWithLine names={opened.madeWith} className="pb-2 pl-8.5 text-sm break-words text-muted" />
      {warnings > 0 && (
        <details className="group border-t border-border">
          <summary className="flex min-h-10 cursor-pointer list-none items-center gap-1.5 rounded-sm text-sm text-muted hover:text-text">
            <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
            {t("showFindings", { count: warnings })}
          </summary>
          <FindingsList findings={checked.findings} />
        </details>
      )}
      {checked.leftOut && <LeftOutList {...checked.leftOut} />}
    </Frame>
  );
}

function Frame({
  icon,
  title,
  note,
  actions,
  alert,
  children,
}: {
  icon: ReactNode;
  title: string;
  note?: string;
  actions?: ReactNode;
  alert?: boolean;
  children?: ReactNode;
}) {
  return (
    <section className="card px-4 py-1.5" role={alert ? "alert" : "status"}>
      <div className="flex items-center gap-3 py-2">
        <span aria-hidden className="flex-none [&>svg]:size-5.5">
          {icon}
        </span>
        <div className="min-w-0 flex-1">
          <p className="font-medium">{title}</p>
          {note && <p className="truncate text-xs text-muted">{note}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
