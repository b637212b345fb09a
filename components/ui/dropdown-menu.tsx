"use client";

import dynamic from "next/dynamic";
import { cloneElement, useState } from "react";
import { LazyBoundary } from "./lazy-boundary";
import type { DropdownMenuProps } from "./menu";

export type { MenuItem } from "./menu";

const Menu = dynamic(() => import("./menu").then((module) => module.DropdownMenu));

/** A button with a menu. The server renders the button; Radix (40 KB) loads after the page. */
export function DropdownMenu(props: DropdownMenuProps) {
  const [pressed, setPressed] = useState(false);
  return (
    <LazyBoundary fallback={cloneElement(props.trigger, { onClick: () => setPressed(true) })}>
      <Menu {...props} defaultOpen={pressed} />
    </LazyBoundary>
  );
}
