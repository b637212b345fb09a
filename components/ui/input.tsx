"use client";

import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { maxGraphemesHandlers } from "./max-graphemes";
import { useFieldProps } from "./field";

export interface InputProps extends ComponentProps<"input"> {
  /** An icon inside the field. */
  leading?: ReactNode;
  /** A control or a unit inside the field. */
  trailing?: ReactNode;
  /** Instead of `maxLength`, which counts UTF-16 units. */
  maxGraphemes?: number;
}

export function Input({ className, leading, trailing, maxGraphemes, ...own }: InputProps) {
  const rest = { ...own, ...maxGraphemesHandlers(maxGraphemes, own) };
  const field = useFieldProps(rest);
  if (!leading && !trailing) return <input {...rest} {...field} className={cn("input", className)} />;
  return (
    <span className="relative block">
      {leading && (
        <span className="pointer-events-none absolute inset-y-0 left-0 grid w-10 place-items-center text-subtle [&>svg]:size-4.5">
          {leading}
        </span>
      )}
      <input
        {...rest}
        {...field}
        className={cn("input", leading && "pl-10", trailing && "pr-11", className)}
      />
      {trailing && (
        <span className="absolute inset-y-0 right-1 grid place-items-center text-subtle">{trailing}</span>
      )}
    </span>
  );
}
