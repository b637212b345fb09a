"use client";

import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { Button, buttonClass, type ButtonStyle, type ButtonProps } from "./button";
import { cn } from "./cn";
import { Count } from "./count";

interface IconProps {
  /** For screen readers, and the tooltip of the icon. */
  label: string;
  /** A badge; hidden for 0. Screen readers ignore it, so repeat it in the label. */
  count?: number;
}

interface IconButtonProps extends Omit<ButtonProps, "icon" | "aria-label">, IconProps {}

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

interface IconLinkProps extends Omit<ComponentProps<typeof Link>, "aria-label">, ButtonStyle, IconProps {
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
