"use client";

import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { Button, buttonClass, type ButtonLook, type ButtonProps } from "./button";
import { cn } from "./cn";
import { Count } from "./count";

interface IconLook {
  /** What it does: read by screen readers, and shown by the browser over the icon. */
  label: string;
  /** A small number at its corner; 0 and undefined show none. Say it in the label too. */
  count?: number;
}

export interface IconButtonProps extends Omit<ButtonProps, "icon" | "aria-label">, IconLook {}

export function IconButton({
  label,
  count,
  variant = "ghost",
  className,
  children,
  loading,
  ...rest
}: IconButtonProps) {
  return (
    <Button
      {...rest}
      aria-label={label}
      title={label}
      loading={loading}
      variant={variant}
      className={cn("icon-btn", className)}
    >
      {loading ? null : children}
      <Count value={count ?? 0} />
    </Button>
  );
}

export interface IconLinkProps extends Omit<ComponentProps<typeof Link>, "aria-label">, ButtonLook, IconLook {
  children: ReactNode;
}

export function IconLink({
  label,
  count,
  variant = "ghost",
  size,
  className,
  children,
  ...rest
}: IconLinkProps) {
  return (
    <Link
      {...rest}
      aria-label={label}
      title={label}
      className={buttonClass({ variant, size }, "icon-btn", className)}
    >
      {children}
      <Count value={count ?? 0} />
    </Link>
  );
}
