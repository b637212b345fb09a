"use client";

import { lazyPart } from "@/components/ui/lazy-part";
import { useModerationStore } from "@/lib/client/stores/moderation-store";
import type { ModerationDialogProps } from "./moderation-dialog";

const dialog = lazyPart<ModerationDialogProps>(() =>
  import("./moderation-dialog").then((module) => module.ModerationDialog),
);

/** Stands in the shell: opens the dialog for whatever somebody wants to report, or whomever to block. */
export function ModerationHost() {
  const asked = useModerationStore((state) => state.asked);
  const Window = dialog.use(asked !== null);
  return Window && asked ? <Window key={asked.id} asked={asked} /> : null;
}
