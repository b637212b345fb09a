"use client";

import { useRouter } from "next/navigation";
import type { ComponentProps, MouseEvent } from "react";

export interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  /** A path of the product. */
  href: string;
  /** Takes the place of the page in the browser's history. */
  replace?: boolean;
  /** False keeps the place of the window. */
  scroll?: boolean;
  /** False fetches nothing before the press. */
  prefetch?: boolean;
}

/**
 * A link to another page of the product, without loading the document anew. Its page is fetched ahead once the pointer or
 * the focus is on it, not because it came into view: a list of posts has dozens of links, and each would be a request of
 * its own. Next's own link is ten times as large.
 */
export function Link({ href, replace, scroll = true, prefetch = true, ...rest }: LinkProps) {
  const router = useRouter();
  const turn = () => prefetch && router.prefetch(href);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    rest.onClick?.(event);
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || elsewhere || (rest.target && rest.target !== "_self")) return;
    event.preventDefault();
    router[replace ? "replace" : "push"](href, { scroll });
  };
  return (
    <a
      {...rest}
      href={href}
      onClick={follow}
      onPointerEnter={(event) => {
        rest.onPointerEnter?.(event);
        turn();
      }}
      onFocus={(event) => {
        rest.onFocus?.(event);
        turn();
      }}
    />
  );
}
