import dynamic from "next/dynamic";

export type { MenuItem } from "./menu";

/** A button with a menu. The server renders the button; Radix (40 KB) loads after the page. */
export const DropdownMenu = dynamic(() => import("./menu").then((module) => module.DropdownMenu));
