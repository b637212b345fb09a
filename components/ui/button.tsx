import Link from "next/link";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cn } from "./cn";
import { Spinner } from "./spinner";

export type ButtonVariant = "primary" | "secondary" | "outline" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

export interface ButtonLook {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** The classes of a button, for an element that is none (a label, a link of another library). */
export function buttonClass(
  { variant = "secondary", size = "md" }: ButtonLook = {},
  ...rest: (string | undefined)[]
) {
  return cn("btn", `btn-${variant}`, size !== "md" && `btn-${size}`, ...rest);
}

export interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  /** Shows a spinner in the icon's place, keeps the focus and swallows clicks. */
  loading?: boolean;
  icon?: ReactNode;
}

export function Button({ variant, size, loading, icon, className, children, onClick, ...rest }: ButtonProps) {
  const swallow = (event: MouseEvent) => event.preventDefault();
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size }, className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest["aria-disabled"]}
      onClick={loading ? swallow : onClick}
    >
      {loading ? <Spinner /> : icon}
      {children}
    </button>
  );
}

export interface ButtonLinkProps extends ComponentProps<typeof Link>, ButtonLook {
  icon?: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size }, className)}>
      {icon}
      {children}
    </Link>
  );
}
