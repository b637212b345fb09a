import { ClipboardPaste, Keyboard, Maximize, PenLine, UserRound, type LucideIcon } from "lucide-react";
import type { DisclosedCapability } from "@/lib/permissions/rules";

export const CAPABILITY_ICONS: Record<DisclosedCapability, LucideIcon> = {
  compose: PenLine,
  clipboard: ClipboardPaste,
  fullscreen: Maximize,
  profile: UserRound,
  shortcuts: Keyboard,
};
