import dynamic from "next/dynamic";

export type { MenuItem } from "./menu";

/** A button with a menu. Radix and its positioning are 40 KB: the server renders the button, and its code comes after the page's own. */
export const DropdownMenu = dynamic(() => import("./menu").then((module) => module.DropdownMenu));
