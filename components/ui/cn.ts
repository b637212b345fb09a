import { clsx, type ClassValue } from "clsx";

/**
 * Joins class names. Conflicting utilities need no merging: the styles of the primitives are in the components layer
 * (ui.css), so a utility class passed to one of them always wins.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
