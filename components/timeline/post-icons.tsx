import type { LucideIconData } from "lucide-react";
import { createElement } from "react";
import { __iconData as ellipsis } from "lucide-react/icons/ellipsis";
import { __iconData as heart } from "lucide-react/icons/heart";
import { __iconData as messageCircle } from "lucide-react/icons/message-circle";
import { __iconData as share } from "lucide-react/icons/share";

// An icon's shapes, which the package exports and its types leave out (all icons have the same ones).
declare module "lucide-react/icons/heart" {
  export const __iconData: LucideIconData;
}

/*
 * Lucide's icons in elements that are made once: a page of posts shows eighty of them, and what does not change is
 * neither rendered by the server's code nor compared by the browser's.
 */
function icon({ node }: LucideIconData) {
  return (
    <svg viewBox="0 0 24 24" className="post-icon" aria-hidden>
      {node.map(([tag, attributes]) => createElement(tag, attributes))}
    </svg>
  );
}

export const HEART = icon(heart);
export const COMMENTS = icon(messageCircle);
export const SHARE = icon(share);
export const MORE = icon(ellipsis);
