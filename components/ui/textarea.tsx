"use client";

import type { ComponentProps } from "react";
import { cn } from "./cn";
import { maxGraphemesHandlers } from "./max-graphemes";
import { useFieldProps } from "./field";

interface TextareaProps extends ComponentProps<"textarea"> {
  /** Grows with its text, in browsers that support `field-sizing`. */
  grow?: boolean;
  /** Instead of `maxLength`, which counts UTF-16 units. */
  maxGraphemes?: number;
}

export function Textarea({ className, grow, maxGraphemes, ...rest }: TextareaProps) {
  const field = useFieldProps(rest);
  return (
    <textarea
      {...rest}
      {...maxGraphemesHandlers(maxGraphemes, rest)}
      {...field}
      className={cn("input", grow && "field-sizing-content max-h-[60dvh]", className)}
    />
  );
}
