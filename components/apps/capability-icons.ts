import { ClipboardPaste, Maximize, PenLine, UserRound, type LucideIcon } from "lucide-react";
import type { ToldCapability } from "@/lib/permissions/rules";

export const CAPABILITY_ICONS: Record<ToldCapability, LucideIcon> = {
  compose: PenLine,
  clipboard: ClipboardPaste,
  fullscreen: Maximize,
  profile: UserRound,
};
