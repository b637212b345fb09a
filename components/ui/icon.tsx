import type { LucideIconData } from "lucide-react";
import { createElement, type ReactElement } from "react";
import { cn } from "./cn";

// An icon's shapes, which the package exports and its types leave out (all icons have the same ones).
declare module "lucide-react/icons/heart" {
  export const __iconData: LucideIconData;
}

/**
 * One of Lucide's icons as an element that is made once, for what every page shows: a page of posts has eighty of them,
 * and what does not change is neither rendered by the server's code nor compared by the browser's. Their component, which
 * the first load of a page then does without, is for everything else.
 */
export function icon({ node }: LucideIconData, className?: string): ReactElement {
  return (
    <svg viewBox="0 0 24 24" width={24} height={24} className={cn("icon", className)} aria-hidden>
      {node.map(([tag, attributes]) => createElement(tag, attributes))}
    </svg>
  );
}
