"use client";

import { Link } from "./link";
import type { ComponentProps, ReactNode } from "react";
import { Button, buttonClass, type ButtonLook, type ButtonProps } from "./button";
import { cn } from "./cn";
import { Tooltip, type TooltipSide } from "./tooltip";

interface IconLook {
  /** What it does: read by screen readers and shown as a tooltip. */
  label: string;
  side?: TooltipSide;
  /** A small number at its corner; 0 and undefined show none. Say it in the label too. */
  count?: number;
}

export interface IconButtonProps extends Omit<ButtonProps, "icon" | "aria-label">, IconLook {}

export function IconButton({
  label,
  side,
  count,
  variant = "ghost",
  className,
  children,
  loading,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} side={side}>
      <Button
        {...rest}
        loading={loading}
        variant={variant}
        aria-label={label}
        className={cn("icon-btn", className)}
      >
        {loading ? null : children}
        <Count value={count} />
      </Button>
    </Tooltip>
  );
}

export interface IconLinkProps extends Omit<ComponentProps<typeof Link>, "aria-label">, ButtonLook, IconLook {
  children: ReactNode;
}

export function IconLink({
  label,
  side,
  count,
  variant = "ghost",
  size,
  className,
  children,
  ...rest
}: IconLinkProps) {
  return (
    <Tooltip label={label} side={side}>
      <Link {...rest} aria-label={label} className={buttonClass({ variant, size }, "icon-btn", className)}>
        {children}
        <Count value={count} />
      </Link>
    </Tooltip>
  );
}

function Count({ value }: { value?: number }) {
  if (!value) return null;
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute top-0 right-0 min-w-4.5 rounded-full bg-like px-1 text-center text-2xs leading-4.5 font-semibold text-on-like ring-2 ring-bg"
    >
      {value > 99 ? "99+" : value}
    </span>
  );
}
