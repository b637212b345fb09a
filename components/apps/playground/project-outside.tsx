"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Finding } from "@/lib/package/finding";
import { toast } from "@/components/ui/toast";
import { outsideAddresses, withFetched, type Fetched } from "../upload/bring-files";
import { OutsideFiles } from "../upload/outside-files";
import type { useProject } from "./use-project";

const UNDO_MS = 15_000;

/** Offers to bring in what the open project loads from the internet, as its last check has found. */
export function ProjectOutside({
  files,
  findings,
}: {
  files: ReturnType<typeof useProject>;
  findings: readonly Finding[];
}) {
  const t = useTranslations("playground");
  const { id, project, replaceFiles } = files;
  const [checked, setChecked] = useState<{ findings: readonly Finding[]; addresses: string[] } | null>(null);
  // Once per check, not per key press.
  if (checked?.findings !== findings) {
    setChecked({ findings, addresses: outsideAddresses(project, findings) });
  }
  const [hidden, setHidden] = useState(false);
  const [undone, setUndone] = useState(0);
  if (hidden) return null;

  const take = async (fetched: Fetched) => {
    let result = withFetched(project, fetched);
    if (result.brought.length === 0) return result;
    const before = await replaceFiles(id, (now) => {
      result = withFetched(now, fetched);
      return result.brought.length > 0 ? new Map(result.files) : now;
    });
    if (!before) return "stale";
    if (result.brought.length === 0) return result;
    const undo = async () => {
      if (await replaceFiles(id, () => before)) setUndone((count) => count + 1);
      else toast(t("otherProject"), { tone: "warning" });
    };
    toast(t("outsideBrought"), {
      tone: "success",
      duration: UNDO_MS,
      action: { label: t("undo"), onClick: () => void undo() },
    });
    return result;
  };
  return (
    <div className="max-h-[40dvh] flex-none overflow-auto border-b border-border p-2 empty:hidden">
      <OutsideFiles
        key={undone}
        addresses={checked?.addresses ?? []}
        files={project}
        begin={() => take}
        onHide={() => setHidden(true)}
      />
    </div>
  );
}
