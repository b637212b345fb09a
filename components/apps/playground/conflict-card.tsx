"use client";

import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useAppFormat } from "../use-app-format";
import type { Conflict, Side } from "./merge";

/** More lines than that scroll. */
const SHOWN_LINES_MAX = 400;

/** One place that both sides have changed. */
export function ConflictCard({
  conflict,
  side,
  onSide,
}: {
  conflict: Conflict;
  side: Side | null;
  onSide: (side: Side) => void;
}) {
  const t = useTranslations("playground.upstream");
  const { path, line, sides } = conflict;
  const place = line === null ? path : t("place", { file: path, line });
  return (
    <article className="rounded-lg border border-border p-3">
      <div className="flex flex-wrap items-center gap-2">
        <h4 className="min-w-0 flex-1 basis-40 font-mono text-xs font-medium break-all">{place}</h4>
        <SegmentedControl<Side | "">
          label={t("choose", { place })}
          value={side ?? ""}
          onValueChange={(value) => value && onSide(value)}
          segments={sides.map((value) => ({ value, label: t(value) }))}
        />
      </div>
      <div className="mt-3 grid grid-cols-1 gap-3 sm:grid-cols-2">
        {(["mine", "theirs"] as const).map((each) => (
          <figure
            key={each}
            className={cn("min-w-0", side && side !== "both" && side !== each && "opacity-60")}
          >
            <figcaption className="mb-1 text-xs text-muted">{t(`${each}Title`)}</figcaption>
            <Contents conflict={conflict} side={each} />
          </figure>
        ))}
      </div>
    </article>
  );
}

function Contents({ conflict, side }: { conflict: Conflict; side: "mine" | "theirs" }) {
  const t = useTranslations("playground.upstream");
  const format = useAppFormat();
  const lines = conflict[side];
  const box = "rounded-md bg-sunken px-3 py-2 text-xs";
  if (lines && lines.length > 0) {
    return (
      // Scrolls by keyboard, too.
      <pre
        tabIndex={0}
        role="group"
        aria-label={t(`${side}Title`)}
        className={cn(box, "max-h-60 overflow-auto font-mono")}
      >
        {lines.slice(0, SHOWN_LINES_MAX).join("\n")}
        {lines.length > SHOWN_LINES_MAX && "\n…"}
      </pre>
    );
  }
  const { file } = conflict;
  const bytes = file.kind === "whole" ? file[side] : null;
  const isGone = file.kind === "whole" && !bytes;
  return (
    <p className={cn(box, "text-muted")}>
      {bytes ? format.size(bytes.length) : t(isGone ? "noFile" : "noLines")}
    </p>
  );
}
