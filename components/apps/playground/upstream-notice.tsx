"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { upstreamQuery } from "@/lib/apps/upstream-queries";
import { isSemver } from "@/lib/package/semver";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { textOf, type Project } from "./project";
import type { useProject } from "./use-project";

const UpstreamDialog = dynamic(() => import("./upstream-dialog").then((module) => module.UpstreamDialog), {
  ssr: false,
});

const APP_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What the manifest says that the project was made from; null for none, or one that is not on this instance. */
export function madeFrom(project: Project): { app: string; version: string } | null {
  try {
    const { remixed_from: origin } = JSON.parse(textOf(project, "manifest.json")) as {
      remixed_from?: unknown;
    };
    const { app, version } = (origin ?? {}) as Record<string, unknown>;
    return typeof app === "string" && APP_ID.test(app) && typeof version === "string" && isSemver(version)
      ? { app, version }
      : null;
  } catch {
    return null;
  }
}

/** Where the work goes on: the text of the open file, or its name where that is not shown. */
function openFile(): HTMLElement | null {
  const places = [".cm-content", 'button[aria-current="true"]'].flatMap((place) => [
    ...document.querySelectorAll<HTMLElement>(place),
  ]);
  // A phone shows one pane at a time.
  return places.find((place) => place.getClientRects().length > 0) ?? null;
}

/** Above a remix whose original has a newer version. */
export function UpstreamNotice({ files }: { files: ReturnType<typeof useProject> }) {
  const t = useTranslations("playground.upstream");
  const { project } = files;
  const from = useMemo(() => madeFrom(project), [project]);
  const { data } = useQuery({
    ...upstreamQuery(from?.app ?? "", from?.version ?? ""),
    enabled: from !== null,
  });
  const [opened, setOpened] = useState(false);
  const [hidden, setHidden] = useState<string | null>(null);
  if (!from || !data?.newest || data.newest.version === hidden) return null;
  const { app, newest } = data;
  return (
    <NoticeBar>
      <p className="min-w-0 flex-1 basis-56">
        {t("notice", { name: app.name, version: newest.version, mine: from.version })}
      </p>
      <span className="flex items-center gap-1">
        <Button size="sm" onClick={() => setOpened(true)}>
          {t("look")}
        </Button>
        <IconButton size="sm" label={t("hide")} onClick={() => setHidden(newest.version)}>
          <X />
        </IconButton>
      </span>
      {opened && (
        <UpstreamDialog
          files={files}
          from={from}
          upstream={data}
          newest={newest}
          onClose={() => setOpened(false)}
          finalFocus={openFile}
        />
      )}
    </NoticeBar>
  );
}

/** Gives the focus to the open file when it disappears with it. */
function NoticeBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (element?.contains(document.activeElement)) openFile()?.focus();
    };
  }, []);
  return (
    <div
      ref={bar}
      role="status"
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-border bg-info-soft px-3 py-2 text-sm text-info"
    >
      {children}
    </div>
  );
}
