import type { IconNode } from "lucide";
import { createElement, type ReactElement } from "react";
import { cn } from "./cn";

/**
 * One of Lucide's icons as an element that is made once, for what every page shows: a page of posts has eighty of them,
 * and what does not change is neither rendered by the server's code nor compared by the browser's. Only its shapes are
 * loaded (package lucide); the components of lucide-react, whose code is 1.3 KB, are for everything else.
 */
export function icon(shapes: IconNode, className?: string): ReactElement {
  return createElement(
    "svg",
    { viewBox: "0 0 24 24", width: 24, height: 24, className: cn("icon", className), "aria-hidden": true },
    ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
  );
}
