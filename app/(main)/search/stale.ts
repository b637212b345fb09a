import { cn } from "@/components/ui/cn";

/** What belongs to the text of before fades until the next is there. */
export function stale(isStale: boolean): string {
  return cn("transition-opacity", isStale && "opacity-60");
}
