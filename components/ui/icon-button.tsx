"use client";

import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { Button, buttonClass, type ButtonLook, type ButtonProps } from "./button";
import { cn } from "./cn";
import { Count } from "./count";
import type { Side } from "./dropdown-menu";
import { Tooltip } from "./tooltip";

interface IconLook {
  /** What it does: read by screen readers and shown as a tooltip. */
  label: string;
  side?: Side;
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
    <Tooltip content={label} side={side}>
      <Button
        {...rest}
        aria-label={label}
        loading={loading}
        variant={variant}
        className={cn("icon-btn", className)}
      >
        {loading ? null : children}
        <Count value={count ?? 0} />
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
    <Tooltip content={label} side={side}>
      <Link {...rest} aria-label={label} className={buttonClass({ variant, size }, "icon-btn", className)}>
        {children}
        <Count value={count ?? 0} />
      </Link>
    </Tooltip>
  );
}
