import type { ComponentProps } from "react";
import { cn } from "./cn";

export interface CardProps extends ComponentProps<"div"> {
  as?: "div" | "section" | "article" | "li";
  /** The card leads somewhere: it answers the pointer. */
  interactive?: boolean;
}

/** A framed surface. Padding is the caller's (`p-4` as a rule). */
export function Card({ as = "div", interactive, className, ...rest }: CardProps) {
  // The four share every attribute that is used here.
  const Element = as as "div";
  return <Element {...rest} className={cn("card", interactive && "card-link", className)} />;
}

/** For the link in a card's title: its target is the whole card, and the card shows its focus. */
export const CARD_COVER =
  "outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-ring";
