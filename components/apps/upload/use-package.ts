"use client";

import { useTranslations } from "next-intl";
import { useCallback, useRef, useState } from "react";
import { toast } from "@/components/ui/toast";
import type { FrameAllowance } from "@/lib/package/frame-allowance";
import type { CheckedUpload } from "./check-upload";
import { UnreadableFile, type Picked } from "./picked-files";

export type PackageState =
  | { step: "none" }
  | { step: "reading"; fileName: string }
  | { step: "refused"; checked: CheckedUpload }
  | { step: "ready"; checked: CheckedUpload & { package: NonNullable<CheckedUpload["package"]> } };

// Loads the code of the package format with the first file.
const loadChecker = () => import("./check-upload");

function settled(checked: CheckedUpload): PackageState {
  const opened = checked.package;
  return opened ? { step: "ready", checked: { ...checked, package: opened } } : { step: "refused", checked };
}

/** The chosen package and the state of its check. */
export function usePackage(onReady: (checked: CheckedUpload) => void) {
  const t = useTranslations("apps.upload");
  const [state, setState] = useState<PackageState>({ step: "none" });
  // The file that was chosen last wins, even if an earlier one takes longer.
  const generation = useRef(0);

  const show = useCallback(
    async (fileName: string, work: () => Promise<CheckedUpload>, then: (checked: CheckedUpload) => void) => {
      const mine = ++generation.current;
      setState({ step: "reading", fileName });
      const checked = await work().catch((error: unknown) => {
        if (mine === generation.current) setState({ step: "none" });
        if (!(error instanceof UnreadableFile)) throw error;
        if (mine === generation.current) toast(t("unreadable", { name: error.path }), { tone: "danger" });
      });
      if (!checked || mine !== generation.current) return;
      setState(settled(checked));
      if (checked.package) then(checked);
    },
    [t],
  );
  /** @param instead called in place of `onReady` */
  const pick = useCallback(
    (picked: Picked, instead?: () => void) => {
      const name = picked.kind === "file" ? picked.file.name : picked.name;
      void show(name, async () => (await loadChecker()).checkUpload(picked), instead ?? onReady);
    },
    [show, onReady],
  );
  /**
   * Begins work whose result takes the place of the package, with the same form.
   * @returns takes the result; false where another package was chosen, or other work begun, meanwhile
   */
  const begin = useCallback(() => {
    const mine = ++generation.current;
    return (checked: CheckedUpload): boolean => {
      if (mine !== generation.current) return false;
      setState(settled(checked));
      return true;
    };
  }, []);
  /** Repacks it with the allowances that its run turned out to need. */
  const allow = useCallback(
    async (checked: CheckedUpload, allowance: FrameAllowance) => {
      const take = begin();
      take(await (await loadChecker()).withAllowance(checked, allowance));
    },
    [begin],
  );
  const clear = useCallback(() => {
    generation.current++;
    setState({ step: "none" });
  }, []);
  return { state, pick, allow, begin, clear };
}
