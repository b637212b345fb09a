"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useRef, useState } from "react";
import type { Upstream } from "@/lib/apps/contract";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { asRemix, readVersion } from "./app-source";
import { ConflictCard } from "./conflict-card";
import { applyMerge, conflictsOf, mergeManifests, mergeProjects, type MergedFile, type Side } from "./merge";
import type { useProject } from "./use-project";

/** As long as deleting an app can be undone. */
const UNDO_MS = 15_000;

interface UpstreamDialogProps {
  files: ReturnType<typeof useProject>;
  from: { app: string; version: string };
  upstream: Upstream;
  newest: NonNullable<Upstream["newest"]>;
  onClose: () => void;
  /** What has the focus afterwards, if the notice is gone with the new version. */
  finalFocus: () => HTMLElement | null;
}

/** What a new version of the original changes, and a choice for each place that the remix has changed as well. */
export function UpstreamDialog({ files, from, upstream, newest, onClose, finalFocus }: UpstreamDialogProps) {
  const t = useTranslations("playground.upstream");
  const common = useTranslations("playground");
  const { app, hasBase } = upstream;
  const sources = useQuery({
    queryKey: ["playground", "upstream", app.id, from.version, newest.version],
    queryFn: async () => {
      const [base, theirs] = await Promise.all([
        hasBase ? readVersion(app.id, from.version) : null,
        readVersion(app.id, newest.version),
      ]);
      return { base, theirs };
    },
    gcTime: 0,
  });
  const { id, project, replaceFiles } = files;
  const merge = useMemo(() => {
    if (!sources.data) return null;
    const origin = { app: app.id, name: app.name, version: newest.version, author: `@${app.owner.username}` };
    // Both as remixes, so that what every remix changes is no difference.
    const remixed = (source: typeof project) => asRemix(source, origin, String);
    const theirs = remixed(sources.data.theirs);
    const base = sources.data.base && remixed(sources.data.base);
    const merged = mergeProjects({ base, mine: project, theirs });
    const manifest = mergeManifests({ base, mine: project, theirs, origin });
    const all = [...merged, manifest];
    return { project, files: all, conflicts: conflictsOf(all) };
  }, [sources.data, project, app, newest]);
  const [decided, setDecided] = useState<{ project: typeof project; sides: ReadonlyMap<string, Side> }>({
    project,
    sides: new Map(),
  });
  const [pending, setPending] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const conflicts = merge?.conflicts ?? [];
  // Another device may have changed the project meanwhile: the choices were about other lines.
  const sides = decided.project === project ? decided.sides : new Map<string, Side>();
  const open = conflicts.filter(({ id }) => !sides.has(id));
  const choose = (chosen: [string, Side][]) => setDecided({ project, sides: new Map([...sides, ...chosen]) });

  const take = async () => {
    if (!merge) return;
    setPending(true);
    try {
      let isTaken = true;
      const before = await replaceFiles(id, (now) => {
        // The choices were about what is shown.
        isTaken = now === project;
        return isTaken ? applyMerge(project, merge.files, sides) : now;
      });
      if (before && !isTaken) {
        toast(t("notTaken"), { tone: "danger" });
        return setPending(false);
      }
      onClose();
      if (!before) return void toast(common("otherProject"), { tone: "warning" });
      const undo = async () => {
        if (!(await replaceFiles(id, () => before))) toast(common("otherProject"), { tone: "warning" });
      };
      toast(t("taken", { version: newest.version }), {
        tone: "success",
        duration: UNDO_MS,
        action: { label: common("undo"), onClick: () => void undo() },
      });
    } catch {
      toast(t("notTaken"), { tone: "danger" });
      setPending(false);
    }
  };
  const goToNext = () => {
    const at = conflicts.findIndex(({ id }) => id === open[0]?.id);
    const card = list.current?.children[at];
    card?.scrollIntoView({ block: "start" });
    card?.querySelector<HTMLElement>("input")?.focus({ preventScroll: true });
  };
  return (
    <Dialog
      open
      size="xl"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("title", { name: app.name, version: newest.version })}
      description={t("text")}
      finalFocus={finalFocus}
      footer={
        merge && (
          <>
            {conflicts.length > 0 && (
              <p role="status" className="mr-auto self-center text-sm text-muted tabular-nums">
                {t("decided", { count: conflicts.length - open.length, total: conflicts.length })}
              </p>
            )}
            {open.length > 0 && (
              <Button variant="ghost" onClick={goToNext}>
                {t("next")}
              </Button>
            )}
            <Button
              variant="primary"
              disabled={open.length > 0}
              loading={pending}
              onClick={() => void take()}
            >
              {t("take")}
            </Button>
          </>
        )
      }
    >
      {sources.isPending && <Skeleton className="h-24 rounded-lg" />}
      {sources.isError && <LoadFailed text={t("failed")} onRetry={() => sources.refetch()} />}
      {newest.notes && (
        <p className="mb-4 border-l-2 border-border-strong pl-3 text-sm break-words whitespace-pre-line text-muted">
          {newest.notes}
        </p>
      )}
      {merge && (
        <>
          {!hasBase && (
            <Banner tone="warning" className="mb-4">
              {t("noBase", { version: from.version })}
            </Banner>
          )}
          <Summary files={merge.files} mine={project} />
          {conflicts.length > 0 && (
            <div className="mt-5 mb-3 flex flex-wrap items-center gap-2">
              <h3 className="min-w-0 flex-1 basis-48 text-base">
                {t("conflicts", { count: conflicts.length })}
              </h3>
              {(["mine", "theirs"] as const).map((side) => (
                <Button
                  key={side}
                  size="sm"
                  onClick={() =>
                    choose(conflicts.filter(({ id }) => !sides.has(id)).map(({ id }) => [id, side]))
                  }
                  disabled={open.length === 0}
                >
                  {t(side === "mine" ? "restMine" : "restTheirs")}
                </Button>
              ))}
            </div>
          )}
          <ol ref={list} className="flex flex-col gap-4">
            {conflicts.map((conflict) => (
              <li key={conflict.id} className="scroll-mt-2">
                <ConflictCard
                  conflict={conflict}
                  side={sides.get(conflict.id) ?? null}
                  onSide={(side) => choose([[conflict.id, side]])}
                />
              </li>
            ))}
          </ol>
        </>
      )}
    </Dialog>
  );
}

/** The files that change without a question. */
function Summary({ files, mine }: { files: readonly MergedFile[]; mine: ReadonlyMap<string, Uint8Array> }) {
  const t = useTranslations("playground.upstream");
  const changes = files.flatMap(
    (file): { path: string; kind: "merged" | "added" | "changed" | "removed" }[] => {
      if (file.kind === "whole" || (file.kind === "text" && !file.takes)) return [];
      const { path } = file;
      if (file.kind === "text") return [{ path, kind: "merged" }];
      return [
        {
          path,
          kind: !file.bytes ? "removed" : mine.has(path) ? "changed" : "added",
        },
      ];
    },
  );
  if (changes.length === 0) return <p className="text-sm text-muted">{t("noFiles")}</p>;
  return (
    <details open={changes.length <= 8}>
      <summary className="cursor-pointer text-sm font-medium">
        {t("changes", { count: changes.length })}
      </summary>
      <ul className="mt-2 flex flex-col gap-1 text-sm">
        {changes.map(({ path, kind }) => (
          <li key={path} className="flex items-baseline gap-2">
            <span className="w-20 flex-none text-xs text-muted">{t(`change.${kind}`)}</span>
            <span className="min-w-0 font-mono text-xs break-all">{path}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
