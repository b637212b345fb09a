"use client";

import { useCallback, useRef, useState } from "react";
import type { CheckedUpload } from "./check-upload";
import type { Picked } from "./picked-files";

export type PackageState =
  | { step: "none" }
  | { step: "reading"; fileName: string }
  | { step: "refused"; checked: CheckedUpload }
  | { step: "ready"; checked: CheckedUpload & { package: NonNullable<CheckedUpload["package"]> } };

// The format's code is fetched with the first file.
const checker = () => import("./check-upload");

function settled(checked: CheckedUpload): PackageState {
  const opened = checked.package;
  return opened ? { step: "ready", checked: { ...checked, package: opened } } : { step: "refused", checked };
}

/** The package that is to be uploaded, checked in this browser. */
export function usePackage(onReady: (checked: CheckedUpload) => void) {
  const [state, setState] = useState<PackageState>({ step: "none" });
  // A file that was chosen later wins over one that takes longer.
  const turn = useRef(0);

  const show = useCallback(
    async (fileName: string, work: () => Promise<CheckedUpload>, then: (checked: CheckedUpload) => void) => {
      const mine = ++turn.current;
      setState({ step: "reading", fileName });
      const checked = await work();
      if (mine !== turn.current) return;
      setState(settled(checked));
      if (checked.package) then(checked);
    },
    [],
  );
  /** @param instead of the usual, where what comes with the package is known already */
  const pick = useCallback(
    (picked: Picked, instead?: () => void) => {
      const name = picked.kind === "file" ? picked.file.name : picked.name;
      void show(name, async () => (await checker()).checkUpload(picked), instead ?? onReady);
    },
    [show, onReady],
  );
  const allowHandlers = useCallback(
    (checked: CheckedUpload) =>
      void show(
        checked.fileName,
        async () => (await checker()).withAllowedHandlers(checked),
        () => undefined,
      ),
    [show],
  );
  const clear = useCallback(() => {
    turn.current++;
    setState({ step: "none" });
  }, []);
  return { state, pick, allowHandlers, clear };
}
