"use client";

import { lazyPart } from "@/components/ui/lazy-part";
import { useComposeStore } from "@/lib/client/stores/compose-store";
import type { ComposeDialogProps } from "./compose-dialog";

const dialog = lazyPart<ComposeDialogProps>(() =>
  import("./compose-dialog").then((module) => module.ComposeDialog),
);

/** Stands in the shell: opens the composer for whatever asks for a post. */
export function ComposeHost() {
  const request = useComposeStore((state) => state.request);
  const Window = dialog.use(request !== null);
  return Window && request ? <Window request={request} /> : null;
}
