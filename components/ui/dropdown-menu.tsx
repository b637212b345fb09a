"use client";

import dynamic from "next/dynamic";
import { cloneElement, useState, type MouseEvent } from "react";
import { LazyBoundary } from "./lazy-boundary";
import type { DropdownMenuProps } from "./menu";

export type { MenuItem } from "./menu";

const Menu = dynamic(() => import("./menu").then((module) => module.DropdownMenu));

/** A button with a menu. The server renders the button; Radix (40 KB) loads after the page. */
export function DropdownMenu(props: DropdownMenuProps) {
  const [pressed, setPressed] = useState<"pointer" | "keyboard" | null>(null);
  const press = ({ detail }: MouseEvent) => setPressed(detail === 0 ? "keyboard" : "pointer");
  return (
    <LazyBoundary fallback={cloneElement(props.trigger, { onClick: press })}>
      <Menu {...props} defaultOpen={pressed !== null} focusesFirst={pressed === "keyboard"} />
    </LazyBoundary>
  );
}
