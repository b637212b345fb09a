import {
  BookOpen,
  Gamepad2,
  HeartPulse,
  ListChecks,
  MessagesSquare,
  Music,
  Palette,
  Shapes,
  Wrench,
  type LucideIcon,
} from "lucide-react";
import type { AppCategory } from "@/lib/package/category";

export const CATEGORY_ICONS: Record<AppCategory, LucideIcon> = {
  games: Gamepad2,
  creativity: Palette,
  music: Music,
  productivity: ListChecks,
  tools: Wrench,
  education: BookOpen,
  social: MessagesSquare,
  lifestyle: HeartPulse,
  other: Shapes,
};
