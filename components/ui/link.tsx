"use client";

import NextLink from "next/link";
import { useState, type ComponentProps } from "react";

export type LinkProps = Omit<ComponentProps<typeof NextLink>, "prefetch"> & {
  /** False where the page behind it is not worth fetching ahead. */
  prefetch?: false;
};

/**
 * A link whose page is fetched ahead once the pointer or the focus is on it, not because it came into view: a list of
 * posts has dozens of links, and each would be a request of its own.
 */
export function Link({ prefetch, onPointerEnter, onFocus, ...rest }: LinkProps) {
  const [meant, setMeant] = useState(false);
  return (
    <NextLink
      {...rest}
      prefetch={prefetch ?? (meant ? null : false)}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        setMeant(true);
      }}
      onFocus={(event) => {
        onFocus?.(event);
        setMeant(true);
      }}
    />
  );
}
