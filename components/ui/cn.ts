import { clsx, type ClassValue } from "clsx";

/**
 * Joins class names. No merging of conflicts is needed: the primitives' own looks sit in the components layer
 * (ui.css), so any utility class passed to one of them wins.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
